// How long closing a busy day takes on an old till, compared with the same day on a new one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultDaySettings, nothingTyped } from '../../src-main/contract/day.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import { zeroCents } from '../../src-main/contract/money.ts';
import { closeDay } from '../../src-main/day/close.ts';
import { commitCount, saveDraft } from '../../src-main/day/count.ts';
import { openDay } from '../../src-main/day/open-day.ts';
import { writeDaySettings } from '../../src-main/store/day-settings.ts';
import { openStore, type Store } from '../../src-main/store/open.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sellAll } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';

const salesADay = 3_000;
const options = { by: 'Inês', approvedBy: null, atMs: Date.now(), auditedAtMs: null, prints: null };

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** The till itself sells these; the others are copies of them. */
const soldByTheTill = 1_000;

/**
 * Adds old sales with their steps and indexes as the till makes them, but without the large parts
 * that are never read again: otherwise selling a million would take a quarter of an hour.
 */
function sellLongAgo(db: Store, sales: number): void {
  db.pragma('synchronous = off');
  const own = Math.min(sales, soldByTheTill);
  db.transaction(sellAll)(db, own);
  const columns = db
    .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('sale')")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'sale_id');
  const made: Readonly<Record<string, string>> = {
    reference: `printf('CF-TEST-%04d-%04d', (sale_id + @from) / 10000, (sale_id + @from) % 10000)`,
    cart_id: `'old ' || (sale_id + @from)`,
    ...{ document_id: 'document_id + @from', document: 'NULL', body: `X'7B7D'` },
  };
  const copySales = db.prepare(
    `INSERT INTO sale (sale_id, ${columns.join()}) SELECT sale_id + @from,
       ${columns.map((name) => made[name] ?? name).join()} FROM sale
     WHERE sale_id <= @own AND sale_id + @from <= @sales`,
  );
  const copySteps = db.prepare(
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     SELECT sale_id + @from, at_ms, event, state, evidence FROM sale_step
     WHERE sale_id <= @own AND sale_id + @from <= @sales`,
  );
  for (let from = own; from < sales; from += own) {
    db.transaction(() => {
      copySales.run({ from, own, sales });
      copySteps.run({ from, own, sales });
    })();
  }
  db.pragma('synchronous = full');
}

/** A till that sold so many before its days. */
function tillAfter(file: string, before: number): Side & { readonly close: () => void } {
  const db = must(openStore(file));
  bindTill(db, { serviceAddress: 'http://127.0.0.1:9', companyCode: 'B', tillCode: '1' }, 'TEST');
  writeDaySettings(db, { ...defaultDaySettings, mode: 'required', cashMethods: [1] });
  let sold = 0;
  const sell = (sales: number) => {
    db.pragma('synchronous = off');
    db.transaction(sellAll)(db, sales, sold);
    db.pragma('synchronous = full');
    sold += sales;
  };
  sellLongAgo(db, before);
  sold += before;
  let countId = 0;
  return {
    before: () => {
      must(openDay(db, { by: 'typed', cents: zeroCents }, options));
      sell(salesADay);
      must(saveDraft(db, nothingTyped));
      const count = { pieces: [], otherCents: zeroCents };
      ({ countId } = must(commitCount(db, { count, purpose: 'close' }, options)));
    },
    run: () => {
      must(closeDay(db, { countId, leftCents: zeroCents, note: '' }, options));
    },
    close: () => {
      db.close();
    },
  };
}

const closing = (before: number): BenchEntry => ({
  name: `day.close-after-${before}`,
  size: `1 closing of ${salesADay} sales after ${before}`,
  warmUps: 1,
  samples: 5,
  isLong: before > 100_000,
  baselineName: 'the same on a new till',
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
    const ours = tillAfter(join(folder, 'old.db'), before);
    const baseline = tillAfter(join(folder, 'new.db'), 0);
    return Promise.resolve({
      ...{ ours, baseline },
      cleanUp: () => {
        ours.close();
        baseline.close();
        rmSync(folder, { recursive: true });
      },
    });
  },
});

export const dayEntries: readonly BenchEntry[] = [closing(100_000), closing(1_000_000)];
