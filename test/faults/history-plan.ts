// Draws from a seed what happens in a history, step by step.
import type { OutboxTiming } from '../../src-main/outbox/timing.ts';
import { withDays } from './day-plan.ts';
import { documentedRefusal, htmlPage, type FaultLimits } from './fault.ts';
import type { Hiding } from './fault-proxy.ts';
import {
  soldNatures,
  type HistoryStep,
  type ListTrouble,
  type TillStep,
  type WorldStep,
} from './history-steps.ts';
import { poisons } from './poison.ts';
import { withMoreReturns, withReturns } from './return-plan.ts';
import { seeded, type Seeded } from './seeded.ts';
import { serviceTimeouts, settlingMs } from './times.ts';

/**
 * The kinds of history:
 * - `ordinary`: whatever the service does late, and whatever its lists hide, is over before the
 *   settling time is.
 * - `later_than_settling`: both may take longer, which can make duplicates that no till can
 *   prevent.
 * - `refused_unseen`: the service may answer a documented 400 for a document that it created, while
 *   its lists do not show that yet.
 * - `often_refused`: ordinary, with a service that refuses much of what it accepts at other times.
 * - `two_tills`: ordinary, with two tills of one shop at one service.
 * - `copied`: ordinary, and half-way the till goes on from a copy of its folder.
 * - `put_back`: ordinary, and half-way the till's folder becomes what it was some time ago, file by
 *   file.
 * - `poisoned`: some sales always fail because of a product, a customer or their size; at times
 *   everything is refused.
 * - `odd_lists`: the search lags or lies while the lists do not, or the other way round; small
 *   pages, rows without a reference, compressed pages, a service with a wrong clock.
 * - `mangled`: the service keeps other references than it was given, and finalizes late.
 * - `worked_off`: at times the service is down, and carries out what it took in once it is up
 *   again.
 */
