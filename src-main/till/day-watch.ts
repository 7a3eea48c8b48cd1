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
  const { clock, ask, environment } = options;
  let hasTold = false;
  for (let waitMs = firstMs; ; waitMs = hourMs) {
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    const there = await ask();
    if (!there.ok || signal.aborted) continue;
    const differs = [-graceMs, 0, graceMs].every(
      (aside) => localDay(clock.nowMs() + aside) !== there.value,
    );
    if (differs && !hasTold) {
      const here = localDay(clock.nowMs());
      environment.notify({ code: 'day_differs', here, there: there.value });
    } else if (!differs && hasTold) environment.withdraw('day_differs');
    hasTold = differs;
  }
}
