// An import after changes by hand: what stays, what changes, and what the preview says.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { ImportMerge } from '../../../src-main/catalogue/import-merge.ts';
import { mergedProduct } from '../../../src-main/catalogue/merge-edits.ts';
import { OldCatalogue } from '../../../src-main/catalogue/old-catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import { ManyProducts } from '../../../src-main/catalogue/many-products.ts';
import { CatalogueWriter } from '../../../src-main/catalogue/writer.ts';
import type { Deed } from '../../../src-main/contract/many-products.ts';
import { startHelper } from '../../helper-process.ts';
import { isLong } from '../../tier.ts';
import { dearer, doer } from './many-rig.ts';
import { takeProducts } from '../../../src-main/learning/take-products.ts';
import type { ImportComparison, Product } from '../../../src-main/contract/catalogue.ts';
import {
  openCatalogue,
  openedIn,
  product,
  readerOf,
  temporaryFolder,
  unitPrice,
} from './import-samples.ts';
import { must } from '../../must.ts';

const priced = (code: string, euros: number, changes: Partial<Product> = {}) =>
  product(code, { unitPrice: unitPrice(euros * 1_000_000), ...changes });

/** A folder with a catalogue imported from these rows. */
function imported(rows: readonly Product[]) {
  const folder = temporaryFolder();
  const { catalogue } = openedIn(folder);
  take(folder, catalogue, rows, true);
  return { folder, catalogue };
}

/** Imports these rows as well, as the helper does. */
function take(
  folder: string,
  catalogue: Catalogue,
  rows: readonly Product[],
  keepsEdits: boolean,
  replacesAll = true,
): ImportComparison & { readonly refused: number } {
  const file = join(folder, 'new.db');
  const oldFile = join(folder, 'catalogue.db');
  const old = OldCatalogue.open(oldFile);
  const writer = new CatalogueWriter(file, old ? oldFile : undefined);
  const source = writer.source({ kind: 'file', name: 'artigos.csv', atMs: 3 });
  const merge = new ImportMerge(writer, old, keepsEdits, source, replacesAll);
  const outcomes = rows.map((row) => merge.add(row));
  const comparison = merge.finish();
  writer.finish(3);
  old?.close();
  must(catalogue.replaceWith(file));
  const refused = outcomes.filter((outcome) => outcome === 'code' || outcome === 'barcode').length;
  return { ...comparison, refused };
}

async function rowsOf(catalogue: Catalogue) {
  const listed = must(await catalogue.list({ text: '', group: null }, 0, 200));
  return listed.products;
}

async function change(catalogue: Catalogue, code: string, changes: Partial<Product>) {
  const foundProduct = (await rowsOf(catalogue)).find((each) => each.product.code === code);
  if (!foundProduct) throw new Error(`no ${code}`);
  must(
    catalogue.save(
      { id: foundProduct.id, product: { ...foundProduct.product, ...changes } },
      'typed',
      5,
    ),
  );
}

async function remove(catalogue: Catalogue, code: string) {
  const foundProduct = (await rowsOf(catalogue)).find((each) => each.product.code === code);
  must(catalogue.remove(foundProduct?.id ?? 0));
}

/** An empty group means all groups. */
async function changeGroup(folder: string, catalogue: Catalogue, group: string, deed: Deed) {
  const imports = new CatalogueImport(startHelper, catalogue, folder);
  const many = new ManyProducts(startHelper, catalogue, imports);
  const view = { text: '', group: group === '' ? null : group };
  const preview = must(await many.preview({ kind: 'all', view, except: [] }, deed));
  if (preview.changing === 0) return;
  must(await many.change(preview.previewId, doer, () => undefined));
}

const byCode = (catalogue: Catalogue) =>
  new Map([...catalogue.products()].map((each) => [each.code, each]));

test('a price changed by hand stays, and the name becomes the file’s', async () => {
  const { folder, catalogue } = imported([priced('A', 1), priced('B', 2)]);
  await change(catalogue, 'A', { unitPrice: unitPrice(1_500_000) });
  const importComparison = take(
    folder,
    catalogue,
    [priced('A', 3, { description: 'New' }), priced('B', 4)],
    true,
  );
  expect(importComparison).toMatchObject({ added: 0, changed: 2, removed: 0, kept: 1 });
  expect(importComparison.differences).toEqual([
    ...[{ kind: 'kept', code: 'A', description: 'New', before: 1_500_000, after: 1_500_000 }],
    ...[{ kind: 'changed', code: 'B', description: 'Product B', before: 2e6, after: 4e6 }],
  ]);
  expect(byCode(catalogue).get('A')).toEqual(
    priced('A', 1.5, { description: 'New', unitPrice: unitPrice(1_500_000) }),
  );
  const [edited] = (await rowsOf(catalogue)).filter((each) => each.product.code === 'A');
  expect(edited).toMatchObject({
    source: { kind: 'file', name: 'artigos.csv', atMs: 3 },
    editedAtMs: 5,
  });
});

