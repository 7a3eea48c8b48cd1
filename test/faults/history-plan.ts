// What happens in a history, step by step, drawn from a seed.
import { htmlPage, type FaultLimits } from './fault.ts';
import type { Hiding } from './fault-proxy.ts';
import { seeded, type Seeded } from './seeded.ts';
import { outboxTiming, serviceTimeouts } from './times.ts';

/**
 * `ordinary`: whatever the service does late, and whatever its lists hide, is over before the settling time is.
 * `later_than_settling`: it carries requests out after that too, which can make duplicates that no till can prevent.
 * `refused_unseen`: it may answer a documented 400 for a document that it created, while its lists do not show that yet.
 */
export const historyKinds = ['ordinary', 'later_than_settling', 'refused_unseen'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export type HistoryStep =
  | { readonly do: 'sell'; readonly lines: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'try_now' }
  /** The share of creations to which something happens. */
  | { readonly do: 'set_faults'; readonly share: number }
  | { readonly do: 'unplug' }
  | { readonly do: 'plug_in' }
  | { readonly do: 'kill'; readonly afterMs: number }
  | { readonly do: 'restart' }
  | { readonly do: 'revoke_token' }
  | { readonly do: 'renew_token' }
  | { readonly do: 'hide_new'; readonly hiding: Hiding }
  | { readonly do: 'show_all' }
  | { readonly do: 'break_lists'; readonly status: number; readonly body: string }
  | { readonly do: 'mend_lists' }
  /** Sets the computer's clock, as its distance from the true time. */
  | { readonly do: 'set_clock'; readonly offsetMs: number };

const { settlingMs } = outboxTiming;
const longestHidingMs = settlingMs / 4;

const soon: FaultLimits = {
  lateShare: 0.15,
  tillTimeoutMs: serviceTimeouts.headersMs,
  lateMs: [serviceTimeouts.headersMs, settlingMs / 4],
};
export const faultLimits: Readonly<Record<HistoryKind, FaultLimits>> = {
  ordinary: soon,
  later_than_settling: { ...soon, lateShare: 0.4, lateMs: [1.5 * settlingMs, 3 * settlingMs] },
  refused_unseen: soon,
};

/** Whether the service showed what it was sent only when the till had to believe that it never would. */
export const isTooLate = (arrivedAtMs: number, shownAtMs: number): boolean =>
  shownAtMs - arrivedAtMs >= settlingMs;

const stepCount = 230;

export function planHistory(seed: number): readonly HistoryStep[] {
  const random = seeded(seed);
  const steps: HistoryStep[] = [{ do: 'set_faults', share: random.between(3, 8) / 10 }];
  const endings = new Map<HistoryStep['do'], { readonly at: number; readonly step: HistoryStep }>();
  for (let at = 0; at < stepCount; at += 1) {
    for (const [name, ending] of endings) {
      if (ending.at > at) continue;
      steps.push(ending.step);
      endings.delete(name);
    }
    const [step, ending] = randomStep(random);
    if (endings.has(step.do)) continue;
    steps.push(step);
    if (ending) endings.set(step.do, { at: at + random.between(5, 40), step: ending });
  }
  return steps;
}

/** A step, and for a trouble what ends it. */
function randomStep(random: Seeded): readonly [HistoryStep, HistoryStep?] {
  const draw = random.between(1, 1000);
  if (draw <= 250) return [{ do: 'sell', lines: random.between(1, 5) }];
  if (draw <= 860) return [{ do: 'wait', ms: random.between(0, 14) }];
  if (draw <= 900) return [{ do: 'try_now' }];
  if (draw <= 920) return [{ do: 'set_faults', share: random.between(2, 9) / 10 }];
  if (draw <= 935) return [{ do: 'kill', afterMs: random.between(0, 30) }];
  if (draw <= 939) return [{ do: 'restart' }];
  if (draw <= 947) return [{ do: 'unplug' }, { do: 'plug_in' }];
  if (draw <= 952) return [{ do: 'revoke_token' }, { do: 'renew_token' }];
  if (draw <= 970) {
    const forMs = random.between(20, longestHidingMs);
    const hiding: Hiding = { forMs, from: random.pick(['search', 'every_list']) };
    return [{ do: 'hide_new', hiding }, { do: 'show_all' }];
  }
  if (draw <= 985) {
    const answer = random.pick([
      { status: 500, body: '' },
      { status: 503, body: htmlPage },
      { status: 200, body: htmlPage },
      { status: 200, body: '{}' },
    ]);
    return [{ do: 'break_lists', ...answer }, { do: 'mend_lists' }];
  }
  return [{ do: 'set_clock', offsetMs: random.pick([1, -1]) * 2 ** random.between(4, 22) }];
}
