// A row becomes a product, or says what is wrong with it and where.
import { expect, test } from 'vitest';
import {
  productFields,
  type BadRow,
  type Product,
  type Reading,
  type Remark,
} from '../../../src-main/contract/catalogue.ts';
import { CsvRecords } from '../../../src-main/catalogue/import-csv.ts';
import { isBlank, rowReader } from '../../../src-main/catalogue/import-row.ts';
import { product } from '../src-renderer/sell/catalogue-till.ts';

const columns: Reading['columns'] = [
  'code',
  'description',
  'barcodes',
  'unitPrice',
  'unit',
  'vatLabel',
  'group',
  'quickKey',
  'colour',
  'barcodes',
  null,
];

async function outcomesOf(
  file: string | Buffer,
  reading: Partial<Reading> = {},
  onRemark: (remark: Remark) => void = () => undefined,
): Promise<readonly (Product | BadRow | null)[]> {
  const read = rowReader({ columns, decimalMark: ',', delimiter: ';', ...reading }, { onRemark });
  const outcomes: (Product | BadRow | null)[] = [];
  const csv = new CsvRecords(';', (record) => {
    if (!isBlank(record)) outcomes.push(read(record));
  });
  await csv.write(Buffer.from(file));
  await csv.end();
  return outcomes;
}

async function withRemarks(row: string) {
  const remarks: Remark[] = [];
  const outcomes = await outcomesOf(row, {}, (remark) => remarks.push(remark));
  return { outcomes, remarks };
}

test('every field of a product is read', async () => {
  const row = `A1;Queijo;5601 5602;1.234,56;kg;6%;Lacticínios;12;Amarelo;5603;whatever`;
  expect(await outcomesOf(row)).toEqual([
    {
      ...{ code: 'A1', description: 'Queijo', barcodes: ['5601', '5602', '5603'], unit: 'kg' },
      ...{ unitPrice: 1_234_560_000, soldBy: 'measure', vatLabel: '6%', group: 'Lacticínios' },
      ...{ quickKey: 12, colour: 'yellow' },
    },
  ]);
});

test.each<[what: string, row: string, product: object]>([
  ['what is left out at its end is empty', 'Queijo;Queijo;;0,8', product('Queijo')],
  [
    'signs that nobody sees are not part of a code, a barcode, a name or a price',
    '\u200bA1\u200b;\u202aSal\u00ad\u202c;\u200e5601000000017;\ufeff2,50\u200b',
    { code: 'A1', description: 'Sal', barcodes: ['5601000000017'], unitPrice: 2_500_000 },
  ],
  [
    'letters that a page writes by their names are letters',
    'A1;"P&atilde;o de L&oacute; n&ordm; 2 &#xE0; fatia &ndash; &Ccedil;&eacute;us &unknown;";;2',
    { description: 'Pão de Ló nº 2 à fatia – Çéus &unknown;' },
  ],
  ['a barcode twice is one', 'A1;Queijo;5601|5601;2;;;;;;5601', { barcodes: ['5601'] }],
  [
    'a cell loses the marks by which spreadsheets keep it as text',
    `="00123";'=Queijo;="0560";="2,5"`,
    { code: '00123', description: '=Queijo', barcodes: ['0560'], unitPrice: 2_500_000 },
  ],
  [
    'a line break or a tab in a cell is a blank',
    'A1;"Queijo \r\n \n da serra";;2;kg;"6\t%";"Lactic\u00ednios\n\ne ovos"',
    { description: 'Queijo da serra', vatLabel: '6 %', group: 'Lactic\u00ednios e ovos' },
  ],
])('of a row %s', async (_, row, read) => {
  expect(await outcomesOf(row)).toMatchObject([read]);
});

test.each([
  ['un', 'piece'],
  ['Pç.', 'piece'],
  ['CX', 'piece'],
  ['Kg', 'measure'],
  ['500 g', 'measure'],
  ['Litro', 'measure'],
  ['m²', 'measure'],
  ['horas', 'measure'],
  ['szt.', 'piece'],
  ['Flasche', 'piece'],
  ['Gramos', 'measure'],
  ['le kg', 'measure'],
  ['€/kg', 'measure'],
  ['la pièce', 'piece'],
  ['', null],
  ['palete', null],
])('by its unit a product in “%s” is sold by: %s', async (unit, soldBy) => {
  expect(await outcomesOf(`A1;Queijo;;2;${unit}`)).toMatchObject([{ unit, soldBy }]);
});

