// A catalogue is imported all or nothing: received in parts, read by a helper, then used or
// discarded.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import { withCheckDigit } from '../../../src-main/contract/barcodes.ts';
import type { ImportProgress, Reading } from '../../../src-main/contract/catalogue.ts';
import type { StartHelper } from '../../../src-main/helper-process/ask-helper.ts';
import { startHelper } from '../../helper-process.ts';
import { isLong } from '../../tier.ts';
import { newChance } from '../../chance.ts';
import { linesUntilKilled } from '../../lines-until-killed.ts';
import {
  codesOf,
  importWhole,
  largeFile,
  leftOver,
  openCatalogue,
  product,
  send,
  temporaryFolder,
  unitPrice,
} from './import-samples.ts';
import { tamper } from '../../attacks/tamper.ts';
import { must } from '../../must.ts';

const small = 'Código;Designação;Preço;EAN\r\nA1;Pão;0,15;5601\r\nA2;Café;0,80;5602\r\n';
const ignore = () => undefined;

async function guessed(imports: ReturnType<typeof openCatalogue>['imports']): Promise<Reading> {
  return must(await imports.preview(null)).reading;
}

test('a file becomes the catalogue, and leaves nothing beside it', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  await send(imports, small);
  const reading = await guessed(imports);
  const nowMs = 1_750_000_000_000;
  expect(await imports.read(reading, nowMs, ignore)).toEqual({
    ok: true,
    value: {
      products: 2,
      comparison: {
        ...{ added: 2, changed: 0, removed: 1, kept: 0, moreDifferences: 0 },
        differences: [
          {
            ...{ kind: 'removed', code: 'OLD', description: 'Product OLD' },
            ...{ before: 1_250_000, after: null },
          },
          { kind: 'added', code: 'A1', description: 'Pão', before: null, after: 150_000 },
          { kind: 'added', code: 'A2', description: 'Café', before: null, after: 800_000 },
        ],
      },
      reportId: 1,
      quickKeysGone: [],
      ...{ rows: 2, badRowCount: 0, badRows: [], passedOver: 0, removedByHand: 0 },
      ...{ remarks: [], doubts: [] },
    },
  });
  expect(codesOf(catalogue)).toEqual(['OLD']);

  expect(await imports.use()).toEqual({ ok: true, value: { products: 2, importedAtMs: nowMs } });
  expect([...catalogue.products()]).toEqual([
    product('A1', {
      description: 'Pão',
      unitPrice: unitPrice(150_000),
      barcodes: ['5601'],
      unit: '',
    }),
    product('A2', {
      description: 'Café',
      unitPrice: unitPrice(800_000),
      barcodes: ['5602'],
      unit: '',
    }),
  ]);
  expect(leftOver(folder)).toEqual([]);
});

test.each([
  ['utf-8', Buffer.from(small)],
  ['utf-8', Buffer.from(`\uFEFF${small}`)],
  ['windows-1252', Buffer.from(small, 'latin1')],
  ['utf-16le', Buffer.from(`\uFEFF${small}`, 'utf16le')],
] as const)('a file in %s is imported', async (encoding, file) => {
  const { catalogue, imports } = openCatalogue();
  // The parts end in the middle of characters.
  for (let at = 0; at < file.length; at += 7) {
    const bytes = new Uint8Array(file.subarray(at, at + 7));
    must(await imports.receive({ isFirst: at === 0, bytes }));
  }
  const reading = await guessed(imports);
  expect(reading.encoding).toBe(encoding);
  must(await imports.read(reading, 0, ignore));
  must(await imports.use());
  expect([...catalogue.products()].map(({ description }) => description)).toEqual(['Pão', 'Café']);
});

test('the whole file decides its encoding, since the only accent may be the last letter', async () => {
  const rows = `code;description;price\n${'A;Arroz;1\n'.repeat(30_000)}`;
  const { imports } = openCatalogue();
  await send(imports, Buffer.from(`${rows}C;Café`, 'latin1'));
  expect((await guessed(imports)).encoding).toBe('windows-1252');
  await send(imports, Buffer.from(`${rows}C;Café`));
  expect((await guessed(imports)).encoding).toBe('utf-8');
});

