// The calendar and the time of day in Lisbon, where the service's companies issue their documents.

/** Swedish writes `yyyy-mm-dd hh:mm:ss`. */
const inLisbon = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns `date` as `yyyy-mm-dd` and `time` as `hh:mm:ss.ffffff` (service-api, Conventions). */
export function lisbonDateTime(instant: Date): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = inLisbon.format(instant).split(' ');
  const microseconds = String(instant.getUTCMilliseconds() * 1000).padStart(6, '0');
  return { date, time: `${time}.${microseconds}` };
}

/** Takes a date as `yyyy-mm-dd` and returns the same form. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}