test.each([
  ['2,50 €/kg;', 'kg', 'measure'],
  ['2,50 €/kg;KG', 'KG', 'measure'],
  ['2,50 € / un;cx', 'cx', 'piece'],
  ['2,50 €/cx;', 'cx', 'piece'],
])('the price “%s” says what it is for', async (cells, unit, soldBy) => {
  expect(await outcomesOf(`A1;Queijo;;${cells}`)).toMatchObject([
    { unitPrice: 2_500_000, unit, soldBy },
  ]);
});

test.each([
  ['peça', 'piece'],
  ['Weight or measure', 'measure'],
  ['', null],
])('a sold-by column that says “%s” goes before the unit', async (sentence, soldBy) => {
  const read: Partial<Reading> = {
    columns: ['code', 'description', 'unitPrice', 'unit', 'soldBy'],
  };
  expect(await outcomesOf(`A1;Queijo;2;un;${sentence}`, read)).toMatchObject([{ soldBy }]);
  // If the column says something else, the unit decides.
  expect(await outcomesOf('A1;Queijo;2;un;Quinta do Vale', read)).toMatchObject([
    { soldBy: 'piece' },
  ]);
});

test('what a web shop has written for a page is plain text, but the till’s own file is as it stands', async () => {
  const name = '<b>Vela</b> &amp; copo&nbsp;&#8364;&quot;3&#39;&#0;<br/>azul';
  expect(await outcomesOf(`A1;"${name}";;2;;;"Casa &gt; Luz"`)).toMatchObject([
    { description: `Vela & copo €"3' azul`, group: 'Casa > Luz' },
  ]);
  expect(await outcomesOf('A1;1 < 2 & 3;;2;;;<3')).toMatchObject([
    { description: '1 < 2 & 3', group: '<3' },
  ]);
  const own = { columns: [...productFields] };
  expect(await outcomesOf(`A1;"${name}";;2;;;0,23;"a &gt; b"`, own)).toMatchObject([
    { description: name, vatLabel: '0,23', group: 'a &gt; b' },
  ]);
});

test.each([
  ['Parafuso <M8> zincado', 'Parafuso <M8> zincado'],
  ['Tubo <a=12 >5mm', 'Tubo <a=12 >5mm'],
  ['Vela <Azul> <p>grande</P>', 'Vela <Azul> grande'],
  ['Vela<br />grande <a href="/x">azul</a>', 'Vela grande azul'],
  ['H<sub>2</sub>O', 'H 2 O'],
])('of the name %j only elements of HTML are left out: %j', async (cell, description) => {
  expect(await outcomesOf(`A1;"${cell.replaceAll('"', '""')}";;2`)).toMatchObject([
    { description },
  ]);
});

test.each([
  ['3,333333333', true],
  ['€ 3,333333333', true],
  ['3,333333333 EUR', true],
  ['€ 3,33', false],
])('whether the price %j is said to be rounded: %j', async (price, isSaid) => {
  const { outcomes, remarks } = await withRemarks(`A1;Queijo;;${price}`);
  expect(outcomes).toMatchObject([{ unitPrice: 3_330_000 }]);
  const remark = { line: 1, field: 'unitPrice', problem: 'rounded', text: price };
  expect(remarks).toEqual(isSaid ? [remark] : []);
});

test('each barcode that is left out is said once', async () => {
  const long = ['5', '6'].map((digit) => digit.repeat(81));
  const { outcomes, remarks } = await withRemarks(`A1;Queijo;${long.join(' ')} 5601;2`);
  expect(outcomes).toMatchObject([{ barcodes: ['5601'] }]);
  expect(remarks.map(({ text }) => text)).toEqual(long);
});

