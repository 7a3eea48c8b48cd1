// Printers that speak StarPRNT: Star's.
import type { PrintError } from '../../contract/print-jobs.ts';
import {
  listen,
  pollMs,
  whyNot,
  type Condition,
  type PrinterDriver,
  type TcpTiming,
} from './driver.ts';
import type { Wire } from '../wire.ts';

export const starPrnt: PrinterDriver = {
  // The numbers for ESC GS t. There is no ISO 8859-15.
  codePageNumbers: { cp858: 4, windows1252: 32 },
  // ESC d 3
  cut: [0x1b, 0x64, 0x03],
  flushesUncut: true,
  /**
   * ESC BEL n1 n2 sets the pulse of the first drawer in units of 10 ms, up to 127 of them, and BEL
   * gives it. SUB opens the second drawer with a fixed pulse of 200 ms.
   */
  drawerKick: ({ pin, onMs, offMs }) => {
    const units = (ms: number) => Math.min(127, Math.max(1, Math.ceil(ms / 10)));
    return pin === 2
      ? Uint8Array.of(0x1b, 0x07, units(onMs), units(offMs), 0x07)
      : Uint8Array.of(0x1a);
  },
  condition: async (wire, timing) =>
    conditionHeard(await askStarStatus(wire, timing, timing.answerMs)),
  settled,
};

async function askStarStatus(
  wire: Wire,
  { idleMs }: TcpTiming,
  answerMs: number,
): Promise<StarHeard | 'wrong' | undefined> {
  await wire.send(askStar, idleMs);
  return listen(wire, hearStar, ({ status }) => status !== undefined, answerMs);
}

function conditionHeard(heard: StarHeard | 'wrong' | undefined): Condition {
  if (heard === 'wrong') return { code: 'printer_answer_invalid' };
  if (!heard?.status) return 'mute';
  return starTrouble(heard.status) ?? 'fine';
}

async function settled(wire: Wire, timing: TcpTiming): Promise<PrintError | null> {
  await wire.send(markStarEnd, timing.idleMs);
  const endsAtMs = performance.now() + timing.settleMs;
  for (;;) {
    const leftMs = Math.max(0, endsAtMs - performance.now());
    const answer = await askStarStatus(wire, timing, Math.max(timing.answerMs, leftMs));
    if (answer !== 'wrong' && answer?.hasReachedEnd) return null;
    const condition = conditionHeard(answer);
    if (typeof condition === 'object') return condition;
    if (condition === 'mute') return whyNot(wire);
    // Some printers never say that they have come to the end. Those that are fine are believed.
    if (performance.now() >= endsAtMs) return null;
    const hasReachedEnd = (heard: StarHeard) => heard.hasReachedEnd;
    const unasked = await listen(wire, hearStar, hasReachedEnd, Math.min(pollMs, leftMs));
    if (unasked === 'wrong') return { code: 'printer_answer_invalid' };
    if (unasked) return null;
    if (wire.hasEnded) return { code: 'printer_broke_off' };
  }
}

// Reads what a StarPRNT printer says of itself: the automatic status of Star's command
// specifications, which it sends when asked with ESC ACK SOH, and unasked.

/** ESC ACK SOH, which the printer answers at once, whatever is still to be printed. */
const askStar = Uint8Array.of(0x1b, 0x06, 0x01);

/** ETB, which the printer obeys in its turn: the status says when all before it is printed. */
const markStarEnd = Uint8Array.of(0x17);

interface StarHeard {
  /** The latest whole status; undefined if none has come yet. */
  readonly status: Uint8Array | undefined;
  /** True if one of them has said that the end was reached. Each end is said once. */
  readonly hasReachedEnd: boolean;
  /** The beginning of a status that is still on its way. */
  readonly rest: Uint8Array;
}

/** Two bytes of header, and five of status. */
const leastBytes = 7;

/** Returns how many bytes the status has, by bits 1 to 3 and 5 of the first byte. */
const lengthOf = (first: number) => ((first >> 1) & 0x07) | ((first >> 2) & 0x08);
const isFirst = (byte: number) => (byte & 0x91) === 0x01;
const isLater = (byte: number) => (byte & 0x91) === 0;

/** Returns undefined if the bytes are no status. */
export function hearStar(bytes: Uint8Array): StarHeard | undefined {
  let status: Uint8Array | undefined;
  let hasReachedEnd = false;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    if (!isFirst(first) || length < leastBytes) return undefined;
    const whole = bytes.subarray(at, at + length);
    if (!whole.subarray(1).every(isLater)) return undefined;
    if (whole.length < length) return { status, hasReachedEnd, rest: whole };
    status = whole;
    hasReachedEnd ||= ((whole[2] ?? 0) & 0x02) !== 0;
    at += length;
  }
  return { status, hasReachedEnd, rest: new Uint8Array() };
}

export function starTrouble(status: Uint8Array): PrintError | null {
  const has = (byte: number, bits: number) => ((status[byte] ?? 0) & bits) !== 0;
  if (has(2, 0x20)) return { code: 'printer_cover_open' };
  if (has(5, 0x08)) return { code: 'printer_paper_out' };
  // Too hot, beyond recovery, or a fault of the knife or the mechanics.
  if (has(3, 0x6c)) return { code: 'printer_fault' };
  return has(2, 0x08) ? { code: 'printer_offline' } : null;
}
