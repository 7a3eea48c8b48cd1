// What a scanned text stands for, from the printed code to the sold line.
import { expect, test } from 'vitest';
import { scan } from '../../../src-main/catalogue/scan.ts';
import type { InStoreRule } from '../../../src-main/contract/barcodes.ts';
import {
  keepAll,
  openCatalogue,
  openedOnce,
  openImported,
  product,
  unitPrice,
} from './import-samples.ts';

const weight: InStoreRule = { prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 };
const price: InStoreRule = { prefix: '28', itemDigits: 5, value: 'price', decimals: 2 };

const cheese = product('123', { unit: 'kg' });
const ham = product('HAM', {
  unit: 'kg',
  barcodes: ['00045'],
  unitPrice: unitPrice(18_900_000),
});
const milk = product('MILK', { barcodes: ['5601234101553'] });
const odd = product('ODD', { barcodes: ['5601234101554'] });
const shop = [cheese, ham, milk, odd];

const catalogueOf = openedOnce(keepAll);
const scanned = (text: string, rules: readonly InStoreRule[] = [weight, price], products = shop) =>
  scan(catalogueOf(products), text, rules);

/** Appends the right check digit. */
function checked(digits: string): string {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test('a barcode or a code gives one piece of its product, at its price', () => {
  const { unitPrice } = milk;
  const one = { kind: 'product', isFromLabel: false, product: milk, quantity: 1000, unitPrice };
  expect(scanned('5601234101553')).toEqual(one);
  expect(scanned('MILK')).toEqual(one);
  expect(scanned(' 5601234101553 ')).toEqual(one);
});

test('a code that the keyboard wrote in the other case is found, unless two could be meant', () => {
  expect(scanned('milk')).toMatchObject({ product: milk });
  const two = [product('Ab'), product('aB')];
  expect(scanned('AB', [], two)).toEqual({ kind: 'unknown' });
  expect(scanned('aB', [], two)).toMatchObject({ product: two[1] });
});

test('a barcode comes before a code', () => {
  const both = [product('77'), product('B', { barcodes: ['77'] })];
  expect(scan(openImported(both).catalogue, '77', [])).toMatchObject({ product: both[1] });
});

test('a code with a wrong check digit is misread, unless the catalogue has that very code', () => {
  expect(scanned('5601234101559')).toEqual({ kind: 'misread' });
  expect(scanned('62345678')).toEqual({ kind: 'misread' });
  expect(scanned('5601234101554')).toMatchObject({ product: odd });
  expect(scanned('62345678', [], [product('62345678')])).toMatchObject({ kind: 'product' });
});

test('a code that the catalogue does not know is unknown', () => {
  expect(scanned('5601234100075')).toEqual({ kind: 'unknown' });
  // A UPC-E, whose check digit is that of its longer form.
  expect(scanned('04252614')).toEqual({ kind: 'unknown' });
  expect(scanned('MIL')).toEqual({ kind: 'unknown' });
  expect(scanned('Product')).toEqual({ kind: 'unknown' });
});

test('a weight is the quantity', () => {
  expect(scanned(checked('270012301234'))).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: cheese,
    quantity: 1234,
    unitPrice: cheese.unitPrice,
  });
});

test('a price stands for the weight that comes to it, at the catalogue’s price', () => {
  expect(scanned(checked('280004501234'))).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: ham,
    quantity: 653,
    unitPrice: 18_900_000,
    labelPrice: 12_340_000,
  });
});

test('a price of a piece is the price of one, not of a kilogram', () => {
  expect(scanned(checked('280004501234'), [{ ...price, value: 'piecePrice' }])).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: { ...ham, unit: 'un' },
    quantity: 1000,
    unitPrice: 12_340_000,
  });
  const yoghurt = product('45', { unit: 'emb' });
  expect(scanned(checked('280004500199'), [price], [yoghurt])).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: yoghurt,
    quantity: 1000,
    unitPrice: 1_990_000,
  });
});

test('an item that is not in the catalogue is unknown, and named', () => {
  expect(scanned(checked('270099901234'))).toEqual({
    kind: 'unknown',
    near: { prefix: '27', differs: 'item', item: '00999' },
  });
  expect(scanned(checked('270012301234'), [])).toEqual({ kind: 'unknown' });
});