test('a price changed among many stays, and a product removed among many stays away', async () => {
  const { folder, catalogue } = imported([
    ...[priced('A', 1, { group: 'Padaria' }), priced('B', 2), priced('C', 3, { group: 'Fora' })],
  ]);
  await changeGroup(folder, catalogue, 'Padaria', dearer(10));
  await changeGroup(folder, catalogue, 'Fora', { kind: 'remove' });
  const rows = [priced('A', 5, { description: 'Novo' }), priced('B', 6), priced('C', 7)];
  expect(take(folder, catalogue, rows, true)).toMatchObject({ kept: 2 });
  const after = byCode(catalogue);
  expect(after.get('A')).toMatchObject({ description: 'Novo', unitPrice: 1_100_000 });
  expect(after.get('B')).toMatchObject({ unitPrice: 6_000_000 });
  expect(after.has('C')).toBe(false);
});

test('the file’s row replaces a product learned from documents, unless a person changed it', async () => {
  const { folder, catalogue } = imported([priced('OLD', 1)]);
  const learnt = ['A', 'B'].map((code) => ({
    ...{ code, description: `Learnt ${code}`, unitPrice: unitPrice(1_000_000), unit: '' },
  }));
  expect(await takeProducts(catalogue, learnt, 4)).toEqual({ ok: true, value: 2 });
  must(catalogue.keep(priced('LINE', 1), 'document', 4));
  expect((await rowsOf(catalogue))[0]).toMatchObject({
    ...{ source: { kind: 'document', atMs: 4 }, editedAtMs: null },
  });
  await change(catalogue, 'B', { unitPrice: unitPrice(9_000_000) });
  const rows = [
    priced('A', 2, { barcodes: ['5601'] }),
    priced('B', 2, { barcodes: ['5602'] }),
    priced('LINE', 2, { barcodes: ['5603'] }),
  ];
  take(folder, catalogue, rows, true);
  const nine = { ...rows[1], unitPrice: unitPrice(9_000_000) };
  expect([...catalogue.products()]).toEqual([rows[0], nine, rows[2]]);
});

test('a price changed by hand stays over more imports, until the file says the same', async () => {
  const { folder, catalogue } = imported([priced('A', 1)]);
  await change(catalogue, 'A', { unitPrice: unitPrice(9_000_000) });
  take(folder, catalogue, [priced('A', 2)], true);
  take(folder, catalogue, [priced('A', 9)], true);
  expect((await rowsOf(catalogue))[0]).toMatchObject({ editedAtMs: null });
  take(folder, catalogue, [priced('A', 3)], true);
  expect(byCode(catalogue).get('A')?.unitPrice).toBe(3_000_000);
});

test('everything becomes as the file says if nothing is to be kept', async () => {
  const { folder, catalogue } = imported([priced('A', 1), priced('B', 1)]);
  await change(catalogue, 'A', { unitPrice: unitPrice(9_000_000) });
  await remove(catalogue, 'B');
  must(catalogue.save({ id: null, product: priced('HAND', 7) }, 'typed', 5));
  const rows = [priced('A', 2), priced('B', 2)];
  expect(take(folder, catalogue, rows, false)).toMatchObject({
    ...{ added: 1, changed: 1, removed: 1, kept: 0 },
  });
  expect([...catalogue.products()]).toEqual(rows);
});

