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
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** How soon to read again while the sums are being made. */
const againMs = 1_500;

// Swedish dates are written yyyy-mm-dd.
const today = (): string => localDay(Date.now());

export class FiguresWatch {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  #kind = $state<PeriodKind>('day');
  #date = $state(today());
  #figures = $state.raw<Figures | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  readonly #isCurrent = $derived(isIn(today(), periodOf(this.#kind, this.#date)));
  readonly #isCounting = $derived.by(() => {
    const coverage = this.#figures?.coverage;
    return coverage !== undefined && coverage.counted < coverage.sales;
  });

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

  /** True while sales are still being summed up. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Reads the figures. The former ones stay until there are newer ones. */
  readonly load = async (): Promise<void> => {
    this.#busy = true;
    const query = { period: this.#kind, date: this.#date };
    const answer = await this.#latest.of(this.#till.request('figures.read', query));
    if (!answer) return;
    this.#busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (answer.ok) this.#figures = answer.value;
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

  /**
   * Reads again while sales are summed up, unless that would ask for a manager: only a press of the
   * person's own does so.
   */
  readonly keepUp = (): (() => void) | undefined => {
    if (!this.#isCounting || this.#busy || !this.#asksNobody) return undefined;
    const timer = setTimeout(() => void this.load(), againMs);
    return () => {
      clearTimeout(timer);
    };
  };

  get #asksNobody(): boolean {
    const { lock } = this.#till.state;
    return (
      lock === null ||
      lock.atTill?.role === 'manager' ||
      !lock.rules.managerActions.includes('see_figures')
    );
  }
}