test.each([
  ['0,23', '23%'],
  ['0.06', '6%'],
  ['0,055', '5,5%'],
  ['0,5', '0,5'],
  ['0', '0'],
  ['23', '23'],
  ['IVA23', 'IVA23'],
  ['NOR', 'NOR'],
])('the rate of VAT %j is shown as %j', async (cell, vatLabel) => {
  expect(await outcomesOf(`A1;Queijo;;2;;${cell}`)).toMatchObject([{ vatLabel }]);
});

test('blank lines, lines of blank cells and a line that names the separator are no rows', async () => {
  const rows = 'sep=;\r\n\r\n; ;\t;\r\n   \r\nA1;Queijo;;2;\r\n;;;;;;;;;;;;\r\n';
  expect(await outcomesOf(rows)).toMatchObject([{ code: 'A1' }]);
});

test.each([
  [';Queijo;;2', 'code', 'missing', ''],
  ['A1; ;;2', 'description', 'missing', ''],
  [`A1;';;2`, 'description', 'missing', ''],
  ['A1;Queijo;;', 'unitPrice', 'missing', ''],
  ['A1;Queijo;;-2', 'unitPrice', 'invalid', '-2'],
  ['A1;Queijo;;2.5', 'unitPrice', 'invalid', '2.5'],
  ['A1;Queijo;;1,2345678', 'unitPrice', 'invalid', '1,2345678'],
  ['A1;Queijo;;100000', 'unitPrice', 'invalid', '100000'],
  ['A1;Queijo;;2,50 €/kg;un', 'unitPrice', 'invalid', '2,50 €/kg'],
  ['A1;Queijo;;2,50 €/kg;g', 'unitPrice', 'invalid', '2,50 €/kg'],
  ['TOTAL;Geral;;125', 'code', 'invalid', 'TOTAL'],
  ['Gesamtsumme:;3;;125', 'code', 'invalid', 'Gesamtsumme:'],
  ['A\u0007;Queijo;;2', 'code', 'invalid', 'A\u0007'],
  ['5,6E+12;Queijo;;2', 'code', 'invalid', '5,6E+12'],
  [`${'A'.repeat(61)};Queijo;;2`, 'code', 'too_long', 'A'.repeat(61)],
  [`A1;${'Q'.repeat(201)};;2`, 'description', 'too_long', `${'Q'.repeat(119)}…`],
  ['A1;Queijo', null, 'unreadable', 'A1;Queijo'],
  ['A1;Queijo;;2;;;;;;;;more', null, 'unreadable', 'A1;Queijo;;2;;;;;;;;more'],
  ['A1;"Queijo"x;;2', null, 'unreadable', 'A1;"Queijo"x;;2'],
  ['A1;"Queijo;;2', null, 'unreadable', 'A1;"Queijo;;2'],
] as const)('%j is a bad row: %s %s', async (row, field, problem, text) => {
  const [first, bad, last] = await outcomesOf(`A0;Pão;;1\r\n${row}\r\nA2;Água;;1`);
  expect(first).toMatchObject({ code: 'A0' });
  expect(bad).toEqual({ line: 2, field, problem, text });
  expect(last ?? {}).toMatchObject({ code: 'A2' });
});

test.each([
  ['A1;Queijo;5,60123E+12;2', 'barcodes', 'digits_lost', '5,60123E+12'],
  ['A1;Queijo;;2;;;;;;5,60123E+12', 'barcodes', 'digits_lost', '5,60123E+12'],
  ['A1;Queijo;;2;;;;0', 'quickKey', 'left_empty', '0'],
  ['A1;Queijo;;2;;;;481', 'quickKey', 'left_empty', '481'],
  ['A1;Queijo;;2;;;;x', 'quickKey', 'left_empty', 'x'],
  ['A1;Queijo;;2;;;;;#ffffff', 'colour', 'left_empty', '#ffffff'],
  ['A1;Queijo;;2;;;;;Antracite', 'colour', 'left_empty', 'Antracite'],
  [`A1;Queijo;;2;;;${'g'.repeat(81)}`, 'group', 'left_empty', 'g'.repeat(81)],
  [`A1;Queijo;${'5'.repeat(81)};2`, 'barcodes', 'left_empty', '5'.repeat(81)],
  [`A1;Queijo;;2;${'u'.repeat(21)}`, 'unit', 'left_empty', 'u'.repeat(21)],
] as const)('%j is a product all the same, and says: %s %s', async (row, field, problem, text) => {
  const { outcomes, remarks } = await withRemarks(row);
  expect(outcomes).toEqual([
    {
      ...{ code: 'A1', description: 'Queijo', barcodes: [], unitPrice: 2_000_000, unit: '' },
      ...{ soldBy: null, vatLabel: '', group: '', quickKey: null, colour: null },
    },
  ]);
  expect(remarks).toEqual([{ line: 1, field, problem, text }]);
});