test('a byte-order mark does not hide the line that names the separator', async () => {
  const { imports } = openCatalogue();
  const { report } = await importWhole(imports, '\uFEFFsep=;\r\nA1;Café;0,80\r\nA2;Pão;0,15');
  expect(report).toMatchObject({ products: 2, badRowCount: 0, badRows: [] });
});

const one = (line: number) => ({ rows: 1, lines: [[line, line]] });

test('every bad row is reported with its line, and the others are read', async () => {
  const { catalogue, imports } = openCatalogue();
  const file = [
    'code;description;price;ean',
    'A1;"Pão\r\nde água";;',
    'A2;Arroz;1;5601',
    '',
    'A2;Massa;2;',
    'A3;Sal;-1;',
    'A4;Azeite;3;5601',
    'A5;"Óleo"x;3;',
    'A6;Vinagre;3;5602',
  ].join('\r\n');
  const { report } = await importWhole(imports, file);
  expect(report).toMatchObject({
    ...{ rows: 7, products: 3, badRowCount: 4, passedOver: 0 },
    badRows: [
      { ...one(2), field: 'unitPrice', problem: 'missing', texts: [] },
      { ...one(6), field: 'code', problem: 'taken', texts: ['A2'] },
      { ...one(7), field: 'unitPrice', problem: 'invalid', texts: ['-1'] },
      { ...one(9), field: null, problem: 'unreadable', texts: ['A5;"Óleo"x;3;'] },
    ],
    // A barcode is nothing that costs a product.
    remarks: [{ ...one(8), field: 'barcodes', problem: 'barcode_taken', texts: ['5601'] }],
  });
  expect(codesOf(catalogue)).toEqual(['A2', 'A4', 'A6']);
  expect(catalogue.byBarcode('5601')?.code).toBe('A2');
});

const ean = (number: number) => withCheckDigit(`5601234${String(number).padStart(5, '0')}`);
/** A barcode with a wrong check digit. */
const misprinted = (number: number) =>
  ean(number).slice(0, -1) + String((Number(ean(number).at(-1)) + 1) % 10);

test('a barcode with a wrong check digit is reported, and still finds its product', async () => {
  const { catalogue, imports } = openCatalogue();
  const rows = [
    'Código;Designação;Preço;EAN',
    `A1;Pão;0,15;${ean(1)}`,
    `A2;Café;0,80;${misprinted(2)}`,
    // One barcode is right and two are wrong; in-house numbers have no check digit.
    `A3;Chá;0,90;${ean(3)} 62345678 ${misprinted(4)} 12345 04252614`,
    `A2;Outro;0,80;${misprinted(5)}`,
  ];
  const { report } = await importWhole(imports, rows.join('\r\n'));
  expect(report).toMatchObject({
    products: 3,
    badRowCount: 1,
    remarks: [
      {
        ...{ field: 'barcodes', problem: 'check_digit', rows: 3, lines: [[3, 4]] },
        texts: [`${misprinted(2)} (A2)`, '62345678 (A3)', `${misprinted(4)} (A3)`],
      },
    ],
  });
  expect(catalogue.byBarcode(misprinted(2))?.code).toBe('A2');
});

test('check digits are also checked if barcodes serve as codes', async () => {
  const { imports } = openCatalogue();
  const rows = ['ean;nome;preço', `${ean(1)};Pão;0,15`, `${misprinted(2)};Café;0,80`];
  expect((await importWhole(imports, rows.join('\n'))).report).toMatchObject({
    products: 2,
    remarks: [
      { ...one(3), problem: 'check_digit', texts: [`${misprinted(2)} (${misprinted(2)})`] },
    ],
  });
});

test('a barcode that is another product’s code is reported with its line, and both stay', async () => {
  const { catalogue, imports } = openCatalogue();
  const rows = [
    'Código;Designação;Preço;EAN',
    'A1;Pão;0,15;777 A1',
    '777;Café;0,80;00042',
    '42;Chá;0,90;5601',
    '00099;Sal;1,00;',
    'A5;Mel;5,00;99 a1',
  ];
  const { report } = await importWhole(imports, rows.join('\r\n'));
  const cafe = { code: '777', description: 'Café' };
  const codeOf = (line: number) => ({ ...one(line), problem: 'code_of' });
  expect(report).toMatchObject({
    ...{ products: 5, badRowCount: 0 },
    remarks: [
      { ...codeOf(2), texts: ['777 (A1)'], owner: cafe },
      { ...codeOf(3), texts: ['00042 (777)'], owner: { code: '42', description: 'Chá' } },
      { ...codeOf(6), texts: ['99 (A5)'], owner: { code: '00099', description: 'Sal' } },
      { ...codeOf(6), texts: ['a1 (A5)'], owner: { code: 'A1', description: 'Pão' } },
    ],
  });
  expect(catalogue.byBarcode('777')?.code).toBe('A1');
});

