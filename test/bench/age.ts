// How long opening an old till's file holds up the program, compared with opening it in one turn:
// after a crash, when the file is read whole.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTillStore } from '../../src-main/store/open-till.ts';
import { largeBytes } from '../../src-main/store/read-first.ts';
import { newInstallation } from '../../src-main/store/references.ts';
import { startHelper } from '../helper-process.ts';
import { sellAll } from './app-till.ts';
import type { BenchEntry } from './harness.ts';
import { longestTurnMs } from './longest-turn.ts';

const binding = { serviceAddress: 'http://127.0.0.1:9', companyCode: 'B', tillCode: '1' };

function opened(file: string, checked?: string) {
  const store = openTillStore({ file, binding, newInstallation, nowMs: Date.now() }, checked);
  if (!store.ok) throw new Error(store.error.code);
  const { db, unlock } = store.value;
  const close = (): void => {
    db.close();
    unlock();
  };
  return { db, close };
}

const fail = (error: unknown): never => {
  throw error;
};

const longestTurn = (sales: number): BenchEntry => ({
  name: `age.longest-turn-${sales}`,
  size: `1 opening of ${sales} sales, the longest turn`,
  warmUps: 1,
  samples: sales > 100_000 ? 3 : 10,
  isLong: sales > 100_000,
  baselineName: 'opening it without a thread',
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
    const file = join(folder, 'till.db');
    const { db, close } = opened(file);
    db.pragma('synchronous = off');
    db.transaction(sellAll)(db, sales);
    close();
    const side = (check: () => Promise<string | undefined>) => {
      let tookMs = 0;
      return {
        before: () => {
          // As if the file had not been closed.
          rmSync(`${file}.closed`, { force: true });
        },
        run: async () => {
          tookMs = await longestTurnMs(async () => {
            opened(file, await check()).close();
          });
        },
        tookMs: () => tookMs,
      };
    };
    return Promise.resolve({
      ours: side(() => checkEarly(startHelper, file, Date.now(), fail)),
      baseline: side(() => Promise.resolve(undefined)),
      cleanUp: () => {
        rmSync(folder, { recursive: true });
      },
    });
  },
});

export const ageEntries: readonly BenchEntry[] = [longestTurn(100_000), longestTurn(1_000_000)];
