// The working day of a drawer: how the shop keeps it, what is counted, which cash moves in and out,
// and what should be in the drawer.
import * as v from 'valibot';
import { lineSchema } from './one-line.ts';
import {
  addCents,
  cents,
  centsSchema,
  parseDecimal,
  subtractCents,
  sumCents,
  type Cents,
} from './money.ts';

/** `off`: nobody is asked. `reminded`: by a notice. `required`: no sale without an open day. */
export const dayModes = ['off', 'reminded', 'required'] as const;
export type DayMode = (typeof dayModes)[number];

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const notNegative = v.pipe(centsSchema, v.minValue(cents(0)));
/** The most that a drawer can hold; the bound keeps sums of many exact. */
export const mostInDrawerCents = cents(99_999_999);
export const amountSchema = v.pipe(notNegative, v.maxValue(mostInDrawerCents));

export const daySettingsSchema = v.strictObject({
  mode: v.picklist(dayModes),
  /** The payment methods that put money into the drawer. */
  cashMethods: v.pipe(v.array(identifier), v.maxLength(20)),
  /** A larger difference, more or less, needs a manager. */
  differenceLimitCents: amountSchema,
  /** Whether the Z report is printed when the day is closed. */
  printsZ: v.boolean(),
});
export type DaySettings = v.InferOutput<typeof daySettingsSchema>;

export const defaultDaySettings: DaySettings = {
  mode: 'off',
  cashMethods: [],
  differenceLimitCents: cents(500),
  printsZ: true,
};

/** Notes and coins in cents, in the order of counting; all else is "other". */
export const denominations = [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;
export type Denomination = (typeof denominations)[number];

export const countSchema = v.strictObject({
  pieces: v.pipe(
    v.array(
      v.strictObject({
        denomination: v.picklist(denominations),
        pieces: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(99_999)),
      }),
    ),
    v.maxLength(denominations.length),
    v.check((all) => new Set(all.map(({ denomination }) => denomination)).size === all.length),
  ),
  /** Larger notes, and whatever else is money. */
  otherCents: amountSchema,
});
export type Count = v.InferOutput<typeof countSchema>;

export const countedCents = ({ pieces, otherCents }: Count): Cents =>
  addCents(otherCents, ...pieces.map((one) => cents(one.denomination * one.pieces)));

/** What a person has typed of a count so far: pieces of each denomination, and the other amount. */
export const typedCountSchema = v.strictObject({
  pieces: v.pipe(
    v.array(
      v.strictObject({
        denomination: v.picklist(denominations),
        text: v.pipe(v.string(), v.maxLength(12)),
      }),
    ),
    v.maxLength(denominations.length),
  ),
  other: v.pipe(v.string(), v.maxLength(16)),
});
export type TypedCount = v.InferOutput<typeof typedCountSchema>;
export const nothingTyped: TypedCount = { pieces: [], other: '' };

/** Returns undefined if a text is no number, or no amount; an empty text counts as zero. */
export function readTyped({ pieces, other }: TypedCount): Count | undefined {
  const read = pieces.map(({ denomination, text }) => ({
    denomination,
    pieces: text.trim() === '' ? 0 : parseDecimal(text, 0),
  }));
  const otherCents = other.trim() === '' ? 0 : parseDecimal(other, 2);
  const parsed = v.safeParse(countSchema, {
    pieces: read.filter((one) => one.pieces !== 0),
    otherCents,
  });
  return parsed.success ? parsed.output : undefined;
}

export const floatSchema = v.variant('by', [
  v.strictObject({ by: v.literal('typed'), cents: amountSchema }),
  v.strictObject({ by: v.literal('counted'), count: countSchema }),
]);
export type Float = v.InferOutput<typeof floatSchema>;

export const floatCents = (float: Float): Cents =>
  float.by === 'typed' ? float.cents : countedCents(float.count);

export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

/** The reasons that a person may give; the till itself gives the others. */
export const givenReasons = ['safe', 'supplier', 'change', 'other'] as const;
/** `sale`: money of a cancelled or corrected sale. `reversal`: takes back another movement. */
export const movementReasons = [...givenReasons, 'sale', 'reversal'] as const;
export type MovementReason = (typeof movementReasons)[number];

export const newMovementSchema = v.pipe(
  v.strictObject({
    direction: v.picklist(directions),
    amountCents: v.pipe(amountSchema, v.minValue(cents(1))),
    reason: v.picklist(givenReasons),
    note: lineSchema(120),
  }),
  v.check(({ reason, note }) => reason !== 'other' || note !== ''),
);
export type NewMovement = v.InferOutput<typeof newMovementSchema>;

