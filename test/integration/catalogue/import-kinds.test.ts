// Files of other programs as the world has them: read as guessed, each gives its products, or says
// what a person has to know. Nothing is a product that none is.
import { expect, test } from 'vitest';
import type { ImportDoubt } from '../../../src-main/contract/catalogue.ts';
import { compoundOf, tableXlsx, zipOf } from '../../spreadsheets.ts';
import { openCatalogue, previewed, readAsOffered, send } from './import-samples.ts';
import { must } from '../../must.ts';

const ignore = () => undefined;

test('a colour that the till does not have is left empty, and each is told', async () => {
  const file =
    'Código;Descrição;Cor;PVP\nV1;Vela;Azul;1,20\nV2;Velinha;Lilás;2,30\nV3;Círio;Cobre;3,40';
  const { products, faults } = await readAsOffered(file);
  expect(products.map(({ colour }) => colour)).toEqual(['blue', null, null]);
  expect(faults).toEqual(['colour left_empty [[3,3]]', 'colour left_empty [[4,4]]']);
});

test('a guess by the first rows costs no product further down', async () => {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const finish = at % 20 === 3 ? 'Verde' : at > 230 ? 'Cromado' : '';
    return `M${at};Puxador ${at};${finish};${(at % 7) + 1},25`;
  });
  const { products, report } = await readAsOffered(
    `Código;Descrição;Acabamento;PVP\n${rows.join('\n')}`,
  );
  expect(products).toHaveLength(240);
  expect(report.badRowCount).toBe(0);
});

test.each([
  [
    'nutrition',
    'code\tname_xx\tname_fr\tquantity\tfat_100g\tsalt_100g\n' +
      '5601111111119\t\tGalettes\t200 g\t12.5\t0.9\n5601111111126\tx\tFigues\t500 g\t0.4\t0.1\n5601111111133\t\tCâpres\t90 g\t1.2\t3.3\n',
    'Galettes',
  ],
  [
    'counts',
    'Code;Article;Nb;Tx\nK1;Clef;1,000;20,00\nK2;Clous;2,000;20,00\nK3;Vis;3,000;5,50\n',
    'Clef',
  ],
])('in a list of %s no column is taken for the price', async (_, file, name) => {
  const { imports } = openCatalogue([]);
  const { reading, rows } = await previewed(imports, file);
  expect(reading.columns).not.toContain('unitPrice');
  expect(rows[0]?.cells[reading.columns.indexOf('description')]).toBe(name);
});

test('the one row of a template says by its names what its columns hold', async () => {
  const file =
    'Barcode,Item Name,Cost Price,Unit Price,Reorder Level,Qty\n5601000000017,Leque,18,35,4,10\n';
  const { products } = await readAsOffered(file);
  expect(products).toMatchObject([
    { code: '5601000000017', description: 'Leque', unitPrice: 35_000_000, vatLabel: '' },
  ]);
});

test('prices that all have two readings are asked for, and read as a person says', async () => {
  const { catalogue, imports } = openCatalogue([]);
  const file = 'Código;Descrição;PVP\nA1;Gasóleo;1.659\nA2;Gasolina;1.789\nA3;Aditivo;12.500\n';
  const { reading, doubts, rows } = await previewed(imports, file);
  expect(reading.decimalMark).toBeNull();
  expect(doubts).toEqual([{ kind: 'decimal_mark', example: '1.659' }]);
  expect(rows[0]?.outcome).toMatchObject({ field: 'unitPrice', problem: 'ambiguous' });
  const said = must(await imports.preview({ ...reading, decimalMark: '.' }));
  expect(said.doubts).toEqual([]);
  must(await imports.read(said.reading, 0, ignore));
  must(await imports.use());
  expect([...catalogue.products()].map(({ unitPrice }) => unitPrice)).toEqual([
    ...[1_659_000, 1_789_000, 12_500_000],
  ]);
});

