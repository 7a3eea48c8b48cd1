// The calendar and the time of day in Lisbon, where the service's companies issue their documents.

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Lisbon',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Returns `date` as `yyyy-mm-dd` and `time` as `hh:mm:ss.ffffff` (service-api, Conventions). */
export function lisbonDateTime(instant: Date): { readonly date: string; readonly time: string } {
  const field = new Map(parts.formatToParts(instant).map((part) => [part.type, part.value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => field.get(type) ?? '';
  const microseconds = String(instant.getUTCMilliseconds() * 1000).padStart(6, '0');
  return {
    date: `${read('year')}-${read('month')}-${read('day')}`,
    time: `${read('hour')}:${read('minute')}:${read('second')}.${microseconds}`,
  };
}

/** Takes a date as `yyyy-mm-dd` and returns the same form. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}
