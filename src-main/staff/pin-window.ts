// Asks one question at a time in a window of the main process, where PINs are typed. The till's
// page can ask for it, but neither sees what is typed nor changes what is asked.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebContents } from 'electron';
import { after, inTime, type Clock } from '../clock.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type {
  PinAnswer,
  PinAnswerOf,
  PinQuestion,
  PinQuestionKind,
  ShownQuestion,
} from '../contract/pin-window.ts';

/** What the PIN window needs of Electron's window. */
export interface PinFrame {
  readonly webContents: WebContents;
  readonly load: () => Promise<void>;
  readonly focus: () => void;
  readonly destroy: () => void;
}

export interface PinWindowOptions {
  /** Opens the window. `onGone` is called when it was closed, or its page has crashed. */
  readonly open: (onGone: () => void) => PinFrame;
  /** Returns how the question is shown; null while no till is open. */
  readonly shownAs: () => Omit<ShownQuestion, 'question'> | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onFailure: (error: unknown) => void;
}

const longestLoadMs = 10_000;
const longestMs = 5 * 60_000;

interface Asked {
  readonly question: PinQuestion;
  readonly frame: PinFrame;
  /** Checks what was typed. */
  readonly take: (answer: PinAnswer) => Promise<Result<null>>;
  readonly end: (error: AppError) => void;
}

export class PinWindow {
  readonly #options: PinWindowOptions;
  #openQuestion: Asked | null = null;

  constructor(options: PinWindowOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#openQuestion !== null;
  }

  /** The only web contents that may answer. */
  get contents(): WebContents | undefined {
    return this.#openQuestion?.frame.webContents;
  }

  /**
   * Opens the window, and closes it with the first answer that `take` accepts. The window shows why
   * `take` refuses an answer, and another may be typed. `take` does nothing once `isAsked` says
   * that the window has gone. Errors: `pin_not_given` if the window was closed or nobody has
   * answered for minutes, `pin_window_open` while it is open, `pin_window_failed`, `not_signed_in`.
   */
  ask<Kind extends PinQuestionKind, Value>(
    question: Extract<PinQuestion, { kind: Kind }>,
    take: (answer: PinAnswerOf<Kind>, isAsked: () => boolean) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    if (this.#openQuestion) {
      this.focus();
      return Promise.resolve(err({ code: 'pin_window_open' }));
    }
    const { promise, resolve } = Promise.withResolvers<Result<Value>>();
    const over = new AbortController();
    const isAsked = () => this.#openQuestion === openQuestion;
    const close = (answer: Result<Value>): void => {
      if (!isAsked()) return;
      this.#openQuestion = null;
      over.abort();
      openQuestion.frame.destroy();
      resolve(answer);
    };
    const end = (error: AppError): void => close(err(error));
    const fail = (error: unknown): void => {
      if (!isAsked()) return;
      this.#options.onFailure(error);
      end({ code: 'pin_window_failed' });
    };
    let frame: PinFrame;
    try {
      frame = this.#options.open(() => end({ code: 'pin_not_given' }));
    } catch (error) {
      this.#options.onFailure(error);
      return Promise.resolve(err({ code: 'pin_window_failed' }));
    }
    // What follows from the answer is done in the name of the person who asked.
    const takeForAsker = AsyncLocalStorage.bind(take);
    const openQuestion: Asked = {
      question,
      frame,
      take: async (answer) => {
        const result = await takeForAsker(answer as PinAnswerOf<Kind>, isAsked);
        if (!result.ok) return result;
        close(result);
        return ok(null);
      },
      end,
    };
    this.#openQuestion = openQuestion;
    const { clock } = this.#options;
    inTime(clock, frame.load(), longestLoadMs, over.signal)
      .then((loaded) => {
        if (!loaded) fail(new Error('its page has not come'));
      })
      .catch(fail);
    // A person who comes by later is not the one who was asked.
    after(clock, longestMs, over.signal, () => end({ code: 'pin_not_given' }));
    return promise;
  }

  focus(): void {
    this.#openQuestion?.frame.focus();
  }

  /** Returns the question for the window's own page. Error: `not_found` if none is asked. */
  question(): Result<ShownQuestion> {
    const shownAs = this.#options.shownAs();
    if (!this.#openQuestion || !shownAs) return err({ code: 'not_found' });
    return ok({ question: this.#openQuestion.question, ...shownAs });
  }

  /** Errors: `invalid_value` for an answer to another question, and why it is not right. */
  answer(answer: PinAnswer): Promise<Result<null>> {
    const openQuestion = this.#openQuestion;
    if (openQuestion?.question.kind === answer.kind) return openQuestion.take(answer);
    return Promise.resolve(err({ code: 'invalid_value', field: 'kind' }));
  }

  /** Closes the window without approving anything: by hand, or as its question is no more. */
  readonly close = (): void => {
    this.#openQuestion?.end({ code: 'pin_not_given' });
  };
}
