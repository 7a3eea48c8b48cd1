// Looks at sales whose life seems to have ended, but which may turn out to have one document too many: what the service
// does after the settling time cannot be prevented with this API, only detected.
import * as v from 'valibot';
import { saleStateSchema, type SaleEvent, type SaleState } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const minuteMs = 60_000;
/** From one look to the next, after the sale was confirmed or cancelled. */
const distancesMs = [5 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs] as const;

const integer = v.pipe(v.number(), v.safeInteger());
const laterLookRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  looks: integer,
});

export interface LaterLook {
  readonly reference: string;
  readonly state: SaleState;
  readonly looks: number;
  /** How many documents there should be. */
  readonly expected: 0 | 1;
}

/** After which event, and from how many attempts on, a document more than there should be may still turn up. */
const attemptsToDoubt: Readonly<Partial<Record<SaleEvent, number>>> = {
  accepted: 2,
  found: 2,
  cancelled: 1,
  refused: 1,
};

/** To be called for every step of a sale: plans its later looks, or ends them where they have lost their meaning. */
export function planLaterLooks(
  db: Store,
  reference: string,
  event: SaleEvent,
  nowMs: number,
): void {
  if (event === 'found_second' || event === 'corrected') endLaterLooks(db, reference);
  const enough = attemptsToDoubt[event];
  if (enough === undefined) return;
  prepared(
    db,
    `INSERT INTO later_look (sale_id, looks, due_at_ms)
     SELECT sale_id, 0, @dueAtMs FROM sale WHERE reference = @reference
       AND (SELECT count(*) FROM attempt WHERE attempt.sale_id = sale.sale_id) >= @enough
     ON CONFLICT (sale_id) DO NOTHING`,
  ).run({ reference, enough, dueAtMs: nowMs + distancesMs[0] });
}

export function dueLaterLook(db: Store, nowMs: number): LaterLook | undefined {
  const found = prepared(
    db,
    `SELECT reference, state, looks FROM later_look JOIN sale USING (sale_id)
     WHERE due_at_ms <= ? ORDER BY due_at_ms LIMIT 1`,
  ).get(nowMs);
  if (found === undefined) return undefined;
  const { reference, state, looks } = v.parse(laterLookRow, found);
  return { reference, state, looks, expected: state === 'confirmed' ? 1 : 0 };
}

export function nextLaterLookAtMs(db: Store): number | undefined {
  const at = prepared(db, 'SELECT min(due_at_ms) FROM later_look').pluck().get();
  return v.parse(v.nullable(integer), at) ?? undefined;
}

/** The look was complete and found what it should: the next one is planned, or this was the last. */
export function noteLaterLook(db: Store, { reference, looks }: LaterLook, nowMs: number): void {
  const distanceMs = distancesMs[looks + 1];
  if (distanceMs === undefined) endLaterLooks(db, reference);
  else setLaterLook(db, reference, looks + 1, nowMs + distanceMs);
}

/** The look failed, and is made again. */
export function postponeLaterLook(db: Store, { reference, looks }: LaterLook, nowMs: number): void {
  setLaterLook(db, reference, looks, nowMs + distancesMs[0]);
}

function endLaterLooks(db: Store, reference: string): void {
  prepared(
    db,
    'DELETE FROM later_look WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = ?)',
  ).run(reference);
}

function setLaterLook(db: Store, reference: string, looks: number, dueAtMs: number): void {
  prepared(
    db,
    `UPDATE later_look SET looks = ?, due_at_ms = ?
     WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = ?)`,
  ).run(looks, dueAtMs, reference);
}
