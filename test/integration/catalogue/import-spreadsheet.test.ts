// A catalogue is imported from a spreadsheet, by whatever program, just as from a text file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { importFile } from '../../../src-main/catalogue/import-file.ts';
import { previewOf, previewOfSheets } from '../../../src-main/catalogue/reading.ts';
import type { ImportProgress } from '../../../src-main/contract/catalogue.ts';
import { lookAtSpreadsheet } from '../../../src-main/spreadsheet/look.ts';
import { startHelper } from '../../helper-process.ts';
import { escaped, odsOf, rowsOf, tableXlsx, xlsxOf, xlsxParts, zipOf } from '../../spreadsheets.ts';
import { isLong } from '../../tier.ts';
import { exported, hostileProducts } from '../../unit/catalogue/hostile-products.ts';
import {
  codesOf,
  importWhole,
  leftOver,
  openCatalogue,
  product,
  send,
  temporaryFolder,
  unitPrice,
} from './import-samples.ts';
import { must } from '../../must.ts';

const ignore = () => undefined;
const names = ['Código', 'Designação', 'PVP', 'EAN'];

test('a spreadsheet with a title above its table becomes the catalogue', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  const table = [
    ['Tabela de preços da loja'],
    ['', '', 'válida desde', '2026-01-01'],
    [],
    names,
    ['A1', 'Pão de água', 0.15, 5601234567890],
    ['007', 'Café', 12.099999999999998, '05601'],
    [8, 'Chá', 3, ''],
  ];
  const { reading, report } = await importWhole(imports, tableXlsx(table));
  expect(reading).toMatchObject({
    ...{ sheet: 0, firstLine: 4, hasHeader: true },
    columns: ['code', 'description', 'unitPrice', 'barcodes'],
  });
  expect(report).toMatchObject({ products: 3, badRowCount: 0 });
  const shared = { unit: '', soldBy: null };
  expect([...catalogue.products()]).toEqual([
    product('A1', {
      ...{ ...shared, description: 'Pão de água', barcodes: ['5601234567890'] },
      unitPrice: unitPrice(150_000),
    }),
    product('007', {
      ...{ ...shared, description: 'Café', barcodes: ['05601'] },
      unitPrice: unitPrice(12_100_000),
    }),
    product('8', { ...shared, description: 'Chá', unitPrice: unitPrice(3_000_000) }),
  ]);
  expect(leftOver(folder)).toEqual([]);
});

test('every row without a product is reported by its number in the spreadsheet', async () => {
  const { imports } = openCatalogue();
  const rows =
    rowsOf([names], 2) +
    rowsOf(
      [
        ['A1', 'Pão', 1, 5601],
        ['A1', 'Outro', 1],
        ['', 'Sem código', 1],
        ['A3', '', 1],
        ['A4', 'Sem preço'],
        ['A5', 'Texto', 'a combinar'],
        ['A6', 'Número longo', 1, 1.2345678901234567e20],
        ['A7', 'Com vírgula', '1,50', '', 'a note far to the right'],
      ],
      5,
    ) +
    '<row r="20"><c r="A20" t="inlineStr"><is><t>A8</t></is></c><c r="B20" t="inlineStr"><is><t>Erro</t></is></c>' +
    '<c r="C20" t="e"><v>#N/A</v></c></row>' +
    '<row r="21"><c r="A21" t="inlineStr"><is><t>A9</t></is></c><c r="B21" t="inlineStr"><is><t>Fórmula</t></is></c>' +
    '<c r="C21"><f>D21*1.23</f></c></row>' +
    '<row r="22"><c r="A22" t="inlineStr"><is><t>A10</t></is></c><c r="B22" t="inlineStr"><is><t>Boa</t></is></c>' +
    '<c r="C22"><f>1+1</f><v>2</v></c><c r="F22" t="e"><v>#REF!</v></c></row>';
  const { reading, report } = await importWhole(imports, xlsxOf({ sheets: [{ name: 'A', rows }] }));
  expect(reading.firstLine).toBe(2);
  const one = (line: number) => ({ rows: 1, lines: [[line, line]] });
  expect(report.badRows).toEqual([
    { ...one(6), field: 'code', problem: 'taken', texts: ['A1'] },
    { ...one(7), field: 'code', problem: 'missing', texts: [] },
    { ...one(8), field: 'description', problem: 'missing', texts: [] },
    { ...one(9), field: 'unitPrice', problem: 'missing', texts: [] },
    { ...one(10), field: 'unitPrice', problem: 'invalid', texts: ['a combinar'] },
    { ...one(20), field: 'unitPrice', problem: 'no_value', texts: ['#N/A'] },
    { ...one(21), field: 'unitPrice', problem: 'no_value', texts: ['=D21*1.23'] },
  ]);
  expect(report.remarks).toEqual([
    { ...one(11), field: 'barcodes', problem: 'digits_lost', texts: ['1,23456789012346E+20'] },
  ]);
  expect(report.products).toBe(4);
});

