// Rehearses a drawer that does not agree: what a trainee finds in it, and whether it was counted,
// counted again and closed as it should be.
import { type Doing } from '../store/decisions.ts';
import {
  denominations,
  differenceOf,
  expectedCents,
  type CommittedCount,
  type Count,
} from '../contract/day.ts';
import type { DaySnapshot } from '../contract/day-report.ts';
import { addCents, cents, subtractCents, type Cents } from '../contract/money.ts';
import type { RehearsedDrawer } from '../contract/rehearsals.ts';
import { cashOf } from '../day/day-sums.ts';
import { openDay } from '../day/open-day.ts';
import { readDaySettings, writeDaySettings } from '../store/day-settings.ts';
import { readCounts } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readOpenShift } from '../store/shifts.ts';

/** The practice service's cash. */
const cashMethods = [1];

/** A hundred euros, with change for a morning. */
const float: Count = {
  pieces: [
    { denomination: 2000, pieces: 2 },
    { denomination: 1000, pieces: 2 },
    { denomination: 500, pieces: 4 },
    { denomination: 200, pieces: 5 },
    { denomination: 100, pieces: 6 },
    { denomination: 50, pieces: 4 },
    { denomination: 20, pieces: 6 },
    { denomination: 10, pieces: 8 },
  ],
  otherCents: cents(0),
};

/** The difference: a banknote that was given out for another. */
const wrongCents = cents(500);

/** Returns what a trainee finds: less than there should be, or more if that is too little. */
export const foundCents = (expected: Cents): Cents =>
  expected < wrongCents ? addCents(expected, wrongCents) : subtractCents(expected, wrongCents);

/** Returns the fewest notes and coins that make up the amount; none for zero or less. */
export function piecesOf(amountCents: Cents): Count['pieces'] {
  let restCents: number = amountCents;
  return denominations.flatMap((denomination) => {
    const pieces = Math.max(0, Math.floor(restCents / denomination));
    restCents -= pieces * denomination;
    return pieces === 0 ? [] : [{ denomination, pieces }];
  });
}

/** Begins to keep days if the shop keeps none, and opens a day if none is open. */
export function prepareDrawer(db: Store, doing: Doing): void {
  inTransaction(db, () => {
    const settings = readDaySettings(db);
    if (settings.mode === 'off') {
      const isCash = settings.cashMethods.length > 0 ? settings.cashMethods : cashMethods;
      writeDaySettings(db, { ...settings, mode: 'reminded', cashMethods: isCash });
    }
    if (!readOpenShift(db)) openDay(db, { by: 'counted', count: float }, doing);
  });
}

export const readRehearsedDrawer = (db: Store): RehearsedDrawer =>
  inTransaction(db, () => {
    const shift = readOpenShift(db);
    if (!shift) return { pieces: null, counts: 0 };
    const expected = expectedCents(cashOf(db, shift));
    return {
      pieces: piecesOf(foundCents(expected)),
      counts: countsOf(readCounts(db, shift.shiftId), expected),
    };
  });

/** Returns how many of the counts for the closing found what is in the drawer now. */
const countsOf = (counts: readonly CommittedCount[], expected: Cents): number =>
  counts.filter(
    ({ purpose, expectedCents: then, countedCents }) =>
      purpose === 'close' && then === expected && countedCents === foundCents(expected),
  ).length;

/**
 * Returns whether the drawer was counted twice as it is, nobody made it agree, and a note says what
 * is known of it. The closing itself sees to it that a manager allows what is beyond the limit.
 */
export function isRehearsedClosing({ cash }: DaySnapshot): boolean {
  const { count, counts, expectedCents: expected, note } = cash;
  if (!count || differenceOf(count) === 0 || note === '') return false;
  return count.countedCents === foundCents(expected) && countsOf(counts, expected) > 1;
}
