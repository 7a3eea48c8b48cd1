// Compares the day on this computer with the service's. Instants may agree where days do not: in
// another time zone than the shop's the till would date documents wrongly.
import type { Clock } from '../clock.ts';
import { localDay } from '../contract/calendar.ts';
import type { Result } from '../contract/errors.ts';
import type { TillEnvironment } from './environment.ts';

interface DayWatchOptions {
  readonly clock: Clock;
  /** Returns the service's day, `yyyy-mm-dd`. */
  readonly ask: () => Promise<Result<string>>;
  readonly environment: Pick<TillEnvironment, 'notify' | 'withdraw'>;
}

/** Leaves the start to what sells. */
const firstMs = 20_000;
const hourMs = 3_600_000;
/** Around midnight one clock may be there before the other. */
const graceMs = 300_000;

/** Asks every hour until the signal aborts, and tells once while the days differ. */
export async function watchDay(options: DayWatchOptions, signal: AbortSignal): Promise<void> {
  const { clock, ask } = options;
  let hasTold = false;
  await clock.sleep(firstMs, signal);
  while (!signal.aborted) {
    const there = await ask();
    if (there.ok) hasTold = tell(there.value, hasTold, options);
    await clock.sleep(hourMs, signal);
  }
}

/** Returns whether the days differ, of which somebody has then been told. */
function tell(there: string, hasTold: boolean, { clock, environment }: DayWatchOptions): boolean {
  const days = [0, -graceMs, graceMs].map((aside) => localDay(clock.nowMs() + aside));
  const [here = ''] = days;
  const differs = !days.includes(there);
  if (differs && !hasTold) environment.notify({ code: 'day_differs', here, there });
  else if (!differs && hasTold) environment.withdraw('day_differs');
  return differs;
}
