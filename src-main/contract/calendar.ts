// Days as the service writes them (service-api, Conventions).
import * as v from 'valibot';

/**
 * Returns milliseconds since 1970 at midnight UTC of a date `yyyy-mm-dd`; undefined if the calendar
 * has no such day: the 31st of February is not the 3rd of March.
 */
export function dayAtMs(date: string): number | undefined {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(`${date}T`);
  return isDay ? atMs : undefined;
}

/** A day of the calendar, as `yyyy-mm-dd`. */
export const daySchema = v.pipe(
  v.string(),
  v.check((date) => dayAtMs(date) !== undefined),
);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the day on this computer as `yyyy-mm-dd`. */
export function localDay(atMs: number): string {
  const date = new Date(atMs);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits);
  return `${date.getFullYear()}-${month}-${day}`;
}

/** Returns the time of day on this computer as `hh:mm`. */
export function localMinute(atMs: number): string {
  const date = new Date(atMs);
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':');
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the date (`yyyy-mm-dd`) so many days later, or earlier. @throws if it is no day. */
export const addDays = (date: string, days: number): string =>
  new Date(requiredDay(date) + days * dayMs).toISOString().slice(0, 10);

/** Returns 0 for Monday to 6 for Sunday. @throws if it is no day. */
export const weekdayOf = (date: string): number =>
  (new Date(requiredDay(date)).getUTCDay() + 6) % 7;

function requiredDay(date: string): number {
  const atMs = dayAtMs(date);
  if (atMs === undefined) throw new Error(`${date} is no day`);
  return atMs;
}
