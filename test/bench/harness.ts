// A small benchmark harness: each entry times something of ours and a baseline, interleaved in the
// same run.
import { performance } from 'node:perf_hooks';

export interface BenchEntry {
  /** Dotted, the most general part first: `--only` selects by this prefix. */
  readonly name: string;
  /** The work of one sample in words: "1 sale of 12 lines". */
  readonly size: string;
  readonly warmUps: number;
  readonly samples: number;
  /** The baseline in words. */
  readonly baselineName: string;
  /** Takes many minutes, so it runs only on request. */
  readonly isLong?: boolean;
  /** Builds both sides anew. */
  prepare(): Promise<Prepared>;
}

export interface Prepared {
  readonly ours: Side;
  readonly baseline: Side;
  /** What each side uses while it is open, if that matters. */
  readonly memoryMiB?: () => Memory | Promise<Memory>;
  readonly cleanUp: () => void | Promise<void>;
}

export interface Side {
  /** Prepares the next sample, and is not timed. */
  readonly before: () => void | Promise<void>;
  /** One sample. */
  readonly run: () => void | Promise<void>;
  /**
   * How long the last sample took, if it began or ended in another process. Without it, `run` is
   * timed.
   */
  readonly tookMs?: () => number;
}

/** By what uses it. */
export type Memory = Readonly<Record<string, number>>;

export interface BenchRow {
  readonly name: string;
  readonly size: string;
  readonly samples: number;
  readonly unit: 'ms';
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly baseline: string;
  readonly baselineP50: number;
  readonly baselineP95: number;
  readonly baselineP99: number;
  /** Our rate divided by the baseline's, by medians: 1 is as fast, 0.5 takes twice as long. */
  readonly ratio: number;
  readonly memoryMiB?: Memory;
}

export async function measure(entry: BenchEntry): Promise<BenchRow> {
  const sides = await entry.prepare();
  let memoryMiB: Memory | undefined;
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (let sample = -entry.warmUps; sample < entry.samples; sample += 1) {
      // Alternately and in changing order, so that a machine that slows down slows both.
      const pair = [
        [ours, sides.ours],
        [baseline, sides.baseline],
      ] as const;
      for (const [times, side] of sample % 2 === 0 ? pair : pair.toReversed()) {
        await side.before();
        const startedAt = performance.now();
        await side.run();
        const tookMs = side.tookMs?.() ?? performance.now() - startedAt;
        if (sample >= 0) times.push(tookMs);
      }
    }
    memoryMiB = await sides.memoryMiB?.();
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
    p95: percentile(ours, 0.95),
    p99: percentile(ours, 0.99),
    baseline: entry.baselineName,
    baselineP50,
    baselineP95: percentile(baseline, 0.95),
    baselineP99: percentile(baseline, 0.99),
    ratio: baselineP50 / p50,
    ...(memoryMiB && { memoryMiB }),
  };
}

/** The nearest-rank percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('a percentile of nothing');
  return value;
}
