// What somebody who helps wants to know of the computer: plain facts for the report, each asked
// for a few seconds only.
import type { AppError } from '../contract/errors.ts';
import { inTime, type Clock } from '../clock.ts';
import { freeBytesOn } from '../store/free-space.ts';

export interface ComputerSources {
  /** The folder of the till's data. */
  readonly folder: string;
  /** That the disk is failing or nearly full. */
  readonly diskSign: () => AppError | null;
  readonly clock: Pick<Clock, 'sleep'>;
  /** The names of the printers that the system knows. */
  readonly printers: () => Promise<readonly string[]>;
  /** The key store, and on Linux its name. */
  readonly keyStore: () => Promise<string>;
  /** The ways to the service, in the words of a PAC script; null if there is none to ask for. */
  readonly routes: () => Promise<string | null>;
  readonly screens: () => readonly Screen[];
  /** How far the clock is ahead of the service's, if that would date a document wrongly. */
  readonly clockAheadMs: () => number | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is used of Electron's `Display`. */
interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly scaleFactor: number;
}

const patienceMs = 5_000;

/** Each fact is null if the system does not tell, or does not answer in time. */
export async function computerFacts(sources: ComputerSources) {
  const { clock, folder, diskSign, printers, keyStore, routes, screens } = sources;
  const { clockAheadMs, env } = sources;
  const fact = async <Value>(ask: () => Value | Promise<Value>): Promise<Value | null> => {
    // A system that fails to tell does not keep the report from being written.
    const answer = Promise.resolve()
      .then(ask)
      .catch(() => null);
    return (await inTime(clock, answer, patienceMs))?.answer ?? null;
  };
  const [freeBytes, named, store, way, display, aheadMs] = await Promise.all([
    fact(() => freeBytesOn(folder)),
    fact(printers),
    fact(keyStore),
    fact(routes),
    fact(() => displayOf(screens(), env)),
    fact(clockAheadMs),
  ]);
  return {
    ...{ freeBytes, printers: named, keyStore: store, routes: way, display },
    ...{ clockAheadMs: aheadMs, diskSign: diskSign() },
  };
}
export type ComputerFacts = Readonly<Awaited<ReturnType<typeof computerFacts>>>;

function displayOf(screens: readonly Screen[], env: ComputerSources['env']): string {
  const sizes = screens.map(({ size, scaleFactor }) => {
    const [width, height] = [size.width, size.height].map((side) => Math.round(side * scaleFactor));
    return `${String(width)} × ${String(height)} @ ${String(scaleFactor)}`;
  });
  return [env.XDG_SESSION_TYPE, ...sizes].filter(Boolean).join(', ');
}
