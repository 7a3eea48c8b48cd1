// Sends bytes to a thermal printer, whichever way leads to it.
import { assertNever, codeOf } from '../contract/errors.ts';
import type { Printer, PrinterLanguage } from '../contract/printing.ts';
import { type PrintOutcome, notSent, printed, unclear } from './outcome.ts';
import { spawn } from 'node:child_process';
import { whyNot, type TcpTiming } from './drivers/driver.ts';
import { drivers } from './drivers/drivers.ts';
import { Wire } from './wire.ts';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import type { PrintError } from '../contract/print-jobs.ts';

/** A printer that is sent its own language, and does not go through the system's driver. */
export type ThermalPrinter = Extract<Printer, { readonly thermal: unknown }>;

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

/** The longest text of the system's own words that is kept. */
const detailCharacters = 200;

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

// Sends bytes to a thermal printer over TCP. The printer is asked how it is before anything is
// sent, and again afterwards. Many are mute, and print all the same.

export const defaultTcpTiming: TcpTiming = {
  connectMs: 3_000,
  answerMs: 300,
  idleMs: 10_000,
  settleMs: 10_000,
};

/** How long a mute printer may take to close, even if something else waits for it. */
const yieldMs = 2_000;

interface TcpOptions {
  readonly language: PrinterLanguage;
  readonly timing: TcpTiming;
  readonly signal: AbortSignal;
  /** Aborts when something else waits for the printer. */
  readonly wanted?: AbortSignal | undefined;
}

export async function sendByTcp(
  address: { readonly host: string; readonly port: number },
  bytes: Uint8Array,
  { language, timing, signal, wanted }: TcpOptions,
): Promise<PrintOutcome> {
  const wire = await Wire.open(address, { timeoutMs: timing.connectMs, signal });
  if (!(wire instanceof Wire)) return notSent({ code: 'printer_unreachable', reason: wire });
  try {
    const driver = drivers[language];
    const before = await driver.condition(wire, timing);
    if (typeof before === 'object') return notSent(before);
    if (wire.hasEnded) return notSent({ code: 'printer_broke_off' });
    if (!(await wire.send(bytes, timing.idleMs))) return unclear(whyNot(wire));
    const after = before === 'mute' ? null : await driver.settled(wire, timing);
    if (after !== null) return unclear(after);
    wire.finish();
    // A mute printer shows by closing that it has taken all. One that does not close is believed,
    // as print systems do.
    if (before === 'mute') await closing(wire, timing.settleMs, wanted);
    return before === 'mute' && wire.isBroken ? unclear({ code: 'printer_broke_off' }) : printed;
  } finally {
    wire.close();
  }
}

/** Waits until the printer closes, or has surely taken all; less if something waits for it. */
async function closing(wire: Wire, settleMs: number, wanted?: AbortSignal): Promise<void> {
  const hasEnded = () => wire.hasEnded;
  const firstMs = Math.min(yieldMs, settleMs);
  if ((await wire.until(hasEnded, firstMs)) || wire.isBroken) return;
  await wire.until(hasEnded, settleMs - firstMs, wanted);
}

// Sends bytes to a thermal printer's device file, such as /dev/usb/lp0, and to no other file.

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
const waitMs = 20;

/** `idleMs` is the longest time without progress. Not on Windows, where a printer is no file. */
export async function sendToDevice(
  file: string,
  bytes: Uint8Array,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): Promise<PrintOutcome> {
  if (process.platform === 'win32') return notSent({ code: 'printer_kind_not_offered' });
  if (signal.aborted) return notSent({ code: 'print_interrupted' });
  const device = await openDevice(file);
  if ('code' in device) return notSent(device);
  try {
    return await writeAll(device, bytes, { idleMs, signal });
  } finally {
    await device.close();
  }
}

/** Opens the file without waiting: a printer that is off must not hold up a thread. */
async function openDevice(file: string): Promise<FileHandle | PrintError> {
  try {
    const device = await open(file, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    const stat = await device.stat();
    if (stat.isCharacterDevice() || stat.isFIFO()) return device;
    await device.close();
    return { code: 'printer_not_a_device', file };
  } catch (error) {
    const code = codeOf(error);
    // A missing file gives the same error, so that nobody finds out which files there are.
    return code === 'ENXIO' || code === 'EBUSY'
      ? { code: 'printer_offline' }
      : { code: 'printer_not_a_device', file };
  }
}

async function writeAll(
  device: FileHandle,
  bytes: Uint8Array,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): Promise<PrintOutcome> {
  let at = 0;
  let movedAtMs = performance.now();
  while (at < bytes.length) {
    try {
      const { bytesWritten } = await device.write(bytes, at);
      at += bytesWritten;
      movedAtMs = performance.now();
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') {
        return at === 0
          ? notSent({ code: 'printer_offline' })
          : unclear({ code: 'printer_broke_off' });
      }
      const isTooSlow = signal.aborted || performance.now() - movedAtMs > idleMs;
      if (isTooSlow && at === 0) return notSent({ code: 'printer_offline' });
      if (isTooSlow) return unclear({ code: 'printer_too_slow' });
      await systemClock.sleep(waitMs, signal);
    }
  }
  return printed;
}
