// What the till must know of a printer's language, and how it listens to one.
import type { PrintError } from '../../contract/print-jobs.ts';
import type { Drawer } from '../../contract/drawer.ts';
import type { CodePage } from '../../contract/printing.ts';
import type { Wire } from '../wire.ts';

export interface TcpTiming {
  readonly connectMs: number;
  /** A printer that has not answered a question by then is mute. */
  readonly answerMs: number;
  /** Without any progress. */
  readonly idleMs: number;
  /**
   * How long the printer may take to print what it has, or to close the connection once it has
   * taken all.
   */
  readonly settleMs: number;
}

/** Mute, fine, or what keeps it from printing. */
export type Condition = 'mute' | 'fine' | PrintError;

export interface PrinterDriver {
  /** The language's own number of each code page that it has. */
  readonly codePageNumbers: Readonly<Partial<Record<CodePage, number>>>;
  /** To the knife, and a cut that leaves a point to tear. */
  readonly cut: readonly number[];
  /** Some print nothing before a cut or a command that says so. */
  readonly flushesUncut: boolean;
  readonly drawerKick: (drawer: Drawer) => Uint8Array;
  /** What the printer says of itself before anything is sent. */
  readonly condition: (wire: Wire, timing: TcpTiming) => Promise<Condition>;
  /** Null once the printer has printed what it was sent; otherwise what went wrong on the way. */
  readonly settled: (wire: Wire, timing: TcpTiming) => Promise<PrintError | null>;
}

/** How often a printer that has not come to the end of the job is asked what keeps it. */
export const pollMs = 500;

export const whyNot = (wire: Wire): PrintError =>
  wire.isBroken ? { code: 'printer_broke_off' } : { code: 'printer_too_slow' };

/**
 * What the printer says, once it is enough or the time is over; `wrong` where no printer says it.
 */
export async function listen<Heard extends { readonly rest: Uint8Array }>(
  wire: Wire,
  read: (bytes: Uint8Array) => Heard | undefined,
  isEnough: (heard: Heard) => boolean,
  timeoutMs: number,
): Promise<Heard | 'wrong' | undefined> {
  const found: { heard?: Heard | 'wrong' } = {};
  await wire.until(() => {
    const heard = wire.take(read) ?? 'wrong';
    if (heard === 'wrong' || isEnough(heard)) found.heard = heard;
    return found.heard !== undefined || wire.hasEnded;
  }, timeoutMs);
  return found.heard;
}
