// The program's lanes in the model: each does one thing after the other, and waits for the service
// or sleeps.
import type { CreateReply, ListReply } from './model-service.ts';

export type Wait =
  | { readonly for: 'created'; readonly reference: string; readonly lookedAtMs: number | null }
  | { readonly for: 'listed'; readonly search: string; readonly downTo: number };

/** Written in one piece; between two waits nothing else happens. */
export type Task<T> = Generator<Wait, T, CreateReply | ListReply | undefined>;

export function* listed(search: string, downTo = -Infinity): Task<ListReply> {
  return (yield { for: 'listed', search, downTo }) as ListReply;
}

export function* createdAs(reference: string, lookedAtMs: number | null): Task<CreateReply> {
  return (yield { for: 'created', reference, lookedAtMs }) as CreateReply;
}

export interface LaneHost {
  readonly later: (ms: number, work: () => void) => void;
  readonly ask: (wait: Wait, reply: (reply: CreateReply | ListReply) => void) => void;
  readonly onFailure: (error: unknown) => void;
}

/** More steps than this without any time passing mean a loop that never rests. */
const mostSteps = 2_000;
const retryMs = 1_000;

/** As `outbox/lane.ts`. */
export class ModelLane {
  readonly #host: LaneHost;
  readonly #step: () => Task<number>;
  #task: Task<number> | null = null;
  #isEnded = false;
  #isWoken = false;
  /** The sleep that the lane is in. */
  #sleeping = 0;
  #sleeps = 0;

  constructor(host: LaneHost, step: () => Task<number>) {
    this.#host = host;
    this.#step = step;
  }

  start(): void {
    this.#go(undefined);
  }

  end(): void {
    this.#isEnded = true;
  }

  wake(): void {
    this.#isWoken = true;
    const sleep = this.#sleeping;
    if (sleep === 0) return;
    this.#host.later(0, () => {
      this.#wakeUp(sleep);
    });
  }

  #wakeUp(sleep: number): void {
    if (this.#isEnded || this.#sleeping !== sleep) return;
    this.#sleeping = 0;
    this.#isWoken = false;
    this.#go(undefined);
  }

  #go(given: CreateReply | ListReply | undefined): void {
    let reply = given;
    for (let steps = 0; !this.#isEnded; steps += 1) {
      if (steps > mostSteps) throw new Error('a lane spins');
      const waitMs = this.#next(reply);
      reply = undefined;
      if (waitMs === null) return;
      if (waitMs <= 0) continue;
      if (!this.#isWoken) {
        this.#sleep(waitMs);
        return;
      }
      this.#isWoken = false;
    }
  }

  /**
   * Returns how long the lane waits after a step that has ended; null while it asks the service.
   */
  #next(reply: CreateReply | ListReply | undefined): number | null {
    try {
      this.#task ??= this.#step();
      const { done, value } = this.#task.next(reply);
      if (done) {
        this.#task = null;
        return value;
      }
      this.#host.ask(value, (answer) => {
        if (!this.#isEnded) this.#go(answer);
      });
      return null;
    } catch (error) {
      this.#task = null;
      this.#host.onFailure(error);
      return retryMs;
    }
  }

  #sleep(ms: number): void {
    this.#sleeps += 1;
    const sleep = this.#sleeps;
    this.#sleeping = sleep;
    if (ms === Infinity) return;
    // Never shorter than a millisecond, as a timer of Node's.
    this.#host.later(Math.max(1, Math.ceil(ms)), () => {
      this.#wakeUp(sleep);
    });
  }
}
