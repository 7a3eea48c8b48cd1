// A tax number that is scanned while the field for one has the focus is typed there.
import { readTaxNumber } from '../../src-main/contract/tax-number.ts';

/** Marks a field that takes a tax number, also from a scanner. */
export const taxNumberField = 'data-tax-number';

/**
 * Types a right tax number that was scanned into the field for one that has the focus. Returns
 * false if it is none, or there is no such field.
 */
export function typeScannedNumber(code: string): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement && field.hasAttribute(taxNumberField);
  const read = readTaxNumber(code);
  if (!isField || read.kind !== 'portuguese') return false;
  field.value = read.number;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}
