// Reads a single value of an answer: text, a number as the digits that came, or an amount.
import * as v from 'valibot';
import { centsFromApi, parseDecimal, type Cents } from '../contract/money.ts';
import { isRecord } from './json-object.ts';

export const maxTextLength = 500;

/** A bound on the work, whatever comes. */
export class Visits {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Returns false once there have been enough visits. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

/** Yields the first fields of an object, without looking at those after them. */
export function* fieldsOf(
  record: Readonly<Record<string, unknown>>,
  most: number,
): Generator<string> {
  let left = most;
  for (const field in record) {
    if (left <= 0) return;
    if (!Object.hasOwn(record, field)) continue;
    left -= 1;
    yield field;
  }
}

export const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const isThere = (value: unknown): value is string | number =>
  isPlain(value) && typeof value !== 'boolean' && value !== '';

const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Writes a value. A number too large to be exact gets "≈", as its digits did not come so. */
export const textOfValue = (value: string | number | boolean): string =>
  typeof value === 'number' && !isExact(value) ? `≈ ${value}` : String(value);

/** Returns null for what is neither text nor a number, and for a number of unknown digits. */
export function textOf(value: unknown): string | null {
  if (!isThere(value)) return null;
  return typeof value === 'string' || isExact(value) ? String(value) : null;
}

/** Returns as much as there is room for, and "…" if there was more. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}

export const shortenedLine = (text: string, maxLength: number): string =>
  shortened(text, maxLength).replace(/\p{Cc}+/gu, ' ');

export function shortText(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : shortened(text, maxTextLength);
}

/**
 * Converts a value to an integer of the scale. The shortest decimal of a float is what was meant by
 * it; a value with more decimals than the scale is null.
 */
export function scaled<Value>(
  schema: v.GenericSchema<number, Value>,
  decimals: number,
): (value: unknown) => Value | null {
  return (value) => {
    const result = v.safeParse(schema, parseDecimal(textOf(value) ?? '', decimals));
    return result.success ? result.output : null;
  };
}

/** Reads an amount: they are JSON numbers (service-api, Conventions). */
export const amountOf = (value: unknown): Cents | null =>
  typeof value === 'number' ? (centsFromApi(value) ?? null) : null;

/** Returns the first of the fields that holds text or a number, as text; null if there is none. */
export function textIn(value: unknown, fields: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  for (const field of fields) {
    const text = textOf(value[field]);
    if (text !== null) return text;
  }
  return null;
}
