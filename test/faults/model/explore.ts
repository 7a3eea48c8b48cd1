// Plays many schedules and sums them up; a schedule that fails is made as small as it can be while
// it still fails.
import { faultKinds, type Excuse, type Fault, type FaultKind, type Findings } from './judge.ts';
import { play, type Tried } from './play.ts';
import { makeSchedule, type Schedule } from './schedule.ts';

export interface Tally {
  schedules: number;
  sales: number;
  creations: number;
  doubled: number;
  doubledNoticed: number;
  longestHeldUpMs: number;
  readonly faults: Record<FaultKind, number>;
  readonly excused: Partial<Record<Excuse, number>>;
  /** The seeds of the first schedules that fail. */
  readonly falls: { readonly seed: number; readonly faults: readonly Fault[] }[];
}

const mostFalls = 40;

export const emptyTally = (): Tally => ({
  ...{ schedules: 0, sales: 0, creations: 0, doubled: 0, doubledNoticed: 0, longestHeldUpMs: 0 },
  faults: Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>,
  excused: {},
  falls: [],
});

function count(tally: Tally, seed: number, findings: Findings): void {
  tally.schedules += 1;
  tally.sales += findings.sales;
  tally.creations += findings.creations;
  tally.doubled += findings.doubled;
  tally.doubledNoticed += findings.doubledNoticed;
  tally.longestHeldUpMs = Math.max(tally.longestHeldUpMs, findings.longestHeldUpMs);
  for (const { kind } of findings.faults) tally.faults[kind] += 1;
  for (const excuse of findings.excused) tally.excused[excuse] = (tally.excused[excuse] ?? 0) + 1;
  if (findings.faults.length > 0 && tally.falls.length < mostFalls) {
    tally.falls.push({ seed, faults: findings.faults });
  }
}

export function added(one: Tally, other: Tally): Tally {
  const faults = { ...one.faults };
  for (const kind of faultKinds) faults[kind] += other.faults[kind];
  const excused = { ...one.excused };
  for (const [name, times] of Object.entries(other.excused)) {
    const excuse = name as Excuse;
    excused[excuse] = (excused[excuse] ?? 0) + times;
  }
  return {
    schedules: one.schedules + other.schedules,
    sales: one.sales + other.sales,
    creations: one.creations + other.creations,
    doubled: one.doubled + other.doubled,
    doubledNoticed: one.doubledNoticed + other.doubledNoticed,
    longestHeldUpMs: Math.max(one.longestHeldUpMs, other.longestHeldUpMs),
    ...{ faults, excused, falls: [...one.falls, ...other.falls].slice(0, mostFalls) },
  };
}

export function explore(firstSeed: number, schedules: number, tried?: Tried): Tally {
  const tally = emptyTally();
  for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
    count(tally, seed, play(makeSchedule(seed), tried));
  }
  return tally;
}

/** Leaves out everything that can be left out while the same kind of fault remains. */
export function shrink(schedule: Schedule, kind: FaultKind, rules?: Tried): Schedule {
  const falls = (tried: Schedule) => play(tried, rules).faults.some((fault) => fault.kind === kind);
  let smallest = schedule;
  for (let before = -1; before !== sizeOf(smallest);) {
    before = sizeOf(smallest);
    for (const part of ['acts', 'troubles', 'kinds'] as const) {
      for (let index = smallest[part].length - 1; index >= 0; index -= 1) {
        const tried = { ...smallest, [part]: smallest[part].toSpliced(index, 1) };
        if (falls(tried)) smallest = tried;
      }
    }
  }
  return smallest;
}

const sizeOf = ({ acts, troubles, kinds }: Schedule): number =>
  acts.length + troubles.length + kinds.length;
