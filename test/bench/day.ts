// How long closing a busy day takes on an old till, compared with the same day on a new one.
import { join } from 'node:path';
import { defaultDaySettings, nothingTyped } from '../../src-main/contract/day.ts';
import { zeroCents } from '../../src-main/contract/money.ts';
import { closeDay, commitCount, saveDraft } from '../../src-main/day/close.ts';
import { openDay } from '../../src-main/day/open-day.ts';
import { writeDaySettings } from '../../src-main/store/day-settings.ts';
import { openStore } from '../../src-main/store/open.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { must } from '../must.ts';
import { sellAll, sellLongAgo } from './long-ago.ts';
import type { BenchEntry, Side } from './harness.ts';

const salesADay = 3_000;
const options = { by: 'Inês', approvedBy: null, atMs: Date.now(), auditedAtMs: null, prints: null };

/** A till that sold so many before its days. */
function tillAfter(file: string, before: number): Side & { readonly close: () => void } {
  const db = must(openStore(file));
  bindTill(db, { serviceAddress: 'http://127.0.0.1:9', companyCode: 'B', tillCode: '1' }, 'TEST');
  writeDaySettings(db, { ...defaultDaySettings, mode: 'required', cashMethods: [1] });
  let soldCount = 0;
  const sell = (sales: number) => {
    db.pragma('synchronous = off');
    db.transaction(sellAll)(db, sales, soldCount);
    db.pragma('synchronous = full');
    soldCount += sales;
  };
  sellLongAgo(db, before);
  soldCount += before;
  let countId = 0;
  return {
    before: () => {
      must(openDay(db, { by: 'typed', cents: zeroCents }, options));
      sell(salesADay);
      must(saveDraft(db, nothingTyped));
      const count = { pieces: [], otherCents: zeroCents };
      ({ countId } = must(commitCount(db, { count, purpose: 'close' }, options)));
    },
    run: () => void must(closeDay(db, { countId, leftCents: zeroCents, note: '' }, options)),
    close: () => void db.close(),
  };
}

const closing = (before: number): BenchEntry => ({
  name: `day.close-after-${before}`,
  size: `1 closing of ${salesADay} sales after ${before}`,
  warmUps: 1,
  samples: 5,
  isLong: before > 100_000,
  baselineName: 'the same on a new till',
  prepare: (folder) => {
    const ours = tillAfter(join(folder, 'old.db'), before);
    const baseline = tillAfter(join(folder, 'new.db'), 0);
    return {
      ...{ ours, baseline },
      cleanUp: () => {
        ours.close();
        baseline.close();
      },
    };
  },
});

export const dayEntries: readonly BenchEntry[] = [closing(100_000), closing(1_000_000)];
