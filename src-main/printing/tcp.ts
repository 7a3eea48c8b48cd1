// Bytes to a thermal printer over TCP. The printer is asked how it is before anything leaves, and again afterwards; many
// are mute, and print all the same.
import type { PrintError } from '../contract/print-jobs.ts';
import type { PrinterLanguage } from '../contract/printing.ts';
import {
  askEscPos,
  askEscPosInTurn,
  escPosQuestions,
  escPosTrouble,
  hearEscPos,
  type EscPosHeard,
} from './esc-pos-status.ts';
import { notSent, printed, unclear, type Sent } from './sent.ts';
import { askStar, hearStar, markStarEnd, starTrouble, type StarHeard } from './star-status.ts';
import { Wire } from './wire.ts';

export interface TcpTiming {
  readonly connectMs: number;
  /** A printer that has not answered a question by then is mute. */
  readonly answerMs: number;
  /** Without any progress. */
  readonly idleMs: number;
  /** How long the printer may take to print what it has, or to close the connection once it has taken all. */
  readonly settleMs: number;
}

export const defaultTcpTiming: TcpTiming = {
  connectMs: 3_000,
  answerMs: 300,
  idleMs: 10_000,
  settleMs: 10_000,
};

/** Mute, fine, or what keeps it from printing. */
type Condition = 'mute' | 'fine' | PrintError;

export interface TcpOptions {
  readonly language: PrinterLanguage;
  readonly timing: TcpTiming;
  readonly signal: AbortSignal;
}

export async function sendByTcp(
  address: { readonly host: string; readonly port: number },
  bytes: Uint8Array,
  { language, timing, signal }: TcpOptions,
): Promise<Sent> {
  const wire = await Wire.open(address, { timeoutMs: timing.connectMs, signal });
  if (!(wire instanceof Wire)) return notSent({ code: 'printer_unreachable', reason: wire });
  try {
    const before = await conditionOf(wire, language, timing);
    if (typeof before === 'object') return notSent(before);
    if (wire.hasEnded) return notSent({ code: 'printer_broke_off' });
    if (!(await wire.send(bytes, timing.idleMs))) return unclear(whyNot(wire));
    const after = before === 'mute' ? null : await settled(wire, language, timing);
    if (after !== null) return unclear(after);
    wire.finish();
    // A printer that is mute shows by closing that it has taken all; one that does not is believed, as print systems do.
    if (before === 'mute') await wire.until(() => wire.hasEnded, timing.settleMs);
    return before === 'mute' && wire.isBroken ? unclear({ code: 'printer_broke_off' }) : printed;
  } finally {
    wire.close();
  }
}

const whyNot = (wire: Wire): PrintError =>
  wire.isBroken ? { code: 'printer_broke_off' } : { code: 'printer_too_slow' };

function conditionOf(wire: Wire, language: PrinterLanguage, timing: TcpTiming): Promise<Condition> {
  return language === 'star-prnt' ? starCondition(wire, timing) : escPosCondition(wire, timing);
}

/** What the printer says, once it is enough or the time is over; `wrong` where no printer says it. */
async function listen<Heard extends { readonly rest: Uint8Array }>(
  wire: Wire,
  read: (bytes: Uint8Array) => Heard | undefined,
  isEnough: (heard: Heard) => boolean,
  timeoutMs: number,
): Promise<Heard | 'wrong' | undefined> {
  const found: { heard?: Heard | 'wrong' } = {};
  await wire.until(() => {
    const heard = wire.take(read) ?? 'wrong';
    if (heard === 'wrong' || isEnough(heard)) found.heard = heard;
    return found.heard !== undefined || wire.hasEnded;
  }, timeoutMs);
  return found.heard;
}

async function escPosCondition(
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
    // Some answer only the first.
    if (answer === undefined) break;
    hasAnswered = true;
    const trouble = escPosTrouble(question, answer);
    if (trouble) troubles.push(trouble);
  }
  return worst(troubles) ?? (hasAnswered ? 'fine' : 'mute');
}

/** Offline is the least that can be said: why is better. */
const worst = (troubles: readonly PrintError[]): PrintError | undefined =>
  troubles.find(({ code }) => code !== 'printer_offline') ?? troubles[0];

async function askStarStatus(
  wire: Wire,
  { idleMs }: TcpTiming,
  answerMs: number,
): Promise<StarHeard | 'wrong' | undefined> {
  await wire.send(askStar, idleMs);
  return listen(wire, hearStar, ({ status }) => status !== undefined, answerMs);
}

async function starCondition(wire: Wire, timing: TcpTiming): Promise<Condition> {
  return conditionHeard(await askStarStatus(wire, timing, timing.answerMs));
}

function conditionHeard(heard: StarHeard | 'wrong' | undefined): Condition {
  if (heard === 'wrong') return { code: 'printer_answer_invalid' };
  if (!heard?.status) return 'mute';
  return starTrouble(heard.status) ?? 'fine';
}

/** Null once the printer has printed what it was sent; otherwise what went wrong on the way. */
async function settled(
  wire: Wire,
  language: PrinterLanguage,
  timing: TcpTiming,
): Promise<PrintError | null> {
  return language === 'star-prnt' ? starSettled(wire, timing) : escPosSettled(wire, timing);
}

/** How often a printer that has not come to the end of the job is asked what keeps it. */
const pollMs = 500;

async function starSettled(wire: Wire, timing: TcpTiming): Promise<PrintError | null> {
  await wire.send(markStarEnd, timing.idleMs);
  const endsAtMs = performance.now() + timing.settleMs;
  for (;;) {
    const leftMs = Math.max(0, endsAtMs - performance.now());
    const asked = await askStarStatus(wire, timing, Math.max(timing.answerMs, leftMs));
    if (asked !== 'wrong' && asked?.hasReachedEnd) return null;
    const condition = conditionHeard(asked);
    if (typeof condition === 'object') return condition;
    if (condition === 'mute') return whyNot(wire);
    // Some never say that they have come to the end: those that are fine are believed.
    if (performance.now() >= endsAtMs) return null;
    const hasReachedEnd = (heard: StarHeard) => heard.hasReachedEnd;
    const unasked = await listen(wire, hearStar, hasReachedEnd, Math.min(pollMs, leftMs));
    if (unasked === 'wrong') return { code: 'printer_answer_invalid' };
    if (unasked) return null;
    if (wire.hasEnded) return { code: 'printer_broke_off' };
  }
}

async function escPosSettled(wire: Wire, timing: TcpTiming): Promise<PrintError | null> {
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
    const condition = await escPosCondition(wire, timing, hear);
    if (end.hasCome) return null;
    if (typeof condition === 'object') return condition;
    // Some do not know the question that is answered in turn: those that are fine are believed in the end.
    if (performance.now() >= endsAtMs) {
      return condition === 'fine' ? null : { code: 'printer_too_slow' };
    }
  }
}
