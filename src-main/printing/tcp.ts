// Sends bytes to a thermal printer over TCP. The printer is asked how it is before anything is
// sent, and again afterwards. Many are mute, and print all the same.
import type { PrinterLanguage } from '../contract/printing.ts';
import { whyNot, type TcpTiming } from './drivers/driver.ts';
import { drivers } from './drivers/drivers.ts';
import { notSent, printed, unclear, type PrintOutcome } from './outcome.ts';
import { Wire } from './wire.ts';

export const defaultTcpTiming: TcpTiming = {
  connectMs: 3_000,
  answerMs: 300,
  idleMs: 10_000,
  settleMs: 10_000,
};

/** How long a mute printer may take to close, even if something else waits for it. */
const yieldMs = 2_000;

export interface TcpOptions {
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

/**
 * Waits until the printer closes, or is believed to have taken all. It waits less if something else
 * waits for the printer.
 */
async function closing(wire: Wire, settleMs: number, wanted?: AbortSignal): Promise<void> {
  const hasEnded = () => wire.hasEnded;
  const firstMs = Math.min(yieldMs, settleMs);
  if ((await wire.until(hasEnded, firstMs)) || wire.isBroken) return;
  await wire.until(hasEnded, settleMs - firstMs, wanted);
}
