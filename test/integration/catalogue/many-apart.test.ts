// A change of many products beside other work on the catalogue: one of the two is refused, and no
// change is lost, made in the wrong catalogue, or made without its note.
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { fewProducts } from '../../../src-main/catalogue/many-products.ts';
import { deedSchema, type Chosen } from '../../../src-main/contract/many-products.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import { startHelper } from '../../helper-process.ts';
import { all, dearer, doer, filesOf, imported, openMany, sample } from './many-rig.ts';
import { product, readerOf, tillIn, unitPrice } from './import-samples.ts';
import { tamper } from '../../attacks/tamper.ts';
import { must } from '../../must.ts';

const many = fewProducts * 3;
const csv = Buffer.from('code;description;price\nNEW;New whisky;100,00\n');
const noProgress = () => undefined;
const refused = (code: string) => ({ ok: false, error: { code } });

type Imports = ReturnType<typeof openMany>['imports'];

/** Looks at a file of one product, without reading it. */
async function looked(imports: Imports) {
  must(await imports.receive({ isFirst: true, bytes: csv }));
  return must(await imports.preview(null)).reading;
}

async function read(imports: Imports): Promise<void> {
  must(await imports.read(await looked(imports), 1, noProgress));
}

test.each([
  ['few', 3],
  ['many', many],
])('a preview of %s is not carried out on a catalogue imported since', async (_, amount) => {
  const { catalogue, imports, many: manyProducts } = openMany(imported(sample(amount)));
  await read(imports);
  const { previewId } = must(await manyProducts.preview(all, dearer(10)));
  must(await imports.use());
  expect(await manyProducts.change(previewId, doer, noProgress)).toEqual(
    refused('products_changed'),
  );
  expect([...catalogue.products()]).toMatchObject([{ code: 'NEW', unitPrice: 100_000_000 }]);
});

/** Opens a catalogue of many whose helpers do nothing yet once they are held, until `goOn`. */
function openHeld() {
  const heldIds: number[] = [];
  let isHeld = false;
  const opened = openMany(imported(sample(many)), () => {
    const helper = startHelper();
    const { pid } = helper;
    if (isHeld && pid !== undefined) {
      process.kill(pid, 'SIGSTOP');
      heldIds.push(pid);
    }
    return helper;
  });
  const goOn = () => {
    isHeld = false;
    for (const pid of heldIds.splice(0)) process.kill(pid, 'SIGCONT');
  };
  onTestFinished(goOn);
  const hold = () => {
    isHeld = true;
  };
  return { ...opened, hold, goOn };
}

/** All that the file says of each product. */
function rowsOf(folder: string): readonly unknown[] {
  const db = new Database(`${folder}/catalogue.db`, { readonly: true });
  const rows = db.prepare('SELECT * FROM product ORDER BY product_id').all();
  db.close();
  return rows;
}

test('while a helper changes many, nothing else changes the catalogue, and all is found as before', async () => {
  const { catalogue, imports, many: manyProducts, hold, goOn } = openHeld();
  const { changeId } = must(catalogue.save({ id: null, product: product('Z') }, 'typed', 1));
  await read(imports);
  const { previewId } = must(await manyProducts.preview(all, dearer(20)));
  hold();
  const progress: number[] = [];
  const changing = manyProducts.change(previewId, doer, ({ done }) => {
    progress.push(done);
  });
  while (!catalogue.underWay) await delay(1);
  const why = refused('change_under_way');
  expect(catalogue.save({ id: null, product: product('NEWER') }, 'typed', 9)).toEqual(why);
  expect(catalogue.remove(1)).toEqual(why);
  expect(catalogue.undo(changeId)).toEqual(why);
  expect(await manyProducts.undo(changeId, doer, noProgress)).toEqual(why);
  expect(await manyProducts.change(previewId, doer, noProgress)).toEqual(why);
  expect(await imports.use()).toEqual(why);
  expect(await imports.receive({ isFirst: true, bytes: csv })).toEqual(why);
  expect(catalogue.byBarcode('5600000000050')?.unitPrice).toBe(5_000_000);
  must(await manyProducts.preview({ kind: 'some', ids: [1] }, dearer(1)));
  goOn();
  const over = changing.then(() => true);
  while (!(await Promise.race([over, delay(1, false)]))) {
    const prices = catalogue
      .find('produto')
      .map(({ code, unitPrice: price }) => Math.round(price / (Number(code.slice(1)) || 1)));
    expect([
      [0, 100_000],
      [0, 120_000],
    ]).toContainEqual([...new Set(prices)]);
  }
  must(await changing);
  expect(progress.length).toBeGreaterThan(0);
  expect(catalogue.byCode('P50')?.unitPrice).toBe(6_000_000);
  expect(await imports.use()).toEqual(refused('catalogue_changed'));
  await read(imports);
  must(await imports.use());
  expect(catalogue.summary().products).toBe(1);
}, 60_000);

