// What the frame shows of the outbox's report. The frame's state is told with every step of every
// sale, so the report is asked for at most once a second, with every change of the connection, and
// now and then while nothing happens: a sale may wait too long in silence.
import { after, type Clock } from '../clock.ts';
import type { OutboxReport } from '../contract/outbox-report.ts';
import type { Connection, TillState } from '../contract/till-state.ts';

interface Outbox {
  readonly connection: Connection;
  report(): OutboxReport;
}

type Glance = Pick<TillState, 'overdue' | 'pause' | 'nextTryAtMs'>;

export interface StatusSummaryOptions {
  /** Returns the outbox of the open till, if one is open. */
  readonly outbox: () => Outbox | undefined;
  /** Called when there is something else to show than before. */
  readonly onChanged: () => void;
  readonly clock: Clock;
  readonly freshMs?: number;
  readonly silenceMs?: number;
}

const nothing: Glance = { overdue: 0, pause: null, nextTryAtMs: null };

export class StatusSummary {
  readonly #options: StatusSummaryOptions;
  readonly #freshMs: number;
  #glance = nothing;
  #of: Outbox | undefined;
  #connection: Connection | undefined;
  #lookedAtMs = -Infinity;
  #looksSoon = false;
  /** It lasts as long as the program. */
  readonly #never = new AbortController().signal;

  constructor(options: StatusSummaryOptions) {
    this.#options = options;
    const { freshMs = 1_000, silenceMs = 30_000 } = options;
    this.#freshMs = freshMs;
    this.#lookEvery(silenceMs);
  }

  get value(): Glance {
    const restMs = this.#lookedAtMs + this.#freshMs - this.#options.clock.monotonicMs();
    const outbox = this.#options.outbox();
    const isOther = outbox !== this.#of || outbox?.connection !== this.#connection;
    if (restMs <= 0 || isOther) this.#look();
    else if (!this.#looksSoon) this.#lookIn(restMs);
    return this.#glance;
  }

  #lookEvery(ms: number): void {
    after(this.#options.clock, ms, this.#never, () => {
      this.#lookEvery(ms);
      this.#lookAgain();
    });
  }

  #lookIn(ms: number): void {
    this.#looksSoon = true;
    after(this.#options.clock, ms, this.#never, () => {
      this.#looksSoon = false;
      this.#lookAgain();
    });
  }

  #lookAgain(): void {
    const before = this.#glance;
    this.#look();
    if (!isSame(before, this.#glance)) this.#options.onChanged();
  }

  #look(): void {
    const outbox = this.#options.outbox();
    this.#of = outbox;
    this.#connection = outbox?.connection;
    this.#lookedAtMs = this.#options.clock.monotonicMs();
    this.#glance = outbox ? summaryOf(outbox.report()) : nothing;
  }
}

function summaryOf({ overdue, pause, nextTryAtMs }: OutboxReport): Glance {
  const isAhead = nextTryAtMs !== null && nextTryAtMs > Date.now();
  return { overdue: overdue.length, pause, nextTryAtMs: isAhead ? nextTryAtMs : null };
}

/** Compares times to the second, as they are shown. */
function isSame(one: Glance, other: Glance): boolean {
  const isSameTime =
    one.nextTryAtMs === null || other.nextTryAtMs === null
      ? one.nextTryAtMs === other.nextTryAtMs
      : Math.abs(one.nextTryAtMs - other.nextTryAtMs) < 1_000;
  return isSameTime && one.overdue === other.overdue && one.pause?.code === other.pause?.code;
}
