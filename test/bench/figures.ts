// Opening the page of figures on an old till once its sums are made, compared with summing the same
// day from the sales; and the longest turn while the sums are made.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiguresQuery } from '../../src-main/contract/figures.ts';
import { SalesFigures } from '../../src-main/figures/sales-figures.ts';
import { openTillStore } from '../../src-main/store/open-till.ts';
import { newInstallation } from '../../src-main/store/references.ts';
import { furnishSales } from '../furnished-sales.ts';
import type { BenchEntry } from './harness.ts';
import { longestTurnMs } from './longest-turn.ts';

const binding = { serviceAddress: 'http://127.0.0.1:9', companyCode: 'B', tillCode: '1' };
const untilMs = new Date(2026, 10, 21, 17, 42).getTime();
const date = '2026-11-21';

function furnished(sales: number) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const file = join(folder, 'till.db');
  const store = openTillStore({ file, binding, newInstallation, nowMs: Date.now() });
  if (!store.ok) throw new Error(store.error.code);
  const { db, unlock } = store.value;
  furnishSales(db, { sales, perDay: 1_000, untilMs });
  const figures = SalesFigures.open({
    ...{ folder, sales: db, documents: () => ({ kinds: [], lastSeenAtMs: null }) },
    onProblem: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const cleanUp = (): void => {
    figures.close();
    db.close();
    unlock();
    rmSync(folder, { recursive: true });
  };
  return { db, figures, cleanUp };
}

/** Sums up in the background, as the till does. */
async function whenSummed(figures: SalesFigures): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { counted, sales } = figures.coverage;
    if (counted === sales) return;
  }
}

const kinds = ['day', 'week', 'month'] as const;

const open = (sales: number): BenchEntry => ({
  name: `figures.open-${sales}`,
  size: `the page of ${sales} sales, as an answer: a month, the dearest`,
  warmUps: 2,
  samples: 30,
  isLong: sales > 100_000,
  baselineName: 'the takings of that day alone, from the sales themselves',
  prepare: async () => {
    const { db, figures, cleanUp } = furnished(sales);
    const longestMs = await longestTurnMs(() => whenSummed(figures));
    console.log(`figures.turn-${sales} | longest turn while the sums are made: ${longestMs} ms`);
    for (const period of kinds) {
      const beganMs = performance.now();
      const query: FiguresQuery = { period, date };
      const bytes = JSON.stringify(figures.read(query, untilMs, 50)).length;
      console.log(`figures.${period}-${sales} | ${performance.now() - beganMs} ms, ${bytes} bytes`);
    }
    const fromMs = new Date(2026, 10, 21).getTime();
    const sum = db.prepare(
      `SELECT sum(total_cents) FROM sale WHERE committed_at_ms >= ? AND state <> 'cancelled'`,
    );
    const nothing = (): void => undefined;
    return {
      ours: {
        before: nothing,
        run: () => {
          figures.read({ period: 'month', date }, untilMs, 50);
        },
      },
      baseline: { before: nothing, run: () => void sum.get(fromMs) },
      cleanUp,
    };
  },
});

export const figureEntries: readonly BenchEntry[] = [open(10_000), open(1_000_000)];