test('equal faults are one line of the report, however many there are', async () => {
  const { imports } = openCatalogue();
  const rows = Array.from({ length: 3000 }, (_, at) => `A${at};P${at};1;${misprinted(at)}`);
  const bad = Array.from({ length: 1500 }, (_, at) => `B${at};;1;`);
  const { report } = await importWhole(
    imports,
    ['Código;Designação;Preço;EAN', ...rows, ...bad, 'B9999;x;abc;'].join('\n'),
  );
  expect(report).toMatchObject({ rows: 4501, products: 3000, badRowCount: 1501 });
  expect(report.badRows).toMatchObject([
    { field: 'description', problem: 'missing', rows: 1500, lines: [[3002, 4501]] },
    { field: 'unitPrice', problem: 'invalid', rows: 1, lines: [[4502, 4502]], texts: ['abc'] },
  ]);
  expect(report.remarks).toMatchObject([
    { problem: 'check_digit', rows: 3000, lines: [[2, 3001]] },
  ]);
});

test('the catalogue stays as it is if no row is a product', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  await send(imports, small);
  const reading = await guessed(imports);
  const wrong: Reading = { ...reading, columns: ['unitPrice', 'code', 'description', null] };
  expect(await imports.read(wrong, 0, ignore)).toEqual({
    ok: false,
    error: { code: 'catalogue_unreadable' },
  });
  expect(await imports.use()).toEqual({ ok: false, error: { code: 'not_found' } });
  expect(codesOf(catalogue)).toEqual(['OLD']);
  // The file is still there, so that it can be read in another way.
  must(await imports.read(reading, 0, ignore));
  await imports.discard();
  expect(leftOver(folder)).toEqual([]);
});

test('only the report that was approved is used, and not what was read since', async () => {
  const { catalogue, imports } = openCatalogue();
  await send(imports, small);
  const reading = await guessed(imports);
  const approved = must(await imports.read(reading, 0, ignore));
  const since = must(await imports.read(reading, 0, ignore));
  expect(await imports.use(approved.reportId)).toEqual({ ok: false, error: { code: 'not_found' } });
  expect(codesOf(catalogue)).toEqual(['OLD']);
  must(await imports.use(since.reportId));
});

test('an import takes the place of a catalogue that was damaged while it was open', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  await send(imports, small);
  await imports.read(await guessed(imports), 0, ignore);
  tamper(join(folder, 'catalogue.db'), 'DROP TABLE word');
  must(await imports.use());
  expect(codesOf(catalogue)).toEqual(['A1', 'A2']);
});

test('names of files that no product comes from any more are dropped by the next import', async () => {
  const { folder, imports } = openCatalogue([product('OLD'), product('OLD2'), product('OLD3')]);
  const sources = () => {
    const other = new Database(join(folder, 'catalogue.db'), { readonly: true });
    const count = other.prepare('SELECT count(*) FROM source').pluck().get();
    other.close();
    return count;
  };
  const counts: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    await send(imports, small);
    const options = { keepsEdits: true, replacesAll: false, name: 'list' };
    must(await imports.read(await guessed(imports), 0, ignore, options));
    must(await imports.use());
    counts.push(sources());
  }
  expect(counts[3]).toBe(counts[1]);
});

test('a note for undoing that cannot be read costs the undoing and no product', async () => {
  const { folder, catalogue, imports } = openCatalogue();
  await send(imports, small);
  await imports.read(await guessed(imports), 0, ignore);
  must(await imports.use());
  expect(catalogue.lastChange()).not.toBeNull();
  tamper(join(folder, 'catalogue.db'), "UPDATE last_change SET replaced = '{'");
  const again = openCatalogue([], folder);
  expect(codesOf(again.catalogue)).toEqual(['A1', 'A2']);
  expect(again.catalogue.lastChange()).toBeNull();
});

