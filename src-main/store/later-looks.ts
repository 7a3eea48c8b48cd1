// Looks at sales whose life seems to have ended, but which may turn out to have one document too many: what the service
// does after the settling time cannot be prevented with this API, only detected.
import * as v from 'valibot';
import { saleStateSchema, type SaleEvent, type SaleState } from '../contract/outbox-states.ts';
import { evidenceSchema, type Evidence } from '../contract/sales.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const laterLookRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  looks: integer,
  since_ms: integer,
  last_evidence: v.pipe(v.string(), v.parseJson(), evidenceSchema),
});
const laterLookColumns = 'reference, state, looks, since_ms, last_evidence';

export interface LaterLook {
  readonly reference: string;
  readonly state: SaleState;
  /** How many have been made. */
  readonly looks: number;
  /** From when on the distance to this look counts. */
  readonly sinceMs: number;
  /** How many documents there should be; of a conflict, how many a person has been shown. */
  readonly expected: number;
}

/** After which event, and from how many attempts on, a document more than there should be may still turn up. */
const attemptsToDoubt: Readonly<Partial<Record<SaleEvent, number>>> = {
  accepted: 2,
  found: 2,
  cancelled: 1,
  refused: 1,
  found_second: 1,
  found_mismatch: 2,
};

/** To be called for every step of a sale: plans its later looks, or ends them where they have lost their meaning. */
export function planLaterLooks(
  db: Store,
  { reference, event, atMs }: { reference: string; event: SaleEvent; atMs: number },
  from: SaleState,
): void {
  // An alarm begins them anew, for what may come still later; a person who settles it has the last word.
  if (event === 'found_second' || event === 'corrected' || from === 'conflict') {
    endLaterLooks(db, reference);
  }
  const settledInDoubt =
    from === 'in_doubt' && (event === 'settled_confirmed' || event === 'settled_cancelled');
  const enough = settledInDoubt ? 1 : attemptsToDoubt[event];
  if (enough !== undefined) planLaterLook(db, reference, enough, atMs);
}

/** Whatever it has been through, it is looked at if it was sent at least so many times. */
export function planLaterLook(db: Store, reference: string, attempts: number, nowMs: number): void {
  prepared(
    db,
    `INSERT INTO later_look (sale_id, looks, since_ms)
     SELECT sale_id, 0, @nowMs FROM sale WHERE reference = @reference AND attempts >= @attempts
     ON CONFLICT (sale_id) DO NOTHING`,
  ).run({ reference, attempts, nowMs });
}

/** `distancesMs`: from one look to the next. */
export function dueLaterLook(
  db: Store,
  distancesMs: readonly number[],
  nowMs: number,
): LaterLook | undefined {
  for (const [looks, distanceMs] of distancesMs.entries()) {
    const found = prepared(
      db,
      `SELECT ${laterLookColumns} FROM later_look JOIN sale USING (sale_id)
       WHERE looks = ? AND since_ms <= ? ORDER BY since_ms LIMIT 1`,
    ).get(looks, nowMs - distanceMs);
    if (found !== undefined) return toLaterLook(found);
  }
  return undefined;
}

/** Every look that is still to be made, the ones that have waited longest first. */
export const plannedLaterLooks = (db: Store): readonly LaterLook[] =>
  prepared(
    db,
    `SELECT ${laterLookColumns} FROM later_look JOIN sale USING (sale_id)
     ORDER BY since_ms`,
  )
    .all()
    .map(toLaterLook);

function toLaterLook(row: unknown): LaterLook {
  const {
    reference,
    state,
    looks,
    since_ms: sinceMs,
    last_evidence: evidence,
  } = v.parse(laterLookRow, row);
  return { reference, state, looks, sinceMs, expected: expectedOf(state, evidence) };
}

function expectedOf(state: SaleState, evidence: Evidence): number {
  if (state === 'conflict' && evidence.kind === 'found') return evidence.documents.length;
  return state === 'confirmed' ? 1 : 0;
}

/** A look that is due, or is not due any more since the distances were shortened. */
export const isDue = (
  { looks, sinceMs }: LaterLook,
  distancesMs: readonly number[],
  nowMs: number,
): boolean => sinceMs + (distancesMs[looks] ?? 0) <= nowMs;

export function nextLaterLookAtMs(db: Store, distancesMs: readonly number[]): number {
  const times = distancesMs.map((distanceMs, looks) => {
    const since = prepared(db, 'SELECT min(since_ms) FROM later_look WHERE looks = ?')
      .pluck()
      .get(looks);
    return (v.parse(v.nullable(integer), since) ?? Infinity) + distanceMs;
  });
  return Math.min(Infinity, ...times);
}

/** A clock that was set back must not put the looks off. */
export function forgetFutureLooks(db: Store, nowMs: number): void {
  prepared(db, 'UPDATE later_look SET since_ms = @nowMs WHERE since_ms > @nowMs').run({ nowMs });
}

/** The look was complete and found what it should: the next one is planned, or this was the last. */
export function noteLaterLook(
  db: Store,
  { reference, looks }: LaterLook,
  distancesMs: readonly number[],
  nowMs: number,
): void {
  if (looks + 1 >= distancesMs.length) endLaterLooks(db, reference);
  else setLaterLook(db, reference, looks + 1, nowMs);
}

/** The look failed, and is made again after the shortest distance. */
export function postponeLaterLook(
  db: Store,
  { reference, looks }: LaterLook,
  distancesMs: readonly number[],
  nowMs: number,
): void {
  const [shortestMs = 0] = distancesMs;
  setLaterLook(db, reference, looks, nowMs + shortestMs - (distancesMs[looks] ?? shortestMs));
}

function endLaterLooks(db: Store, reference: string): void {
  prepared(
    db,
    'DELETE FROM later_look WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = ?)',
  ).run(reference);
}

function setLaterLook(db: Store, reference: string, looks: number, sinceMs: number): void {
  prepared(
    db,
    `UPDATE later_look SET looks = ?, since_ms = ?
     WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = ?)`,
  ).run(looks, sinceMs, reference);
}
