// What the till must know of a printer's language, and how it listens to a printer.
import type { PrintError } from '../../contract/print-jobs.ts';
import type { Drawer } from '../../contract/drawer.ts';
import type { CodePage } from '../../contract/printing.ts';
import type { Wire } from '../wire.ts';

export interface TcpTiming {
  readonly connectMs: number;
  /** A printer that has not answered a question after this time is mute. */
  readonly answerMs: number;
  /** The longest time without any progress. */
  readonly idleMs: number;
  /** How long the printer may take to print what it has, or to close the connection. */
  readonly settleMs: number;
}

/** Mute, fine, or what keeps the printer from printing. */
export type Condition = 'mute' | 'fine' | PrintError;

export interface PrinterDriver {
  /** The language's own number of each code page that it has. */
  readonly codePageNumbers: Readonly<Partial<Record<CodePage, number>>>;
  /** Feeds the paper to the knife and cuts it, leaving a point to tear. */
  readonly cut: readonly number[];
  /** True for printers that print nothing before a cut or a command to print. */
  readonly flushesUncut: boolean;
  readonly drawerKick: (drawer: Drawer) => Uint8Array;
  /** Returns what the printer says of itself before anything is sent. */
  readonly condition: (wire: Wire, timing: TcpTiming) => Promise<Condition>;
  /** Returns null once the printer has printed all; otherwise what went wrong. */
  readonly settled: (wire: Wire, timing: TcpTiming) => Promise<PrintError | null>;
}

/** How often a printer that has not finished the job is asked what keeps it. */
export const pollMs = 500;

export const whyNot = (wire: Wire): PrintError =>
  wire.isBroken ? { code: 'printer_broke_off' } : { code: 'printer_too_slow' };

/** Returns what the printer says, once it is enough or time is over; `wrong` if none says so. */
export async function listen<Heard extends { readonly rest: Uint8Array }>(
  wire: Wire,
  read: (bytes: Uint8Array) => Heard | undefined,
  isEnough: (heard: Heard) => boolean,
  timeoutMs: number,
): Promise<Heard | 'wrong' | undefined> {
  const answer: { heard?: Heard | 'wrong' } = {};
  await wire.until(() => {
    const heard = wire.take(read) ?? 'wrong';
    if (heard === 'wrong' || isEnough(heard)) answer.heard = heard;
    return answer.heard !== undefined || wire.hasEnded;
  }, timeoutMs);
  return answer.heard;
}
