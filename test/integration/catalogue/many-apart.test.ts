// A change of many products beside other work on the catalogue: one of the two is refused, and no
// change is lost, made in the wrong catalogue, or made without its note.
import fs, {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { fewProducts } from '../../../src-main/catalogue/many-products.ts';
import { CatalogueWriter } from '../../../src-main/catalogue/writer.ts';
import { deedSchema, type Chosen } from '../../../src-main/contract/many-products.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { startHelper } from '../../helper-process.ts';
import { all, dearer, doer, filesOf, imported, openMany, sample } from './many-rig.ts';
import { expectOk, product, temporaryFolder, unitPrice } from './import-samples.ts';

const many = fewProducts * 3;
const csv = Buffer.from('code;description;price\nNEW;New whisky;100,00\n');
const noProgress = () => undefined;
const refused = (code: string) => ({ ok: false, error: { code } });

const kept = mkdtempSync(join(tmpdir(), 'counterfoil-changed-'));
afterAll(() => {
  rmSync(kept, { recursive: true });
});

/**
 * Returns a folder whose catalogue has just become dearer by a tenth, and which change that was.
 * The first test makes it for all.
 */
async function changedFolder(): Promise<{ folder: string; changeId: number }> {
  const note = join(kept, 'change-id');
  if (!existsSync(note)) {
    const { folder, catalogue, change } = openMany(imported(sample(many)));
    const { changeId } = await change(all, dearer(10));
    catalogue.close();
    cpSync(folder, kept, { recursive: true });
    fs.writeFileSync(note, String(changeId));
  }
  const folder = temporaryFolder();
  const changeId = Number(fs.readFileSync(note));
  cpSync(kept, folder, { recursive: true });
  return { folder, changeId };
}

type Imports = ReturnType<typeof openMany>['imports'];

/** Looks at a file of one product, without reading it. */
async function looked(imports: Imports) {
  expectOk(await imports.receive({ isFirst: true, bytes: csv }));
  return expectOk(await imports.preview(null)).reading;
}

async function read(imports: Imports): Promise<void> {
  expectOk(await imports.read(await looked(imports), 1, noProgress));
}

test.each([
  ['few', 3],
  ['many', many],
])('a preview of %s is not carried out on a catalogue imported since', async (_, amount) => {
  const { catalogue, imports, many: asked } = openMany(imported(sample(amount)));
  await read(imports);
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  expectOk(await imports.use());
  expect(await asked.change(previewId, doer, noProgress)).toEqual(refused('products_changed'));
  expect([...catalogue.products()]).toMatchObject([{ code: 'NEW', unitPrice: 100_000_000 }]);
});

test('no import is read or used, and no change of many undone, while many are changed', async () => {
  const { folder, changeId } = await changedFolder();
  const { catalogue, imports, many: asked } = openMany(folder, startHelper);
  await read(imports);
  const { previewId } = expectOk(await asked.preview(all, dearer(20)));
  const changing = asked.change(previewId, doer, noProgress);
  expect(await imports.use()).toEqual(refused('change_under_way'));
  expect(catalogue.undo(changeId)).toEqual(refused('change_under_way'));
  const reading = await looked(imports);
  expect(await imports.read(reading, 1, noProgress)).toEqual(refused('change_under_way'));
  expectOk(await changing);
  expect(catalogue.byCode('P50')?.unitPrice).toBe(6_600_000);
  await read(imports);
  expectOk(await imports.use());
  expect(catalogue.summary().products).toBe(1);
});

test('an import that was read is not used once another has replaced the catalogue', async () => {
  const { folder, catalogue, imports } = openMany(imported(sample(3)));
  await read(imports);
  const writer = new CatalogueWriter(`${folder}/other.db`);
  writer.add(product('OTHER'));
  writer.finish(1);
  expectOk(catalogue.replaceWith(`${folder}/other.db`));
  expect(await imports.use()).toEqual(refused('catalogue_changed'));
  expect(catalogue.byCode('OTHER')).toBeDefined();
});

test('nothing is changed or undone while something reads the file', async () => {
  const { folder, changeId } = await changedFolder();
  const { catalogue, many: asked } = openMany(folder);
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  const { promise, resolve } = Promise.withResolvers<null>();
  const changing = asked.change(previewId, doer, noProgress);
  const reading = catalogue.uses.during('reading', () => promise);
  expect(await changing).toEqual(refused('import_under_way'));
  expect(await asked.change(previewId, doer, noProgress)).toEqual(refused('import_under_way'));
  expect(catalogue.undo(changeId)).toEqual(refused('import_under_way'));
  resolve(null);
  await reading;
  expectOk(await asked.change(previewId, doer, noProgress));
});

test('somebody else’s preview or tidying does not disturb a change under way', async () => {
  const { folder, catalogue, many: asked } = openMany(imported(sample(20_000)), startHelper);
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  const changing = asked.change(previewId, doer, noProgress);
  while (!existsSync(`${folder}/catalogue-many.db`)) await delay(2);
  expectOk(await asked.preview({ kind: 'some', ids: [1] }, dearer(1)));
  await catalogue.removeLeftBehind();
  expect(existsSync(`${folder}/catalogue-many.db`)).toBe(true);
  const { changeId } = expectOk(await changing);
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
  await catalogue.removeLeftBehind();
  expectOk(catalogue.undo(changeId));
}, 60_000);

test('a preview cannot be named before it is made', async () => {
  const { many: asked } = openMany(imported(sample(3)));
  const first = expectOk(await asked.preview(all, dearer(10)));
  const second = expectOk(await asked.preview(all, dearer(10)));
  expect(Math.abs(second.previewId - first.previewId)).toBeGreaterThan(1_000);
  expect(asked.previewed(first.previewId)).toBeUndefined();
  expect(asked.previewed(second.previewId)?.products).toBe(1);
});

function nameBefore(file: string, name: string): void {
  const db = new Database(file);
  db.prepare('UPDATE last_change SET file_before = ?').run(name);
  db.close();
}

/**
 * Leaves the folder as after a kill in a second change, between taking the old file out and the
 * end.
 */
async function killedInBetween(hasSpare: boolean): Promise<string> {
  const { folder } = await changedFolder();
  const file = `${folder}/catalogue.db`;
  const aside = `${folder}/catalogue-before-0badf00d.db`;
  if (hasSpare) {
    const spare = `${folder}/catalogue-many.db`;
    copyFileSync(file, spare);
    nameBefore(spare, 'catalogue-before-0badf00d.db');
    // The named file is gone, so only the spare file tells which one is meant.
    nameBefore(file, 'catalogue-before-00000000.db');
  }
  renameSync(file, aside);
  // The clock was an hour ahead when the file was set aside.
  const past = Date.now() / 1000 - 3600;
  utimesSync(aside, past, past);
  return folder;
}

test.each([
  ['with the file that was to take its place', true],
  ['without that', false],
])('after a kill the right catalogue comes back, whatever the clock said: %s', async (_, spare) => {
  const folder = await killedInBetween(spare);
  expect(filesOf(folder)).not.toContain('catalogue.db');
  const { catalogue } = openMany(folder);
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
});

/** The disk does not tell what is in any folder. */
function spoilFolders(): () => void {
  const { readdirSync } = fs;
  const mend = () => {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  };
  onTestFinished(mend);
  fs.readdirSync = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'scandir' });
  };
  syncBuiltinESMExports();
  return mend;
}

