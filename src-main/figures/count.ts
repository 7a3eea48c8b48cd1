// Counts sales into the sums: the newest first, so that today is there at once, and then, step by
// step, whatever becomes of those that are counted. Each turn is one transaction.
import * as v from 'valibot';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { timeZone } from './local-time.ts';
import { fateOf, partsOf, type Counted, type Parts } from './parts-of-sale.ts';
import {
  firstSaleId,
  identityOf,
  lastSaleId,
  lastStepId,
  readSaleToCount,
  referenceOf,
  salesAfter,
  salesBefore,
  stepsAfter,
} from './sales-to-count.ts';
import { Tally } from './tally.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const progressRow = v.object({
  firstSaleId: integer,
  lastSaleId: integer,
  stepId: integer,
  identity: v.string(),
  timeZone: v.string(),
});
type Progress = v.InferOutput<typeof progressRow>;
type Place = Pick<Progress, 'firstSaleId' | 'lastSaleId' | 'stepId'>;

/** The number of sales counted between two looks at the clock. */
const atATime = 20;

/**
 * Counts for one turn of about that length. Returns whether more may follow. @throws SumsOfAnother
 * if what is counted is not of this file, of this moment of it, or of this time zone;
 * CountedUnreadable. After either, everything must be counted anew, in a new file.
 */
export function countSome(db: Store, sales: Store, longestMs: number): boolean {
  const untilMs = performance.now() + longestMs;
  return inTransaction(db, () => {
    const known = readProgress(db);
    if (known && !isOf(known, sales)) throw new SumsOfAnother('the sums are not of these sales');
    const place = known ?? firstPlace(sales);
    const tally = new Tally();
    const reached = countOn(db, sales, tally, place, untilMs);
    tally.write(db);
    keepProgress(db, sales, reached);
    return reached.mayFollow;
  });
}

function countOn(
  db: Store,
  sales: Store,
  tally: Tally,
  place: Place,
  untilMs: number,
): Place & { readonly mayFollow: boolean } {
  let { firstSaleId: first, lastSaleId: last, stepId } = place;
  for (;;) {
    const steps = stepsAfter(sales, stepId, atATime);
    for (const { saleId } of steps) {
      if (saleId >= first && saleId <= last) count(db, sales, tally, saleId);
    }
    stepId = steps.at(-1)?.stepId ?? stepId;
    const newer = salesAfter(sales, last, atATime);
    for (const saleId of newer) count(db, sales, tally, saleId);
    last = newer.at(-1) ?? last;
    // New sales come first, as they are what people look at.
    const older = steps.length + newer.length > 0 ? undefined : salesBefore(sales, first, atATime);
    for (const saleId of older ?? []) count(db, sales, tally, saleId);
    first = older?.at(-1) ?? first;
    const mayFollow = older === undefined || older.length === atATime;
    if (!mayFollow || performance.now() >= untilMs) {
      return { firstSaleId: first, lastSaleId: last, stepId, mayFollow };
    }
  }
}

const countedRow = v.object({
  fate: v.picklist(['open', 'confirmed', 'cancelled']),
  corrections: integer,
});

/** Counts the sale as it is now, in place of how it was counted. */
function count(db: Store, sales: Store, tally: Tally, saleId: number): void {
  const before: Counted | undefined = v.parse(
    v.optional(countedRow),
    prepared(db, 'SELECT fate, corrections FROM counted_sale WHERE sale_id = ?').get(saleId),
  );
  const sale = readSaleToCount(sales, saleId);
  if (!sale) {
    if (before) throw new CountedUnreadable(`sale ${saleId} was counted, and cannot be read`);
    noteUnreadable(db, saleId, referenceOf(sales, saleId));
    return;
  }
  const now: Counted = { fate: fateOf(sale.state), corrections: sale.versions.length - 1 };
  if (before?.fate === now.fate && before.corrections === now.corrections) return;
  const parts = partsOf(sale, now);
  const former: Parts | undefined = before && partsOf(sale, before);
  if (former) tally.add(former, -1);
  if (parts) tally.add(parts, 1);
  if (!parts && !former) return;
  prepared(
    db,
    `INSERT INTO counted_sale (sale_id, fate, corrections) VALUES (@saleId, @fate, @corrections)
     ON CONFLICT DO UPDATE SET fate = excluded.fate, corrections = excluded.corrections`,
  ).run({ saleId, ...now });
}

/** The sums are of another till, of another moment of its file, or of another time zone. */
export class SumsOfAnother extends Error {}

/**
 * A counted sale cannot be read any more, and how it was counted is lost with it. Only counting
 * anew leaves it out.
 */
export class CountedUnreadable extends Error {}

function noteUnreadable(db: Store, saleId: number, reference: string): void {
  prepared(
    db,
    `INSERT INTO unreadable_sale (sale_id, reference) VALUES (?, ?) ON CONFLICT DO NOTHING`,
  ).run(saleId, reference);
}

/**
 * Returns where counting begins. An older sale is counted as it is when its turn comes, so its
 * steps up to now are no news.
 */
function firstPlace(sales: Store): Place {
  const last = lastSaleId(sales);
  return { firstSaleId: last + 1, lastSaleId: last, stepId: lastStepId(sales) };
}

const isOf = ({ lastSaleId: last, stepId, ...known }: Progress, sales: Store): boolean =>
  known.timeZone === timeZone() && known.identity === identityOf(sales, last, stepId);

const readProgress = (db: Store): Progress | undefined =>
  v.parse(
    v.optional(progressRow),
    prepared(
      db,
      `SELECT first_sale_id AS firstSaleId, last_sale_id AS lastSaleId, step_id AS stepId,
         identity, time_zone AS timeZone FROM progress`,
    ).get(),
  );

function keepProgress(db: Store, sales: Store, reached: Place): void {
  const { firstSaleId: first, lastSaleId: last, stepId } = reached;
  prepared(
    db,
    `INSERT INTO progress (only_row, first_sale_id, last_sale_id, step_id, identity, time_zone)
     VALUES (1, @first, @last, @stepId, @identity, @timeZone)
     ON CONFLICT DO UPDATE SET first_sale_id = excluded.first_sale_id,
       last_sale_id = excluded.last_sale_id, step_id = excluded.step_id,
       identity = excluded.identity, time_zone = excluded.time_zone`,
  ).run({
    ...{ first, last, stepId, timeZone: timeZone() },
    identity: identityOf(sales, last, stepId),
  });
}

/** Returns how many of the sales are counted. Documents that are no sale are among them. */
export function coverageOf(
  db: Store,
  sales: Store,
): { readonly counted: number; readonly sales: number } {
  const known = readProgress(db);
  const all = Math.max(0, lastSaleId(sales) - Math.max(1, firstSaleId(sales)) + 1);
  return { counted: known ? Math.max(0, known.lastSaleId - known.firstSaleId + 1) : 0, sales: all };
}
