// Plays whoever stands at the PIN window: types what a test gave, one after the other, and
// otherwise closes the window.
import { err, type Result } from '../src-main/contract/errors.ts';
import type { Cashier, PinEntry } from '../src-main/contract/lock.ts';
import type { PinAnswer, PinQuestion } from '../src-main/contract/pin-window.ts';
import type { AskManager, ToApprove } from '../src-main/staff/lock.ts';

export class PlayedManager {
  /** What the lock asked for, in order. */
  readonly requests: ToApprove[] = [];
  /** The result of each PIN. */
  readonly said: Result<Cashier>[] = [];
  #entries: PinEntry[] = [];

  /** Gives the PINs for the next question. */
  types(...entries: readonly PinEntry[]): void {
    this.#entries.push(...entries);
  }

  readonly ask: AskManager = async (toApprove, check) => {
    this.requests.push(toApprove);
    for (const entry of this.#entries.splice(0)) {
      const checkResult = await check(entry);
      this.said.push(checkResult);
      if (checkResult.ok) return checkResult;
    }
    return err({ code: 'pin_not_given' });
  };
}

/** The window itself, which asks until an answer is right: `typist.types` is typed into it. */
export function playedPinWindow(typist: { readonly types: PinAnswer[] }) {
  const questions: PinQuestion[] = [];
  const pinWindow = {
    isOpen: false,
    ask: async (
      question: PinQuestion,
      take: (answer: PinAnswer) => Promise<Result<unknown>>,
    ): Promise<Result<unknown>> => {
      questions.push(question);
      for (;;) {
        const typed = typist.types.shift();
        if (!typed) return err({ code: 'pin_not_given' });
        const taken = await take(typed);
        if (taken.ok) return taken;
      }
    },
  };
  return { pinWindow, questions };
}
