// Says in words how long ago something was seen.
import type { Language } from '../../src-main/contract/languages.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Uses the largest unit of which it is at least one: "3 hours ago". Returns "now" below a minute,
 * or if a clock was set back.
 */
export function ageOf(language: Language, seenAtMs: number, nowMs: number): string {
  const ageMs = nowMs - seenAtMs;
  const [unit, unitMs] = units.find(([, ms]) => ageMs >= ms) ?? [];
  return unit === undefined
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
    : new Intl.RelativeTimeFormat(language).format(-Math.floor(ageMs / unitMs), unit);
}