test('a catalogue that is being closed takes no import any more', async () => {
  const { catalogue, imports } = openCatalogue();
  await send(imports, small);
  await imports.read(await guessed(imports), 0, ignore);
  catalogue.endChange();
  expect(await imports.use()).toEqual({ ok: false, error: { code: 'import_cancelled' } });
  expect(codesOf(catalogue)).toEqual(['OLD']);
});

test('steps out of order are refused', async () => {
  const { imports } = openCatalogue();
  const notFound = { ok: false, error: { code: 'not_found' } };
  const bytes = new Uint8Array(Buffer.from(small));
  const reading: Reading = {
    delimiter: ';',
    encoding: 'utf-8',
    decimalMark: ',',
    ...{ sheet: null, firstLine: 1 },
    hasHeader: true,
    columns: ['code', 'description', 'unitPrice', 'barcodes'],
  };
  expect(await imports.receive({ isFirst: false, bytes })).toEqual(notFound);
  expect(await imports.preview(null)).toEqual(notFound);
  expect(await imports.read(reading, 0, ignore)).toEqual(notFound);
  expect(await imports.use()).toEqual(notFound);
  await send(imports, '');
  expect(await imports.preview(null)).toEqual({
    ok: false,
    error: { code: 'catalogue_unreadable' },
  });
});

test('a file that is too large is refused, and none of it is kept', async () => {
  const { folder, catalogue } = openCatalogue();
  const imports = new CatalogueImport(startHelper, catalogue, folder, 100);
  const bytes = new Uint8Array(50);
  must(await imports.receive({ isFirst: true, bytes }));
  must(await imports.receive({ isFirst: false, bytes }));
  expect(await imports.receive({ isFirst: false, bytes: new Uint8Array(1) })).toEqual({
    ok: false,
    error: { code: 'invalid_value', field: 'file' },
  });
  expect(leftOver(folder)).toEqual([]);
  expect(await imports.preview(null)).toMatchObject({ error: { code: 'not_found' } });
});

test('another file replaces one that was read and not used', async () => {
  const { catalogue, imports } = openCatalogue();
  await send(imports, small);
  must(await imports.read(await guessed(imports), 0, ignore));
  await send(imports, 'code;name;price\nNEW;Other;1');
  expect(await imports.use()).toEqual({ ok: false, error: { code: 'not_found' } });
  must(await imports.read(await guessed(imports), 0, ignore));
  must(await imports.use());
  expect(codesOf(catalogue)).toEqual(['NEW']);
});

/** Counts the helpers that are started and ended. */
function watchedHelpers() {
  const helpers = { started: 0, ended: 0 };
  const start: StartHelper = () => {
    const helper = startHelper();
    helpers.started += 1;
    helper.on('exit', () => (helpers.ended += 1));
    return helper;
  };
  return { helpers, start };
}

const largeRows = isLong ? 100_000 : 15_000;

test('a helper reads a large file, and tells its progress', async () => {
  const { helpers, start } = watchedHelpers();
  const { catalogue, imports } = openCatalogue(undefined, undefined, start);
  const file = largeFile(largeRows);
  await send(imports, file);
  const reading = await guessed(imports);
  const progressSteps: (ImportProgress & { readonly atMs: number })[] = [];
  const read = imports.read(reading, 0, (progress) => {
    progressSteps.push({ ...progress, atMs: performance.now() });
  });
  expect(await imports.receive({ isFirst: true, bytes: new Uint8Array() })).toEqual({
    ok: false,
    error: { code: 'import_under_way' },
  });
  expect(await imports.use()).toMatchObject({ error: { code: 'import_under_way' } });
  expect(must(await read)).toMatchObject({ products: largeRows, badRowCount: 0 });
  expect(helpers).toEqual({ started: 1, ended: 1 });

  expect(progressSteps.length).toBeGreaterThan(2);
  const seconds = ((progressSteps.at(-1)?.atMs ?? 0) - (progressSteps[0]?.atMs ?? 0)) / 1000;
  expect(progressSteps.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 2);
  progressSteps.forEach((each, index) => {
    expect(each.totalBytes).toBe(Buffer.byteLength(file));
    expect(each.bytes).toBeGreaterThan(progressSteps[index - 1]?.bytes ?? 0);
    expect(each.rows).toBeGreaterThan(progressSteps[index - 1]?.rows ?? 0);
  });

  must(await imports.use());
  expect(catalogue.summary().products).toBe(largeRows);
  expect(catalogue.byBarcode('5600000013333')?.code).toBe('A13333');
}, 120_000);

