// Tests how the import guesses to read files of other programs.
import { describe, expect, test } from 'vitest';
import type { Preview, Reading } from '../../../src-main/contract/catalogue.ts';
import { textDecoder } from '../../../src-main/catalogue/import-text.ts';
import { previewOf } from '../../../src-main/catalogue/reading.ts';
import { escPosPages, unset } from '../../printer/code-pages.ts';

async function previewed(
  text: string,
  { givenReading = null, ...sample }: { givenReading?: Reading | null; isWhole?: boolean } = {},
): Promise<Preview> {
  const preview = await previewOf(
    { bytes: Buffer.from(text), isWhole: true, isUtf8: true, ...sample },
    givenReading,
  );
  if (!preview) throw new Error('nothing to preview');
  return preview;
}

const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');

const files: Readonly<Record<string, readonly [string, Partial<Reading>]>> = {
  'a Portuguese program': [
    lines(
      'Código;Designação;Cód. Barras;PVP;IVA;Unidade;Família;Stock',
      'A1;Queijo da Serra, curado;5601234567890;12,50;6%;kg;Queijos;3',
      'A2;Pão de água;5600000000001;0,15;6%;un;Padaria;100',
    ),
    {
      delimiter: ';',
      decimalMark: ',',
      hasHeader: true,
      columns: ['code', 'description', 'barcodes', 'unitPrice', 'vatLabel', 'unit', 'group', null],
    },
  ],
  'an English program': [
    lines(
      'SKU,Name,EAN,Cost price,Retail price,Tax rate,Category',
      'A1,"Cheese, mature",5601234567890,7.10,12.50,6,Cheese',
      'A2,Bread,5600000000001,0.05,0.15,6,Bakery',
    ),
    {
      delimiter: ',',
      decimalMark: '.',
      hasHeader: true,
      columns: ['code', 'description', 'barcodes', null, 'unitPrice', 'vatLabel', 'group'],
    },
  ],
  'a spreadsheet with tabs, two prices and two columns of barcodes': [
    lines(
      'Ref.\tDescrição do artigo\tPreço c/ IVA\tPreço s/ IVA\tCódigo de barras 1\tCódigo de barras 2\tTecla\tCor',
      'A1\tTelevisor 32" LED\t1.234,56\t1.003,71\t5601234567890\t5601234567891\t1\tvermelho',
      'A2\tPilhas\t3\t2,44\t\t\t\t',
    ),
    {
      delimiter: '\t',
      decimalMark: ',',
      hasHeader: true,
      columns: [
        'code',
        'description',
        'unitPrice',
        null,
        'barcodes',
        'barcodes',
        'quickKey',
        'colour',
      ],
    },
  ],
  'a list without names': [
    lines('1001|Café|0.80|un|13', '1002|Galão|1.45|un|13', '1003|Meia de leite|1.40|un|13'),
    {
      delimiter: '|',
      decimalMark: '.',
      hasHeader: false,
      // Only a name says that a number is a rate of VAT.
      columns: ['code', 'description', 'unitPrice', 'unit', null],
    },
  ],
  'a list without names, with barcodes and whole prices': [
    lines('5601234567890;A1;Arroz;2', '5600000000001;A2;Massa;1'),
    { delimiter: ';', hasHeader: false, columns: ['barcodes', 'code', 'description', 'unitPrice'] },
  ],
  'names that nobody knows': [
    lines('Chave;Texto;Montante', 'A1;Arroz;2,10', 'A2;Massa;1,05'),
    { hasHeader: true, columns: ['code', 'description', 'unitPrice'] },
  ],
  'a shop that has barcodes only': [
    lines('ean;nome;preço', '5601234567890;Arroz;2,10', '5600000000001;Massa;1,05'),
    { hasHeader: true, columns: ['code', 'description', 'unitPrice'] },
  ],
  'a file that names its separator': [
    lines('sep=,', 'code,description,price', 'A1,Pão; fatiado; integral,1.05'),
    { delimiter: ',', hasHeader: true, columns: ['code', 'description', 'unitPrice'] },
  ],
  'names that go on in the row below': [
    lines(
      'Ref.;Produto;IVA;Preço;;Stock',
      ';;%;s/ IVA;c/ IVA;',
      '101;Arroz;6;1,22;1,29;4',
      '102;Vinho;13;4,42;4,99;5',
    ),
    {
      firstLine: 1,
      hasHeader: true,
      columns: ['code', 'description', 'vatLabel', null, 'unitPrice', null],
    },
  ],
  'headings over columns with the same names': [
    lines(
      'Artigo;;Preço de custo;;Preço de venda;',
      'Código;Nome;s/ IVA;c/ IVA;s/ IVA;c/ IVA',
      'A1;Faca;2,00;2,46;4,07;5,00',
      'A2;Garfo;1,50;1,85;3,25;4,00',
    ),
    {
      firstLine: 2,
      hasHeader: true,
      columns: ['code', 'description', null, null, null, 'unitPrice'],
    },
  ],
  'a section below the names': [
    lines('Código;Nome;PVP;PVP', 'FRUTAS;;;', '1;Pera;1,50;1,40', '2;Uva;2,50;2,40'),
    { firstLine: 1, columns: ['code', 'description', 'unitPrice', null] },
  ],
  'a title above the table': [
    lines('Tabela de preços, 2026', '', 'Código;Designação;PVP', 'A1;Arroz;2,10', 'A2;Massa;1,05'),
    {
      delimiter: ';',
      firstLine: 3,
      hasHeader: true,
      columns: ['code', 'description', 'unitPrice'],
    },
  ],
  'an address above the table, and tabs': [
    lines('Loja\tRua Nova', 'tel.', 'SKU\tName\tPrice', 'A1\tRice\t2.10'),
    {
      delimiter: '\t',
      firstLine: 3,
      hasHeader: true,
      columns: ['code', 'description', 'unitPrice'],
    },
  ],
  'a total below a short table': [
    lines(
      'Artigo;Descrição;PVP;Qtd',
      '001;Pão;0,20;10',
      '002;Bolo;1,20;5',
      '003;Chá;0,90;4',
      ';;Total;19',
    ),
    { hasHeader: true, columns: ['code', 'description', 'unitPrice', null] },
  ],
  'names that hold more commas than there are columns': [
    lines('code;name;price', 'A;Red, large, 3 pcs, box;12,50', 'B;Blue, small, 2 pcs, bag;9,50'),
    { delimiter: ';', hasHeader: true, columns: ['code', 'description', 'unitPrice'] },
  ],
  'no name of a column, and nothing above': [
    lines('A1;Arroz;2,10', 'A2;Massa;1,05', 'A3;Sal;0,30'),
    { firstLine: 1, hasHeader: false },
  ],
  'a semicolon at the end of every line': [
    lines('code;description;price;', 'A1;Arroz;2,10;', 'A2;Massa;1,05;'),
    { delimiter: ';', columns: ['code', 'description', 'unitPrice', null] },
  ],
  'thousands in groups decide': [
    lines('code;description;price', 'A1;Arroz;1.234', 'A2;Massa;1,234.50'),
    { decimalMark: '.' },
  ],
  'three digits after the mark decide nothing, and nothing is guessed': [
    lines('code,description,price', 'A1,Arroz,1.234', 'A2,Massa,2.345'),
    { decimalMark: null },
  ],
  'nor beside semicolons': [
    lines('code;description;price', 'A1;Arroz;1.234', 'A2;Massa;2.345'),
    { decimalMark: null },
  ],
  'but after a zero they do': [
    lines('code;description;price', 'A1;Arroz;0.234', 'A2;Massa;2.345'),
    { decimalMark: '.' },
  ],
};