test('products added by hand stay, removed ones stay away, and a new code is kept', async () => {
  const { folder, catalogue } = imported([priced('A', 1), priced('B', 1), priced('C', 1)]);
  must(catalogue.save({ id: null, product: priced('HAND', 7) }, 'typed', 5));
  await remove(catalogue, 'B');
  await change(catalogue, 'C', { code: 'C-NEW' });
  const importComparison = take(
    folder,
    catalogue,
    [priced('A', 1), priced('B', 2), priced('C', 2)],
    true,
  );
  expect(importComparison).toMatchObject({ added: 0, changed: 1, removed: 0, kept: 3 });
  expect(byCode(catalogue)).toEqual(
    new Map([
      ['A', priced('A', 1)],
      ['C-NEW', priced('C', 2, { code: 'C-NEW' })],
      ['HAND', priced('HAND', 7)],
    ]),
  );
  take(folder, catalogue, [priced('A', 1), priced('B', 2)], true);
  expect([...byCode(catalogue).keys()]).toEqual(['A', 'C-NEW', 'HAND']);
});

test('a barcode given to a product by hand does not go to another by the file', () => {
  const { folder, catalogue } = imported([priced('A', 1)]);
  must(catalogue.save({ id: null, product: priced('HAND', 7, { barcodes: ['1'] }) }, 'typed', 5));
  const rows = [priced('A', 1), priced('B', 2, { barcodes: ['1', '2'] })];
  expect(take(folder, catalogue, rows, true).refused).toBe(0);
  expect(catalogue.byBarcode('1')?.code).toBe('HAND');
  expect(catalogue.byBarcode('2')?.code).toBe('B');
});

test('the report names every barcode that stays, and the product that keeps it', async () => {
  const { catalogue, imports } = openCatalogue([]);
  const barcodes = ['5601', '5603', '5604', '5605'];
  const hand = priced('HAND', 7, { description: 'By hand', barcodes });
  must(catalogue.save({ id: null, product: hand }, 'typed', 5));
  const rows = barcodes.map((barcode, at) => `B${at};Broa;2,00;${barcode} 5602${at}\n`);
  const file = `Código;Designação;Preço;EAN\nA;Pão;1,00;\n${rows.join('')}`;
  const read = await readerOf(imports, file);
  expect(must(await read())).toMatchObject({
    ...{ products: 5, badRowCount: 0 },
    remarks: [
      {
        ...{ field: 'barcodes', problem: 'stays_with', rows: 4, lines: [[3, 6]] },
        texts: barcodes.map((barcode, at) => `${barcode} (B${at})`),
        owner: { code: 'HAND', description: 'By hand' },
      },
    ],
  });
});

test('the report says how many differences its table does not show', async () => {
  const { imports } = openCatalogue(Array.from({ length: 1500 }, (_, at) => priced(`A${at}`, 1)));
  const rows = Array.from({ length: 1800 }, (_, at) => `A${at + 300};Product;2,00`);
  const read = await readerOf(imports, ['Código;Designação;Preço', ...rows].join('\n'));
  const { comparison } = must(await read({ keepsEdits: false }));
  expect(comparison).toMatchObject({ added: 600, changed: 1200, removed: 300 });
  expect(comparison.differences.length + comparison.moreDifferences).toBe(600 + 1200 + 300);
});

test('a change made while a file waits to be used is not lost, since the file is read again', async () => {
  const { catalogue, imports } = openCatalogue([]);
  const read = await readerOf(imports, 'Código;Designação;Preço\nA;Pão;1,00\n');
  must(await read());
  must(catalogue.save({ id: null, product: priced('HAND', 7) }, 'typed', 5));
  expect(await imports.use()).toEqual({ ok: false, error: { code: 'catalogue_changed' } });
  expect(must(await read()).comparison).toMatchObject({ added: 1, kept: 1, removed: 0 });
  must(await imports.use());
  expect([...byCode(catalogue).keys()]).toEqual(['A', 'HAND']);
});

const anyBarcodes = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { maxLength: 3 });
const anyRow = fc
  .record({
    code: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    description: fc.constantFrom('Pão', 'Broa', 'Água'),
    group: fc.constantFrom('', 'Padaria', 'Bebidas'),
    barcodes: anyBarcodes,
    euros: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ code, euros, ...rest }) => priced(code, euros, rest));
const anyFile = fc.uniqueArray(anyRow, { maxLength: 5, selector: ({ code }) => code });

