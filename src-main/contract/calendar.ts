// Days as the service writes them (service-api, Conventions).

/**
 * Of a date `yyyy-mm-dd`, milliseconds since 1970 at its midnight in UTC; undefined where the
 * calendar has no such day: the 31st of February is not the 3rd of March.
 */
export function dayAtMs(date: string): number | undefined {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(`${date}T`);
  return isDay ? atMs : undefined;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day of this computer, as `yyyy-mm-dd`. */
export function localDay(atMs: number): string {
  const date = new Date(atMs);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits);
  return `${date.getFullYear()}-${month}-${day}`;
}
