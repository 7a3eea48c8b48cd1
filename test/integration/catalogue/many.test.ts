// Many products are changed at once in a real file: a few by main, many by a helper.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewProducts } from '../../../src-main/catalogue/many-products.ts';
import type { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import type { Chosen, Deed } from '../../../src-main/contract/many-products.ts';
import { startHelper } from '../../helper-process.ts';
import { all, dearer, doer, filesOf, imported, openMany, sample } from './many-rig.ts';
import { product } from './import-samples.ts';
import { must } from '../../must.ts';

const many = fewProducts * 3;
const pricesOf = (catalogue: Catalogue) =>
  new Map([...catalogue.products()].map(({ code, unitPrice }) => [code, unitPrice]));
const productsOf = (catalogue: Catalogue) => [...catalogue.products()];

async function idsOf(catalogue: Catalogue): Promise<readonly number[]> {
  return must(await catalogue.range({ text: '', group: null }, 0, 10_000));
}

describe.each([
  ['few', fewProducts / 2],
  ['many', many],
])('%s at once', (_, amount) => {
  test('all cost more, except those without a price; undone they cost what they did', async () => {
    const { catalogue, many: manyProducts, change } = openMany(imported(sample(amount)));
    const before = productsOf(catalogue);
    const ids = await idsOf(catalogue);
    const preview = must(await manyProducts.preview(all, dearer(10)));
    expect(preview).toMatchObject({
      ...{ chosen: amount, changing: amount - 2, same: 0 },
      refused: { no_price: 2, too_low: 0, too_high: 0 },
    });
    expect(
      must(manyProducts.part({ ...preview, part: 'refused', offset: 0, limit: 10 })),
    ).toMatchObject([{ product: { code: 'P0' }, outcome: { why: 'no_price' } }, {}]);
    const { changeId, products } = await change(all, dearer(10));
    expect(products).toBe(amount - 2);
    expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
    expect(catalogue.byCode('P0')?.unitPrice).toBe(0);
    expect(catalogue.byBarcode('5600000000050')?.unitPrice).toBe(5_500_000);
    expect(catalogue.find('impar P51').map(({ code }) => code)).toContain('P51');
    expect(await idsOf(catalogue)).toEqual(ids);
    expect(catalogue.lastChange()).toEqual({ changeId, products });
    must(catalogue.undo(changeId, doer));
    expect(productsOf(catalogue)).toEqual(before);
    expect(catalogue.lastChange()).toBeNull();
    expect(catalogue.undo(changeId)).toMatchObject({ error: { code: 'nothing_to_undo' } });
  });

  test('can be undone after a start, but not once something else was changed', async () => {
    const folder = imported(sample(amount));
    const first = openMany(folder);
    const before = productsOf(first.catalogue);
    await first.change(all, dearer(10));
    first.catalogue.close();
    const { catalogue, change } = openMany(folder);
    const last = catalogue.lastChange();
    expect(last?.products).toBe(amount - 2);
    must(catalogue.undo(last?.changeId ?? 0));
    expect(productsOf(catalogue)).toEqual(before);
    const { changeId } = await change(all, dearer(20));
    expect(changeId).toBeGreaterThan(last?.changeId ?? 0);
    must(catalogue.save({ id: null, product: product('NEW') }, 'typed', 8));
    expect(catalogue.undo(changeId)).toMatchObject({ error: { code: 'nothing_to_undo' } });
    expect(catalogue.lastChange()).toMatchObject({ products: 1 });
    expect(filesOf(folder)).toEqual(['catalogue.db']);
  });

  test('get a group, lose it, and are removed; a search finds what is left', async () => {
    const { catalogue, change } = openMany(imported(sample(amount)));
    const inGroup: Chosen = { kind: 'all', view: { text: '', group: 'Grupo 1' }, except: [] };
    await change(inGroup, { kind: 'group', group: 'Novo' });
    expect(catalogue.groups().map(({ name }) => name)).toEqual(['Grupo 0', 'Grupo 2', 'Novo']);
    const listed = await catalogue.list({ text: '', group: 'Novo' }, 0, 200);
    expect(listed).toMatchObject({ value: { total: Math.floor((amount + 1) / 3) } });
    const odd: Chosen = { kind: 'all', view: { text: 'impar', group: null }, except: [] };
    const { changeId } = await change(odd, { kind: 'remove' });
    expect(catalogue.summary().products).toBe(amount / 2);
    expect(catalogue.find('impar')).toEqual([]);
    expect(catalogue.byBarcode('5600000000051')).toBeUndefined();
    expect(catalogue.find('par')).toHaveLength(20);
    must(catalogue.undo(changeId));
    expect(catalogue.summary().products).toBe(amount);
    expect(catalogue.find('impar')).toHaveLength(20);
  });
});

test('products that are unticked in the result stay as they are', async () => {
  const { catalogue, change } = openMany(imported(sample(many)));
  const [first = 0, second = 0] = await idsOf(catalogue);
  await change({ ...all, except: [first, second] } as Chosen, {
    kind: 'sold_by',
    soldBy: 'measure',
  });
  const pieces = productsOf(catalogue).filter(({ soldBy }) => soldBy === 'piece');
  expect(pieces).toHaveLength(2);
});

test('a preview does nothing once the catalogue has changed', async () => {
  const { catalogue, many: manyProducts } = openMany(imported(sample(many)));
  const few = must(await manyProducts.preview(all, dearer(10)));
  must(catalogue.save({ id: null, product: product('NEW') }, 'typed', 8));
  const overtaken = { ok: false, error: { code: 'products_changed' } };
  expect(await manyProducts.change(few.previewId, doer, () => undefined)).toEqual(overtaken);
  const { previewId } = must(await manyProducts.preview(all, dearer(10)));
  const before = pricesOf(catalogue);
  const changing = manyProducts.change(previewId, doer, () => undefined);
  // Before the helper has begun.
  must(catalogue.save({ id: null, product: product('NEWER') }, 'typed', 9));
  expect(await changing).toEqual(overtaken);
  expect(pricesOf(catalogue)).toEqual(new Map([...before, ['NEWER', 1_250_000]]));
});

test('a stopped change changes nothing and leaves no file', async () => {
  const { folder, catalogue, many: manyProducts } = openMany(imported(sample(many)), startHelper);
  const before = pricesOf(catalogue);
  const { previewId } = must(await manyProducts.preview(all, dearer(10)));
  const begun = Promise.withResolvers<unknown>();
  const changing = manyProducts.change(previewId, doer, begun.resolve);
  expect(await manyProducts.change(previewId, doer, () => undefined)).toMatchObject({
    error: { code: 'change_under_way' },
  });
  await begun.promise;
  await manyProducts.stop();
  expect(await changing).toMatchObject({ error: { code: 'change_stopped' } });
  expect(pricesOf(catalogue)).toEqual(before);
  expect(filesOf(folder)).toEqual(['catalogue.db']);
});

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map(dearer),
  fc.constantFrom('', 'Novo', 'Grupo 1').map((group): Deed => ({ kind: 'group', group })),
  fc
    .constantFrom('unit' as const, 'piece' as const, 'measure' as const)
    .map((soldBy): Deed => ({ kind: 'sold_by', soldBy })),
  fc.constant<Deed>({ kind: 'remove' }),
);