test.each(Object.entries(files))('%s', async (_name, [text, expected]) => {
  expect((await previewed(text)).reading).toMatchObject(expected);
});

test('what Excel saves as “Unicode text” is read, with a line for the separator or without', async () => {
  for (const [start, separator] of [
    ['', '\t'],
    ['sep=,\r\n', ','],
  ] as const) {
    const rows = [
      ['Código', 'Preço', 'Designação'],
      ['A1', '"1,5"', 'Pão'],
    ].map((row) => row.join(separator));
    const bytes = Buffer.from(`\uFEFF${start}${rows.join('\r\n')}`, 'utf16le');
    const preview = await previewOf({ bytes, isWhole: true, isUtf8: false }, null);
    expect(preview?.reading).toMatchObject({
      ...{ encoding: 'utf-16le', delimiter: separator, hasHeader: true },
      columns: ['code', 'unitPrice', 'description'],
    });
    expect(preview?.rows[0]?.outcome).toMatchObject({ code: 'A1', unitPrice: 1_500_000 });
  }
});

test.each([
  ['utf-8', Buffer.from('\uFEFFcode;description;price\nA1;Pão;1')],
  ['utf-8', Buffer.from('code;description;price\nA1;Pão;1')],
  ['windows-1252', Buffer.from('code;description;price\nA1;Pão;1', 'latin1')],
  ['utf-16le', Buffer.from('\uFEFFcode;description;price\nA1;Pão;1', 'utf16le')],
  ['utf-16le', Buffer.from('code;description;price\nA1;Pão;1', 'utf16le')],
] as const)('%s is recognised by its bytes', async (encoding, bytes) => {
  const preview = await previewOf({ bytes, isWhole: true, isUtf8: encoding === 'utf-8' }, null);
  expect(preview?.reading).toMatchObject({
    encoding,
    columns: ['code', 'description', 'unitPrice'],
  });
  expect(preview?.header).toEqual(['code', 'description', 'price']);
  expect(preview?.rows[0]?.outcome).toMatchObject({ code: 'A1', description: 'Pão' });
});

