// What comes back, while it is chosen: how much of which line, why, and how the money goes back.
import * as v from 'valibot';
import { err, type Result } from '../../src-main/contract/errors.ts';
import { oneUnit, quantitySchema, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import type { PaymentMethod } from '../../src-main/contract/payment.ts';
import { backCents, linesBack, type WantedLine } from '../../src-main/contract/return-ledger.ts';
import type {
  OpenedReturn,
  ReturnFinish,
  ReturnReason,
  ReturnSource,
} from '../../src-main/contract/returns.ts';

/** What is kept of it while the till is locked. */
export interface KeptReturn {
  readonly docKey: string;
  readonly returnId: string;
  readonly wanted: readonly number[];
  readonly reason: ReturnReason;
  readonly note: string;
  readonly methodId: number | null;
}

export class ReturnDraft {
  readonly #opened: OpenedReturn;
  readonly #returnId: string;
  /** For each line of the original, in thousandths. */
  #wanted = $state.raw<readonly number[]>([]);
  reason = $state<ReturnReason>('changed_mind');
  note = $state('');
  method = $state.raw<PaymentMethod | null>(null);

  /** Takes up what was kept if it is of the same document. */
  constructor(
    opened: OpenedReturn,
    methods: readonly PaymentMethod[],
    kept: KeptReturn | null = null,
  ) {
    this.#opened = opened;
    const own = kept?.docKey === opened.origin.docKey ? kept : null;
    this.#returnId = own?.returnId ?? crypto.randomUUID();
    this.method = methods.find(({ id }) => id === own?.methodId) ?? methods[0] ?? null;
    if (own) {
      this.reason = own.reason;
      this.note = own.note;
      for (const [position, quantity] of own.wanted.entries()) this.set(position, quantity);
    }
    // A single thing that was sold is what comes back.
    const [only] = opened.lines;
    if (opened.lines.length === 1 && only?.left === oneUnit && !own) this.set(0, oneUnit);
  }

  wanted(position: number): number {
    return this.#wanted[position] ?? 0;
  }

  /** Returns whether so much of the line is left; nothing changes if it is not. */
  set(position: number, quantity: number): boolean {
    const line = this.#opened.lines[position];
    if (!line || quantity < 0 || quantity > line.left || !Number.isSafeInteger(quantity))
      return false;
    this.#wanted = this.#opened.lines.map((_, at) =>
      at === position ? quantity : this.wanted(at),
    );
    return true;
  }

  /** One unit more or less, as far as there is any. Returns whether anything changed. */
  step(position: number, by: 1 | -1): boolean {
    const now = this.wanted(position);
    const left = this.#opened.lines[position]?.left ?? 0;
    const next = Math.max(0, Math.min(left, now + by * oneUnit));
    return next !== now && this.set(position, next);
  }

  /**
   * Takes one of the code, of the first line that has any left. Returns the line's position; -1 if
   * there is none.
   */
  scan(code: string, quantity: number = oneUnit): number {
    return this.#opened.lines.findIndex(
      (line, position) =>
        line.code === code && this.set(position, this.wanted(position) + quantity),
    );
  }

  get #lines(): readonly WantedLine[] {
    return this.#wanted.flatMap((wanted, position) => {
      const quantity = v.safeParse(quantitySchema, wanted);
      return quantity.success ? [{ position, quantity: quantity.output }] : [];
    });
  }

  /** What is to be given back: the same sum as main makes. */
  get totalCents(): Cents {
    const { lines, discount, leftCents } = this.#opened;
    const original = { lines: lines.map(({ sold, ...line }) => ({ ...line, quantity: sold })) };
    const ledger = { left: lines.map(({ left }) => left), leftCents, unread: [] };
    const back = linesBack({ ...original, discount }, ledger, this.#lines);
    return back.ok ? backCents(back.value, discount) : zeroCents;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get isAboveUnaskedLimit(): boolean {
    const { wasAsked, unaskedLimitCents } = this.#opened;
    return !wasAsked && (unaskedLimitCents === null || this.totalCents > unaskedLimitCents);
  }

  get kept(): KeptReturn | null {
    if (this.isEmpty && this.note === '') return null;
    return {
      docKey: this.#opened.origin.docKey,
      returnId: this.#returnId,
      wanted: this.#wanted,
      reason: this.reason,
      note: this.note,
      methodId: this.method?.id ?? null,
    };
  }

  /** Has it done. Errors: those of finishing; `payment_method_unknown` if none is chosen. */
  async finish<Done>(
    source: ReturnSource,
    ask: (wanted: ReturnFinish) => Promise<Result<Done>>,
  ): Promise<Result<Done>> {
    if (!this.method) return err({ code: 'payment_method_unknown' });
    const { origin, wasAsked } = this.#opened;
    return ask({
      ...{ returnId: this.#returnId, source, docKey: origin.docKey },
      ...{ lines: [...this.#lines], reason: this.reason, note: this.note.trim() },
      ...{ method: this.method, totalCents: this.totalCents, withoutAsking: !wasAsked },
    });
  }
}
