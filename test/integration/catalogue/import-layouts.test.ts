// Whole files as other programs and people write them: what the rows of each become as offered.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportDoubt, Reading } from '../../../src-main/contract/catalogue.ts';
import { tableXlsx } from '../../spreadsheets.ts';
import { openCatalogue, readAsOffered, send } from './import-samples.ts';
import { must } from '../../must.ts';

test('a variant leaves empty what it shares with the row above', async () => {
  const file =
    'SKU,Name,Category,Sold by weight,Option 1 value,VAT,Price\n' +
    'T1,T-shirt,Loja,N,S,23,12.00\nT2,,,,M,,12.00\nT3,,,,L,6,13.00\nQ1,Queijo,,Y,,6,14.90\n';
  const { products, faults } = await readAsOffered(file);
  expect(
    products.map(({ code, group, soldBy, vatLabel }) => [code, group, soldBy, vatLabel]),
  ).toEqual([
    ['T1', 'Loja', 'piece', '23'],
    ['T2', 'Loja', 'piece', '23'],
    ['T3', 'Loja', 'piece', '6'],
    ['Q1', '', 'measure', '6'],
  ]);
  expect(faults).toEqual(['description name_above [[3,4]]']);
});

test('headings of sections and sums in a list are not said to want a name', async () => {
  const file = [
    ...['LISTAGEM DE ARTIGOS;;;', 'Data: 12-03-2026;;Pág. 1;', ';;;'],
    ...['Código;Descrição;Família;PVP 1', '001 - CAFETARIA;;;', '1;Café;1;0,80', '2;Chá;1;0,90'],
    ...['002 - PRATOS;;;', '20;Bacalhau;2;12,50', 'Código;Descrição;Família;PVP 1'],
    ...['21;Polvo;2;17,50', 'TOTAL;;;31,70'],
  ];
  const { prices, preview, faults } = await readAsOffered(file.join('\n'));
  expect(prices).toEqual({ 1: 0.8, 2: 0.9, 20: 12.5, 21: 17.5 });
  expect(preview.doubts).toEqual([]);
  expect(faults).toEqual([
    'unitPrice missing [[5,5],[8,8]]',
    'unitPrice invalid [[10,10]]',
    'description missing [[12,12]]',
  ]);
});

test('a dash, a zero and words for nothing are no barcodes', async () => {
  const none = ['-', '0', 'N/A', '#N/D', 's/ código', 'sem', 'null', '0000000000000'];
  const rows = none.map((each, at) => `A${at};Produto ${at};1,00;${each}`);
  const others = none.map((_, at) => `B${at};Outro ${at};2,00;SEM-00${at}`);
  const { products, faults } = await readAsOffered(
    ['Código;Nome;Preço;EAN', ...rows, ...others].join('\n'),
  );
  expect(products.flatMap(({ barcodes }) => barcodes)).toEqual(none.map((_, at) => `SEM-00${at}`));
  expect(faults).toEqual([]);
});

test('what has no code is known by its barcode, and what has neither is named', async () => {
  const file =
    'SKU;EAN;Nome;PVP\nAZ1;;Azeite;7,50\n;5601234100075 5601234100082;Arroz;1,29\n;;Sal;0,45\nM1;5601234100099;Massa;0,99\n';
  const { products, faults } = await readAsOffered(file);
  expect(products.map(({ code, barcodes }) => [code, ...barcodes])).toEqual([
    ['AZ1'],
    ['5601234100075', '5601234100082'],
    ['M1', '5601234100099'],
  ]);
  expect(faults).toEqual(['code missing [[4,4]]', 'code code_from_barcode [[3,3]]']);
});

test('prices that a spreadsheet has worked out are those that it shows', async () => {
  const table = [
    ['Código', 'Nome', 'PVP'],
    ['A', 'Vaso', 3.1 / 0.7],
    ['B', 'Prato', 10 / 3],
    ['C', 'Copo', 1.1 * 1.1],
  ];
  const { prices, faults, preview } = await readAsOffered(tableXlsx(table));
  expect(prices).toEqual({ A: 4.43, B: 3.33, C: 1.21 });
  expect(faults).toEqual(['unitPrice rounded [[2,3]]']);
  expect(preview.doubts).toEqual([]);
});

test('a barcode in the pieces that are printed below it is one, also if a digit is wrong', async () => {
  const file = 'Código;Nome;Preço;EAN\nA;a;1,50;560 1000 00113 9\nB;b;2,50;5601 5602\n';
  const { products, faults } = await readAsOffered(file);
  expect(products.map(({ barcodes }) => barcodes)).toEqual([['5601000001139'], ['5601', '5602']]);
  expect(faults).toEqual(['barcodes check_digit [[2,2]]']);
});