const fiambre = product('FM1', {
  description: 'Fiambre',
  barcodes: ['2700042000003'],
  unit: 'kg',
  unitPrice: unitPrice(9_800_000),
});
const presunto = product('77', { description: 'Presunto', unit: 'kg' });
const scales = [fiambre, presunto];

test('a product that the catalogue has as its label with zeros is found by every label', () => {
  expect(scanned('2700042013508', [weight], scales)).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: fiambre,
    quantity: 1350,
    unitPrice: fiambre.unitPrice,
  });
  for (const barcode of ['2700042000000', '270004200000', '02700042000003'])
    expect(
      scanned('2700042013508', [weight], [product('A', { barcodes: [barcode], unit: 'kg' })]),
      barcode,
    ).toMatchObject({ quantity: 1350 });
  const dozen = product('DOZEN', { barcodes: [checked('280004200000')], soldBy: 'piece' });
  expect(scanned(checked('280004200350'), [price], [dozen])).toMatchObject({
    ...{ kind: 'product', quantity: 1000, unitPrice: 3_500_000 },
  });
});

test('a label without a weight or a price names its product, and sells nothing', () => {
  expect(scanned('2700077000009', [weight], scales)).toEqual({
    kind: 'empty',
    product: presunto,
    value: 'weight',
  });
  for (const value of ['price', 'piecePrice'] as const)
    expect(scanned(checked('280007700000'), [{ ...price, value }], scales)).toMatchObject({
      ...{ kind: 'empty', product: presunto, value },
    });
});

test('a label that no rule quite reads names the nearest one', () => {
  expect(scanned('270007700641', [weight], scales)).toEqual({
    kind: 'unknown',
    near: { prefix: '27', differs: 'length', digits: 12 },
  });
  expect(scanned('0200042001359', [weight], scales)).toEqual({
    kind: 'unknown',
    near: { prefix: '27', differs: 'prefix', begins: '02' },
  });
  const zeroTwo: InStoreRule = { ...weight, prefix: '02' };
  const coded = [product('42', { unit: 'kg' })];
  expect(scanned('0200042001359', [zeroTwo], coded)).toMatchObject({ quantity: 135 });
  expect(scanned('200042001359', [zeroTwo], coded)).toMatchObject({ quantity: 135 });
});

const radio = product('RD1', { barcodes: ['4012345678901'] });
const wire = product('RD2', { barcodes: ['70312'] });
const fuse = product('00877');
const electrics = [radio, wire, fuse];

test.each([
  ['04012345678901', radio],
  ['4012345678901', radio],
  ['070312', wire],
  ['0000070312', wire],
  ['877', fuse],
  ['0877', fuse],
  ['000877', fuse],
])('zeros before %s do not count', (text, found) => {
  expect(scanned(text, [], electrics)).toMatchObject({ kind: 'product', product: found });
});

test('a case is not its piece, and a number that is two codes with other zeros is neither', () => {
  expect(scanned('14012345678908', [], electrics)).toEqual({ kind: 'unknown' });
  const two = [product('0877'), product('00877')];
  const both = openImported(two).catalogue;
  expect(scan(both, '877', [])).toEqual({ kind: 'unknown' });
  expect(scan(both, '0877', [])).toMatchObject({ product: two[0] });
  // What is written exactly so comes before what has other zeros.
  const mixed = [product('077'), product('B', { barcodes: ['77'] })];
  const { catalogue } = openImported(mixed);
  expect(scan(catalogue, '077', [])).toMatchObject({ product: mixed[0] });
  expect(scan(catalogue, '77', [])).toMatchObject({ product: mixed[1] });
});

test('a barcode with other zeros is taken', () => {
  const { catalogue } = openCatalogue(electrics);
  for (const barcode of ['070312', '004012345678901', '877', '0000877'])
    expect(catalogue.keep(product('NEW', { barcodes: [barcode] })), barcode).toMatchObject({
      error: { code: 'product_taken' },
    });
  expect(catalogue.keep(product('NEW', { barcodes: ['14012345678908'] })).ok).toBe(true);
});