/** The disk does not make a file's new name durable, although the file has it. */
function spoilNames(): () => void {
  const { fsyncSync } = fs;
  const mend = () => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  };
  onTestFinished(mend);
  fs.fsyncSync = (opened) => {
    if (fs.fstatSync(opened).isDirectory())
      throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' });
    fsyncSync(opened);
  };
  syncBuiltinESMExports();
  return mend;
}

test('a preview from before an import does not hold in a catalogue whose name the disk did not keep', async () => {
  const { catalogue, imports, many: asked } = openMany(imported(sample(3)));
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  await read(imports);
  const mend = spoilNames();
  await expect(imports.use()).rejects.toThrow('EIO');
  mend();
  expect([...catalogue.products()]).toMatchObject([{ code: 'NEW' }]);
  expect(catalogue.byId(1)).toBeUndefined();
  expect(asked.previewed(previewId)).toBeUndefined();
});

test('a preview from before an undo does not hold in a catalogue whose name the disk did not keep', async () => {
  const { folder, changeId } = await changedFolder();
  const { catalogue, many: asked } = openMany(folder);
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  const mend = spoilNames();
  expect(() => catalogue.undo(changeId)).toThrow('EIO');
  mend();
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_000_000);
  expect(asked.previewed(previewId)).toBeUndefined();
});

