// The lines of a sale or a document that is being made or put right: text until they are sent.
import * as v from 'valibot';
import type { CartLine } from '../../src-main/contract/cart.ts';
import { lineTotalCents, quantitySchema } from '../../src-main/contract/money.ts';
import { parseFreeLine, type FreeLineEntry, type FreeLineField } from './entry.ts';
import type { Format } from '../bridge/format.ts';

/** The most lines that a cart holds. */
const mostLines = 1000;

/** A line as it is typed. What is no field of the form, as the unit, cannot be changed here. */
export interface LineRow extends FreeLineEntry, Readonly<Omit<CartLine, FreeLineField>> {
  /** Its place in what was refused; null for a line that is new. */
  readonly position: number | null;
}

export class LinesDraft {
  rows = $state<LineRow[]>([]);
  readonly #first: string;

  /** @param lines of what was refused. */
  constructor(lines: readonly CartLine[], format: Format) {
    this.rows = lines.map((line, position) => rowOf(line, position, format));
    this.#first = JSON.stringify(this.rows);
  }

  /** As they were typed before the till was locked. */
  restore(rows: readonly LineRow[]): void {
    this.rows = [...rows];
  }

  get areAsRefused(): boolean {
    return JSON.stringify(this.rows) === this.#first;
  }

  get isFull(): boolean {
    return this.rows.length >= mostLines;
  }

  /**
   * What is there already at the same price becomes more of it, as a second scan of the same thing
   * should.
   */
  add(line: CartLine, format: Format): void {
    for (const row of this.rows) {
      const there = lineOf(row);
      if (!there || !isSame(there, line)) continue;
      const quantity = v.safeParse(quantitySchema, there.quantity + line.quantity);
      if (!quantity.success) continue;
      row.quantity = format.editable(quantity.output, 3);
      return;
    }
    if (!this.isFull) this.rows.push(rowOf(line, null, format));
  }

  addFree(code: string, quantity: string): void {
    const lineId = crypto.randomUUID();
    this.rows.push({ lineId, position: null, code, description: '', quantity, unitPrice: '' });
  }

  edit(row: LineRow, field: FreeLineField, typed: string): void {
    row[field] = typed;
  }

  remove(row: LineRow): void {
    this.rows = this.rows.filter(({ lineId }) => lineId !== row.lineId);
  }

  /** Null while one of them cannot be used. */
  get lines(): CartLine[] | null {
    const lines = this.rows.map(lineOf);
    return lines.every((line) => line !== null) ? lines : null;
  }
}

const rowOf = (
  { quantity, unitPrice, ...line }: CartLine,
  position: number | null,
  format: Format,
): LineRow => ({
  ...line,
  position,
  quantity: format.editable(quantity, 3),
  unitPrice: format.editable(unitPrice, 6, 2),
});

/**
 * A price that is no longer below the list price has none beside it, nor what no longer comes to
 * its label's price that.
 */
function lineOf(row: LineRow): CartLine | null {
  const { lineId, unit, listPrice, labelCents } = row;
  const parsed = parseFreeLine(lineId, row);
  if (!('line' in parsed)) return null;
  const { quantity, unitPrice } = parsed.line;
  return {
    ...parsed.line,
    ...(labelCents === lineTotalCents(quantity, unitPrice) && { labelCents }),
    ...(unit !== undefined && { unit }),
    ...(listPrice !== undefined && parsed.line.unitPrice < listPrice && { listPrice }),
  };
}

const isSame = (one: CartLine, other: CartLine): boolean =>
  one.labelCents === undefined &&
  other.labelCents === undefined &&
  one.unit === other.unit &&
  one.code === other.code &&
  one.unitPrice === other.unitPrice &&
  one.description === other.description;
