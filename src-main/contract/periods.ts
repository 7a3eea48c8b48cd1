// The spans of days that figures cover: a day, a week from Monday on, a month.
import { addDays, weekdayOf } from './calendar.ts';

export const periodKinds = ['day', 'week', 'month'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A span of days, from the first to the last of them, both as `yyyy-mm-dd`. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export function periodOf(kind: PeriodKind, date: string): Days {
  switch (kind) {
    case 'day':
      return { from: date, until: date };
    case 'week': {
      const from = addDays(date, -weekdayOf(date));
      return { from, until: addDays(from, 6) };
    }
    case 'month': {
      const from = `${date.slice(0, 8)}01`;
      return { from, until: addDays(firstOfNextMonth(from), -1) };
    }
  }
}

/** The 31st day after a 1st always lies in the next month. */
const firstOfNextMonth = (first: string): string => `${addDays(first, 31).slice(0, 8)}01`;

export const periodAfter = (kind: PeriodKind, { until }: Days): Days =>
  periodOf(kind, addDays(until, 1));
export const periodBefore = (kind: PeriodKind, { from }: Days): Days =>
  periodOf(kind, addDays(from, -1));

/** Returns so many periods, oldest first; the given one is the last. */
export function periodsUpTo(kind: PeriodKind, last: Days, number: number): readonly Days[] {
  const periods = [last];
  for (let span = last; periods.length < number; periods.unshift(span)) {
    span = periodBefore(kind, span);
  }
  return periods;
}

/**
 * Returns the periods that a period is compared with: the same weekday in the four weeks before,
 * the four weeks before, or the three months before.
 */
export function comparedWith(kind: PeriodKind, period: Days): readonly Days[] {
  if (kind === 'day') {
    return [28, 21, 14, 7].map((days) => periodOf('day', addDays(period.from, -days)));
  }
  return periodsUpTo(kind, periodBefore(kind, period), kind === 'week' ? 4 : 3);
}

export const daysIn = ({ from, until }: Days): readonly string[] => {
  const days = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
};

export const isIn = (day: string, { from, until }: Days): boolean => from <= day && day <= until;