test.each([0, 1])('where both marks are decimal marks, two readings are none', async (first) => {
  // The price that shows it comes after those that it casts doubt on, or before.
  const rows = ['A3;Berbequim;1.199', 'A4;Broca;3.20'];
  const file = [
    'Código;Descrição;PVP',
    'A1;Parafuso;2,50',
    'A2;Bucha;0,75',
    rows[first],
    rows[1 - first],
  ];
  const { prices, faults, preview, report } = await readAsOffered(file.join('\n'));
  expect(prices).toEqual({ A1: 2.5, A2: 0.75 });
  expect(faults.toSorted()).toEqual([
    `unitPrice ambiguous [[${4 + first},${4 + first}]]`,
    `unitPrice invalid [[${5 - first},${5 - first}]]`,
  ]);
  const doubts: readonly ImportDoubt[] = [{ kind: 'both_marks', rows: 1 }];
  expect([preview.doubts, report.doubts]).toEqual([doubts, doubts]);
});

test('a list of sales is asked about before it is read', async () => {
  const rows = [
    'C1;Martelo;12,00',
    'C2;Prego;4,50',
    'C1;Martelo;11,00',
    'C2;Prego;4,80',
    'C1;Martelo;12,50',
  ];
  const file = ['Data;Hora;Código;Designação;Qtd. vendida;Preço;Total'];
  for (const [at, row] of rows.entries()) {
    const [code, name, price] = row.split(';');
    file.push(`2026-03-0${at + 1};10:0${at};${code};${name};1,000;${price};${price}`);
  }
  const { preview, report } = await readAsOffered(file.join('\n'));
  const doubts: readonly ImportDoubt[] = [{ kind: 'repeated_codes', codes: 2, rows: 5 }];
  expect([preview.doubts, report.doubts]).toEqual([doubts, doubts]);
});

test.each([
  ['Fatura;Data;Cliente', 'FT 1/', ['Fatura', 'Data', 'Cliente']],
  ['Data;Hora;Operador', '2026-03-0', ['Data', 'Hora']],
  ['Email;Telefone;Cidade', 'x', ['Email', 'Telefone']],
])(
  'a list with the columns %s is asked about, also if no code repeats',
  async (names, start, columns) => {
    const rows = ['A1;Mesa;100,00', 'A2;Cadeira;25,00', 'A3;Sofá;450,00'];
    const body = rows.map((row, at) => `${start}${at};x${at};y${at};${row}`);
    const { preview, report } = await readAsOffered(
      [`${names};Código;Descrição;Preço`, ...body].join('\n'),
    );
    const doubts: readonly ImportDoubt[] = [{ kind: 'other_list', columns }];
    expect([preview.doubts, report.doubts]).toEqual([doubts, doubts]);
  },
);

test('prices in another currency are read, and asked about', async () => {
  const file = "SKU;Name;Price\nA;Käse;CHF 21.50\nB;Set;CHF 1'249.00\nC;Brot;€ 3.20\n";
  const { prices, preview, report } = await readAsOffered(file);
  expect(prices).toEqual({ A: 21.5, B: 1249, C: 3.2 });
  const doubts: readonly ImportDoubt[] = [{ kind: 'other_currency', example: 'CHF 21.50' }];
  expect([preview.doubts, report.doubts]).toEqual([doubts, doubts]);
});

test.each(['USD', 'EUR'])('a column that says that prices are in %s', async (currency) => {
  const { preview } = await readAsOffered(
    `SKU;Name;Price;Currency\nA;Mug;10,00;${currency}\nB;Jar;5,00;${currency}\n`,
  );
  const doubt: ImportDoubt = { kind: 'other_currency', example: '10,00 USD' };
  expect(preview.doubts).toEqual(currency === 'EUR' ? [] : [doubt]);
});

test('the name of the price says its currency, and two prices of a supplier are asked about', async () => {
  const swiss = await readAsOffered('Nr;Bezeichnung;Preis CHF\nA;Käse;12,50\nB;Brot;3,20\n');
  expect(swiss.preview.doubts).toEqual([{ kind: 'other_currency', example: 'Preis CHF' }]);
  const { preview } = await readAsOffered(
    'Ref;Descrição;Preço Tabela;Desc. %;Preço Líquido;PVP Recomendado\n' +
      'A;Lixívia;1,50;20;1,20;1,99\nB;Esponja;0,80;10;0,72;1,29\n',
  );
  const columns = ['Preço Tabela', 'PVP Recomendado'];
  expect(preview.doubts).toEqual([{ kind: 'several_prices', columns }]);
});

