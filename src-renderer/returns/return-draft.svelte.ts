// What comes back, while it is chosen: how much of which line, why, and how the money goes back.
import * as v from 'valibot';
import type { CartLine } from '../../src-main/contract/cart.ts';
import { err, type Result } from '../../src-main/contract/errors.ts';
import {
  noDiscount,
  oneUnit,
  quantitySchema,
  zeroCents,
  type Cents,
} from '../../src-main/contract/money.ts';
import type { PaymentMethod } from '../../src-main/contract/payment.ts';
import { backCents, linesBack, type WantedLine } from '../../src-main/contract/return-ledger.ts';
import type {
  OpenedReturn,
  ReturnFinish,
  ReturnReason,
  ReturnSource,
} from '../../src-main/contract/returns.ts';
import type { Format } from '../bridge/format.ts';
import { LinesDraft, type LineRow } from '../lines/lines-draft.svelte.ts';

/** What is kept of it while the till is locked. */
export interface KeptReturn {
  readonly docKey: string;
  readonly returnId: string;
  readonly wanted: readonly number[];
  readonly typed: readonly LineRow[];
  readonly reason: ReturnReason;
  readonly note: string;
  readonly methodId: number | null;
  readonly isExchange: boolean;
}

interface Options {
  /** What is known by now. */
  readonly opened: () => OpenedReturn;
  readonly methods: readonly PaymentMethod[];
  readonly format: Format;
  readonly kept?: KeptReturn | null;
}

/** Why it cannot be finished. */
type Problem = 'pick' | 'typed_wrong' | 'too_much' | 'pick_method';

export class ReturnDraft {
  readonly #opened: () => OpenedReturn;
  readonly #returnId: string;
  /** For each line of the original, in thousandths. */
  #wanted = $state.raw<readonly number[]>([]);
  /** What is typed where nobody knows the original's lines. */
  readonly typed: LinesDraft;
  reason = $state<ReturnReason>('changed_mind');
  note = $state('');
  method = $state.raw<PaymentMethod | null>(null);
  /** True if the cash stays in the drawer for a sale that follows. */
  isExchange = $state(false);

  /** Takes up what was kept if it is of the same document. */
  constructor({ opened, methods, format, kept = null }: Options) {
    this.#opened = opened;
    const { origin, lines } = opened();
    const own = kept?.docKey === origin.docKey ? kept : null;
    this.#returnId = own?.returnId ?? crypto.randomUUID();
    this.method = methods.find(({ id }) => id === own?.methodId) ?? methods[0] ?? null;
    this.typed = new LinesDraft([], format);
    if (own) {
      this.reason = own.reason;
      this.note = own.note;
      this.isExchange = own.isExchange;
      this.typed.restore(own.typed);
      for (const [position, quantity] of own.wanted.entries()) this.set(position, quantity);
    }
    // A single thing that was sold is what comes back.
    if (lines?.length === 1 && lines[0]?.left === oneUnit && !own) this.set(0, oneUnit);
  }

  get #lines() {
    return this.#opened().lines ?? [];
  }

  /** No more than is left by now: another till may have taken some back meanwhile. */
  wanted(position: number): number {
    return Math.min(this.#wanted[position] ?? 0, this.#lines[position]?.left ?? 0);
  }

  /** Returns whether so much of the line is left; nothing changes if it is not. */
  set(position: number, quantity: number): boolean {
    const line = this.#lines[position];
    if (!line || quantity < 0 || quantity > line.left || !Number.isSafeInteger(quantity))
      return false;
    this.#wanted = this.#lines.map((_, at) => (at === position ? quantity : this.wanted(at)));
    return true;
  }

  /** One unit more or less, as far as there is any. Returns whether anything changed. */
  step(position: number, by: 1 | -1): boolean {
    const now = this.wanted(position);
    const left = this.#lines[position]?.left ?? 0;
    const next = Math.max(0, Math.min(left, now + by * oneUnit));
    return next !== now && this.set(position, next);
  }

  /**
   * Takes one of the code, of the first line that has any left. Returns the line's position; -1 if
   * there is none.
   */
  scan(code: string, quantity: number = oneUnit): number {
    return this.#lines.findIndex(
      (line, position) =>
        line.code === code && this.set(position, this.wanted(position) + quantity),
    );
  }

  get #wantedLines(): readonly WantedLine[] {
    return this.#lines.flatMap((_, position) => {
      const quantity = v.safeParse(quantitySchema, this.wanted(position));
      return quantity.success ? [{ position, quantity: quantity.output }] : [];
    });
  }

  /** Null while one of them cannot be used. */
  get #typedLines(): readonly Omit<CartLine, 'lineId'>[] | null {
    return (
      this.typed.lines?.map(({ code, description, quantity, unitPrice, unit }) => ({
        ...{ code, description, quantity, unitPrice },
        ...(unit !== undefined && { unit }),
      })) ?? null
    );
  }

  /** What is to be given back: the same sum as main makes. */
  get totalCents(): Cents {
    const { lines, discount, leftCents } = this.#opened();
    if (!lines) {
      const typed = this.#typedLines ?? [];
      return backCents(
        typed.map((line) => ({ line })),
        noDiscount,
      );
    }
    const original = { lines: lines.map(({ sold, ...line }) => ({ ...line, quantity: sold })) };
    const ledger = { left: lines.map(({ left }) => left), leftCents, unread: [] };
    const back = linesBack({ ...original, discount }, ledger, this.#wantedLines);
    return back.ok ? backCents(back.value, discount) : zeroCents;
  }

  get #isEmpty(): boolean {
    return this.#opened().lines ? this.#wantedLines.length === 0 : this.typed.rows.length === 0;
  }

  /** Null if it can be finished. */
  get problem(): Problem | null {
    if (this.#isEmpty) return 'pick';
    if (!this.#opened().lines) {
      if (this.#typedLines === null) return 'typed_wrong';
      if (this.totalCents > this.#opened().leftCents) return 'too_much';
    }
    return this.method === null ? 'pick_method' : null;
  }

  get isAboveUnaskedLimit(): boolean {
    const { notAsked, unaskedLimitCents } = this.#opened();
    if (notAsked === null) return false;
    return unaskedLimitCents === null || this.totalCents > unaskedLimitCents;
  }

  get kept(): KeptReturn | null {
    if (this.#isEmpty && this.note === '') return null;
    return {
      docKey: this.#opened().origin.docKey,
      returnId: this.#returnId,
      wanted: this.#wanted,
      typed: $state.snapshot(this.typed.rows),
      reason: this.reason,
      note: this.note,
      methodId: this.method?.id ?? null,
      isExchange: this.isExchange,
    };
  }

  /** Has it done. Errors: those of finishing; `payment_method_unknown` if none is chosen. */
  async finish<Done>(
    source: ReturnSource,
    ask: (wanted: ReturnFinish) => Promise<Result<Done>>,
  ): Promise<Result<Done>> {
    if (!this.method) return err({ code: 'payment_method_unknown' });
    const { origin, notAsked, lines } = this.#opened();
    return ask({
      ...{ returnId: this.#returnId, source, docKey: origin.docKey },
      ...{ lines: [...this.#wantedLines], reason: this.reason, note: this.note.trim() },
      ...(!lines && { typedLines: [...(this.#typedLines ?? [])] }),
      ...{ method: this.method, totalCents: this.totalCents, withoutAsking: notAsked !== null },
      ...(this.isExchange && { isExchange: true }),
    });
  }
}
