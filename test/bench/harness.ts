// A small benchmark harness: each entry times something of ours beside a baseline, interleaved in the same run.
import { performance } from 'node:perf_hooks';

export interface BenchEntry {
  /** Dotted, most general part first: `--only` picks by this prefix. */
  readonly name: string;
  /** What one sample works on, in words: "1 sale of 12 lines". */
  readonly size: string;
  readonly warmUps: number;
  readonly samples: number;
  /** What the baseline is, in words. */
  readonly baselineName: string;
  /** Builds both sides afresh. */
  prepare(): Promise<Prepared>;
}

export interface Prepared {
  readonly ours: Side;
  readonly baseline: Side;
  readonly cleanUp: () => void | Promise<void>;
}

export interface Side {
  /** Makes what the next sample works on, and is not timed. */
  readonly before: () => void;
  /** One sample. */
  readonly run: () => void | Promise<void>;
}

export interface BenchRow {
  readonly name: string;
  readonly size: string;
  readonly samples: number;
  readonly unit: 'ms';
  readonly p50: number;
  readonly p99: number;
  readonly baseline: string;
  readonly baselineP50: number;
  /** Rate of ours over rate of the baseline, by medians: 1 is as fast, 0.5 takes twice as long. */
  readonly ratio: number;
}

export async function measure(entry: BenchEntry): Promise<BenchRow> {
  const sides = await entry.prepare();
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (let sample = -entry.warmUps; sample < entry.samples; sample += 1) {
      // In turn, and in changing order, so that a machine that slows down slows both.
      const pair = [
        [ours, sides.ours],
        [baseline, sides.baseline],
      ] as const;
      for (const [times, side] of sample % 2 === 0 ? pair : pair.toReversed()) {
        side.before();
        const startedAt = performance.now();
        await side.run();
        if (sample >= 0) times.push(performance.now() - startedAt);
      }
    }
  } finally {
    await sides.cleanUp();
  }
  const p50 = percentile(ours, 0.5);
  const baselineP50 = percentile(baseline, 0.5);
  return {
    name: entry.name,
    size: entry.size,
    samples: entry.samples,
    unit: 'ms',
    p50,
    p99: percentile(ours, 0.99),
    baseline: entry.baselineName,
    baselineP50,
    ratio: baselineP50 / p50,
  };
}

/** The nearest-rank percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('a percentile of nothing');
  return value;
}
