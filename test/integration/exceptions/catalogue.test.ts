// What changes of the catalogue by hand leave in the list of exceptions.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { deedSchema } from '../../../src-main/contract/many-products.ts';
import { enExceptions } from '../../../resources/messages/en/exceptions.ts';
import { kindSentence } from '../../../resources/messages/sentences.ts';
import { unitPrice } from '../catalogue/import-samples.ts';
import { watchedTill } from './watched-till.ts';

test('a lowered price that is raised again is noted both times, with both names', async () => {
  const till = watchedTill();
  const answer = await till.ask['catalogue.list']({ text: '', group: null, offset: 0, limit: 1 });
  const [listed] = answer.ok ? answer.value.products : [];
  if (!listed) throw new Error('no product');
  const { id, product } = listed;
  till.at.doneBy = { name: 'Rui', approvedBy: 'Inês' };
  const cheap = { ...product, unitPrice: unitPrice(10_000) };
  const saved = await till.ask['catalogue.save']({ id, product: cheap });
  if (!saved.ok) throw new Error(saved.error.code);
  await till.ask['catalogue.undo']({ changeId: saved.value.changeId });
  await till.ask['catalogue.keep']({ product: cheap });
  await till.ask['catalogue.remove']({ id });
  const { code, description, unitPrice: own } = product;
  const notedChange = {
    ...{ kind: 'catalogue_changed', product: { code, description } },
    ...{ by: 'Rui', approvedBy: 'Inês' },
  };
  const list = await till.list();
  expect(list).toHaveLength(3);
  expect(list).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...notedChange, before: own, after: 10_000 }),
      expect.objectContaining({ ...notedChange, before: 10_000, after: own }),
      expect.objectContaining({ ...notedChange, before: own, after: null }),
    ]),
  );
});

test('a change of many products has one note of what was done to how many, and another once it is undone', async () => {
  const till = watchedTill();
  till.at.doneBy = { name: 'Rui', approvedBy: 'Inês' };
  const view = { text: 'cafe', group: null };
  const deed = v.parse(deedSchema, {
    ...{ kind: 'price', direction: 'up', percent: 500, step: 'cents5', way: 'nearest' },
  });
  const chosen = { kind: 'all' as const, view, except: [] };
  const preview = await till.ask['catalogue.previewMany']({ chosen, deed });
  if (!preview.ok) throw new Error(preview.error.code);
  const { previewId, changing } = preview.value;
  const changed = await till.ask['catalogue.changeMany']({ previewId });
  if (!changed.ok) throw new Error(changed.error.code);
  const { changeId } = changed.value;
  await till.ask['catalogue.undo']({ changeId });
  const notedChange = {
    ...{ kind: 'catalogue_many_changed', deed, products: changing, view },
    ...{ by: 'Rui', approvedBy: 'Inês' },
  };
  const list = (await till.list()).filter(({ kind }) => kind === 'catalogue_many_changed');
  expect(changing).toBeGreaterThan(1);
  expect(list).toHaveLength(2);
  expect(list).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...notedChange, isUndone: false }),
      expect.objectContaining({ ...notedChange, isUndone: true }),
    ]),
  );
});

test('the only product left ticked in a list is named, however the others were excluded', async () => {
  const till = watchedTill();
  const view = { text: '', group: null };
  const listed = await till.ask['catalogue.list']({ ...view, offset: 0, limit: 100 });
  const [one, ...others] = listed.ok ? listed.value.products : [];
  if (!one) throw new Error('no product');
  expect(others.length).toBeGreaterThan(0);
  const deed = v.parse(deedSchema, {
    ...{ kind: 'price', direction: 'down', percent: 9_000, step: 'cent', way: 'nearest' },
  });
  const chosen = { kind: 'all' as const, view, except: others.map(({ id }) => id) };
  const preview = await till.ask['catalogue.previewMany']({ chosen, deed });
  if (!preview.ok) throw new Error(preview.error.code);
  await till.ask['catalogue.changeMany']({ previewId: preview.value.previewId });
  const { code, description, unitPrice: before } = one.product;
  expect(await till.list()).toContainEqual(
    expect.objectContaining({ kind: 'catalogue_changed', product: { code, description }, before }),
  );
});