test('the first sheet that looks like a catalogue is read, unless a person chooses another', async () => {
  const { catalogue, imports } = openCatalogue();
  const sheets = [
    { name: 'Leia-me', rows: rowsOf([['Preços de verão'], ['Contactos', 'tel. 123']]) },
    { name: 'Verão', rows: rowsOf([names, ['V', 'Gelado', 2, '']]) },
    { name: 'Inverno', rows: rowsOf([['Inverno'], names, ['I', 'Chá', 1, '']]) },
  ];
  await send(imports, xlsxOf({ sheets }));
  const first = must(await imports.preview(null));
  expect(first.sheets).toEqual(['Leia-me', 'Verão', 'Inverno']);
  expect(first.reading).toMatchObject({ sheet: 1, firstLine: 1 });
  expect(first.doubts).toEqual([{ kind: 'other_sheets', sheets: ['Inverno'] }]);
  expect(first.beginnings[0]).toEqual({ line: 1, text: 'Código · Designação · PVP · EAN' });
  const other = { ...first.reading, sheet: 2, firstLine: 0 };
  const { reading, doubts } = must(await imports.preview(other));
  expect(doubts).toEqual([{ kind: 'other_sheets', sheets: ['Verão'] }]);
  expect(reading).toMatchObject({ sheet: 2, firstLine: 2, hasHeader: true });
  must(await imports.read(reading, 0, ignore));
  must(await imports.use());
  expect(codesOf(catalogue)).toEqual(['I']);
});

test('of sheets without codes the one with names and prices is read', async () => {
  const { imports } = openCatalogue();
  const sheets = [
    {
      name: 'Contactos',
      rows: rowsOf([
        ['Loja', 'Rua'],
        ['Aurora', 'do Sol'],
      ]),
    },
    {
      name: 'Preços',
      rows: rowsOf([
        ['Produto', 'PVP'],
        ['Café', 0.8],
        ['Chá', 0.9],
      ]),
    },
  ];
  await send(imports, xlsxOf({ sheets }));
  const { reading, doubts } = must(await imports.preview(null));
  expect(reading).toMatchObject({ sheet: 1, columns: ['description', 'unitPrice'] });
  expect(doubts).toEqual([{ kind: 'no_codes' }]);
});

test('a person can say where the table begins', async () => {
  const { imports } = openCatalogue();
  await send(imports, tableXlsx([['x', 'y', 'z'], ['1', '2', '3'], names, ['A1', 'Pão', 1, '']]));
  const { reading } = must(await imports.preview(null));
  const withoutHeader = { ...reading, firstLine: 2, hasHeader: false, columns: [] };
  const preview = must(await imports.preview(withoutHeader));
  expect(preview.reading).toMatchObject({ firstLine: 2, hasHeader: false });
  expect(preview.rows[0]?.cells).toEqual(['1', '2', '3', '']);
});

test('the decimal mark is guessed for a price in a text, and not needed for a number', async () => {
  const { catalogue, imports } = openCatalogue();
  const table = [names.slice(0, 3), ['A', 'a', '1.25'], ['B', 'b', '2.50'], ['C', 'c', 1234.5]];
  const { reading } = await importWhole(imports, tableXlsx(table));
  expect(reading.decimalMark).toBe('.');
  expect([...catalogue.products()].map((each) => each.unitPrice)).toEqual([
    ...[1_250_000, 2_500_000, 1_234_500_000],
  ]);
});

