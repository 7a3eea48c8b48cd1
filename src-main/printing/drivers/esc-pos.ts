// Printers that speak ESC/POS: Epson's, and most others.
import type { PrintError } from '../../contract/print-jobs.ts';
import { listen, pollMs, type Condition, type PrinterDriver, type TcpTiming } from './driver.ts';
import {
  askEscPos,
  askEscPosInTurn,
  escPosQuestions,
  escPosTrouble,
  hearEscPos,
  type EscPosHeard,
} from './esc-pos-status.ts';
import type { Wire } from '../wire.ts';

export const escPos: PrinterDriver = {
  // The numbers for ESC t.
  codePageNumbers: { cp858: 19, windows1252: 16, 'iso8859-15': 40 },
  // GS V 66 0
  cut: [0x1d, 0x56, 0x42, 0x00],
  flushesUncut: false,
  /** ESC p m t1 t2, which counts the pulse in units of 2 ms, up to 255 of them. */
  drawerKick: ({ pin, onMs, offMs }) => {
    const units = (ms: number) => Math.min(255, Math.ceil(ms / 2));
    return Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, units(onMs), units(offMs));
  },
  condition,
  settled,
};

async function condition(
  wire: Wire,
  timing: TcpTiming,
  hear: typeof hearEscPos = hearEscPos,
): Promise<Condition> {
  let hasAnswered = false;
  const troubles: PrintError[] = [];
  for (const question of escPosQuestions) {
    await wire.send(askEscPos(question), timing.idleMs);
    const hasAnswer = ({ answers }: EscPosHeard) => answers.length > 0;
    const heard = await listen(wire, hear, hasAnswer, timing.answerMs);
    if (heard === 'wrong') return { code: 'printer_answer_invalid' };
    const answer = heard?.answers[0];
    // Some printers answer only the first question.
    if (answer === undefined) break;
    hasAnswered = true;
    const trouble = escPosTrouble(question, answer);
    if (trouble) troubles.push(trouble);
  }
  return worst(troubles) ?? (hasAnswered ? 'fine' : 'mute');
}

/** Returns the worst trouble. "Offline" says the least; a reason is better. */
const worst = (troubles: readonly PrintError[]): PrintError | undefined =>
  troubles.find(({ code }) => code !== 'printer_offline') ?? troubles[0];

async function settled(wire: Wire, timing: TcpTiming): Promise<PrintError | null> {
  await wire.send(askEscPosInTurn, timing.idleMs);
  const endsAtMs = performance.now() + timing.settleMs;
  const end = { hasCome: false };
  /** The answer may come among those to the other questions. */
  const hear = (bytes: Uint8Array): EscPosHeard | undefined => {
    const heard = hearEscPos(bytes);
    end.hasCome ||= heard?.hasAnsweredInTurn === true;
    return heard;
  };
  for (;;) {
    const leftMs = Math.max(0, Math.min(pollMs, endsAtMs - performance.now()));
    const heard = await listen(wire, hear, () => end.hasCome, leftMs);
    if (heard === 'wrong') return { code: 'printer_answer_invalid' };
    if (heard) return null;
    if (wire.hasEnded) return { code: 'printer_broke_off' };
    const answer = await condition(wire, timing, hear);
    if (end.hasCome) return null;
    if (typeof answer === 'object') return answer;
    // Some printers do not know the question that is answered in turn. Those that are fine are
    // believed in the end.
    if (performance.now() >= endsAtMs) {
      return answer === 'fine' ? null : { code: 'printer_too_slow' };
    }
  }
}