const decoders = {
  'windows-1252': (byte: number) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
  macintosh: (byte: number) => new TextDecoder('macintosh').decode(Uint8Array.of(byte)),
  cp850: escPosPages.get(19) ?? unset,
};

function encoded(text: string, decode: (byte: number) => string): Buffer {
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decode(byte), byte]));
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0x3f));
}

describe.each(['windows-1252', 'cp850', 'macintosh'] as const)('a list in %s', (encoding) => {
  test.each([
    'Código;Descrição;Preço\nA1;Pão de água;1,50\nA2;Maçã;0,80',
    'CÓDIGO;DESCRIÇÃO;PREÇO\nA1;AÇÚCAR;1,50\nA2;CAFÉ, CHÁ E ÓLEO;0,80',
    'Codigo;Artigo;Preco\nA1;Bolo de arroz;1,50\nA2;Pastel de feijão;1,20',
    'Código;Artículo;Precio\nA1;Jamón ibérico;9,50\nA2;Piña;2,00',
    'Référence;Désignation;Prix\nA1;Pâté de forêt;8,50\nA2;Crème brûlée;4,00',
    'Artikel-Nr.;Bezeichnung;Preis\nA1;Käse;8,50\nA2;Größe L, grün;4,00\nA3;Öl;5,00',
  ])('%j', async (text) => {
    const bytes = encoded(text, decoders[encoding]);
    const preview = await previewOf({ bytes, isWhole: true, isUtf8: false }, null);
    expect(preview?.reading.encoding).toBe(encoding);
    const [header, ...rows] = text.split('\n').map((line) => line.split(';'));
    expect(preview?.header).toEqual(header);
    expect(preview?.rows.map(({ cells }) => cells)).toEqual(rows);
  });
});

test.each([
  ['windows-1250', 'Kod;Nazwa;Cena\nA1;Masło;6,99\nA2;Żółty ser;29,90\nA3;Pączek;3,50'],
  ['windows-1252', 'Código;Nome;Preço\nA1;Areia m³;6,99\nA2;Brita m³;29,90\nA3;Gás ¹;3,50'],
])('a list with letters of %s: %j', async (encoding, text) => {
  const decoder = new TextDecoder(encoding);
  const bytes = encoded(text, (byte) => decoder.decode(Uint8Array.of(byte)));
  const preview = await previewOf({ bytes, isWhole: true, isUtf8: false }, null);
  expect(preview?.reading.encoding).toBe(encoding);
  expect(preview?.rows[1]?.cells[1]).toBe(text.split('\n')[2]?.split(';')[1]);
});

