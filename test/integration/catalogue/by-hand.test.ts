// Tests products changed by hand in a real file: what is found, scanned and listed afterwards, and
// what undoing brings back.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import type { ListedProduct, Product } from '../../../src-main/contract/catalogue.ts';
import { foldText } from '../../../src-main/contract/fold-text.ts';
import { codesOf, openCatalogue, openImported, product } from './import-samples.ts';
import { must } from '../../must.ts';

const all = { text: '', group: null };

async function listed(catalogue: Catalogue, text = '', group: string | null = null) {
  const foundProducts = must(await catalogue.list({ text, group }, 0, 200));
  return foundProducts.products;
}

const named = (products: readonly ListedProduct[]) => products.map(({ product: { code } }) => code);

async function idOf(catalogue: Catalogue, code: string): Promise<number> {
  const foundProduct = (await listed(catalogue)).find((each) => each.product.code === code);
  if (!foundProduct) throw new Error(`no ${code}`);
  return foundProduct.id;
}

const add = (catalogue: Catalogue, added: Product) =>
  must(catalogue.save({ id: null, product: added }, 'typed', 7));

describe('a product that is added', () => {
  test('is found, scanned and listed in the order of names, and says that it was typed', async () => {
    const { catalogue } = openCatalogue([
      product('A', { description: 'Azeite' }),
      product('C', { description: 'Couve' }),
    ]);
    const { listed: added } = add(
      catalogue,
      product('B', { description: 'Água-pé', barcodes: ['5601'] }),
    );
    expect(added).toMatchObject({ source: { kind: 'typed', atMs: 7 }, editedAtMs: 7 });
    expect(named(await listed(catalogue))).toEqual(['B', 'A', 'C']);
    expect(catalogue.find('agua').map(({ code }) => code)).toEqual(['B']);
    expect(catalogue.byBarcode('5601')?.code).toBe('B');
    expect(catalogue.summary().products).toBe(3);
  });

  test('is refused with the code or barcode of another product, which is named', () => {
    const { catalogue } = openCatalogue([product('A', { description: 'Pão', barcodes: ['1'] })]);
    const owner = { code: 'A', description: 'Pão' };
    expect(catalogue.save({ id: null, product: product('A') }, 'typed', 1)).toEqual({
      ok: false,
      error: { code: 'product_taken', field: 'code', value: 'A', owner },
    });
    const takenCodes = product('B', { barcodes: ['9', '1'] });
    expect(catalogue.save({ id: null, product: takenCodes }, 'typed', 1)).toEqual({
      ok: false,
      error: { code: 'product_taken', field: 'barcodes', value: '1', owner },
    });
    expect(codesOf(catalogue)).toEqual(['A']);
  });
});

describe('a scan finds the product that it found before', () => {
  const owner = { code: '5609999999993', description: 'Presunto' };
  const open = (...more: readonly Product[]) =>
    openCatalogue([
      product('5609999999993', { description: 'Presunto' }),
      product('12345', { description: 'Queijo' }),
      product('A', { barcodes: ['0200'] }),
      ...more,
    ]).catalogue;
  const refusedFor = (catalogue: Catalogue, refused: Product) => {
    const saved = catalogue.save({ id: null, product: refused }, 'typed', 7);
    return saved.ok ? null : saved.error;
  };

  test('although the barcode of a new one is its code', () => {
    const catalogue = open();
    expect(refusedFor(catalogue, product('Z1', { barcodes: ['5609999999993'] }))).toEqual({
      ...{ code: 'product_taken', field: 'barcodes', value: '5609999999993', owner },
    });
    expect(catalogue.byBarcode('5609999999993')).toBeUndefined();
  });

  test.each([
    ['the digits of a label, as the barcode', product('Z', { barcodes: ['12345'] }), '12345'],
    ['with leading zeros', product('Z', { barcodes: ['0012345'] }), '12345'],
    ['with leading zeros as the code', product('0012345'), '12345'],
    ['a code that is a barcode', product('0200'), 'A'],
    ['without its zeros', product('200'), 'A'],
    ['with more of them', product('Z', { barcodes: ['00200'] }), 'A'],
    ['a code in another case', product('Z', { barcodes: ['a'] }), 'A'],
  ])('%s', (_, refused, code) => {
    expect(refusedFor(open(), refused)).toMatchObject({ code: 'product_taken', owner: { code } });
  });

  test('a product’s own code may be its barcode, and the barcodes from an import stay', async () => {
    const catalogue = open();
    add(catalogue, product('77', { barcodes: ['77', '077'] }));
    const { catalogue: old } = openImported([product('1'), product('01', { barcodes: ['0001'] })]);
    const changed = product('01', { barcodes: ['0001'], description: 'Changed' });
    must(old.save({ id: await idOf(old, '01'), product: changed }, 'typed', 7));
  });
});

