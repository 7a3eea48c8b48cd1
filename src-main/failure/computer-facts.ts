// What somebody who helps wants to know of the computer: plain facts for the report, each asked
// for a few seconds only.
import type { AppError } from '../contract/errors.ts';
import { inTime, type Clock } from '../clock.ts';
import { freeBytesOn } from '../store/free-space.ts';

/** Each fact is null if the system does not tell, or does not answer in time. */
export interface ComputerFacts {
  /** On the disk of the till's data. */
  readonly freeBytes: number | null;
  /** That the disk is failing or nearly full. */
  readonly diskSign: AppError | null;
  /** The names of the printers that the system knows. */
  readonly printers: readonly string[] | null;
  /** The key store, and on Linux its name. */
  readonly keyStore: string | null;
  /** The ways to the service, in the words of a PAC script. */
  readonly routes: string | null;
  /** The kind of the desktop's session, and the screens in their own pixels. */
  readonly display: string | null;
  /** How far the clock is ahead of the service's, if that would date a document wrongly. */
  readonly clockAheadMs: number | null;
}

export interface ComputerSources {
  /** The folder of the till's data. */
  readonly folder: string;
  readonly diskSign: () => AppError | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly printers: () => Promise<readonly string[]>;
  readonly keyStore: () => Promise<string>;
  /** Null if there is no service to ask for. */
  readonly routes: () => Promise<string | null>;
  readonly screens: () => readonly Screen[];
  readonly clockAheadMs: () => number | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is used of Electron's `Display`. */
interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly scaleFactor: number;
}

const patienceMs = 5_000;

export async function computerFacts(sources: ComputerSources): Promise<ComputerFacts> {
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

function displayOf(screens: readonly Screen[], env: ComputerSources['env']): string {
  const sizes = screens.map(({ size, scaleFactor }) => {
    const [width, height] = [size.width, size.height].map((side) => Math.round(side * scaleFactor));
    return `${String(width)} × ${String(height)} @ ${String(scaleFactor)}`;
  });
  return [env.XDG_SESSION_TYPE, ...sizes].filter(Boolean).join(', ');
}