test('fields changed by hand stay, and all others are the file’s', () => {
  fc.assert(
    fc.property(anyRow, anyRow, anyRow, (file, hand, base) => {
      const merged = mergedProduct(file, hand, base);
      for (const field of ['code', 'description', 'group', 'unitPrice'] as const) {
        expect(merged[field]).toEqual(hand[field] === base[field] ? file[field] : hand[field]);
      }
      for (const barcode of ['1', '2', '3', '4']) {
        const [inFile, inHand, inBase] = [file, hand, base].map(({ barcodes }) =>
          barcodes.includes(barcode),
        );
        expect(merged.barcodes.includes(barcode)).toBe(inHand === inBase ? inFile : inHand);
      }
      expect(mergedProduct(file, base, base)).toEqual(file);
      const { code, description, group, unitPrice: price } = mergedProduct(base, hand, base);
      expect(hand).toMatchObject({ code, description, group, unitPrice: price });
      expect(mergedProduct(file, hand, null)).toEqual(hand);
    }),
  );
});

const anyDeed = fc.oneof(
  fc.integer({ min: 1, max: 90 }).map((percent) => dearer(percent)),
  fc.constantFrom('', 'Padaria').map((group): Deed => ({ kind: 'group', group })),
  fc.constant<Deed>({ kind: 'sold_by', soldBy: 'measure' }),
  fc.constant<Deed>({ kind: 'remove' }),
);

const anyEdit = fc.oneof(
  fc.record({ act: fc.constant('add' as const), row: anyRow }),
  fc.record({ act: fc.constant('change' as const), at: fc.nat(6), row: anyRow }),
  fc.record({ act: fc.constant('price' as const), at: fc.nat(6), row: anyRow }),
  fc.record({ act: fc.constant('remove' as const), at: fc.nat(6), row: anyRow }),
  // Changes of several products at once: those of a group, or all.
  fc.record({ act: fc.constant('many' as const), row: anyRow, deed: anyDeed }),
);

test('whatever the file says, no change by hand is lost and nothing is there twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFile,
      fc.array(anyEdit, { maxLength: 8 }),
      anyFile,
      async (first, edits, second) => {
        const { folder, catalogue } = imported(first);
        for (const { act, row, ...edit } of edits) {
          if ('deed' in edit) {
            await changeGroup(folder, catalogue, row.group, edit.deed);
            continue;
          }
          const rows = await rowsOf(catalogue);
          const target = 'at' in edit ? rows[edit.at] : undefined;
          if (act === 'add') catalogue.save({ id: null, product: row }, 'typed', 5);
          else if (!target) continue;
          else if (act === 'remove') catalogue.remove(target.id);
          else {
            const { unitPrice: price } = row;
            const changed = act === 'price' ? { ...target.product, unitPrice: price } : row;
            catalogue.save({ id: target.id, product: changed }, 'typed', 5);
          }
        }
        const before = await rowsOf(catalogue);
        const importComparison = take(folder, catalogue, second, true);
        const after = await rowsOf(catalogue);
        const codes = after.map((each) => each.product.code);
        expect(new Set(codes).size).toBe(codes.length);
        const barcodes = after.flatMap((each) => each.product.barcodes);
        expect(new Set(barcodes).size).toBe(barcodes.length);
        // A product changed by hand is there, under its code or the file's new one.
        const edited = before.filter(({ editedAtMs }) => editedAtMs !== null);
        expect(after.length).toBeGreaterThanOrEqual(edited.length);
        for (const { product: hand } of edited) expect(codes).toContain(hand.code);
        // Every row of the file is there, or the preview said why not.
        const kept = importComparison.differences.filter(
          ({ kind, after: price }) => kind === 'kept' && price === null,
        );
        const missing = second.filter(({ code }) => !codes.includes(code));
        const renamed = edited.filter(
          (each) => !second.some(({ code }) => code === each.product.code),
        );
        expect(missing.length).toBeLessThanOrEqual(
          kept.length + importComparison.refused + renamed.length,
        );
        // The import did what the preview said.
        const beforeCodes = before.map((each) => each.product.code);
        expect(importComparison.added).toBe(
          codes.filter((code) => !beforeCodes.includes(code)).length,
        );
        expect(importComparison.removed).toBe(
          beforeCodes.filter((code) => !codes.includes(code)).length,
        );
        const changed = after.filter(({ product: now }) => {
          const was = before.find((each) => each.product.code === now.code);
          return was && JSON.stringify(was.product) !== JSON.stringify(now);
        });
        expect(importComparison.changed).toBe(changed.length);
        // The same file once more changes nothing, unless two of its own rows claim a barcode.
        const inFile = second.flatMap((row) => row.barcodes);
        if (new Set(inFile).size < inFile.length) return;
        const again = take(folder, catalogue, second, true);
        expect(again).toMatchObject({ added: 0, changed: 0, removed: 0 });
      },
    ),
    { numRuns: isLong ? 300 : 30 },
  );
}, 120_000);