const anyRow = fc
  .tuple(
    fc.constantFrom('', 'A', 'B', 'C', '5601234100075', '5,6E+12'),
    fc.constantFrom('', 'Pão', '"Bolo\nde mel"', 'x'.repeat(201)),
    fc.constantFrom('', '1,50', 'variável', '1.200', '0', '4,42857142857143'),
    fc.constantFrom('', '5601234100075', '5601234100082 5601', '0', '5,60123E+12'),
    fc.constantFrom('', 'S', 'M'),
  )
  .map((cells) => cells.join(';'));

test('the numbers of a report add up, and each row is a product or is named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 30 }), async (rows) => {
      const { imports } = openCatalogue([]);
      await send(imports, ['Código;Nome;Preço;EAN;Variante', 'Z;Fim;9,90;;', ...rows].join('\n'));
      const { reading } = must(await imports.preview(null));
      const columns: Reading['columns'] = [
        ...(['code', 'description', 'unitPrice', 'barcodes', 'variant'] as const),
      ];
      const givenReading = { ...reading, decimalMark: ',' as const, columns };
      const report = must(await imports.read(givenReading, 0, () => undefined));
      const { products, badRowCount, passedOver, removedByHand, badRows } = report;
      const filled = rows.filter((row) => row.replaceAll(';', '') !== '').length + 1;
      expect(report.rows).toBe(filled);
      expect(products + badRowCount + passedOver + removedByHand).toBe(filled);
      expect(badRows.reduce((sum, each) => sum + each.rows, 0)).toBe(badRowCount);
      for (const { rows: count, lines } of badRows)
        expect(lines.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(count);
      const passed = report.remarks.find(({ problem }) => problem === 'passed_over');
      expect(passed?.rows ?? 0).toBe(passedOver);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['', 'Produto;Preço\nCafé expresso;0,80\nÁgua (33 cl);1,00\n', ['CAFE-EXPRESSO', 'AGUA-33-CL']],
  ['nor names of columns', 'Chá preto,0.90\nBolo,1.20\n', ['CHA-PRETO', 'BOLO']],
  ['in Greek', 'Προϊόν;Τιμή\nΚαφές;1,80\nΝερό;0,50\n', ['ΚΑΦΕΣ', 'ΝΕΡΟ']],
  [
    'with groups',
    'Nome;Tipo;PVP\nBebidas;;\nSumo;Frutas;2,00\nChá;Ervas;0,90\nTotal;;2,90\n',
    ['SUMO', 'CHA'],
  ],
  ['with long names', `Nome;PVP\n${'Camisola '.repeat(8)}M;9\n${'Camisola '.repeat(8)}L;9\n`, 2],
  ['but for some barcodes', 'Nome;EAN;PVP\nSal;;1\nAlho;;2\nArroz;5601234100075;3\n', null],
])('a list without codes %s gets them from its names', async (_, file, codes) => {
  const { products, preview } = await readAsOffered(file);
  const made = products.map(({ code }) => code);
  if (typeof codes === 'number') expect(new Set(made).size).toBe(codes);
  else expect(made).toEqual(codes ?? ['SAL', 'ALHO', '5601234100075']);
  expect(preview.doubts).toEqual([{ kind: 'no_codes' }]);
});

test('a list without codes changes the products that it made, and names a name that comes again', async () => {
  const opened = openCatalogue([]);
  await readAsOffered('Produto;Preço\nCafé;0,80\nSumo;1,90\n', opened);
  const { prices, faults, report } = await readAsOffered(
    'Produto;Preço\nCafé;0,85\nSumo;2,00\nCAFÉ;0,99\n',
    opened,
  );
  expect(prices).toEqual({ CAFE: 0.85, SUMO: 2 });
  expect(report.comparison).toMatchObject({ added: 0, changed: 2, removed: 0 });
  expect(faults).toContain('code taken [[4,4]]');
});

