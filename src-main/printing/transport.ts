// Sends bytes to a thermal printer, whichever way leads to it.
import { assertNever } from '../contract/errors.ts';
import type { Printer } from '../contract/printing.ts';
import { sendToDevice } from './device.ts';
import { type PrintOutcome, notSent, printed, unclear } from './outcome.ts';
import { defaultTcpTiming, sendByTcp } from './tcp.ts';
import { spawn } from 'node:child_process';

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

const detailCharacters = 200;

/** The longest text of the system's own words that is kept. */
export function sendToQueue(
  name: string,
  bytes: Uint8Array,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): Promise<PrintOutcome> {
  if (process.platform === 'win32') {
    return Promise.resolve(notSent({ code: 'printer_kind_not_offered' }));
  }
  if (signal.aborted) return Promise.resolve(notSent({ code: 'print_interrupted' }));
  return new Promise((resolve) => {
    const lp = spawn('lp', ['-d', name, '-o', 'raw', '-s'], {
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: idleMs,
      killSignal: 'SIGKILL',
      signal,
    });
    let errorText = '';
    lp.stderr.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(0, detailCharacters);
    });
    // The way in which `lp` ends tells of such errors.
    lp.stdin.on('error', () => undefined);
    lp.on('error', () => {
      resolve(lp.pid === undefined ? notSent({ code: 'no_printer' }) : interrupted);
    });
    lp.on('close', (code) => {
      if (code === 0) resolve(printed);
      else if (code === null) resolve(interrupted);
      else resolve(notSent({ code: 'print_failed', detail: errorText.trim() }));
    });
    lp.stdin.end(bytes);
  });
}

const interrupted = unclear({ code: 'print_unanswered' });
