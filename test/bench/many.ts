// Changing the price of every product at once: how long it takes, how long it holds up the main
// thread, and how long a scan takes meanwhile.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { Catalogue } from '../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../src-main/catalogue/import.ts';
import { ManyProducts } from '../../src-main/catalogue/many-products.ts';
import { CatalogueWriter } from '../../src-main/catalogue/writer.ts';
import { deedSchema, type Chosen } from '../../src-main/contract/many-products.ts';
import { startHelper } from '../helper-process.ts';
import { must } from '../must.ts';
import { percentile, type BenchEntry } from './harness.ts';
import { longestTurnMs } from './longest-turn.ts';
import { barcodes, products } from './products.ts';

const chosenProducts: Chosen = { kind: 'all', view: { text: '', group: null }, except: [] };
const deed = v.parse(deedSchema, {
  ...{ kind: 'price', direction: 'up', percent: 500, step: 'cent', way: 'nearest' },
});
const doer = { atMs: 7, by: null, approvedBy: null };

function open(count: number, folder: string) {
  const file = join(folder, 'catalogue.db');
  const newFile = join(folder, 'filling.db');
  const writer = new CatalogueWriter(newFile);
  for (const product of products(count)) writer.add(product);
  writer.finish(1);
  const { catalogue } = Catalogue.open(folder);
  must(catalogue.replaceWith(newFile));
  const imports = new CatalogueImport(startHelper, catalogue, folder);
  const many = new ManyProducts(startHelper, catalogue, imports);
  const change = async () => {
    const { previewId } = must(await many.preview(chosenProducts, deed));
    return must(await many.change(previewId, doer, () => undefined));
  };
  const undo = async (changeId: number) => {
    must(await many.undo(changeId, doer, () => undefined));
  };
  const cleanUp = () => catalogue.close();
  return { file, catalogue, change, undo, cleanUp };
}

/** One statement in a copy, in the asking thread. */
function plainUpdate(file: string, folder: string): void {
  const copy = join(folder, 'plain.db');
  copyFileSync(file, copy);
  const db = new Database(copy);
  db.pragma('journal_mode = OFF');
  db.exec('UPDATE product SET unit_price_micros = (unit_price_micros * 105 + 50) / 100');
  db.close();
  rmSync(copy);
}

const size = (count: number, samples: number) => ({
  ...{ warmUps: 0, samples, isLong: count > 100_000 },
});

const time = (count: number, samples: number): BenchEntry => ({
  name: `many.time-${count}`,
  size: `the price of ${count} products, looked at and changed`,
  ...size(count, samples),
  baselineName: 'one UPDATE of the price in a copy of the file',
  prepare: (folder) => {
    const { file, change, undo, cleanUp } = open(count, folder);
    let last: number | null = null;
    const before = async () => {
      if (last !== null) await undo(last);
      last = null;
    };
    return {
      ours: { before, run: async () => void (last = (await change()).changeId) },
      baseline: { run: () => plainUpdate(file, folder) },
      cleanUp,
    };
  },
});

/** The longest turn of the main thread. */
const turn = (count: number, samples: number): BenchEntry => ({
  name: `many.turn-${count}`,
  size: `the same and undoing it, the longest turn of the main thread`,
  ...size(count, samples),
  baselineName: 'one UPDATE of the price in the main thread',
  prepare: (folder) => {
    const { file, change, undo, cleanUp } = open(count, folder);
    const side = (work: () => Promise<void>) => ({ run: () => longestTurnMs(work) });
    return {
      ours: side(async () => {
        const { changeId } = await change();
        await delay(5);
        await undo(changeId);
      }),
      baseline: side(async () => {
        plainUpdate(file, folder);
        await delay(5);
      }),
      cleanUp,
    };
  },
});

/**
 * One sample is the 99th percentile of scans 5 ms apart, while prices change or nothing changes.
 */
const scan = (count: number, samples: number): BenchEntry => ({
  name: `many.scan-${count}`,
  size: `1 scan while ${count} prices change, of each run the 99th percentile`,
  ...size(count, samples),
  baselineName: 'the same while nothing is done',
  prepare: (folder) => {
    const { catalogue, change, undo, cleanUp } = open(count, folder);
    const codes = barcodes(count, 1000);
    const side = (work: () => Promise<void>) => ({
      run: async () => {
        const at = { scan: 0, isOver: false };
        const working = work().finally(() => {
          at.isOver = true;
        });
        const times: number[] = [];
        while (!at.isOver) {
          at.scan += 1;
          await delay(5);
          const startedAt = performance.now();
          if (!catalogue.byBarcode(codes[at.scan % codes.length] ?? ''))
            throw new Error('not found');
          times.push(performance.now() - startedAt);
        }
        await working;
        return percentile(times, 0.99);
      },
    });
    return {
      ours: side(async () => {
        await undo((await change()).changeId);
      }),
      baseline: side(() => delay(3_000)),
      cleanUp,
    };
  },
});

export const manyEntries: readonly BenchEntry[] = [
  time(100_000, 3),
  turn(100_000, 5),
  scan(100_000, 3),
  time(1_000_000, 2),
  turn(1_000_000, 2),
  scan(1_000_000, 2),
];
