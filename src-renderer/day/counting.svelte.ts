// A count of the drawer as it is typed.
import {
  countedCents,
  denominations,
  nothingTyped,
  readTyped,
  type Count,
  type Denomination,
  type TypedCount,
} from '../../src-main/contract/day.ts';
import { cents, zeroCents, type Cents } from '../../src-main/contract/money.ts';

export class Counting {
  #texts = $state.raw<Readonly<Partial<Record<Denomination, string>>>>({});
  #other = $state('');
  readonly #typed = $derived.by((): TypedCount => ({
    pieces: denominations.flatMap((denomination) => {
      const text = this.text(denomination);
      return text === '' ? [] : [{ denomination, text }];
    }),
    other: this.#other,
  }));
  readonly #count = $derived(readTyped(this.#typed));
  readonly #onchange: (typed: TypedCount) => void;

  constructor(typed: TypedCount | null, onchange: (typed: TypedCount) => void = () => undefined) {
    const { pieces, other } = typed ?? nothingTyped;
    this.#onchange = onchange;
    this.#texts = Object.fromEntries(pieces.map(({ denomination, text }) => [denomination, text]));
    this.#other = other;
  }

  text(denomination: Denomination): string {
    return this.#texts[denomination] ?? '';
  }

  type(denomination: Denomination, text: string): void {
    this.#texts = { ...this.#texts, [denomination]: text };
    this.#onchange(this.#typed);
  }

  /** Adds or takes away one piece, but never goes below zero. */
  step(denomination: Denomination, by: 1 | -1): void {
    const pieces = Number.parseInt(this.text(denomination), 10) || 0;
    this.type(denomination, String(Math.max(0, pieces + by)));
  }

  get other(): string {
    return this.#other;
  }

  set other(text: string) {
    this.#other = text;
    this.#onchange(this.#typed);
  }

  /** Undefined if something typed is no number. */
  get count(): Count | undefined {
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.#typed.pieces.length === 0 && this.#other === '';
  }

  get totalCents(): Cents {
    return this.#count ? countedCents(this.#count) : zeroCents;
  }

  /** Null while what is typed is no number of pieces. */
  amountOf(denomination: Denomination): Cents | null {
    const typed = { pieces: [{ denomination, text: this.text(denomination) }], other: '' };
    const count = readTyped(typed);
    return count ? countedCents(count) : null;
  }

  sumOf(some: readonly Denomination[]): Cents {
    return cents(some.reduce((sum, one) => sum + (this.amountOf(one) ?? 0), 0));
  }
}
