// Tax numbers in the fields of the page: which can be used, and which are asked about first.
import { readTaxNumber, type ReadTaxNumber } from '../../src-main/contract/tax-number.ts';

export type ForeignTaxNumber = Extract<ReadTaxNumber, { kind: 'foreign' }>;

/**
 * Returns the number to use, null for none, or undefined for one that is wrong or to be asked
 * about.
 * `accepted`: the foreign number that a person has confirmed.
 */
export function usableNumber(typed: string, accepted: string): string | null | undefined {
  const read = readTaxNumber(typed);
  if (read.kind === 'none') return null;
  if (read.kind === 'portuguese') return read.number;
  return read.kind === 'foreign' && read.number === accepted ? accepted : undefined;
}

/** Returns the foreign number to ask about; null if there is none. */
export function foreignAsked(typed: string, accepted: string): ForeignTaxNumber | null {
  const read = readTaxNumber(typed);
  return read.kind === 'foreign' && read.number !== accepted ? read : null;
}