test('a barcode moved to another product for a while is noted for both, and so is selling a product otherwise', async () => {
  const till = watchedTill();
  till.at.doneBy = { name: 'Rui' };
  const answer = await till.ask['catalogue.list']({ text: '', group: null, offset: 0, limit: 100 });
  const products = answer.ok ? answer.value.products : [];
  const [dear, cheap] = products.filter(({ product }) => product.soldBy === 'piece');
  const [barcode] = dear?.product.barcodes ?? [];
  if (!dear || !cheap || barcode === undefined) throw new Error('two products');
  const save = (id: number, product: typeof dear.product) =>
    till.ask['catalogue.save']({ id, product });
  await save(dear.id, { ...dear.product, barcodes: [] });
  await save(cheap.id, { ...cheap.product, barcodes: [barcode], soldBy: 'measure' });
  const changeOf = (of: typeof dear, change: object) =>
    expect.objectContaining({
      ...{ kind: 'catalogue_changed', by: 'Rui' },
      product: { code: of.product.code, description: of.product.description },
      ...{ before: of.product.unitPrice, after: of.product.unitPrice },
      ...change,
    }) as unknown;
  const list = await till.list();
  expect(list).toHaveLength(2);
  expect(list).toEqual(
    expect.arrayContaining([
      changeOf(dear, { barcodes: { added: [], gone: [barcode] } }),
      changeOf(cheap, {
        barcodes: { added: [barcode], gone: [...cheap.product.barcodes] },
        soldBy: { before: 'piece', after: 'measure' },
      }),
    ]),
  );
  const sentences = list.map((each) => kindSentence(enExceptions.what, each));
  expect(sentences.join()).toContain(`No longer scanned by: ${barcode}`);
  expect(sentences.join()).toContain('Sold: By the piece → By weight or measure');
});

async function importInto({ ask }: ReturnType<typeof watchedTill>) {
  const text = 'code,description,price\nGALAO,Galão,0.01\nNOVO,Novidade,2\n';
  await ask['catalogue.receive']({ isFirst: true, bytes: Buffer.from(text) });
  const preview = await ask['catalogue.preview']({ reading: null });
  if (!preview.ok) throw new Error(preview.error.code);
  const { reading } = preview.value;
  const options = { reading, keepsEdits: false, replacesAll: false, name: 'prices.csv' };
  const read = await ask['catalogue.read'](options);
  if (!read.ok) throw new Error(read.error.code);
  const used = await ask['catalogue.use']({ reportId: read.value.reportId });
  expect(used).toMatchObject({ ok: true });
}

test('the first products of a shop are no exception', async () => {
  const till = watchedTill([]);
  await importInto(till);
  expect(await till.list()).toEqual([]);
});

test('an import is noted with what it changed, and its undoing; one that changes nothing is not', async () => {
  const till = watchedTill();
  till.at.doneBy = { name: 'Rui', approvedBy: 'Inês' };
  for (let time = 1; time <= 2; time += 1) {
    await importInto(till);
    expect(await till.list()).toMatchObject([
      {
        ...{ kind: 'catalogue_imported', products: { added: 1, changed: 1, removed: 0 } },
        ...{ by: 'Rui', approvedBy: 'Inês' },
      },
    ]);
  }
  const last = await till.ask['catalogue.lastChange'](undefined);
  if (!last.ok || !last.value) throw new Error('nothing to undo');
  await till.ask['catalogue.undo']({ changeId: last.value.changeId });
  expect((await till.list()).map((one) => 'products' in one && one.products)).toEqual([
    { added: 1, changed: 1, removed: 0 },
    null,
  ]);
});