const codes = ['A', 'B', 'C', 'D', 'E', 'F'];
const someRows = fc
  .uniqueArray(fc.constantFrom(...codes), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((code) =>
        fc.integer({ min: 1, max: 5 }).map((euros) => priced(code, euros, { barcodes: [] })),
      ),
    ),
  );
const edits = fc.array(
  fc.record({ code: fc.constantFrom(...codes), does: fc.constantFrom('price', 'remove') }),
  { maxLength: 3 },
);

test('an import adds and updates by code, removes nothing unless told to, and one press undoes it', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRows,
      edits,
      someRows,
      fc.boolean(),
      fc.boolean(),
      async (first, changed, file, keepsEdits, replacesAll) => {
        const { folder, catalogue } = imported(first);
        const byHand = new Set<string>();
        for (const { code, does } of changed) {
          if (!byCode(catalogue).has(code) || byCode(catalogue).size === 1) continue;
          byHand.add(code);
          if (does === 'remove') await remove(catalogue, code);
          else await change(catalogue, code, { unitPrice: unitPrice(77_000_000) });
        }
        const before = byCode(catalogue);
        const importComparison = take(folder, catalogue, file, keepsEdits, replacesAll);
        const after = byCode(catalogue);
        for (const row of file) {
          const stays = keepsEdits && byHand.has(row.code);
          expect(after.get(row.code)).toEqual(stays ? before.get(row.code) : row);
        }
        const inFile = new Set(file.map(({ code }) => code));
        for (const [code, product] of before) {
          if (inFile.has(code)) continue;
          const stays = !replacesAll || (keepsEdits && byHand.has(code));
          expect(after.get(code)).toEqual(stays ? product : undefined);
        }
        const gone = [...before.keys()].filter((code) => !after.has(code));
        expect(importComparison.removed).toBe(gone.length);
        if (!replacesAll) expect(importComparison.removed).toBe(0);
        const last = catalogue.lastChange();
        must(catalogue.undo(last?.changeId ?? 0));
        expect(byCode(catalogue)).toEqual(before);
        expect(catalogue.lastChange()).toBeNull();
      },
    ),
    { numRuns: isLong ? 200 : 25 },
  );
});

test('numbers of products from before an import name nothing until it is undone, and its own nothing then', async () => {
  const { folder, catalogue } = imported([priced('A', 1), priced('B', 2)]);
  const before = (await rowsOf(catalogue)).map(({ id }) => id);
  const { changeId } = must(catalogue.remove(before[0] ?? 0));
  must(catalogue.undo(changeId));
  take(folder, catalogue, [priced('B', 3), priced('C', 3)], true, false);
  expect(catalogue.byId(before[0] ?? 0)).toBeUndefined();
  expect(catalogue.undo(changeId)).toEqual({ ok: false, error: { code: 'nothing_to_undo' } });
  const during = (await rowsOf(catalogue)).map(({ id }) => id);
  must(catalogue.undo(catalogue.lastChange()?.changeId ?? 0));
  const after = (await rowsOf(catalogue)).map(({ id }) => id);
  expect(new Set([...before, ...during]).size).toBe(5);
  expect(after).toEqual(before);
  catalogue.close();
  expect(Catalogue.open(folder).catalogue.summary().products).toBe(2);
});

test('the report names the quick keys and, before all else, the products that would go', async () => {
  const { folder, catalogue } = imported([priced('A', 1), priced('B', 2), priced('C', 2)]);
  const imports = new CatalogueImport(startHelper, catalogue, folder);
  const file = 'code,description,price\nA,Product A,1.50\n';
  const read = await readerOf(imports, file, { quickKeys: ['A', 'B', 'X'] });
  expect(must(await read())).toMatchObject({
    quickKeysGone: ['Product B'],
    comparison: {
      removed: 2,
      differences: [
        { kind: 'removed', code: 'B', description: 'Product B' },
        { kind: 'removed', code: 'C', description: 'Product C' },
        { kind: 'changed', code: 'A' },
      ],
    },
  });
  expect(imports.report?.comparison.removed).toBe(2);
  expect(must(await read({ replacesAll: false }))).toMatchObject({
    quickKeysGone: [],
    comparison: { removed: 0 },
  });
});