test('if the disk fails during a change, the till says that and not that nothing was done', async () => {
  const { catalogue, many: asked } = openMany(imported(sample(many)));
  const { previewId } = expectOk(await asked.preview(all, dearer(10)));
  const mend = spoilNames();
  await expect(asked.change(previewId, doer, noProgress)).rejects.toThrow('EIO');
  mend();
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
  expect(asked.previewed(previewId)).toBeUndefined();
});

test('the till sells without the catalogue while the disk does not give it back', async () => {
  const folder = await killedInBetween(false);
  const mendFolders = spoilFolders();
  const { catalogue: none, notices } = Catalogue.open(folder);
  expect(notices).toEqual([{ code: 'store_failed', detail: 'EIO' }]);
  expect(none.byCode('P50')).toBeUndefined();
  mendFolders();
  await none.removeLeftBehind();
  none.close();
  const { catalogue } = openMany(folder);
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
});

test('a catalogue that another program holds for a while can be changed back after it', async () => {
  const { folder, changeId } = await changedFolder();
  const holder = new Database(`${folder}/catalogue.db`);
  holder.exec('BEGIN EXCLUSIVE');
  const { catalogue: none, notices } = Catalogue.open(folder);
  expect(notices).toEqual([{ code: 'store_failed', detail: 'SQLITE_BUSY' }]);
  await none.removeLeftBehind();
  none.close();
  holder.close();
  const { catalogue } = openMany(folder);
  expectOk(catalogue.undo(changeId));
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_000_000);
});

test('undoing loses no note that is still to be written to the till’s file', async () => {
  const { folder, changeId } = await changedFolder();
  const { catalogue } = openMany(folder);
  expectOk(catalogue.undo(changeId, doer));
  const till = expectOk(openStore(`${folder}/till.db`));
  onTestFinished(() => {
    till.close();
  });
  catalogue.tell(till);
  const noted = readDecisions(till, { fromMs: 0, untilMs: 100 });
  expect(noted.map(({ what }) => what.kind === 'catalogue_many_changed' && what.isUndone)).toEqual([
    false,
    true,
  ]);
});

test('prices that fall in a general rise are told and noted, one by one if they were ticked', async () => {
  const {
    folder,
    catalogue,
    many: asked,
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
  const ids = expectOk(await catalogue.range({ text: '', group: null }, 0, 10));
  const some: Chosen = { kind: 'some', ids: [...ids] };
  const { previewId } = expectOk(await asked.preview(some, deed));
  const drops = { products: 2, before: 1_990_000, after: 1_000_000 };
  expect(asked.previewed(previewId)).toMatchObject({ products: 2, drops });
  const { changeId } = expectOk(await asked.change(previewId, doer, noProgress));
  expectOk(catalogue.undo(changeId, { ...doer, atMs: 8 }));
  const till = expectOk(openStore(`${folder}/till.db`));
  onTestFinished(() => {
    till.close();
  });
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
