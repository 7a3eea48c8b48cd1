// What was decided at the till and is told by no sale's row.
import * as v from 'valibot';
import { notedSchema } from '../contract/exceptions.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import type { Store } from './open.ts';
import { inJson, integer, prepared } from './prepared.ts';
import { readWhole } from './readable-rows.ts';
import { rowsOf, type Which } from './which-rows.ts';

/** Who does something and when; `approvedBy` is the manager who allowed it. */
export interface Doing {
  readonly by: string;
  readonly approvedBy: string | null;
  readonly atMs: number;
}

const decisionRow = v.object({
  atMs: integer,
  /** Null if the till knew nobody's name. */
  by: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
  what: inJson(notedSchema),
});
export type Decision = Readonly<v.InferOutput<typeof decisionRow>>;

export function noteDecision(db: Store, { what, ...decision }: Decision): void {
  prepared(
    db,
    `INSERT INTO decision (at_ms, done_by, approved_by, what)
     VALUES (@atMs, @by, @approvedBy, @what)`,
  ).run({ ...decision, what: JSON.stringify(what) });
}

/** Returns the decisions, oldest first, without those that cannot be read. */
export function readDecisions(db: Store, which: Which): readonly Decision[] {
  const { where, bounds } = rowsOf(which, 'decisionId');
  return readWhole(
    db,
    decisionRow,
    `SELECT at_ms AS atMs, done_by AS by, approved_by AS approvedBy, what FROM decision
     WHERE ${where} ORDER BY at_ms, decision_id`,
    bounds,
  );
}

/** SQL for the decisions about the money of a sale, by its reference: a column needs a `+`. */
export const moneyDecisionsOf = (reference: string): string =>
  `decision INDEXED BY decision_of_money
   WHERE iif(json_valid(what), what ->> '$.sale', NULL) = ${reference}
     AND iif(json_valid(what), what ->> '$.kind', '') IN ('money_given_back', 'money_not_booked')`;

const movedRow = v.object({ movedCents: centsSchema });
type MoneyKind = 'money_given_back' | 'money_not_booked';

/** Returns the amounts that are noted for a sale's money, oldest first. */
export const readMoneyDecisions = (
  db: Store,
  reference: string,
  kind: MoneyKind,
): readonly Cents[] =>
  readWhole(
    db,
    movedRow,
    `SELECT what ->> '$.movedCents' AS movedCents FROM ${moneyDecisionsOf('@reference')}
       AND what ->> '$.kind' = @kind
     ORDER BY decision_id`,
    { reference, kind },
  ).map(({ movedCents }) => movedCents);