const text = (cell: string): string =>
  cell === ''
    ? '<table:table-cell/>'
    : `<table:table-cell><text:p>${paragraph(cell)}</text:p></table:table-cell>`;
const paragraph = (cell: string): string => escaped(cell).replaceAll(' ', '<text:s/>');
const number = (cell: number): string =>
  `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
const tableOds = (table: readonly (readonly (string | number)[])[]): Buffer => {
  const rows = table.map((cells) => {
    const xml = cells.map((cell) => (typeof cell === 'number' ? number(cell) : text(cell)));
    return `<table:table-row>${xml.join('')}</table:table-row>`;
  });
  return odsOf([{ name: 'A', rows: rows.join('') }]);
};

/** Without a helper, returns the catalogue that the file becomes with the guessed reading. */
async function becomes(bytes: Buffer, isSpreadsheet: boolean) {
  const folder = temporaryFolder();
  const [file, newFile] = [join(folder, 'file'), join(folder, 'catalogue.db')];
  writeFileSync(file, bytes);
  const preview = isSpreadsheet
    ? previewOfSheets(must(await lookAtSpreadsheet({ file })), null)
    : await previewOf({ bytes, isWhole: true, isUtf8: true }, null);
  if (!preview) throw new Error('no row');
  const job = {
    file,
    newFile,
    oldFile: join(folder, 'none.db'),
    keepsEdits: false,
    replacesAll: true,
    quickKeys: [],
    name: '',
  };
  const { reading, sheets } = preview;
  const sheetName = sheets[reading.sheet ?? -1] ?? null;
  const report = must(await importFile({ ...job, reading, sheetName, nowMs: 0 }, ignore));
  const { catalogue } = Catalogue.open(folder);
  try {
    return { products: [...catalogue.products()], badRows: report.badRows };
  } finally {
    catalogue.close();
  }
}

test('the same table becomes the same catalogue as text, xlsx and ods', async () => {
  await fc.assert(
    fc.asyncProperty(hostileProducts(6), async (products) => {
      const csv = exported(products, 'pt-PT');
      const table = parse(csv, { bom: true, delimiter: ';' }).map((cells: string[], row: number) =>
        cells.map((cell, column) =>
          row > 0 && column === 3 ? Number(cell.replace(',', '.')) : cell,
        ),
      );
      const expected = await becomes(Buffer.from(csv), false);
      expect(expected.products.length + expected.badRows.length).toBe(products.length);
      expect(await becomes(tableXlsx(table), true)).toEqual(expected);
      // SheetJS leaves out blanks at the ends of a text of an ods file.
      const trimmed = table.map((cells) =>
        cells.map((cell) => (typeof cell === 'string' ? cell.trim() : cell)),
      );
      expect(await becomes(tableOds(trimmed), true)).toEqual(
        await becomes(tableXlsx(trimmed), true),
      );
    }),
    { numRuns: isLong ? 50 : 10 },
  );
});

test('the till says that a file is damaged, and keeps the catalogue', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  await send(imports, tableXlsx([names]).subarray(0, 300));
  const unusable = { ok: false, error: { code: 'spreadsheet_unusable', problem: 'damaged' } };
  expect(await imports.preview(null)).toEqual(unusable);
  // Once more, and read in spite of it.
  expect(await imports.preview(null)).toEqual(unusable);
  const columns = ['code', 'description', 'unitPrice'] as const;
  const reading = {
    ...({ delimiter: ';', encoding: 'utf-8', decimalMark: ',', hasHeader: true } as const),
    ...{ sheet: 0, firstLine: 1, columns: [...columns] },
  };
  expect(await imports.read(reading, 0, ignore)).toEqual(unusable);
  expect(await imports.use()).toMatchObject({ error: { code: 'not_found' } });
  await imports.discard();
  expect(leftOver(folder)).toEqual([]);
  expect(codesOf(catalogue)).toEqual(['OLD']);
  await importWhole(imports, tableXlsx([names, ['A1', 'Pão', 1, '']]));
  expect(codesOf(catalogue)).toEqual(['A1']);
});

test('a missing sheet and one without a row give no products', async () => {
  const { catalogue, imports } = openCatalogue();
  await send(imports, tableXlsx([names, ['A1', 'Pão', 1, '']]));
  const { reading } = must(await imports.preview(null));
  const missing = { ...reading, sheet: 9 };
  expect(await imports.preview(missing)).toMatchObject({ error: { code: 'catalogue_unreadable' } });
  expect(await imports.read(missing, 0, ignore)).toMatchObject({
    error: { code: 'spreadsheet_unusable', problem: 'damaged' },
  });
  await send(imports, xlsxOf({ sheets: [{ name: 'A', rows: '' }] }));
  expect(await imports.preview(null)).toMatchObject({ error: { code: 'catalogue_unreadable' } });
  expect(codesOf(catalogue)).toEqual(['OLD']);
});

const large = (rows: number): Buffer => {
  const texts = Array.from(
    { length: rows },
    (_, at) => `<si><t>Produto ${at} de nome comum</t></si>`,
  );
  const cells = Array.from({ length: rows }, (_, at) => {
    const line = at + 1;
    return (
      `<row r="${line}"><c r="A${line}"><v>${at}</v></c><c r="B${line}" t="s"><v>${at}</v></c>` +
      `<c r="C${line}"><v>${(at % 9000) / 100}</v></c></row>`
    );
  });
  return zipOf(xlsxParts({ sheets: [{ name: 'A', rows: cells.join('') }], texts: texts.join('') }));
};

test('reading a large spreadsheet tells its progress, and can be broken off', async () => {
  const { folder, catalogue, imports } = openCatalogue(undefined, undefined, startHelper);
  const file = large(6_000);
  await send(imports, file);
  const { reading } = must(await imports.preview(null));
  const cut = imports.read(reading, 0, () => {
    void imports.discard();
  });
  expect(await cut).toEqual({ ok: false, error: { code: 'import_cancelled' } });
  await imports.discard();
  expect(leftOver(folder)).toEqual([]);
  expect(codesOf(catalogue)).toEqual(['OLD']);

  await send(imports, file);
  const progressSteps: ImportProgress[] = [];
  const report = must(
    await imports.read(must(await imports.preview(null)).reading, 0, (progress) => {
      progressSteps.push(progress);
    }),
  );
  expect(report).toMatchObject({ products: 6_000, badRowCount: 0 });
  expect(progressSteps.length).toBeGreaterThan(1);
  progressSteps.forEach((each, index) => {
    expect(each.bytes).toBeGreaterThanOrEqual(progressSteps[index - 1]?.bytes ?? 0);
    expect(each.bytes).toBeLessThanOrEqual(each.totalBytes);
  });
  expect(progressSteps.at(-1)?.rows).toBeGreaterThan(0);
});

test('a discarded look at a file ends, and a helper that dies over it leaves a sentence', async () => {
  let starts = 0;
  const { folder, catalogue, imports } = openCatalogue(undefined, undefined, () => {
    const helper = startHelper();
    starts += 1;
    if (starts === 2) helper.on('spawn', () => helper.kill());
    return helper;
  });
  const bytes = tableXlsx([names, ['A1', 'Pão', 1, '']]);
  await send(imports, bytes);
  const looked = imports.preview(null);
  expect(await imports.receive({ isFirst: false, bytes: new Uint8Array() })).toMatchObject({
    error: { code: 'import_under_way' },
  });
  must(await imports.discard());
  expect(await looked).toEqual({ ok: false, error: { code: 'import_cancelled' } });
  expect(leftOver(folder)).toEqual([]);

  await send(imports, bytes);
  expect(await imports.preview(null)).toMatchObject({ error: { bound: 'memoryMegabytes' } });
  must(await imports.preview(null));
  must(await imports.preview(null));
  // What was seen of a file is remembered for that file only.
  expect(starts).toBe(3);
  await importWhole(imports, tableXlsx([names, ['B1', 'Café', 1, '']]));
  expect(codesOf(catalogue)).toEqual(['B1']);
});
