// A till's file that is moved, deleted or replaced while the till sells, as Linux and macOS let
// anybody do, and products whose file is gone at a start. The session is built as in the program.
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { storeError } from '../../src-main/store/store-errors.ts';
import { commitSale, countSales, readSale } from '../../src-main/store/sales.ts';
import { must } from '../must.ts';
import { sampleSale } from '../sample-sale.ts';
import { product } from './catalogue/import-samples.ts';
import { resumed, signedIn, tillOf } from './two-shops.ts';

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
    const sell = () => {
      try {
        return commitSale(db, refused).state;
      } catch (error) {
        return storeError(error, db.name);
      }
    };
    expect(sell()).toEqual({ code: 'store_failed', detail: 'SQLITE_READONLY_DBMOVED' });
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