test('while an import is put in, nothing else changes the catalogue; ended, it leaves it as it was', async () => {
  const { catalogue, imports, many: manyProducts, hold, goOn } = openHeld();
  await read(imports);
  const { previewId } = must(await manyProducts.preview(all, dearer(20)));
  hold();
  const using = imports.use();
  while (!catalogue.underWay) await delay(1);
  const why = refused('import_under_way');
  expect(catalogue.save({ id: null, product: product('NEWER') }, 'typed', 9)).toEqual(why);
  expect(await manyProducts.change(previewId, doer, noProgress)).toEqual(why);
  expect(await imports.preview(null)).toEqual(why);
  const discarding = imports.discard();
  goOn();
  must(await discarding);
  expect(await using).toEqual(refused('import_cancelled'));
  expect(catalogue.summary().products).toBe(many);
  must(catalogue.save({ id: null, product: product('NEWER') }, 'typed', 9));
}, 60_000);

test('an import of many is undone by a helper, and again everything is as it was', async () => {
  const { folder, catalogue, imports, many: manyProducts } = openMany(imported(sample(many)));
  must(catalogue.remove(3));
  const changed = must(await manyProducts.preview({ kind: 'some', ids: [5, 6] }, dearer(20)));
  must(await manyProducts.change(changed.previewId, doer, noProgress));
  const before = rowsOf(folder);
  await read(imports);
  must(await imports.use());
  const last = catalogue.lastChange();
  expect(last).toMatchObject({ products: 1 });
  const { changeId = 0 } = last ?? {};
  expect(await manyProducts.undo(changeId + 1, doer, noProgress)).toEqual(
    refused('nothing_to_undo'),
  );
  must(await manyProducts.undo(changeId, doer, noProgress));
  expect(rowsOf(folder)).toEqual(before);
  expect(catalogue.summary()).toEqual({ products: many - 1, importedAtMs: 1 });
  expect(catalogue.find('impar P51').map(({ code }) => code)).toContain('P51');
  expect(catalogue.find('whisky')).toEqual([]);
  expect(catalogue.byBarcode('5600000000050')?.code).toBe('P50');
  // What was removed by hand before the import stays away at the next one.
  const again = await readerOf(imports, 'code;description;price\nP2;Two;1,00\nX;Ten;1,00\n');
  expect(must(await again())).toMatchObject({ products: 1, removedByHand: 1 });
});

test('a file that turns out to be damaged is set aside by an import, which goes into a new one', async () => {
  const { folder, catalogue, imports } = openMany(imported(sample(many)));
  await read(imports);
  tamper(`${folder}/catalogue.db`, `UPDATE product SET barcodes = '[' WHERE code = 'P50'`);
  must(await imports.use());
  expect([...catalogue.products()]).toMatchObject([{ code: 'NEW' }]);
  expect(catalogue.lastChange()).toBeNull();
  expect(filesOf(folder)).toEqual(['catalogue.damaged-1.db', 'catalogue.db']);
});

