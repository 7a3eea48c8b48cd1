// Tells what a code is by its form alone.
import * as v from 'valibot';
import { referenceSchema } from '../../src-main/contract/sales.ts';

/** A document's key: a code, a series and a number (service-api, Documents: `doc_key`). */
const documentKey = /^\p{L}{1,6} \S{1,60}\/\d{1,12}$/u;

/** Returns the reference that a sale bears from its beginning; null if the code is none. */
export function referenceIn(code: string): string | null {
  const reference = v.safeParse(referenceSchema, code.toUpperCase());
  return reference.success ? reference.output : null;
}

/** Tells whether receipts have such a code to name a document. */
export const isDocumentCode = (code: string): boolean =>
  referenceIn(code) !== null || documentKey.test(code);
