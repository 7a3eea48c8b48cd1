// Printers that speak ESC/POS: Epson's, and most others.
import type { PrintError } from '../../contract/print-jobs.ts';
import { listen, pollMs, type Condition, type PrinterDriver, type TcpTiming } from './driver.ts';
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

// Reads what an ESC/POS printer says of itself: the answers to DLE EOT n and GS r 1, and the
// automatic status that some printers send unasked among them. Fixed bits tell every kind of byte
// from the others.

/** The questions of DLE EOT n. The printer answers at once, also offline and during a job. */
const escPosQuestions = [1, 2, 3, 4] as const;
type EscPosQuestion = (typeof escPosQuestions)[number];
const askEscPos = (question: EscPosQuestion): Uint8Array => Uint8Array.of(0x10, 0x04, question);

/** GS r 1, which the printer answers in its turn: once everything before it has been printed. */
const askEscPosInTurn = Uint8Array.of(0x1d, 0x72, 1);

interface EscPosHeard {
  /** The answers to DLE EOT, in the order of the questions. */
  readonly answers: readonly number[];
  readonly hasAnsweredInTurn: boolean;
  /** The beginning of an automatic status that is still on its way. */
  readonly rest: Uint8Array;
}

const isAnswer = (byte: number) => (byte & 0x93) === 0x12;
const isInTurn = (byte: number) => (byte & 0x90) === 0;
const isAutomatic = (byte: number) => (byte & 0x93) === 0x10;
const automaticBytes = 4;

/** Returns undefined for a byte that no such printer sends. */
export function hearEscPos(bytes: Uint8Array): EscPosHeard | undefined {
  const answers: number[] = [];
  let hasAnsweredInTurn = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isAnswer(byte)) answers.push(byte);
    else if (isInTurn(byte)) hasAnsweredInTurn = true;
    else if (!isAutomatic(byte)) return undefined;
    else {
      const automatic = bytes.subarray(at, at + automaticBytes);
      if (!automatic.subarray(1).every(isInTurn)) return undefined;
      if (automatic.length < automaticBytes) return { answers, hasAnsweredInTurn, rest: automatic };
      at += automaticBytes - 1;
    }
  }
  return { answers, hasAnsweredInTurn, rest: new Uint8Array() };
}

/** Returns what keeps the printer from printing, as far as this answer says it. */
export function escPosTrouble(question: EscPosQuestion, answer: number): PrintError | null {
  const has = (bits: number) => (answer & bits) !== 0;
  switch (question) {
    case 1:
      return has(0x08) ? { code: 'printer_offline' } : null;
    case 2:
      if (has(0x04)) return { code: 'printer_cover_open' };
      if (has(0x20)) return { code: 'printer_paper_out' };
      return has(0x40) ? { code: 'printer_fault' } : null;
    case 3:
      return has(0x68) ? { code: 'printer_fault' } : null;
    case 4:
      return has(0x60) ? { code: 'printer_paper_out' } : null;
  }
}
