// A small benchmark harness: each entry times something of ours and a baseline, interleaved in the
// same run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** Builds both sides anew; the folder is removed after them. */
  prepare(folder: string): Prepared | Promise<Prepared>;
}

export interface Prepared {
  readonly ours: Side;
  readonly baseline: Side;
  /** What each side uses while it is open, if that matters. */
  readonly memoryMiB?: () => Memory | Promise<Memory>;
  readonly cleanUp?: () => void | Promise<void>;
}

export interface Side {
  /** Prepares the next sample, and is not timed. */
  readonly before?: () => void | Promise<void>;
  /** One sample. Returns how long it took if that is not the time until it returns. */
  readonly run: (() => number | Promise<number>) | (() => void | Promise<void>);
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
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const sides = await entry.prepare(folder);
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
        await side.before?.();
        const startedAt = performance.now();
        const ownMs = await side.run();
        const tookMs = typeof ownMs === 'number' ? ownMs : performance.now() - startedAt;
        if (sample >= 0) times.push(tookMs);
      }
    }
    memoryMiB = await sides.memoryMiB?.();
  } finally {
    await sides.cleanUp?.();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
  const p50 = percentile(ours, 0.5);
  const baselineP50 = percentile(baseline, 0.5);
  return {
    name: entry.name,
    size: entry.size,
    samples: entry.samples,
    unit: 'ms',
    ...{ p50, p95: percentile(ours, 0.95), p99: percentile(ours, 0.99) },
    ...{ baseline: entry.baselineName, baselineP50 },
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
