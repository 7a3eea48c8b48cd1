// Prints on the printer that is set up: bytes on a thermal one, a page by the system's driver.
import type { Paper, Printer, Thermal } from '../contract/printing.ts';
import type { HiddenWindow } from '../receipt/output.ts';
import type { PrintOutcome } from './outcome.ts';
import { printByDriver } from './system-printer.ts';
import { sendBytes } from './transport.ts';

/** What is printed, for either kind of printer. */
export interface Printable {
  readonly bytes: (thermal: Thermal) => Uint8Array;
  readonly page: (paper: Paper) => string | Promise<string>;
}

export interface PrintOnOptions {
  readonly openHiddenWindow: () => HiddenWindow;
  /** The paper of the system's default printer, of which the till knows nothing. */
  readonly defaultPaper: Paper;
  /** How long a driver may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Null for the printer prints on the system's default one. */
export async function printOn(
  printer: Printer | null,
  { bytes, page }: Printable,
  { openHiddenWindow, defaultPaper, timeoutMs, signal }: PrintOnOptions,
): Promise<PrintOutcome> {
  if (printer && printer.kind !== 'system') {
    return sendBytes(printer, bytes(printer.thermal), signal);
  }
  const { name, paper } = printer ?? { name: null, paper: defaultPaper };
  return printByDriver(openHiddenWindow, await page(paper), { name, paper, timeoutMs, signal });
}
