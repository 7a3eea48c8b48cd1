// Sends bytes to a thermal printer, whichever way leads to it.
import { assertNever } from '../contract/errors.ts';
import type { Printer } from '../contract/printing.ts';
import { sendToDevice } from './device.ts';
import { sendToQueue } from './raw-queue.ts';
import type { PrintOutcome } from './outcome.ts';
import { defaultTcpTiming, sendByTcp } from './tcp.ts';

/** A printer that is sent its own language, and does not go through the system's driver. */
export type ThermalPrinter = Extract<Printer, { readonly thermal: unknown }>;

/** Returns the printer if it is a thermal one. */
export const thermalOf = (printer: Printer | null): ThermalPrinter | null =>
  printer && printer.kind !== 'system' ? printer : null;

/** `wanted` aborts when something else waits for the printer. */
export function sendBytes(
  printer: ThermalPrinter,
  bytes: Uint8Array,
  signal: AbortSignal,
  wanted?: AbortSignal,
): Promise<PrintOutcome> {
  const { idleMs } = defaultTcpTiming;
  const { language } = printer.thermal;
  switch (printer.kind) {
    case 'tcp':
      return sendByTcp(printer, bytes, { language, timing: defaultTcpTiming, signal, wanted });
    case 'device':
      return sendToDevice(printer.file, bytes, { idleMs, signal });
    case 'queue':
      return sendToQueue(printer.name, bytes, { idleMs, signal });
    default:
      return assertNever(printer);
  }
}