test('a new price is asked about beside the one of now, and what it changes by is no variant', async () => {
  const { names, preview } = await readAsOffered(
    'Código;Nome;PVP Atual;Novo PVP;Variação\n1;Café;0,70;0,80;14%\n2;Chá;1,00;0,90;-10%\n\x1a',
  );
  expect(names).toEqual({ 1: 'Café', 2: 'Chá' });
  expect(preview.doubts).toEqual([{ kind: 'several_prices', columns: ['Novo PVP', 'PVP Atual'] }]);
  expect(preview.looked.rows).toBe(2);
  const reduced =
    'Código;Nome;Preço;Desc. %;Preço Final\n1;Mesa;100,00;10;90,00\n2;Banco;30,00;20;24,00\n';
  const columns = ['Preço', 'Preço Final'];
  expect((await readAsOffered(reduced)).preview.doubts).toEqual([
    { kind: 'several_prices', columns },
  ]);
});

test('products that nearly all cost nothing are asked about', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, at) => `P${at};Produto ${at};${at === 3 ? '2,50' : '0,00'}`,
  );
  const { preview } = await readAsOffered(`Código;Nome;Preço\n${rows.join('\n')}`);
  expect(preview.doubts).toEqual([{ kind: 'zero_prices', rows: 9, of: 10 }]);
});

test('a variant of one letter is added to a name in which that letter is', async () => {
  const file =
    'Title,Option1 Value,Option2 Value,Variant SKU,Variant Price\n' +
    'Camisa,S,Azul,CSA,20.00\n,M,Azul,CMA,20.50\nCamisa verde,L,Verde,CLV,22.00\n';
  expect((await readAsOffered(file)).names).toEqual({
    CSA: 'Camisa S Azul',
    CMA: 'Camisa M Azul',
    CLV: 'Camisa verde L',
  });
});

test('rows that go on with the row above in another way are explained', async () => {
  const rows = ['P1;Pão;1,50', 'P2;;1,60', 'P3;;1,70', 'Q1;Queijo;9,00'];
  const { preview } = await readAsOffered(`Código;Nome;Preço\n${rows.join('\n')}`);
  expect(preview.doubts).toEqual([{ kind: 'nameless_rows', rows: 2, of: 4 }]);
});

test('barcodes that a spreadsheet has spoilt cost no product', async () => {
  const file =
    'Código;Nome;Preço;EAN\nA;a;1,50;5601234567892.0\nB;b;2,50;5,60123E+12\nC;c;3,50;5 000112 637922\n';
  const { products, faults } = await readAsOffered(file);
  expect(products.map(({ barcodes }) => barcodes)).toEqual([
    ['5601234567892'],
    [],
    ['5000112637922'],
  ]);
  expect(faults).toEqual(['barcodes repaired [[2,2],[4,4]]', 'barcodes digits_lost [[3,3]]']);
});

test('a list from which a spreadsheet has taken zeros and digits changes the same products', async () => {
  const opened = openCatalogue([]);
  const before =
    'Código;Nome;PVP;EAN\n0001;Pão;1,50;5601234567892\n0002;Sal;2,50;\n2;Mel;9,00;\n00070;Chá;3,50;\n';
  await readAsOffered(before, opened);
  const { products, faults, report } = await readAsOffered(
    'Código;Nome;PVP;EAN\n1;PÃO;1,60;5,60123E+12\n0002;Sal;2,60;\n2;Mel;9,10;\n70;Outro;4,00;\n',
    opened,
  );
  expect(products.map(({ code, unitPrice, barcodes }) => [code, unitPrice, ...barcodes])).toEqual([
    ['0001', 1_600_000, '5601234567892'],
    ['0002', 2_600_000],
    ['2', 9_100_000],
    ['70', 4_000_000],
  ]);
  expect(faults).toEqual(['barcodes digits_lost [[2,2]]', 'code zeros_lost [[2,2]]']);
  expect(report.comparison).toMatchObject({ added: 1, changed: 3, removed: 1 });
});

