// The figures of the period that is looked at. None of them outlasts the lock, as somebody else may
// unlock the till.
import { localDay } from '../../src-main/contract/calendar.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Figures } from '../../src-main/contract/figures.ts';
import {
  isIn,
  periodAfter,
  periodBefore,
  periodOf,
  type PeriodKind,
} from '../../src-main/contract/periods.ts';
import type { Till } from '../bridge/till.svelte.ts';

const today = (): string => localDay(Date.now());

export class FiguresWatch {
  readonly #till: Till;
  #isWanted = false;
  #kind = $state<PeriodKind>('day');
  #date = $state(today());
  #figures = $state.raw<Figures | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  readonly #isCurrent = $derived(isIn(today(), periodOf(this.#kind, this.#date)));

  constructor(till: Till) {
    this.#till = till;
  }

  /** Null until the first answer. */
  get figures(): Figures | null {
    return this.#figures;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get kind(): PeriodKind {
    return this.#kind;
  }

  /** True if the period that is looked at is under way. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  /**
   * Reads the figures. The former ones stay until there are newer ones. While some are read, what
   * is asked for meanwhile waits, and only the last of it is read.
   */
  readonly load = async (): Promise<void> => {
    this.#isWanted = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#isWanted) {
      this.#isWanted = false;
      const query = { period: this.#kind, date: this.#date };
      const answer = await this.#till.request('figures.read', query);
      this.#error = answer.ok ? null : answer.error;
      if (answer.ok) this.#figures = answer.value;
    }
    this.#busy = false;
  };

  /** Shows the period that is under way. */
  readonly current = (kind: PeriodKind): Promise<void> => {
    this.#kind = kind;
    this.#date = today();
    return this.load();
  };

  readonly earlier = (): Promise<void> => this.#to(periodBefore);
  readonly later = (): Promise<void> => this.#to(periodAfter);

  #to(move: typeof periodBefore): Promise<void> {
    this.#date = move(this.#kind, periodOf(this.#kind, this.#date)).from;
    return this.load();
  }
}
