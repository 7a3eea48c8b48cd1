// Prints a receipt's page on one of the system's printers, with its driver, without asking. The
// system says whether it took the page, and sometimes says nothing.
import type { WebContentsPrintOptions } from 'electron';
import { after, systemClock } from '../clock.ts';
import type { SystemPrinter } from '../contract/printing.ts';
import type { Paper } from '../contract/printing.ts';
import { withReceipt, type HiddenWindow, type PageSize } from '../receipt/output.ts';
import { notSent, printed, unclear, type PrintOutcome } from './outcome.ts';

export interface SystemPrintOptions {
  /** Null for the system's default printer. */
  readonly name: string | null;
  readonly paper: Paper;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Returns in time, whatever the system does. The window is gone by then. */
export async function printByDriver(
  openHidden: () => HiddenWindow,
  page: string,
  { name, paper, timeoutMs, signal }: SystemPrintOptions,
): Promise<PrintOutcome> {
  const over = Promise.withResolvers<PrintOutcome>();
  const state = { isOver: false, isWithSystem: false };
  const giveUp = () => {
    state.isOver = true;
    over.resolve(
      state.isWithSystem
        ? unclear({ code: 'print_unanswered' })
        : notSent({ code: signal.aborted ? 'print_interrupted' : 'receipt_unavailable' }),
    );
  };
  if (signal.aborted) giveUp();
  const ended = new AbortController();
  after(systemClock, timeoutMs, ended.signal, giveUp);
  signal.addEventListener('abort', giveUp);
  const print = async (
    { webContents }: HiddenWindow,
    pageSize: PageSize,
  ): Promise<PrintOutcome> => {
    const printers = await webContents.getPrintersAsync();
    if (printers.length === 0) return notSent({ code: 'no_printer' });
    if (name !== null && !printers.some((printer) => printer.name === name)) {
      return notSent({ code: 'printer_missing', name });
    }
    const options: WebContentsPrintOptions = {
      silent: true,
      printBackground: true,
      // Without its own page size a receipt would come out on A4.
      pageSize,
      // On sheets the page's own margins hold, which any other choice would overrule.
      margins: { marginType: paper === 'A4' ? 'default' : 'none' },
      ...(name !== null && { deviceName: name }),
    };
    const { promise, resolve } = Promise.withResolvers<PrintOutcome>();
    // A job that was given up must not be printed after all.
    if (state.isOver) return over.promise;
    state.isWithSystem = true;
    webContents.print(options, (success, reason) => {
      if (success) resolve(printed);
      else
        resolve(cameBeforePrinting(reason) ? notSent(errorOf(reason)) : unclear(errorOf(reason)));
    });
    return promise;
  };
  try {
    return await withReceipt(openHidden, page, paper, print, over.promise);
  } finally {
    ended.abort();
    signal.removeEventListener('abort', giveUp);
  }
}

const errorOf = (reason: string) => ({ code: 'print_failed', detail: reason }) as const;

/** Returns whether Electron failed before it handed anything to a printer. */
const cameBeforePrinting = (reason: string): boolean =>
  /^(No printers available|Invalid deviceName|Failed to enumerate printers)/i.test(reason);

export async function findPrinters(
  openHidden: () => HiddenWindow,
): Promise<readonly SystemPrinter[]> {
  const window = openHidden();
  try {
    // Electron tells the printers of a page only.
    await window.loadPage('');
    const printers = await window.webContents.getPrintersAsync();
    return printers.map(({ name, displayName }) => ({ name, label: displayName || name }));
  } finally {
    window.destroy();
  }
}