const notSold: readonly (readonly [string, string, ImportDoubt | null])[] = [
  ['Estado', 'on|off|on', { kind: 'not_sold', rows: 1, columns: ['Estado'] }],
  ['Estado', 'Ativo|Inativo|Ativo', { kind: 'not_sold', rows: 1, columns: ['Estado'] }],
  ['Active (0/1)', '1|0|1', { kind: 'not_sold', rows: 1, columns: ['Active (0/1)'] }],
  ['product_online', '1|2|1', { kind: 'not_sold', rows: 1, columns: ['product_online'] }],
  ['État (Vente)', '1|0|1', { kind: 'not_sold', rows: 1, columns: ['État (Vente)'] }],
  ['ArtigoAnulado', 'False|True|False', { kind: 'not_sold', rows: 1, columns: ['ArtigoAnulado'] }],
  ['Descontinuado', '|X|', { kind: 'not_sold', rows: 1, columns: ['Descontinuado'] }],
  ['Archived', 'no|yes|no', { kind: 'not_sold', rows: 1, columns: ['Archived'] }],
  ['Aktywny', 'Tak|Nie|Tak', { kind: 'not_sold', rows: 1, columns: ['Aktywny'] }],
  ['Obsoleto', 'F|V|F', { kind: 'not_sold', rows: 1, columns: ['Obsoleto'] }],
  ['AR_Sommeil', '0|1|0', { kind: 'not_sold', rows: 1, columns: ['AR_Sommeil'] }],
  ['Actif/En sommeil', 'Actif|En sommeil|Actif', expect.anything() as ImportDoubt],
  ['product_is_available', 'TRUE|FALSE|TRUE', expect.anything() as ImportDoubt],
  ['Ativo (Sim/Não)', 'Sim|Não|Sim', expect.anything() as ImportDoubt],
  ['Bloqueado para venda', '0|1|0', expect.anything() as ImportDoubt],
  ['Situação', 'Em linha|Fora de linha|Em linha', expect.anything() as ImportDoubt],
  ['Enabled for web', 'Y|N|Y', null],
  ['Visibilidade', 'Visível|Invisível|Visível', expect.anything() as ImportDoubt],
  ['Published', '1|-1|1', { kind: 'not_sold', rows: 1, columns: ['Published'] }],
  // What says something else, or the same of every row, leaves nothing out.
  ['Estado', 'Novo|Usado|Novo', null],
  ['Tax status', 'taxable|none|taxable', null],
  ['Published', 'false|false|false', null],
  ['Descontinuado', '1|1|1', null],
];

test.each(notSold)('%s: %s of three products says which are sold', async (name, cells, doubt) => {
  const rows = cells.split('|').map((cell, at) => `P${at};Produto ${at};${at + 1},50;${cell}`);
  const { products, preview, report, faults } = await readAsOffered(
    [`Código;Nome;PVP;${name}`, ...rows].join('\n'),
  );
  expect(products.map(({ code }) => code)).toEqual(doubt ? ['P0', 'P2'] : ['P0', 'P1', 'P2']);
  expect(preview.doubts).toEqual(doubt ? [doubt] : []);
  expect(report.doubts).toEqual(preview.doubts);
  expect(faults).toEqual(doubt ? ['row not_sold [[3,3]]'] : []);
});

test('a variant is not sold if the row above is not, and a state says more than a web shop', async () => {
  const file =
    'Title,Option1 Value,Variant SKU,Variant Price,Published,Status\n' +
    'Meia,S,MS,5.00,false,active\n,M,MM,5.00,,\nLuva,S,LS,7.00,true,archived\n,M,LM,7.00,,\n';
  const { names, preview } = await readAsOffered(file);
  expect(names).toEqual({ MS: 'Meia S', MM: 'Meia M' });
  expect(preview.doubts).toEqual([{ kind: 'not_sold', rows: 2, columns: ['Status'] }]);
});

test('a web shop publishes what its catalogue hides', async () => {
  const file =
    'SKU,Name,Published,Visibility in catalog,Regular price\n' +
    'A,Pão,1,hidden,1.10\nB,Bolo,-1,visible,2.20\nC,Chá,0,visible,3.30\n';
  expect((await readAsOffered(file)).prices).toEqual({ A: 1.1 });
});

test('where each shop says what it sells, none says it of all', async () => {
  const file =
    'SKU,Name,Available for sale [A],Available for sale [B],Price\n1,Pão,Y,N,1.10\n2,Bolo,N,Y,2.20\n';
  expect((await readAsOffered(file)).prices).toEqual({ 1: 1.1, 2: 2.2 });
});

test('sizes with the code of their product are one product, and what says a size twice adds it once', async () => {
  const shoes =
    'Ref;Descrição;Tamanho;PVP\nS1;Sapato;36;49,90\nS1;Sapato;37;49,90\nB1;Bota;38;79,90';
  const { names, faults } = await readAsOffered(shoes);
  expect(names).toEqual({ S1: 'Sapato', B1: 'Bota' });
  expect(faults).toEqual(['code taken [[3,3]]']);
  const coffee =
    'Name,Variant,SKU,Price,Option name,Option value\nLatte,Small,L1,3.00,Size,Small\nLatte,Large,L2,3.50,Size,Large\n';
  expect((await readAsOffered(coffee)).names).toEqual({ L1: 'Latte Small', L2: 'Latte Large' });
});

test('what is not sold is read all the same if a person says so', async () => {
  const { imports } = openCatalogue([]);
  await send(imports, 'Código;Nome;PVP;Estado\nA;Pão;1,50;Ativo\nB;Sal;2,50;Inativo\n');
  const { reading, products } = must(await imports.preview(null));
  expect(products).toBe(1);
  const columns = reading.columns.map((field) => (field === 'active' ? null : field));
  expect(must(await imports.preview({ ...reading, columns }))).toMatchObject({
    ...{ products: 2, doubts: [] },
  });
});