const page =
  '<html><head><meta charset="utf-8"></head><body><table><tr><td>Código</td><td>Preço</td></tr></table></body></html>';

test.each([
  ['a web page named as a spreadsheet', Buffer.from(page), 'web_page'],
  [
    'a web page with a comment before it',
    Buffer.from(`\uFEFF<!-- x -->\r\n<!DOCTYPE html>${page}`),
    'web_page',
  ],
  ['a table of a page', Buffer.from('\n <table border=1><tr><td>1</td></tr></table>'), 'web_page'],
  ['a page in UTF-16', Buffer.from(`\uFEFF${page}`, 'utf16le'), 'web_page'],
  [
    'a PDF',
    Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'latin1'),
    'pdf',
  ],
  ['a PNG', Buffer.from('89504E470D0A1A0A0000000D49484452', 'hex'), 'picture'],
  ['a JPEG', Buffer.from('FFD8FFE000104A46494600010100', 'hex'), 'picture'],
  ['a photograph of a telephone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'picture'],
  ['a text document', compoundOf('WordDocument'), 'no_spreadsheet'],
  ['an old workbook that is damaged', compoundOf('Workbook'), 'damaged'],
  ['a very old workbook', Buffer.from('0908100000060500', 'hex'), 'other_format'],
  ['an older one', Buffer.from('0904060000001000', 'hex'), 'other_format'],
  ['a file of files', zipOf({ 'a.txt': 'Código;Preço' }), 'no_spreadsheet'],
  ['a workbook with a password', compoundOf('EncryptedPackage'), 'protected'],
  [
    'a workbook as XML',
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'),
    'other_format',
  ],
  ['a compressed file', Buffer.from('1F8B0800000000000003', 'hex'), 'no_spreadsheet'],
  ['bytes', Buffer.from('a;b\n\0\x01\x02;\0\n', 'latin1'), 'no_spreadsheet'],
  ['data for programs', Buffer.from('[{"code":"A1","name":"Pão"}]'), 'no_spreadsheet'],
])('%s is no table of products, and the till says so', async (_, file, problem) => {
  const { imports } = openCatalogue([]);
  await send(imports, file);
  expect(await imports.preview(null)).toEqual({
    ok: false,
    error: { code: 'spreadsheet_unusable', problem },
  });
});

test('columns beyond the last that is read are ignored alike in text and in spreadsheets', async () => {
  const names = ['Código', 'Nome', 'PVP', ...Array.from({ length: 240 }, (_, at) => `Extra ${at}`)];
  const row = ['A1', 'Pão', '1,50', ...Array.from({ length: 240 }, (_, at) => `x${at}`)];
  const text = await readAsOffered([names, row].map((cells) => cells.join(';')).join('\n'));
  const sheet = await readAsOffered(tableXlsx([names, row]));
  expect(text.products).toEqual(sheet.products);
  expect(text.prices).toEqual({ A1: 1.5 });
});

test('the preview says what stands in each column, and what a change of it makes', async () => {
  const { imports } = openCatalogue([]);
  const file = 'Código;Nome;Preço;Outro\nA;Pão;1,50;9,99\nB;Sal;2,50;\nC;;3,50;\nD;Mel;4,50;8,88\n';
  const preview = await previewed(imports, file);
  expect(preview.looked).toEqual({ rows: 4, isAll: true });
  expect(preview.facts).toEqual([
    { filled: 4, values: ['A', 'B', 'C'] },
    { filled: 3, values: ['Pão', 'Sal', 'Mel'] },
    { filled: 4, values: ['1,50', '2,50', '3,50'] },
    { filled: 2, values: ['9,99', '8,88'] },
  ]);
  expect(preview.products).toBe(3);
  const columns = ['code', 'description', null, 'unitPrice'] as const;
  const changed = must(await imports.preview({ ...preview.reading, columns: [...columns] }));
  expect(changed.products).toBe(2);
});
