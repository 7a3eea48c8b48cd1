// The outbox's report while its screen is open: asked for at once, whenever the till's state is
// pushed, and by itself now and then, since an audit, a next try and a bound pass without a push.
import type { OutboxReport } from '../../src-main/contract/outbox-report.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { sleep, Timer } from '../bridge/timer.ts';

export interface WatchTimes {
  /** At the least between two, however often the state is pushed. */
  readonly apartMs: number;
  /** While something is under way that ends without a push. */
  readonly soonMs: number;
  readonly laterMs: number;
}

const usualTimes: WatchTimes = { apartMs: 500, soonMs: 2_000, laterMs: 15_000 };

export class OutboxWatch {
  readonly #times: WatchTimes;
  readonly #report: Loaded<OutboxReport>;
  #told: TillState | null = null;
  #isStopped = false;
  #isAsking = false;
  #isWanted = false;
  readonly #next = new Timer();

  constructor(till: Till, times = usualTimes) {
    this.#times = times;
    this.#report = new Loaded(() => till.request('outbox.report', undefined));
  }

  /** Null until the first has come. */
  get report(): OutboxReport | null {
    return this.#report.value;
  }

  get error(): AppError | null {
    return this.#report.error;
  }

  /** The till's state, each time that it is pushed. */
  told(state: TillState): void {
    if (state === this.#told) return;
    this.#told = state;
    this.ask();
  }

  /** Something may have changed. */
  ask(): void {
    this.#isWanted = true;
    if (!this.#isAsking) void this.#answer();
  }

  stop(): void {
    this.#isStopped = true;
    this.#next.stop();
  }

  async #answer(): Promise<void> {
    this.#next.stop();
    this.#isAsking = true;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.#report.load();
      await sleep(this.#times.apartMs);
    }
    this.#isAsking = false;
    if (this.#isStopped) return;
    this.#next.start(this.#restMs(), () => this.ask());
  }

  #restMs(): number {
    const { soonMs, laterMs } = this.#times;
    if (!this.report) return laterMs;
    const { isAuditing, gateSinceMs, nextTryAtMs, audit } = this.report;
    const isUnderWay = isAuditing || gateSinceMs !== null || audit === null;
    const untilTryMs = nextTryAtMs === null ? laterMs : nextTryAtMs - Date.now();
    return isUnderWay ? soonMs : Math.max(soonMs, Math.min(laterMs, untilTryMs));
  }
}