test('discarding a reading ends it, keeps the old catalogue and leaves nothing beside it', async () => {
  const { helpers, start } = watchedHelpers();
  const { folder, catalogue, imports } = openCatalogue(undefined, undefined, start);
  await send(imports, largeFile(largeRows));
  const reading = await guessed(imports);
  const read = imports.read(reading, 0, () => {
    void imports.discard();
  });
  expect(await read).toEqual({ ok: false, error: { code: 'import_cancelled' } });
  must(await imports.discard());
  expect(helpers).toEqual({ started: 1, ended: 1 });
  expect(leftOver(folder)).toEqual([]);
  expect(codesOf(catalogue)).toEqual(['OLD']);
  await importWhole(imports, small);
  expect(codesOf(catalogue)).toEqual(['A1', 'A2']);
});

test('a helper that dies is reported as a bug, and the old catalogue stays whole', async () => {
  let starts = 0;
  const { catalogue, imports } = openCatalogue(undefined, undefined, () => {
    const helper = startHelper();
    if (starts++ === 0) helper.on('spawn', () => helper.kill());
    return helper;
  });
  await send(imports, small);
  const reading = await guessed(imports);
  await expect(imports.read(reading, 0, ignore)).rejects.toThrow('the helper for import ended');
  expect(await imports.use()).toMatchObject({ error: { code: 'not_found' } });
  expect(codesOf(catalogue)).toEqual(['OLD']);
  must(await imports.read(reading, 0, ignore));
});

test('an error of the helper arrives with its code', async () => {
  const { folder, imports } = openCatalogue(undefined, undefined, startHelper);
  await send(imports, small);
  const reading = await guessed(imports);
  rmSync(join(folder, 'catalogue-import.csv'));
  await expect(imports.read(reading, 0, ignore)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('discarding removes what a crash left', async () => {
  const folder = temporaryFolder();
  for (const name of ['.csv', '.db', '.db-journal']) {
    writeFileSync(join(folder, `catalogue-import${name}`), 'left over');
  }
  const { imports } = openCatalogue([], folder);
  await imports.discard();
  expect(leftOver(folder)).toEqual([]);
});

const importer = join(import.meta.dirname, 'import-until-killed.ts');
const importedProducts = 2000;
const chance = newChance();

/** The kill comes at most so long after so many steps of an import were printed. */
const moments = [
  { steps: 1, longestMs: 500 },
  { steps: 2, longestMs: 20 },
  { steps: 3, longestMs: 200 },
];
const kills = Array.from({ length: 6 }, () => moments).flat();

test.runIf(isLong)(
  'an import that is killed at any moment leaves the old catalogue or the new one, whole',
  async () => {
    const folder = temporaryFolder();
    const first = Catalogue.open(folder).catalogue;
    must(first.keep(product('OLD', { group: '0' })));
    first.close();
    let number = 0;

    for (const { steps, longestMs } of kills) {
      const lines = await linesUntilKilled(
        [importer, folder, String(importedProducts)],
        ({ length }) => length === steps,
        chance.next() * longestMs,
      );
      const used = lines.filter((step) => step === 'used').length;
      const { catalogue, notices } = Catalogue.open(folder);
      expect(notices).toEqual([]);
      const products = [...catalogue.products()];
      catalogue.close();
      const [group, ...others] = new Set(products.map((each) => each.group));
      expect(others).toEqual([]);
      expect(products).toHaveLength(group === '0' ? 1 : importedProducts);
      // One more catalogue may have been used just before the kill cut off its line.
      expect([number + used, number + used + 1]).toContain(Number(group));
      number = Number(group);
    }
    expect(number).toBeGreaterThanOrEqual(kills.filter(({ steps }) => steps === 3).length);
  },
  240_000,
);