test('of more than twenty barcodes the first twenty are read', async () => {
  const barcodes = Array.from({ length: 21 }, (_, index) => `B${index}`);
  const { outcomes, remarks } = await withRemarks(`A1;Queijo;${barcodes.join(' ')};2`);
  expect(outcomes).toMatchObject([{ barcodes: barcodes.slice(0, 20) }]);
  expect(remarks).toEqual([{ line: 1, field: 'barcodes', problem: 'left_empty', text: 'B20' }]);
});

test('a row without code, name and price is passed over', async () => {
  const { outcomes, remarks } = await withRemarks('A1;Queijo;;2\n;;b.jpg;;;;;;;;');
  expect(outcomes).toMatchObject([{ code: 'A1' }, null]);
  expect(remarks).toMatchObject([{ line: 2, field: null, problem: 'passed_over' }]);
});

const variants: Partial<Reading> = { columns: ['description', 'variant', 'code', 'unitPrice'] };

test('a variant without a name has that of the row above, and what tells it apart', async () => {
  const rows = 'Meia;36;M36;8\n;39;M39;8,5\nLuva;Default Title;L;5\nLuva azul;Azul;LA;5\n;;X;1';
  expect(await outcomesOf(rows, variants)).toMatchObject([
    { code: 'M36', description: 'Meia 36' },
    { code: 'M39', description: 'Meia 39' },
    { code: 'L', description: 'Luva' },
    { code: 'LA', description: 'Luva azul' },
    { line: 5, field: 'description', problem: 'missing' },
  ]);
});

test('in a list without variants a missing name is not that of the row above', async () => {
  expect(await outcomesOf('A1;Queijo;;2\nA2;;;3')).toMatchObject([
    { code: 'A1' },
    { field: 'description', problem: 'missing' },
  ]);
});

test('without a decimal mark a price with two readings is none', async () => {
  const rows = ['1.659', '12,500', '0.250', '2', '3,50', '4.20'].map(
    (price, at) => `A${at};x;;${price}`,
  );
  expect(await outcomesOf(rows.join('\n'), { decimalMark: null })).toMatchObject([
    { field: 'unitPrice', problem: 'ambiguous', text: '1.659' },
    { field: 'unitPrice', problem: 'ambiguous', text: '12,500' },
    { unitPrice: 250_000 },
    { unitPrice: 2_000_000 },
    { unitPrice: 3_500_000 },
    { unitPrice: 4_200_000 },
  ]);
});

test('cells beyond the last column that is read do not matter', async () => {
  const many = Array.from({ length: 300 }, (_, at) => (at === 0 ? 'A1' : `x${at}`));
  const columns: Reading['columns'] = Array.from({ length: 200 }, () => null);
  const read = { columns: columns.with(0, 'code').with(1, 'description').with(2, 'unitPrice') };
  expect(await outcomesOf(many.with(2, '5').join(';'), read)).toMatchObject([
    { code: 'A1', description: 'x1', unitPrice: 5_000_000 },
  ]);
});

test('a row in another encoding than the file is unreadable, but the replacement character is a character like any other', async () => {
  const file = Buffer.concat([
    Buffer.from('A1;P\uFFFDo;;2\nA2;P'),
    Buffer.of(0xe3),
    Buffer.from('o;;2'),
  ]);
  expect(await outcomesOf(file)).toMatchObject([
    { code: 'A1', description: 'P\uFFFDo' },
    { line: 2, field: null, problem: 'unreadable' },
  ]);
});

test('a field that no column holds is missing', async () => {
  expect(await outcomesOf('A1;2', { columns: ['code', 'unitPrice'] })).toMatchObject([
    { field: 'description', problem: 'missing' },
  ]);
});