export const movementSchema = v.object({
  movementId: identifier,
  atMs: v.pipe(v.number(), v.safeInteger()),
  direction: v.picklist(directions),
  amountCents: centsSchema,
  reason: v.picklist(movementReasons),
  note: v.string(),
  by: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
  /** The reference of the sale whose money it is. */
  reference: v.nullable(v.string()),
  /** The movement that it takes back. */
  reverses: v.nullable(identifier),
});
export type CashMovement = v.InferOutput<typeof movementSchema>;

/** What the drawer holds of a sale. */
export interface HeldMoney {
  readonly heldCents: Cents;
  /** If no day is open, money that a decision moves is in no day's books. */
  readonly isDayOpen: boolean;
}

/** How many sales or documents, and what they come to. */
export const sumSchema = v.object({
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  totalCents: centsSchema,
});
export type Sum = v.InferOutput<typeof sumSchema>;

export const sumOf = (amounts: readonly Cents[]): Sum => ({
  count: amounts.length,
  totalCents: sumCents(amounts),
});

export interface CashSums {
  readonly floatCents: Cents;
  /** Cash sales as they were paid: what becomes of a sale later moves cash in or out. */
  readonly sales: Sum;
  /** What returns gave back in cash; never below zero. */
  readonly returned: Sum;
  readonly in: Sum;
  readonly out: Sum;
}

/** Returns what must be in the drawer: the one rule of the day. */
export const expectedCents = (sums: CashSums): Cents =>
  subtractCents(
    addCents(sums.floatCents, sums.sales.totalCents, sums.in.totalCents),
    addCents(sums.returned.totalCents, sums.out.totalCents),
  );

export const movedSum = (movements: readonly CashMovement[], direction: Direction): Sum =>
  sumOf(
    movements
      .filter((movement) => movement.direction === direction)
      .map(({ amountCents }) => amountCents),
  );

/** `close`: the day may be closed with it. `handover`: the drawer goes on to somebody else. */
export const countPurposes = ['close', 'handover'] as const;
export type CountPurpose = (typeof countPurposes)[number];

export const committedCountSchema = v.object({
  countId: identifier,
  atMs: v.pipe(v.number(), v.safeInteger()),
  purpose: v.picklist(countPurposes),
  by: v.nullable(v.string()),
  count: countSchema,
  countedCents: centsSchema,
  expectedCents: centsSchema,
});
export type CommittedCount = v.InferOutput<typeof committedCountSchema>;

/** Positive if the float is more than the last closing left; null if that is not known. */
export const floatDifference = (float: Cents, leftBeforeCents: Cents | null): Cents | null =>
  leftBeforeCents === null ? null : subtractCents(float, leftBeforeCents);

/** Positive if there is more than there should be. */
export const differenceOf = (
  count: Pick<CommittedCount, 'countedCents' | 'expectedCents'>,
): Cents => subtractCents(count.countedCents, count.expectedCents);

export const isBeyond = (differenceCents: Cents, limitCents: Cents): boolean =>
  Math.abs(differenceCents) > limitCents;

export const closingSchema = v.strictObject({
  /** The count that the day is closed with; no cash has moved since. */
  countId: identifier,
  leftCents: amountSchema,
  note: lineSchema(200),
});
export type Closing = v.InferOutput<typeof closingSchema>;

/** An invoice is due by the fifth working day after the sale (CIVA, article 36). */
const lastWorkingDay = 5;
/** How many working days after a sale a person is told, so that there is time to act. */
const tellFrom = 3;

/** Counts the Mondays to Fridays begun since, at most five: the till knows no holidays. */
export function workingDaysSince(fromMs: number, untilMs: number): number {
  const from = new Date(fromMs);
  let workingDays = 0;
  for (let day = 1; workingDays < lastWorkingDay; day += 1) {
    const next = new Date(from.getFullYear(), from.getMonth(), from.getDate() + day);
    if (next.getTime() > untilMs) break;
    if (next.getDay() !== 0 && next.getDay() !== 6) workingDays += 1;
  }
  return workingDays;
}

export const nearsLastWorkingDay = (madeAtMs: number, nowMs: number): boolean =>
  workingDaysSince(madeAtMs, nowMs) >= tellFrom;
