// What an old till costs beside a new one: opening its file, a commit, and rebuilding it.
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listBackups } from '../../src-main/store/backups.ts';
import { openStore } from '../../src-main/store/open.ts';
import { openTillStore } from '../../src-main/store/open-or-rebuild.ts';
import { largeBytes } from '../../src-main/store/read-first.ts';
import { newInstallation } from '../../src-main/store/references.ts';
import { rebuild } from '../../src-main/store/salvage/rebuild.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import type { TillFile } from '../../src-main/store/till.ts';
import { must } from '../must.ts';
import { sampleSale } from '../sample-sale.ts';
import { bindingIn, fileIn, oldTill } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';
import { longestTurnMs } from './longest-turn.ts';

const tillFile = (file: string): TillFile => ({
  ...{ file, binding: bindingIn(file), newInstallation, nowMs: Date.now() },
});

const longestTurn = (sales: number): BenchEntry => ({
  name: `age.longest-turn-${sales}`,
  size: `1 opening of ${sales} sales after a kill, the longest turn`,
  warmUps: 1,
  samples: sales > 100_000 ? 3 : 10,
  isLong: sales > 100_000,
  baselineName: 'opening it once it has been read whole',
  prepare: async () => {
    const file = fileIn(await oldTill(sales));
    const side = (laterFromBytes: number): Side => ({
      before: () => {
        // As if the file had not been closed.
        for (const note of ['.closed', '.unread']) rmSync(file + note, { force: true });
      },
      run: () =>
        longestTurnMs(() => {
          const { db, unlock } = must(openTillStore(tillFile(file), laterFromBytes));
          db.close();
          unlock();
          return Promise.resolve();
        }),
    });
    return { ours: side(largeBytes), baseline: side(Infinity) };
  },
});

const commit = (sales: number): BenchEntry => ({
  name: `age.commit-${sales}`,
  size: `1 sale of 2 lines after ${sales} others`,
  // Until both write-ahead logs have reached their size.
  warmUps: 1_500,
  samples: 2_000,
  isLong: sales > 100_000,
  baselineName: 'the same at a new till',
  prepare: async () => {
    const side = async (before: number) => {
      const db = must(openStore(fileIn(await oldTill(before))));
      let sale = sampleSale();
      const close = () => {
        // The others of this run find the till as old as it was.
        db.exec(`UPDATE sale SET state = 'confirmed' WHERE state = 'queued'`);
        db.close();
      };
      return {
        close,
        before: () => void (sale = sampleSale()),
        run: () => void commitSale(db, sale),
      };
    };
    const [ours, baseline] = [await side(sales), await side(1)];
    return {
      ...{ ours, baseline },
      cleanUp: () => {
        ours.close();
        baseline.close();
      },
    };
  },
});

const readAheadProgram = join(import.meta.dirname, '../../src-main/helper-process/rows-ahead.ts');

/** The baseline is the copy that SQLite makes of a file that is whole. */
const salvage = (sales: number): BenchEntry => ({
  name: `age.salvage-${sales}`,
  size: `1 damaged file of ${sales} sales and 1 backup`,
  warmUps: 0,
  samples: sales > 100_000 ? 1 : 3,
  isLong: sales > 100_000,
  baselineName: 'VACUUM INTO of the same file',
  prepare: async () => {
    const file = fileIn(await oldTill(sales));
    const folder = mkdtempSync(join(dirname(file), 'salvage-'));
    const rebuilt = join(folder, 'till.db');
    const copy = join(folder, 'copy.db');
    // Salvage never touches it.
    linkSync(file, join(folder, 'till.damaged-1.db'));
    mkdirSync(join(folder, 'backups'));
    for (const backup of listBackups(file))
      linkSync(backup, join(folder, 'backups', basename(backup)));
    return {
      ours: {
        before: () => rmSync(rebuilt, { force: true }),
        run: () => {
          const savedSales = rebuild({ ...tillFile(file), file: rebuilt, readAheadProgram });
          if (!savedSales.ok || savedSales.value < sales)
            throw new Error(JSON.stringify(savedSales));
        },
      },
      baseline: {
        before: () => rmSync(copy, { force: true }),
        run: () => {
          const db = must(openStore(file));
          db.prepare('VACUUM INTO ?').run(copy);
          db.close();
        },
      },
      cleanUp: () => rmSync(folder, { recursive: true }),
    };
  },
});

export const ageEntries: readonly BenchEntry[] = [100_000, 1_000_000].flatMap((sales) => [
  longestTurn(sales),
  commit(sales),
  salvage(sales),
]);
