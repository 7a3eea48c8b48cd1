// Reads what an ESC/POS printer says of itself: the answers to DLE EOT n and GS r 1, and the
// automatic status that some printers send unasked among them. Fixed bits tell every kind of byte
// from the others.
import type { PrintError } from '../../contract/print-jobs.ts';

/**
 * The questions of DLE EOT n. The printer answers at once, also offline and in the middle of a job.
 */
export const escPosQuestions = [1, 2, 3, 4] as const;
export type EscPosQuestion = (typeof escPosQuestions)[number];
export const askEscPos = (question: EscPosQuestion): Uint8Array =>
  Uint8Array.of(0x10, 0x04, question);

/** GS r 1, which the printer answers in its turn: once everything before it has been printed. */
export const askEscPosInTurn = Uint8Array.of(0x1d, 0x72, 1);

export interface EscPosHeard {
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
