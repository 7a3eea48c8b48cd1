// The page of figures on an old till, as a helper process reads it, compared with adding up the
// totals of the same year alone.
import { join } from 'node:path';
import { periodKinds } from '../../src-main/contract/periods.ts';
import { FiguresReader } from '../../src-main/figures/figures-reader.ts';
import { readFigures } from '../../src-main/figures/read-figures.ts';
import { openTillStore } from '../../src-main/store/open-or-rebuild.ts';
import { newInstallation } from '../../src-main/store/references.ts';
import { must } from '../must.ts';
import { seedSales } from '../seeded-sales.ts';
import { startHelper } from '../helper-process.ts';
import type { BenchEntry } from './harness.ts';

const binding = { serviceAddress: 'http://127.0.0.1:9', companyCode: 'B', tillCode: '1' };
const untilMs = new Date(2026, 10, 30, 17, 42).getTime();
const date = '2026-11-21';

function seeded(sales: number, folder: string) {
  const file = join(folder, 'till.db');
  const { db, unlock } = must(openTillStore({ file, binding, newInstallation, nowMs: Date.now() }));
  // 8,000 sales a month.
  seedSales(db, { sales, perDay: 274, untilMs });
  const documents = () => ({ kinds: [], lastSeenAtMs: null });
  const figures = new FiguresReader({ file, startHelper, documents });
  const cleanUp = async (): Promise<void> => {
    await figures.close();
    db.close();
    unlock();
  };
  return { db, figures, cleanUp };
}

const open = (sales: number): BenchEntry => ({
  name: `figures.month-${sales}`,
  size: `a month of 8,000 among ${sales} sales, with the start of its helper`,
  warmUps: 1,
  samples: 10,
  isLong: sales > 100_000,
  baselineName: 'the totals of its year alone, from the sales themselves',
  prepare: (folder) => {
    const { db, figures, cleanUp } = seeded(sales, folder);
    for (const period of periodKinds) {
      const beganMs = performance.now();
      readFigures(db, { period, date, nowMs: untilMs, products: 50 });
      const tookMs = performance.now() - beganMs;
      console.log(`figures.${period}-${sales} | ${tookMs.toFixed(0)} ms without a helper`);
    }
    const fromMs = new Date(2025, 11, 1).getTime();
    const sum = db.prepare(
      `SELECT sum(total_cents) FROM sale WHERE committed_at_ms >= ? AND state <> 'cancelled'
         AND content ->> '$.payment' IS NOT NULL`,
    );
    return {
      ours: {
        run: async () => {
          await figures.read({ period: 'month', date }, untilMs, 50);
        },
      },
      baseline: { run: () => void sum.get(fromMs) },
      cleanUp,
    };
  },
});

export const figureEntries: readonly BenchEntry[] = [open(10_000), open(100_000), open(1_000_000)];
