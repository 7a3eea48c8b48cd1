// A till's file that is moved, deleted or replaced while the till sells, as Linux and macOS let
// anybody do, and products whose file is gone at a start. The session is built as in the program.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { InBackground } from '../../src-main/page/in-background.ts';
import { listBackups } from '../../src-main/store/backups.ts';
import { saveOpenCart } from '../../src-main/store/carts.ts';
import { noteOpening } from '../../src-main/store/drawer-openings.ts';
import type { Store } from '../../src-main/store/open.ts';
import { storeError } from '../../src-main/store/store-errors.ts';
import { commitSale, countSales, readSale } from '../../src-main/store/sales.ts';
import { must } from '../must.ts';
import { sampleCart, sampleSale } from '../sample-sale.ts';
import { product } from './catalogue/import-samples.ts';
import { direct } from './service/networks.ts';
import { newFolder } from './session-rig.ts';
import { resumed, signedIn, tillOf } from './two-shops.ts';

const moved = { code: 'store_failed', detail: 'SQLITE_READONLY_DBMOVED' };

function errorOf(save: () => unknown, db: Store) {
  try {
    save();
  } catch (error) {
    return storeError(error, db.name);
  }
  return undefined;
}

test.skipIf(process.platform === 'win32').each<readonly [string, (file: string) => void]>([
  ['deleted', (file) => rmSync(file)],
  ['moved', (file) => renameSync(file, `${file}.elsewhere`)],
  [
    'replaced by an older one',
    (file) => {
      copyFileSync(file, `${file}.older`);
      renameSync(`${file}.older`, file);
    },
  ],
  ['left without its log', (file) => rmSync(`${file}-wal`)],
])(
  'a till whose file is %s says that nothing is saved, and comes back with every sale',
  async (_how, harm) => {
    const started = await signedIn();
    const { db } = tillOf(started);
    const sales = [sampleSale(), sampleSale()];
    for (const sale of sales) commitSale(db, sale);
    harm(db.name);
    const refused = sampleSale();
    for (const save of [
      () => commitSale(db, refused),
      () => saveOpenCart(db, sampleCart()),
      () => noteOpening(db, { atMs: 1, openedBy: 'Ana', reason: 'change', reference: null }),
    ])
      expect(errorOf(save, db)).toEqual(moved);
    started.session.comeBack();
    await expect
      .poll(() => started.session.till?.db !== db && started.session.till !== null)
      .toBe(true);
    const again = tillOf(started).db;
    for (const { reference } of sales) expect(readSale(again, reference)).toBeDefined();
    commitSale(again, refused);
    const { queued, in_doubt: inDoubt } = countSales(again);
    expect(queued + inDoubt).toBe(3);
    await started.stop();
    const last = await resumed(started.folder);
    expect(readSale(tillOf(last).db, refused.reference)).toBeDefined();
  },
);

test('where the other file cannot be moved away the till says so, saves nothing, and goes on once it is gone', async (context) => {
  const told: (AppError | undefined)[] = [];
  const inBackground: InBackground = (_what, work) =>
    void work().catch((error: unknown) => told.push(storeError(error, '')));
  const { session, folder, stop } = await signedIn({ environment: { inBackground } });
  const { db } = tillOf({ session });
  const sales = [sampleSale(), sampleSale()] as const;
  commitSale(db, sales[0]);
  copyFileSync(db.name, `${db.name}.older`);
  // Nobody can move what is mounted.
  const mounted = spawnSync('mount', ['--bind', `${db.name}.older`, db.name]);
  if (mounted.status !== 0) context.skip('this user may not mount a file');
  const { size } = statSync(db.name);
  for (let times = 1; times <= 3; times += 1) {
    expect(errorOf(() => commitSale(db, sales[1]), db)).toEqual(moved);
    session.comeBack();
    await expect.poll(() => told.length).toBe(times);
  }
  expect(told).toMatchObject(Array(3).fill({ code: 'store_failed', detail: 'EBUSY' }));
  expect(session.till?.db).toBe(db);
  expect(statSync(db.name).size).toBe(size);
  spawnSync('umount', [db.name]);
  commitSale(db, sales[1]);
  await stop();
  const last = tillOf(await resumed(folder)).db;
  for (const { reference } of sales) expect(readSale(last, reference)?.state).toBe('queued');
  expect(listBackups(last.name).length).toBeLessThan(2);
});

test('a disk that goes away and comes back loses no sale, whatever was sold meanwhile', async (context) => {
  const folder = newFolder();
  const disk = newFolder();
  const tills = join(folder, 'tills');
  mkdirSync(tills);
  const mount = () => spawnSync('mount', ['--bind', disk, tills]).status === 0;
  const unmount = () => spawnSync('umount', ['-l', tills]);
  if (!mount()) context.skip('this user may not mount a folder');
  onTestFinished(() => void unmount());
  // What a till does in the background may meet a disk that is away.
  const inBackground: InBackground = (_what, work) => void work().catch(() => undefined);
  const environment = { inBackground };
  const { session, stop, notices } = await signedIn({ environment }, folder);
  const sales = [sampleSale(), sampleSale(), sampleSale()] as const;
  commitSale(tillOf({ session }).db, sales[0]);
  for (const [index, change] of [unmount, mount].entries()) {
    const { db } = tillOf({ session });
    change();
    const sale = sales[index + 1] ?? sales[0];
    expect(errorOf(() => commitSale(db, sale), db)).toEqual(moved);
    session.comeBack();
    await expect
      .poll(() => session.till !== null && session.till.db !== db, { timeout: 20_000 })
      .toBe(true);
    commitSale(tillOf({ session }).db, sale);
  }
  const aside = tillOf({ session }).db.name.replace('.db', '.damaged-1.db');
  expect(notices.filter(({ code }) => code === 'store_salvaged')).toEqual([
    { code: 'store_salvaged', file: null, sales: 1 },
    { code: 'store_salvaged', file: aside, sales: 2 },
  ]);
  await stop();
  const last = await resumed(folder, direct, new Map(), { environment });
  for (const { reference } of sales) expect(readSale(tillOf(last).db, reference)).toBeDefined();
});

test('a till of which nothing is there any more is told at a start, and a new one is not', async () => {
  const { folder, stop, notices, ...first } = await signedIn();
  const { db } = tillOf(first);
  commitSale(db, sampleSale());
  await stop();
  rmSync(dirname(db.name), { recursive: true });
  const told = [notices.filter(({ code }) => code !== 'token_not_kept')];
  for (let times = 1; times <= 2; times += 1) {
    const started = await resumed(folder);
    told.push([...started.notices]);
    expect(countSales(tillOf(started).db).queued).toBe(0);
    await started.stop();
  }
  expect(told).toEqual([[], [{ code: 'store_gone', file: db.name }], []]);
});

test('products whose file is gone at a start are told once, and none where there never were any', async () => {
  const { folder, stop, ...first } = await signedIn();
  const file = join(dirname(tillOf(first).db.name), 'catalogue.db');
  /** Starts the program without the file, and returns what it says. */
  const startWithout = async () => {
    rmSync(file);
    const { notices, stop: end, ...started } = await resumed(folder);
    return { notices: [...notices], end, till: tillOf(started) };
  };
  await stop();
  const never = await startWithout();
  must(never.till.catalogue.keep(product('A')));
  await never.end();
  await (await resumed(folder)).stop();
  const gone = await startWithout();
  await gone.end();
  const again = await startWithout();
  await again.end();
  expect([never, gone, again].map(({ notices }) => notices)).toEqual([
    [],
    [{ code: 'catalogue_gone', file }],
    [],
  ]);
});