describe('a list that was encoded twice', () => {
  const list = 'Código;Descrição;Preço\nA1;Pão de água – “caseiro”;1,50 €\nA2;À la carte;0,80 €\n';
  const twice = Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(list)));

  test('is read as it was meant', async () => {
    const preview = await previewOf({ bytes: twice, isWhole: true, isUtf8: true }, null);
    expect(preview?.reading.encoding).toBe('utf-8-twice');
    expect(preview?.rows.map(({ outcome }) => outcome)).toMatchObject([
      { description: 'Pão de água – “caseiro”', unitPrice: 1_500_000 },
      { description: 'À la carte', unitPrice: 800_000 },
    ]);
  });

  test.each([1, 2, 3, 5, 64])('is read in parts of %i bytes', (length) => {
    const decoder = textDecoder('utf-8-twice');
    const parts = Array.from({ length: Math.ceil(twice.length / length) }, (_, at) =>
      decoder.decode(twice.subarray(at * length, (at + 1) * length)),
    );
    expect(Buffer.concat([...parts, decoder.end()]).toString()).toBe(list);
  });

  test('keeps the lines that somebody has added since', () => {
    const decoder = textDecoder('utf-8-twice');
    const added = Buffer.from('A3;Maçã “AMANHÔ;1,00\nA4;日本茶;2,00\n');
    const text = Buffer.concat([decoder.decode(Buffer.concat([twice, added])), decoder.end()]);
    expect(text.toString()).toContain('Pão de água');
    expect(text.toString()).toContain('Maçã');
    expect(text.toString()).toContain('日本茶');
  });

  test.each(['“AMANHÃ”;CAFÉ”', 'PÃO;AÇÚCAR;ÂNGELA;â', '日本;Ä'])('is not %j', async (text) => {
    const bytes = Buffer.from(`Código;Descrição;Preço\nA1;${text};1,00\n`);
    const preview = await previewOf({ bytes, isWhole: true, isUtf8: true }, null);
    expect(preview?.reading.encoding).toBe('utf-8');
  });
});

test('some bytes that are no UTF-8 spoil their own rows only', async () => {
  const rows = [
    Buffer.from('Código;Designação;Preço\nA1;Pão;0,20\nA2;Caf'),
    Buffer.from([0xe9]),
    Buffer.from(';0,80\nA3;Água;1,00'),
  ];
  const sample = { bytes: Buffer.concat(rows), isWhole: true, isUtf8: false };
  const preview = await previewOf(sample, null);
  expect(preview?.reading.encoding).toBe('utf-8');
  expect(preview?.rows.map(({ outcome }) => outcome)).toMatchObject([
    { description: 'Pão' },
    { problem: 'unreadable' },
    { description: 'Água' },
  ]);
});

test('of two rows of names the one that names more columns is the table’s first', async () => {
  const rows = [
    'Artigo;;Preços;',
    'Código;Nome;s/ IVA;c/ IVA',
    '1;Pão;0,19;0,20',
    '2;Café;0,71;0,80',
  ];
  const { reading, rows: shownRows } = await previewed(lines(...rows));
  expect(reading).toMatchObject({
    ...{ firstLine: 2, columns: ['code', 'description', null, 'unitPrice'] },
  });
  expect(shownRows[0]?.outcome).toMatchObject({ code: '1', unitPrice: 200_000 });
});

test('the first twenty rows are shown as cells and as what becomes of them', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `A${index};Arroz;${index * 3}`);
  const { header, rows: shownRows } = await previewed(lines('', 'código;nome;;', ...rows));
  expect(header).toEqual(['código', 'nome', '3', '4']);
  expect(shownRows).toHaveLength(20);
  expect(shownRows[0]).toMatchObject({ cells: ['A0', 'Arroz', '0'], outcome: { code: 'A0' } });
});

