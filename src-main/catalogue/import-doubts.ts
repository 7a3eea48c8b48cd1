// Notes while rows are read what makes a person ask whether the file is read as it is meant.
import type { BadRow, ImportDoubt, Product, Reading } from '../contract/catalogue.ts';
import { otherListNames } from './column-names.ts';

/** The least share of products without a price, or of rows with a repeated code. */
const zeroShare = 0.8;
const repeatedShare = 0.1;
const namelessShare = 0.2;

/** With which marks the prices so far were written. */
export interface PriceMarks {
  /** True if both marks are decimal marks there, so that a price with two readings is none. */
  areBoth: boolean;
  /** How many prices with two readings were taken. */
  ambiguous: number;
  /** How many prices can only be read with the other mark. */
  others: number;
  /** The first price in another currency than the euro. */
  otherCurrency: string;
}

export const newMarks = (areBoth = false): PriceMarks => ({
  ...{ areBoth, ambiguous: 0, others: 0, otherCurrency: '' },
});

export class ImportDoubts {
  #rows = 0;
  #products = 0;
  #free = 0;
  #nameless = 0;
  #notSold = 0;
  #ambiguous = 0;
  #example = '';
  #names: readonly string[] = [];
  /** How often codes come again with another price. */
  readonly #again = new Map<string, { rows: number; isOther: boolean }>();

  header(names: readonly string[]): void {
    this.#names = names;
  }

  product({ unitPrice }: Pick<Product, 'unitPrice'>): void {
    this.#rows += 1;
    this.#products += 1;
    if (unitPrice === 0) this.#free += 1;
  }

  badRow({ field, problem, text }: Omit<BadRow, 'line'>): void {
    this.#rows += 1;
    if (field === 'description' && problem === 'missing') this.#nameless += 1;
    if (problem === 'not_sold') this.#notSold += 1;
    if (problem !== 'ambiguous') return;
    this.#ambiguous += 1;
    this.#example ||= text;
  }

  /** Notes a product whose code an earlier row has, which `badRow` is told as well. */
  repeated(code: string, isOtherPrice: boolean): void {
    const again = this.#again.get(code) ?? { rows: 1, isOther: false };
    again.rows += 1;
    again.isOther ||= isOtherPrice;
    this.#again.set(code, again);
  }

  /** The decimal mark is null where nobody has said which one the prices have. */
  all(
    { areBoth, otherCurrency }: PriceMarks,
    { decimalMark, columns }: Pick<Reading, 'decimalMark' | 'columns'>,
  ): readonly ImportDoubt[] {
    const doubts: ImportDoubt[] = [];
    if (this.#products > 0 && !columns.includes('code')) doubts.push({ kind: 'no_codes' });
    if (this.#notSold > 0) {
      const saying = columns.flatMap((field, at) =>
        field === 'active' || field === 'inactive' ? [this.#names[at] ?? String(at + 1)] : [],
      );
      doubts.push({ kind: 'not_sold', rows: this.#notSold, columns: saying });
    }
    if (decimalMark === null && this.#example !== '') {
      doubts.push({ kind: 'decimal_mark', example: this.#example });
    }
    if (decimalMark !== null && areBoth && this.#ambiguous > 0) {
      doubts.push({ kind: 'both_marks', rows: this.#ambiguous });
    }
    if (otherCurrency !== '') doubts.push({ kind: 'other_currency', example: otherCurrency });
    if (this.#free > 0 && this.#free >= zeroShare * this.#products) {
      doubts.push({ kind: 'zero_prices', rows: this.#free, of: this.#products });
    }
    if (this.#nameless >= Math.max(2, namelessShare * this.#rows)) {
      doubts.push({ kind: 'nameless_rows', rows: this.#nameless, of: this.#rows });
    }
    const otherNames = otherListNames(this.#names);
    const others = [...this.#again.values()].filter(({ isOther }) => isOther);
    const rows = others.reduce((sum, each) => sum + each.rows, 0);
    if (rows > 0 && rows >= repeatedShare * this.#rows) {
      doubts.push({ kind: 'repeated_codes', codes: others.length, rows });
    } else if (otherNames.length > 0) {
      doubts.push({ kind: 'other_list', columns: otherNames });
    }
    return doubts;
  }
}
