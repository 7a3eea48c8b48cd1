// What happens in one run of the model: how the service behaves, and what the people and the
// computer do. All of it is drawn from one seed and is plain data, so that a schedule can be
// reduced and kept.
import { seeded, type Seeded } from '../seeded.ts';
import { serviceKinds, type ServiceKind, type Trouble } from './service-kinds.ts';

export type Act =
  | { readonly do: 'sell' }
  | { readonly do: 'end_program'; readonly forMs: number }
  /** The till's file becomes what it was, and is the same file to the system. */
  | { readonly do: 'put_file_back'; readonly byMs: number }
  | { readonly do: 'sleep'; readonly ms: number; readonly isCounted: boolean }
  | { readonly do: 'set_clock'; readonly byMs: number }
  | { readonly do: 'unplug'; readonly ms: number }
  | { readonly do: 'cancel' | 'correct' | 'send_again' | 'settle'; readonly sale: number }
  | { readonly do: 'try_now' | 'sign_in' | 'release' };

export interface Schedule {
  readonly seed: number;
  readonly kinds: readonly ServiceKind[];
  /** When the service does what its kind does at times. */
  readonly troubles: readonly Trouble[];
  /** In order. */
  readonly acts: readonly (Act & { readonly atMs: number })[];
}

const minuteMs = 60_000;

function act(random: Seeded, sales: number): Act {
  const sale = random.between(0, Math.max(0, sales - 1));
  const roll = random.next();
  if (roll < 0.12) return { do: 'cancel', sale };
  if (roll < 0.22) return { do: 'correct', sale };
  if (roll < 0.34) return { do: 'send_again', sale };
  if (roll < 0.46) return { do: 'settle', sale };
  if (roll < 0.6) return { do: random.pick(['try_now', 'try_now', 'sign_in', 'release']) };
  if (roll < 0.76) {
    return { do: 'end_program', forMs: random.pick([2_000, 5_000, 60_000, 12 * minuteMs]) };
  }
  if (roll < 0.79) return { do: 'put_file_back', byMs: random.between(1, 60) * minuteMs };
  if (roll < 0.87) {
    return { do: 'sleep', ms: random.between(1, 40) * minuteMs, isCounted: random.chance(0.5) };
  }
  if (roll < 0.93) {
    const byMs = random.pick([120_000, 3_600_000, 2 * 86_400_000]);
    return { do: 'set_clock', byMs: random.chance(0.5) ? byMs : -byMs };
  }
  return { do: 'unplug', ms: random.pick([3_000, 90_000, 8 * minuteMs, 25 * minuteMs]) };
}

export function makeSchedule(seed: number): Schedule {
  const random = seeded(seed);
  const kinds = [random.pick(serviceKinds)];
  if (random.chance(0.25)) kinds.push(random.pick(serviceKinds));
  const lengthMs = random.between(20, 180) * minuteMs;
  const troubles = Array.from({ length: random.between(0, 3) }, () => {
    const fromMs = random.between(0, lengthMs);
    const ms = random.pick([5_000, 2 * minuteMs, 8 * minuteMs, 20 * minuteMs, 70 * minuteMs]);
    return { fromMs, toMs: fromMs + ms };
  });
  const sales = random.between(2, 14);
  // Sales come in rushes.
  const rushes = Array.from({ length: random.between(1, 4) }, () => random.between(0, lengthMs));
  const acts: (Act & { readonly atMs: number })[] = [];
  for (let sale = 0; sale < sales; sale += 1) {
    const rushMs = rushes[random.between(0, rushes.length - 1)] ?? 0;
    const atMs = random.chance(0.5)
      ? random.between(0, lengthMs)
      : Math.min(lengthMs, rushMs + random.between(0, minuteMs));
    acts.push({ do: 'sell', atMs });
  }
  const others = random.chance(0.15) ? 0 : random.between(1, 9);
  for (let other = 0; other < others; other += 1) {
    acts.push({ ...act(random, sales), atMs: random.between(0, lengthMs) });
  }
  return { seed, kinds, troubles, acts: acts.toSorted((one, next) => one.atMs - next.atMs) };
}