test('a row that cannot be parsed is shown with its problem', async () => {
  const { rows } = await previewed(
    lines('code;description;price', 'A1;"Ar"roz;1', 'A2;Massa;x', 'A3;Sal;2'),
  );
  expect(rows.slice(0, 2)).toEqual([
    {
      cells: ['A1;"Ar"roz;1'],
      outcome: { line: 2, field: null, problem: 'unreadable', text: 'A1;"Ar"roz;1' },
    },
    {
      cells: ['A2', 'Massa', 'x'],
      outcome: { line: 3, field: 'unitPrice', problem: 'invalid', text: 'x' },
    },
  ]);
});

test('the last row of a beginning may be cut, and is not shown', async () => {
  const { rows } = await previewed('code;description;price\nA1;Arroz;1\nA2;Massa;12', {
    isWhole: false,
  });
  expect(rows).toHaveLength(1);
});

const givenReading: Reading = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalMark: '.',
  ...{ sheet: null, firstLine: 1 },
  hasHeader: false,
  columns: ['description', 'code', 'unitPrice'],
};

test('a file is read as a person says', async () => {
  const preview = await previewed(lines('code;description;price', 'A1;Arroz;1.5'), {
    givenReading,
  });
  expect(preview).toMatchObject({ reading: givenReading, header: ['1', '2', '3'] });
  expect(preview.rows[1]?.outcome).toMatchObject({
    code: 'Arroz',
    description: 'A1',
    unitPrice: 1_500_000,
  });
});

test('with another separator the columns are others, and are guessed anew', async () => {
  const preview = await previewed(lines('code,description,ean,price', 'A1,Arroz,1,1.5'), {
    givenReading: { ...givenReading, delimiter: ',', hasHeader: true },
  });
  expect(preview.reading.columns).toEqual(['code', 'description', 'barcodes', 'unitPrice']);
});

test('one long row does not make the file wider', async () => {
  const { reading, rows } = await previewed(
    lines('A1;Arroz;1,50', 'A2;Massa;1,20', 'A3;Pão;de;água;0,15'),
  );
  expect(reading.columns).toEqual(['code', 'description', 'unitPrice']);
  expect(rows[2]?.outcome).toMatchObject({ line: 3, problem: 'unreadable' });
});

test.each(['', '\r\n\r\n', ';;;\n'])('there is nothing to read in %j', async (text) => {
  const sample = { bytes: Buffer.from(text), isWhole: true, isUtf8: true };
  expect(await previewOf(sample, null)).toBeUndefined();
});

test('the heading of a section below the names is no part of them', async () => {
  const file = lines('Código;Descrição;PVP', 'Família: Bebidas;;', 'A1;Água;1,00', 'A2;Sumo;2,00');
  const { reading } = await previewed(file);
  expect(reading.columns).toEqual(['code', 'description', 'unitPrice']);
});

test('the same price without its tax is no other one', async () => {
  const rows = ['A1;Vela;8,00;23%;9,84', 'A2;Mel;2,5;6%;2,65', 'A3;Sal;1;6%;1,06'];
  const file = lines('Código;Nome;Preço Venda;IVA;PVP', ...rows);
  expect((await previewed(file)).doubts).toEqual([]);
});

test.each([
  [
    ['Preço Feira', 'Preço Loja'],
    ['8,00', '10,00'],
    ['Preço Feira', 'Preço Loja'],
  ],
  [['Preço padrão', 'Preço [Loja]'], ['8,00', '8,00'], []],
  [['Preço', 'Preço mesa'], ['8,00', '10,00'], []],
  [['PVP1', 'PVP2'], ['8,00', '10,00'], []],
  [['Preço', 'Preço de custo'], ['8,00', '10,00'], []],
])(
  'of the prices %j with the values %j the till asks which: %j',
  async (names, prices, columns) => {
    const rows = ['A1;Vela', 'A2;Mel', 'A3;Sal'].map((row) => [row, ...prices].join(';'));
    const file = lines(['Código;Nome', ...names].join(';'), ...rows);
    const { doubts, reading } = await previewed(file);
    const expected = columns.length > 0 ? [{ kind: 'several_prices', columns }] : [];
    expect(doubts).toEqual(expected);
    // Whoever has chosen the columns is not asked again.
    expect((await previewed(file, { givenReading: reading })).doubts).toEqual([]);
  },
);
