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
import { askStar, hearStar, markStarEnd, starTrouble, type StarHeard } from './star-status.ts';
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
