// What of a document came back, line by line, and what can still come back. Pure.
import * as v from 'valibot';
import { totals, type Cart, type CartLine } from './cart.ts';
import { err, ok, type Result } from './errors.ts';
import {
  lineTotalCents,
  noDiscount,
  unitPriceSchema,
  zeroCents,
  type Cents,
  type QuantityThousandths,
} from './money.ts';

export type SoldLine = Pick<CartLine, 'code' | 'description' | 'quantity' | 'unitPrice'>;

/** One line of an earlier return: which line it takes back, or what it says of itself. */
export type TakenLine =
  | { readonly position: number; readonly quantity: number }
  | {
      readonly code: string;
      /** In thousandths, never below zero; null if the service does not show it. */
      readonly quantity: number | null;
      readonly unitPrice: number | null;
    };

export interface TakenBack {
  readonly name: string;
  /** Never below zero. */
  readonly totalCents: Cents;
  readonly lines: readonly TakenLine[];
}

export interface Ledger {
  /** For each line of the original, in thousandths. */
  readonly left: readonly number[];
  readonly leftCents: number;
  /** The earlier returns that cannot be put down to the original's lines. */
  readonly unread: readonly string[];
}

/**
 * Adds up what came back. Where nobody knows what was sold (null), cents alone are counted. What a
 * return says only by its code is put down to the lines with that
 * code, those with its price first; what they cannot take makes the return unread.
 */
export function ledgerOf(
  { lines, totalCents }: { readonly lines: readonly SoldLine[] | null; readonly totalCents: Cents },
  returns: readonly TakenBack[],
): Ledger {
  const leftCents = totalCents - returns.reduce((sum, one) => sum + one.totalCents, 0);
  if (!lines) return { left: [], leftCents, unread: [] };
  const left: number[] = lines.map(({ quantity }) => quantity);
  const unread: string[] = [];
  // What names its line comes first, as it leaves no choice.
  const isExact = (line: TakenLine) => 'position' in line;
  for (const { name, lines: taken } of returns) {
    for (const line of taken.filter(isExact)) if (!take(lines, left, line)) unread.push(name);
  }
  for (const { name, lines: taken } of returns) {
    const others = taken.filter((line) => !isExact(line));
    if (taken.length === 0 || others.some((line) => !take(lines, left, line))) unread.push(name);
  }
  return { left, leftCents, unread: [...new Set(unread)] };
}

/** Takes the line off what is left. Returns whether all of it was there. */
function take(sold: readonly SoldLine[], left: number[], line: TakenLine): boolean {
  if (line.quantity === null) return false;
  let open = line.quantity;
  for (const position of positionsFor(sold, line)) {
    const takenQuantity = Math.min(open, left[position] ?? 0);
    left[position] = (left[position] ?? 0) - takenQuantity;
    open -= takenQuantity;
  }
  return open === 0;
}

function positionsFor(sold: readonly SoldLine[], line: TakenLine): readonly number[] {
  if ('position' in line) return [line.position];
  const all = [...sold.keys()].filter((position) => sold[position]?.code === line.code);
  const hasPrice = (position: number) => Number(sold[position]?.unitPrice === line.unitPrice);
  return all.toSorted((one, other) => hasPrice(other) - hasPrice(one));
}

export interface WantedLine {
  readonly position: number;
  readonly quantity: QuantityThousandths;
}

export interface BackLine {
  readonly position: number;
  readonly line: Omit<CartLine, 'lineId'>;
}

/** A line that takes back none of the original's, as nobody knows those. */
export interface TypedBackLine extends Pick<BackLine, 'line'> {
  readonly position: null;
}

/**
 * Returns the lines of a return, in the original's order. Rounding may make the parts of a line
 * come to more cents than the line did: the last part is a little cheaper then.
 * Errors: `returned_too_much`, `invalid_value` for none, or one named twice.
 */
export function linesBack(
  original: {
    readonly lines: readonly Omit<CartLine, 'lineId'>[];
    readonly discount: Cart['discount'];
  },
  ledger: Ledger,
  wanted: readonly WantedLine[],
): Result<readonly BackLine[]> {
  if (wanted.length === 0) return err({ code: 'invalid_value', field: 'lines' });
  const sorted = wanted.toSorted((one, other) => one.position - other.position);
  const back: BackLine[] = [];
  for (const { position, quantity } of sorted) {
    const line = original.lines[position];
    if (!line || back.at(-1)?.position === position)
      return err({ code: 'invalid_value', field: 'lines' });
    if (quantity > (ledger.left[position] ?? 0))
      return err({ code: 'returned_too_much', what: line.description });
    back.push({ position, line: { ...line, quantity } });
  }
  return ok(withinCents(back, original.discount, ledger.leftCents));
}

/**
 * Returns the lines of a return that somebody typed, as nobody knows what was sold.
 * Errors: `returned_too_much`, `invalid_value` for none.
 */
export function typedBack(
  { leftCents }: Pick<Ledger, 'leftCents'>,
  typedLines: readonly Omit<CartLine, 'lineId'>[],
  docKey: string,
): Result<readonly TypedBackLine[]> {
  if (typedLines.length === 0) return err({ code: 'invalid_value', field: 'typedLines' });
  const back = typedLines.map((line) => ({ position: null, line }) as const);
  return backCents(back, noDiscount) > leftCents
    ? err({ code: 'returned_too_much', what: docKey })
    : ok(back);
}

/** What the lines come to, with the original's discount. */
export const backCents = (
  back: readonly Pick<BackLine, 'line'>[],
  discount: Cart['discount'],
): Cents =>
  totals({ discount, lines: back.map(({ line }) => ({ ...line, lineId: '' })) }).totalCents;

/** Makes the dearest line as much cheaper as is needed not to give back more than was paid. */
function withinCents(
  back: readonly BackLine[],
  discount: Cart['discount'],
  leftCents: number,
): readonly BackLine[] {
  const amount = ({ line }: BackLine) => lineTotalCents(line.quantity, line.unitPrice);
  let result = back;
  for (let over = backCents(result, discount) - leftCents; over > 0;) {
    const dearest = result.toSorted((one, other) => amount(other) - amount(one))[0];
    if (!dearest || amount(dearest) <= zeroCents) break;
    const wantedCents = Math.max(0, amount(dearest) - over);
    const unitPrice = v.parse(
      unitPriceSchema,
      Math.floor((wantedCents * 10_000_000) / dearest.line.quantity),
    );
    result = result.map((one) =>
      one === dearest ? { ...one, line: { ...one.line, unitPrice } } : one,
    );
    over = backCents(result, discount) - leftCents;
  }
  return result;
}