const gs = '\u241d';
/** An item for fresh goods, and a good whose weight is in its elements. */
const loin = product('LOMBO', { barcodes: ['95601234500021'], unit: 'kg' });
const pate = product('PATE', { barcodes: ['5601234500011'], soldBy: 'piece' });
const fresh = [loin, pate];

test.each([
  ['01956012345000213103001350', 1350],
  [']C101956012345000213103001350', 1350],
  [']e001956012345000213102000135', 1350],
  ['C101956012345000213103001350', 1350],
  [']d2019560123450002117270131310300135010LOTE7', 1350],
  [`${gs}019560123450002110L-7/A${gs}3103001350`, 1350],
  ['310300135001956012345000211726123110AB', 1350],
  ['3103001350␝0195601234500021', 1350],
  // A scanner that leaves separators out: what is behind the lot is a date and a weight.
  ['019560123450002110AB17261231310300135013261101', 1350],
  ['019560123450002110AB3103001350', 1350],
  ['019560123450002110L31030013503103001351', 1351],
  ['(01)95601234500021(3103)001350(10)AB-1', 1350],
  // Scanners are set to send another sign for the separator, and people write blanks.
  ['019560123450002110L-7/A|3103001350', 1350],
  ['019560123450002110L-7/A~3103001350', 1350],
  ['019560123450002110L-7/A 3103001350', 1350],
  ['01 95601234500021 3103 001350', 1350],
  // Without a weight it is asked for.
  ['019560123450002117261231', 1000],
  // A piece stays one, whatever it weighs.
  ['01056012345000113103000250', 1000],
])('GS1 elements %j give the good with its weight', (text, quantity) => {
  expect(scanned(text, [weight], fresh)).toMatchObject({
    kind: 'product',
    product: text.includes('0560') ? pate : loin,
    quantity,
    isFromLabel: quantity !== 1000,
  });
});

test('a price among GS1 elements is what the label comes to', () => {
  const labelled = { product: loin, labelPrice: 4_990_000 };
  expect(scanned('0195601234500021392200499', [], fresh)).toMatchObject(labelled);
  expect(scanned(`01956012345000213922499${gs}3103001350`, [], fresh)).toMatchObject(labelled);
  expect(scanned(`01956012345000213932978000499${gs}10A`, [], fresh)).toMatchObject(labelled);
  // In another currency it says nothing.
  expect(scanned('01956012345000213932840000499', [], fresh)).toMatchObject({
    ...{ product: loin, isFromLabel: false },
  });
});

const longPath = 'produtos/frescos/'.repeat(6);

test.each([
  ['https://id.gs1.org/01/95601234500021?3103=001350', 1350],
  ['HTTPS://ID.GS1.ORG/01/95601234500021?3103=001350', 1350],
  [']Q1https://id.gs1.org/01/95601234500021?3103=001350', 1350],
  ['http://talho.example/pt/01/95601234500021/10/L-7%2FA/21/9?17=261231&3102=000135', 1350],
  ['https://talho.example/gtin/95601234500021?linkType=gs1:pip;3103=001350#topo', 1350],
  [`https://talho.example/${longPath}01/95601234500021?3103=001350`, 1350],
  // Without a weight it is asked for; what is no weight is none.
  ['https://id.gs1.org/01/95601234500021', 1000],
  ['https://id.gs1.org/01/95601234500021/10/AB?17=261231', 1000],
  ['https://id.gs1.org/01/95601234500021/?3103=1,35', 1000],
  ['https://id.gs1.org/01/5601234500011/10/AB', 1000],
  ['https://id.gs1.org/01/05601234500011/22/2A?3103=000250', 1000],
])('the address %j gives the good with its weight', (text, quantity) => {
  expect(scanned(text, [weight], fresh)).toMatchObject({
    kind: 'product',
    product: text.includes('956012') ? loin : pate,
    quantity,
    isFromLabel: quantity !== 1000,
  });
});

test('an address of an unknown good names its number, and any other address nothing', () => {
  expect(scanned('https://x.example/01/05609876500017/10/A?17=261231', [], fresh)).toEqual({
    ...{ kind: 'unknown', gtin: '5609876500017' },
  });
  for (const text of [
    'https://x.example/01/05609876500018',
    'https://x.example/01/0560987650001',
    'https://x.example/artigo/05609876500017',
    'https://x.example/?01=05609876500017',
    'https://x.example/01/05609876500017/10',
    'https://01/05609876500017',
  ])
    expect(scanned(text, [], fresh), text).toEqual({ kind: 'unknown' });
});

