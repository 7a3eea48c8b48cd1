// Finds out whether a receipt could be printed now: looks for the printer and asks how it is. It
// sends nothing that prints.
import { assertNever } from '../contract/errors.ts';
import type { PrintError } from '../contract/print-jobs.ts';
import type { Printer, SystemPrinter } from '../contract/printing.ts';
import { probeDevice } from './device.ts';
import { drivers } from './drivers/drivers.ts';
import type { TcpTiming } from './drivers/driver.ts';
import { defaultTcpTiming } from './tcp.ts';
import { Wire } from './wire.ts';

export interface DryRun {
  readonly error: PrintError | null;
  /** True if the printer is there and does not say how it is. */
  readonly isMute: boolean;
}

export interface DryRunOptions {
  readonly findPrinters: () => Promise<readonly SystemPrinter[]>;
  readonly signal: AbortSignal;
  readonly timing?: TcpTiming;
}

export async function tryPrinter(
  printer: Printer | null,
  { findPrinters, signal, timing = defaultTcpTiming }: DryRunOptions,
): Promise<DryRun> {
  switch (printer?.kind) {
    case undefined: {
      const isThere = (await findPrinters()).length > 0;
      return { error: isThere ? null : { code: 'no_printer' }, isMute: true };
    }
    case 'queue':
    case 'system': {
      if (printer.kind === 'queue' && process.platform === 'win32')
        return { error: { code: 'printer_kind_not_offered' }, isMute: true };
      const { name } = printer;
      const isThere = (await findPrinters()).some((found) => found.name === name);
      return { error: isThere ? null : { code: 'printer_missing', name }, isMute: true };
    }
    case 'device':
      return { error: await probeDevice(printer.file), isMute: true };
    case 'tcp': {
      const wire = await Wire.open(printer, { timeoutMs: timing.connectMs, signal });
      if (!(wire instanceof Wire))
        return { error: { code: 'printer_unreachable', reason: wire }, isMute: true };
      try {
        const condition = await drivers[printer.thermal.language].condition(wire, timing);
        const error = typeof condition === 'object' ? condition : null;
        return { error, isMute: condition === 'mute' };
      } finally {
        wire.close();
      }
    }
    default:
      return assertNever(printer);
  }
}