test('a whole catalogue stays in use if what an import has read turns out to be damaged', async () => {
  const { folder, catalogue, imports } = openMany(imported(sample(3)));
  await read(imports);
  tamper(`${folder}/catalogue-import.db`, `UPDATE product SET barcodes = '['`);
  await expect(imports.use()).rejects.toThrow();
  expect([...catalogue.products()]).toHaveLength(3);
  expect(filesOf(folder)).not.toContain('catalogue.damaged-1.db');
});

test('a preview cannot be named before it is made', async () => {
  const { many: manyProducts } = openMany(imported(sample(3)));
  const first = must(await manyProducts.preview(all, dearer(10)));
  const second = must(await manyProducts.preview(all, dearer(10)));
  expect(Math.abs(second.previewId - first.previewId)).toBeGreaterThan(1_000);
  expect(manyProducts.previewed(first.previewId)).toBeUndefined();
  expect(manyProducts.previewed(second.previewId)?.products).toBe(1);
});

test('a catalogue that another program holds for a while is as it was after it', () => {
  const folder = imported(sample(3));
  const holder = new Database(`${folder}/catalogue.db`);
  holder.pragma('journal_mode = DELETE');
  holder.exec('BEGIN EXCLUSIVE');
  const { catalogue: none, notices } = Catalogue.open(folder);
  expect(notices).toEqual([{ code: 'store_failed', detail: 'SQLITE_BUSY' }]);
  expect(none.keep(product('A'))).toMatchObject({ ok: false });
  none.close();
  holder.close();
  expect(openMany(folder).catalogue.byCode('P2')?.unitPrice).toBe(200_000);
});

test('undoing loses no note that is still to be written to the till’s file', async () => {
  const { folder, catalogue, many: manyProducts, change } = openMany(imported(sample(many)));
  const { changeId } = await change(all, dearer(10));
  must(await manyProducts.undo(changeId, doer, noProgress));
  const till = tillIn(folder);
  catalogue.tell(till);
  const notedDecisions = readDecisions(till, { fromMs: 0, untilMs: 100 });
  expect(
    notedDecisions.map(({ what }) => what.kind === 'catalogue_many_changed' && what.isUndone),
  ).toEqual([false, true]);
});

test('prices that fall in a general rise are told and noted, one by one if they were ticked', async () => {
  const {
    folder,
    catalogue,
    many: manyProducts,
  } = openMany(
    imported([
      product('A', { unitPrice: unitPrice(1_990_000) }),
      product('B', { unitPrice: unitPrice(9_990_000) }),
      product('C', { unitPrice: unitPrice(2_000_000) }),
    ]),
  );
  const deed = v.parse(deedSchema, {
    ...{ kind: 'price', direction: 'up', percent: 1, step: 'unit', way: 'down' },
  });
  const ids = must(await catalogue.range({ text: '', group: null }, 0, 10));
  const some: Chosen = { kind: 'some', ids: [...ids] };
  const { previewId } = must(await manyProducts.preview(some, deed));
  const drops = { products: 2, before: 1_990_000, after: 1_000_000 };
  expect(manyProducts.previewed(previewId)).toMatchObject({ products: 2, drops });
  const { changeId } = must(await manyProducts.change(previewId, doer, noProgress));
  must(catalogue.undo(changeId, { ...doer, atMs: 8 }));
  const till = tillIn(folder);
  catalogue.tell(till);
  const noted = readDecisions(till, { fromMs: 0, untilMs: 100 }).map(({ what }) => what);
  const named = (code: string, before: number, after: number) =>
    expect.objectContaining({
      ...{ kind: 'catalogue_changed', product: { code, description: `Product ${code}` } },
      ...{ before, after },
    }) as unknown;
  const ofMany = (isUndone: boolean) => expect.objectContaining({ drops, isUndone }) as unknown;
  expect(noted).toHaveLength(6);
  expect(noted).toEqual(
    expect.arrayContaining([
      ofMany(false),
      named('A', 1_990_000, 1_000_000),
      named('B', 9_990_000, 9_000_000),
      ofMany(true),
      named('A', 1_000_000, 1_990_000),
      named('B', 9_000_000, 9_990_000),
    ]),
  );
});