// By a scanner set for the United States, at computers of Portugal, Spain, Germany and France.
test.each([
  'httpsÇ--id.gs1.org-01-95601234500021_3103«001350',
  'httpsÑ--id.gs1.org-01-95601234500021_3103¡001350',
  'httpsÖ--id.gs1.org-01-95601234500021_3103´001350',
  'httpsM!!id:gs&:org!à&!ç(-à&é"\'(àààé&§"&à"=àà&"(à',
])('the address %j is read on another keyboard', (text) => {
  expect(scanned(text, [weight], fresh)).toMatchObject({ product: loin, quantity: 1350 });
});

test('GS1 elements without a known good are one unknown that names its number', () => {
  const unknown = { kind: 'unknown', gtin: '5609876500017' };
  for (const text of [
    '01056098765000173103001350',
    ']C1010560987650001710LOTE',
    '(01)05609876500017(17)261231',
  ])
    expect(scanned(text, [weight], fresh), text).toEqual(unknown);
  expect(scanned('0195601234500021310300000010A', [], fresh)).toMatchObject({ kind: 'empty' });
  // Shop labels come in elements too.
  expect(scanned('010270004201350817261231', [weight], scales)).toMatchObject({
    ...{ product: fiambre, quantity: 1350 },
  });
});

test.each([
  '01056012345000123103001350',
  '0105601234500011310300135',
  '010560123450001199',
  '00340123456789012348',
  '0105601234500011392200123417261231',
  'C10',
  ']C1',
  '(01)0560123450001',
  '(01)05601234500011x(17)2612',
])('%j is no GS1 text', (text) => {
  expect(scanned(text, [weight], fresh)).toEqual({ kind: 'unknown' });
});

test('what says which kind of bars was read is no part of a barcode', () => {
  expect(scanned(']E04012345678901', [], electrics)).toMatchObject({ product: radio });
  expect(scanned(']C0RD2', [], electrics)).toMatchObject({ product: wire });
});

test('digits are read where the keyboard of a scanner is another country’s', () => {
  const goods = [product('N', { barcodes: ['092345678'] }), milk];
  expect(scanned('àçé"\'(§è!', [], goods)).toMatchObject({ product: goods[0] });
  expect(scanned('(-à&é"\'&à&(("', [], goods)).toMatchObject({ product: milk });
  // A French scanner types Shift with each digit, which other keyboards write as marks.
  expect(scanned('%^)!@#$!)!%%#', [], goods)).toMatchObject({ product: milk });
  expect(scanned('%&=!"#$!=!%%#', [], goods)).toMatchObject({ product: milk });
  // Elements with their symbology and a lot, by a French and by a Portuguese keyboard.
  for (const elements of [
    '$C&à&ç(-à&é"\'(àààé&"&à"àà&"(à&àLOT',
    'Ć101956012345000213103001350',
    '+C101956012345000213103001350',
  ])
    expect(scanned(elements, [], fresh), elements).toMatchObject({
      ...{ product: loin, quantity: 1350 },
    });
  // Letters lead to no other product.
  expect(scanned('QB', [], [product('AB')])).toEqual({ kind: 'unknown' });
});

test('more than a till can sell is unknown', () => {
  const tonnes: InStoreRule = { prefix: '29', itemDigits: 3, value: 'weight', decimals: 0 };
  const unknown = { kind: 'unknown', near: { prefix: '29', differs: 'amount' } };
  expect(scanned(checked('291231000000'), [tonnes])).toEqual(unknown);
  const dear: InStoreRule = { ...tonnes, value: 'price' };
  expect(scanned(checked('291231000000'), [dear])).toEqual(unknown);
});

test('an in-store code that the catalogue has as a whole is that product', () => {
  const label = checked('270012301234');
  const packet = product('PACKET', { barcodes: [label] });
  expect(scanned(label, [weight], [cheese, packet])).toMatchObject({
    product: packet,
    quantity: 1000,
  });
});