export const historyKinds = [
  'ordinary',
  'later_than_settling',
  'refused_unseen',
  'often_refused',
  'two_tills',
  'copied',
  'put_back',
  'poisoned',
  'odd_lists',
  'mangled',
  'worked_off',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** The seed alone decides what is played. */
export const kindOf = (seed: number): HistoryKind =>
  historyKinds[Math.abs(seed) % historyKinds.length] ?? 'ordinary';

export const tillsOf = (kind: HistoryKind): number => (kind === 'two_tills' ? 2 : 1);

interface Lateness {
  readonly faults: FaultLimits;
  /** How long the lists hide a new document. */
  readonly hidingMs: readonly [shortest: number, longest: number];
  /**
   * The share of the occasions on which a lasting trouble begins. With few troubles the till sends
   * more. Lists that are always late would leave nothing to try with a service that commits late,
   * since a till measures the lag and waits longer.
   */
  readonly troubleShare: number;
  /** When audits run, by a till's clock. */
  readonly auditDelaysMs: OutboxTiming['auditDelaysMs'];
}

const inTime: Lateness = {
  faults: {
    lateShare: 0.25,
    tillTimeoutMs: serviceTimeouts.headersMs,
    lateMs: [serviceTimeouts.headersMs, 0.6 * settlingMs],
    refusalShare: 0,
    // The most credible wrong answer, so it comes more often than by chance.
    falseRefusalShare: 0.12,
    mangledShare: 0,
    draftShare: 0.03,
    draftMs: [20, 0.5 * settlingMs],
  },
  hidingMs: [20, settlingMs / 4],
  troubleShare: 1,
  auditDelaysMs: [200_000, 300_000, 700_000],
};
export const latenessOf: Readonly<Record<HistoryKind, Lateness>> = {
  ordinary: inTime,
  later_than_settling: {
    faults: { ...inTime.faults, lateShare: 0.6, lateMs: [2 * settlingMs, 4 * settlingMs] },
    hidingMs: [1.2 * settlingMs, 2 * settlingMs],
    troubleShare: 0.25,
    auditDelaysMs: inTime.auditDelaysMs,
  },
  refused_unseen: {
    ...inTime,
    faults: { ...inTime.faults, falseRefusalShare: 0.4 },
  },
  often_refused: { ...inTime, faults: { ...inTime.faults, lateShare: 0.1, refusalShare: 0.5 } },
  two_tills: inTime,
  copied: inTime,
  put_back: inTime,
  poisoned: inTime,
  odd_lists: { ...inTime, hidingMs: [20, 2 * settlingMs] },
  mangled: {
    ...inTime,
    faults: {
      ...inTime.faults,
      mangledShare: 0.25,
      draftShare: 0.4,
      draftMs: [20, 1.5 * settlingMs],
    },
  },
  worked_off: inTime,
};

const stepCount = 230;
const decisionCount = 12;
const puttingRightCount = 4;
/** How often a person's decision is the last thing that the program hears. */
const killedDecisionShare = 0.1;

export interface HistoryPlan {
  readonly steps: readonly HistoryStep[];
  /** Steps that make the service reachable again and show people what the trouble left to them. */
  readonly aftermath: readonly HistoryStep[];
  /** What people do once everything has ended, about sales that the service does not take. */
  readonly puttingRight: readonly HistoryStep[];
}

export function planHistory(kind: HistoryKind, seed: number): HistoryPlan {
  const random = seeded(seed);
  const steps = planSteps(kind, random);
  const aftermath = planDecisions(kind, random, decisionCount);
  const days = seeded(seed ^ 0xda75);
  const returns = seeded(seed ^ 0x7e70);
  const tills = tillsOf(kind);
  return {
    steps: withReturns(withDays(steps, tills, days), tills, returns),
    aftermath: withMoreReturns(withDays(aftermath, tills, days), tills, returns),
    puttingRight: planDecisions(kind, seeded(seed ^ 0x9147), puttingRightCount),
  };
}

function planSteps(kind: HistoryKind, random: Seeded): readonly HistoryStep[] {
  const steps: HistoryStep[] = [{ do: 'set_faults', share: random.between(3, 8) / 10 }];
  const endings = new Map<string, { readonly at: number; readonly step: WorldStep }>();
  const copiedAt = kind === 'copied' ? random.between(70, stepCount - 1) : undefined;
  const keptFrom = random.between(40, 100);
  const kept =
    kind === 'put_back' ? { from: keptFrom, until: keptFrom + random.between(20, 80) } : undefined;
  for (let at = 0; at < stepCount; at += 1) {
    if (at === kept?.from) steps.push({ do: 'keep_folder', till: 0 });
    if (at === kept?.until) steps.push({ do: 'put_back', till: 0 });
    if (at === copiedAt) {
      steps.push({ do: 'move_to_copy', how: random.pick(['kill', 'stop']), till: 0 });
    }
    for (const [name, ending] of endings) {
      if (ending.at > at) continue;
      steps.push(ending.step);
      endings.delete(name);
    }
    const draw = random.between(1, 1000);
    const tillStep = randomTillStep(random, draw, kind);
    if (tillStep) {
      const till = random.between(0, tillsOf(kind) - 1);
      // A person's decision must be on record in the end.
      const isLost = kept && at >= kept.from && at < kept.until && isDecision(tillStep);
      if (!isLost) steps.push({ ...tillStep, till });
      continue;
    }
    const [step, ending] =
      random.chance(troublesOf[kind] ? ownTroubleShare : 0) && draw > 341
        ? (troublesOf[kind]?.(random) ?? [waitStep(random)])
        : randomWorldStep(random, draw, latenessOf[kind]);
    if (endings.has(step.do)) continue;
    if (ending && !random.chance(latenessOf[kind].troubleShare)) continue;
    steps.push(step);
    if (ending) endings.set(step.do, { at: at + random.between(5, 40), step: ending });
  }
  return steps;
}

function planDecisions(kind: HistoryKind, random: Seeded, count: number): readonly HistoryStep[] {
  const steps: HistoryStep[] = [];
  for (let at = 0; at < count; at += 1) {
    const till = random.between(0, tillsOf(kind) - 1);
    const rarely = random.pick(['send_again', 'cancel', 'settle'] as const);
    const decision = random.chance(0.7) ? 'correct' : rarely;
    steps.push({ do: 'wait', ms: random.between(20, 150) });
    steps.push(
      decision === 'correct'
        ? { do: decision, lines: random.between(1, 5), till }
        : { do: decision, till },
    );
    if (random.chance(killedDecisionShare)) {
      steps.push({ do: 'kill', afterMs: random.between(0, 2), till });
    }
  }
  return steps;
}

const poisonShare = 0.06;

const isDecision = ({ do: what }: TillStep): boolean =>
  ['correct', 'send_again', 'cancel', 'settle'].includes(what);

/** `draw` is from 1 to 1000. Returns undefined if it stands for a step of the world. */
function randomTillStep(random: Seeded, draw: number, kind: HistoryKind): TillStep | undefined {
  if (draw <= 250) {
    const nature = random.pick(soldNatures);
    const lines = random.between(1, 5);
    const unknownProduct = random.chance(0.08);
    const isPoisoned = kind === 'poisoned' && random.chance(poisonShare);
    const poison = isPoisoned ? random.pick(poisons) : null;
    return { do: 'sell', nature: poison ? 'FS' : nature, lines, unknownProduct, poison };
  }
  if (draw <= 290) return { do: 'try_now' };
  if (draw <= 305) return { do: 'kill', afterMs: random.between(0, 30) };
  if (draw <= 309) return { do: 'restart' };
  if (draw <= 324) {
    return { do: 'set_clock', offsetMs: random.pick([1, -1]) * 2 ** random.between(4, 22) };
  }
  if (draw <= 330) return { do: 'correct', lines: random.between(1, 5) };
  if (draw <= 333) return { do: 'send_again' };
  if (draw <= 337) return { do: 'cancel' };
  if (draw <= 341) return { do: 'settle' };
  return undefined;
}

/** Returns a step, and for a trouble the step that ends it. */
function randomWorldStep(
  random: Seeded,
  draw: number,
  { hidingMs }: Lateness,
): readonly [WorldStep, WorldStep?] {
  if (draw <= 361) return [{ do: 'set_faults', share: random.between(2, 9) / 10 }];
  if (draw <= 369) return [{ do: 'unplug' }, { do: 'plug_in' }];
  if (draw <= 374) return [{ do: 'revoke_token' }, { do: 'renew_token' }];
  if (draw <= 392) {
    const forMs = random.between(...hidingMs);
    const from = random.pick(['search', 'scan', 'every_list'] as const);
    const hiding: Hiding = { forMs, from };
    return [{ do: 'hide_new', hiding }, { do: 'hide_no_more' }];
  }
  if (draw <= 407) {
    const answer = random.pick([
      { status: 500, body: '' },
      { status: 503, body: htmlPage },
      { status: 200, body: htmlPage },
      { status: 200, body: '{}' },
    ]);
    return [{ do: 'break_lists', ...answer }, { do: 'mend_lists' }];
  }
  return [waitStep(random)];
}

const waitStep = (random: Seeded): WorldStep => ({ do: 'wait', ms: random.between(0, 24) });

/** The share of the world's steps, in kinds that have troubles of their own. */
const ownTroubleShare = 0.04;

type DrawTrouble = (random: Seeded) => readonly [WorldStep, WorldStep?];

const troublesOf: Readonly<Partial<Record<HistoryKind, DrawTrouble>>> = {
  poisoned: (random) => [
    {
      do: 'refuse_all',
      ...random.pick([
        { status: 400, body: documentedRefusal },
        { status: 401, body: '' },
        { status: 403, body: '' },
        { status: 405, body: '' },
        { status: 500, body: htmlPage },
        { status: 429, body: '' },
      ]),
    },
    { do: 'refuse_no_more' },
  ],
  odd_lists: (random) => {
    if (random.chance(0.25)) {
      const aheadMs = random.pick([1, -1]) * random.between(2000, 90_000) * 1000;
      return [
        { do: 'set_date', aheadMs },
        { do: 'set_date', aheadMs: 0 },
      ];
    }
    const [troubles, calm] = random.pick<readonly [ListTrouble, ListTrouble]>([
      [{ searchLies: true }, { searchLies: false }],
      [{ searchFails: true }, { searchFails: false }],
      [{ scanFails: true }, { scanFails: false }],
      [{ searchHangs: true }, { searchHangs: false }],
      [{ mostPerPage: random.pick([60, 20, 7]) }, { mostPerPage: null }],
      [{ hasNullReferences: true }, { hasNullReferences: false }],
      [{ compresses: true }, { compresses: false }],
    ]);
    return [
      { do: 'trouble_lists', troubles },
      { do: 'untrouble_lists', troubles: calm },
    ];
  },
  worked_off: (random) => [
    { do: 'service_down', down: { answer: random.pick(['reset', 'silence', 'status_503']) } },
    { do: 'service_up' },
  ],
};