test('a product that is renamed is found by its new words alone, once', async () => {
  const { catalogue } = openCatalogue([product('A', { description: 'Pão de forma' })]);
  const id = await idOf(catalogue, 'A');
  const renamed = product('A', { description: 'Broa de milho' });
  must(catalogue.save({ id, product: renamed }, 'typed', 7));
  expect(named(await listed(catalogue, 'pao'))).toEqual([]);
  expect(named(await listed(catalogue, 'broa'))).toEqual(['A']);
  expect(catalogue.summary().products).toBe(1);
});

test('a product that is changed back is as it was imported', async () => {
  const { catalogue, file } = openImported([product('A')]);
  const id = await idOf(catalogue, 'A');
  const dearer = product('A', { unitPrice: v.parse(unitPriceSchema, 9_000_000) });
  expect(must(catalogue.save({ id, product: dearer }, 'typed', 7)).listed.editedAtMs).toBe(7);
  expect(must(catalogue.save({ id, product: product('A') }, 'typed', 8)).listed).toMatchObject({
    editedAtMs: null,
  });
  catalogue.close();
  const db = new Database(file, { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  expect(db.prepare('SELECT imported FROM product').pluck().get()).toBeNull();
});

test('undoing a removal brings the product back, its barcodes, its words and its place', async () => {
  const { catalogue } = openCatalogue([
    product('A', { description: 'Arroz' }),
    product('B', { description: 'Batata', barcodes: ['1'], quickKey: 1 }),
    product('C', { description: 'Cebola' }),
  ]);
  const before = await listed(catalogue);
  const { changeId } = must(catalogue.remove(await idOf(catalogue, 'B')));
  expect(named(await listed(catalogue))).toEqual(['A', 'C']);
  expect(named(await listed(catalogue, 'batata'))).toEqual([]);
  expect(catalogue.byBarcode('1')).toBeUndefined();
  must(catalogue.undo(changeId));
  expect(await listed(catalogue)).toEqual(before);
  expect(named(await listed(catalogue, 'batata'))).toEqual(['B']);
  expect(catalogue.quickKeys().map(({ code }) => code)).toEqual(['B']);
  expect(catalogue.undo(changeId)).toEqual({ ok: false, error: { code: 'nothing_to_undo' } });
});

test('only the last change can be undone', async () => {
  const { catalogue } = openCatalogue([product('A')]);
  const first = must(catalogue.remove(await idOf(catalogue, 'A')));
  add(catalogue, product('B'));
  expect(catalogue.undo(first.changeId).ok).toBe(false);
  expect(codesOf(catalogue)).toEqual(['B']);
});

test('only a change that was written counts', async () => {
  const { catalogue } = openCatalogue([product('A')]);
  const before = catalogue.changes;
  expect(catalogue.save({ id: null, product: product('A') }, 'typed', 7).ok).toBe(false);
  expect(catalogue.remove(999).ok).toBe(false);
  expect(catalogue.undo(999).ok).toBe(false);
  expect(catalogue.changes).toBe(before);
  must(catalogue.remove(await idOf(catalogue, 'A')));
  expect(catalogue.changes).toBe(before + 1);
});

describe('among many', () => {
  const many = Array.from({ length: 13_000 }, (_, at) =>
    product(`P${at}`, {
      description: `Produto ${String((at * 7919) % 13_000).padStart(5, '0')}`,
      group: `Grupo ${at % 3}`,
    }),
  );
  const byName = (products: readonly Product[]) =>
    products
      .toSorted((one, other) => (foldText(one.description) < foldText(other.description) ? -1 : 1))
      .map(({ code }) => code);

  test('every place in the list can be reached, even after products before it came and went', async () => {
    const { catalogue } = openImported(many);
    const expected = byName(many);
    const at = async (offset: number, group: string | null = null) =>
      named(must(await catalogue.list({ text: '', group }, offset, 3)).products);
    for (const offset of [12_997, 0, 4095, 4096, 4097, 8192, 9000]) {
      expect(await at(offset)).toEqual(expected.slice(offset, offset + 3));
    }
    const inGroup = byName(many.filter(({ group }) => group === 'Grupo 1'));
    expect(await at(4200, 'Grupo 1')).toEqual(inGroup.slice(4200, 4203));

    const gone = expected[4096] ?? '';
    const first = expected[10] ?? '';
    for (const code of [gone, first]) {
      const index = (await at(10)).includes(code) ? 10 : 4095;
      const page = must(await catalogue.list(all, index, 3)).products;
      const foundProduct = page.find((each) => each.product.code === code);
      must(catalogue.remove(foundProduct?.id ?? 0));
    }
    add(catalogue, product('ZERO', { description: 'Produto 00000 a' }));
    const now = byName([
      ...many.filter(({ code }) => code !== gone && code !== first),
      product('ZERO', { description: 'Produto 00000 a' }),
    ]);
    for (const offset of [12_996, 0, 9, 4094, 4096, 8191, 8192, 9000]) {
      expect(await at(offset)).toEqual(now.slice(offset, offset + 3));
    }
  }, 60_000);

  test('everything found is listed once', async () => {
    const { catalogue } = openImported(many);
    const foundProducts = must(
      await catalogue.list({ text: 'produto', group: 'Grupo 2' }, 4000, 200),
    );
    expect(foundProducts.total).toBe(many.filter(({ group }) => group === 'Grupo 2').length);
    expect(foundProducts.products).toHaveLength(200);
    expect(new Set(foundProducts.products.map(({ id }) => id)).size).toBe(200);
    expect(catalogue.groups().map(({ name }) => name)).toEqual(['Grupo 0', 'Grupo 1', 'Grupo 2']);
  });
});

/** Draws codes, names and barcodes from few values, so that they collide. */
const anyProduct = fc
  .record({
    code: fc.constantFrom('A', 'B', 'C', 'D'),
    description: fc.constantFrom('Pão', 'Pão de milho', 'Broa', 'Água'),
    barcodes: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { maxLength: 2 }),
    unitPrice: fc.integer({ min: 1, max: 9 }).map((euros) => euros * 1_000_000),
  })
  .map(({ code, ...rest }) => product(code, rest as Partial<Product>));

const anyAct = fc.oneof(
  fc.record({ act: fc.constant('save' as const), at: fc.nat(5), product: anyProduct }),
  fc.record({ act: fc.constant('remove' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('undo' as const) }),
);

test('after any changes by hand the list is complete, codes and barcodes are unique, and undo works', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyProduct, { maxLength: 3 }),
      fc.array(anyAct),
      async (first, acts) => {
        const { catalogue } = openCatalogue([]);
        for (const each of first) catalogue.save({ id: null, product: each }, 'typed', 1);
        let before = await listed(catalogue);
        let changeId = 0;
        for (const act of acts) {
          const now = await listed(catalogue);
          const target = 'at' in act ? (now[act.at] ?? null) : null;
          const result =
            act.act === 'undo'
              ? catalogue.undo(changeId)
              : act.act === 'remove'
                ? catalogue.remove(target?.id ?? 99_999)
                : catalogue.save({ id: target?.id ?? null, product: act.product }, 'typed', 2);
          const after = await listed(catalogue);
          if (!result.ok) expect(after).toEqual(now);
          else if (act.act === 'undo') expect(after).toEqual(before);
          else if (result.value && 'changeId' in result.value) {
            ({ changeId } = result.value);
            before = now;
          }
          const codes = named(after);
          expect(new Set(codes).size).toBe(codes.length);
          expect(catalogue.summary().products).toBe(after.length);
          const names = after.map((each) => foldText(each.product.description));
          expect(names).toEqual(names.toSorted());
          for (const { product: each } of after) {
            expect(catalogue.byCode(each.code)).toEqual(each);
            for (const barcode of each.barcodes) {
              expect(catalogue.byBarcode(barcode)?.code).toBe(each.code);
            }
            const [word = ''] = each.description.split(' ');
            expect(named(await listed(catalogue, word))).toContain(each.code);
          }
          const owned = after.flatMap(({ product: { barcodes } }) => barcodes);
          for (const barcode of ['1', '2', '3']) {
            expect(catalogue.byBarcode(barcode) !== undefined).toBe(owned.includes(barcode));
          }
        }
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
