// What can be told of a code by its form alone.
import * as v from 'valibot';
import { referenceSchema } from '../../src-main/contract/sales.ts';

/**
 * On the command sheet: opens the payment, finishes it with the exact amount, and goes on to the
 * next sale.
 */
export const payCode = 'CF-PAY';

/** A document's key: a code, a series and a number (service-api, Documents: `doc_key`). */
const documentKey = /^\p{L}{1,6} \S{1,60}\/\d{1,12}$/u;

export const isPayCode = (code: string): boolean => code.toUpperCase() === payCode;

/** The reference that a sale bears from its beginning; null where the code is none. */
export function referenceIn(code: string): string | null {
  const reference = v.safeParse(referenceSchema, code.toUpperCase());
  return reference.success ? reference.output : null;
}

/** Whether it is printed on receipts to name a document. */
export const isDocumentCode = (code: string): boolean =>
  referenceIn(code) !== null || documentKey.test(code);