test('a helper gives the same result as main, and undoing either gives what was before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyDeed, fc.constantFrom(null, 'Grupo 1', 'Novo'), fc.boolean()), {
        minLength: 1,
        maxLength: 3,
      }),
      async (deeds) => {
        // The same products, once alone and once with so many others that a helper does it.
        const small = openMany(imported(sample(12)));
        const fillers = Array.from({ length: fewProducts + 1 }, (_, at) =>
          product(`Z${at}`, { group: `Enche`, description: `Enchimento ${at}` }),
        );
        const large = openMany(imported([...sample(12), ...fillers]));
        const ofSample = (catalogue: Catalogue) =>
          productsOf(catalogue).filter(({ code }) => code.startsWith('P'));
        for (const [deed, group, isUndone] of deeds) {
          const chosen: Chosen = { kind: 'all', view: { text: '', group }, except: [] };
          for (const { catalogue, many: manyProducts } of [small, large]) {
            const before = productsOf(catalogue);
            const { previewId, changing } = must(await manyProducts.preview(chosen, deed));
            if (changing === 0) continue;
            const { changeId } = must(await manyProducts.change(previewId, doer, () => undefined));
            if (!isUndone) continue;
            must(catalogue.undo(changeId));
            expect(productsOf(catalogue)).toEqual(before);
          }
          expect(ofSample(large.catalogue)).toEqual(ofSample(small.catalogue));
        }
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);
