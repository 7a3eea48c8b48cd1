// Sends bytes to a thermal printer's device file, such as /dev/usb/lp0, and never to any other kind
// of file.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { codeOf } from '../contract/errors.ts';
import type { PrintError } from '../contract/print-jobs.ts';
import { notSent, printed, unclear, type PrintOutcome } from './outcome.ts';

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
const waitMs = 20;

/**
 * `idleMs` is the longest time without any progress. Not offered on Windows, where a printer is no
 * file.
 */
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

/**
 * Opens the file without waiting: a printer that is off must not hold up a thread of the program.
 */
async function openDevice(file: string): Promise<FileHandle | PrintError> {
  try {
    const device = await open(file, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    const stat = await device.stat();
    if (stat.isCharacterDevice() || stat.isFIFO()) return device;
    await device.close();
    return { code: 'printer_not_a_device', file };
  } catch (error) {
    const code = codeOf(error);
    // A missing file gives the same error as one that is no device, so that nobody finds out which
    // files there are.
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
