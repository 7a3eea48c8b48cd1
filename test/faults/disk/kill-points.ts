// Kills a till before and after every write, sync, truncation, creation, renaming and removal of
// each of its operations.
import { runEach } from '../many-histories.ts';
import { runInterposed } from './interposed.ts';
import { operations } from './operations.ts';
import { aligned, type Row } from '../lines.ts';

const atATime = 2;

export interface KillPointOptions {
  /** The name of the operation. */
  readonly name: string;
  readonly timesEach: number;
  readonly firstSeed: number;
  /**
   * The share of the boundaries: 1 for all of them; less is a sample that the first seed decides.
   */
  readonly share: number;
}

interface Killed {
  /** Before and after each change to the till's files. */
  readonly boundaries: number;
  readonly kills: number;
  /** Kills after which something that the till had said was missing. */
  readonly lost: number;
  /** Kills after which the file was damaged, or contradicted itself. */
  readonly broken: number;
}

export interface KilledOperation extends Killed {
  readonly name: string;
  /** Each with its seed and boundary. */
  readonly problems: readonly string[];
}

export interface KillPoints extends Killed {
  readonly operations: readonly KilledOperation[];
}

export async function killAt(options: KillPointOptions): Promise<KilledOperation> {
  const output = await runInterposed('kill-points-process.ts', options);
  return JSON.parse(output.toString()) as KilledOperation;
}

/** Kills at each boundary so many times, each time with other data. */
export async function killAtEveryBoundary(
  options: Omit<KillPointOptions, 'name'> & {
    readonly onProgress: (done: KilledOperation) => void;
  },
): Promise<KillPoints> {
  const { onProgress, ...each } = options;
  const done = await runEach(operations, atATime, async ({ name }) => {
    const operation = await killAt({ ...each, name });
    onProgress(operation);
    return operation;
  });
  const sum = (of: (operation: KilledOperation) => number) =>
    done.reduce((total, operation) => total + of(operation), 0);
  return {
    boundaries: sum(({ boundaries }) => boundaries),
    kills: sum(({ kills }) => kills),
    lost: sum(({ lost }) => lost),
    broken: sum(({ broken }) => broken),
    operations: done,
  };
}

export function summaryOfKillPoints(points: KillPoints): string {
  const rows: readonly Row[] = [
    ['boundaries', points.boundaries],
    ['kills', points.kills],
    ['lost', points.lost],
    ['broken', points.broken],
    ...points.operations.map(({ name, boundaries }): Row => [`boundaries: ${name}`, boundaries]),
  ];
  return aligned(rows);
}
