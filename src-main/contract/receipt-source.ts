// What a receipt is printed from, and where its page is found.
import * as v from 'valibot';
import { papers } from './printing.ts';
import { referenceSchema } from './sales.ts';
import { languages } from './languages.ts';

/** What may be chosen at each print. */
const receiptChoices = {
  /** The customer's language; the till's unless told otherwise. */
  language: v.exactOptional(v.picklist(languages)),
  /** 80 mm unless told otherwise. */
  paper: v.exactOptional(v.picklist(papers)),
};

/** What a receipt is printed from: one of our sales, or any document of the service. */
export const receiptSourceSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('sale'), reference: referenceSchema, ...receiptChoices }),
  v.strictObject({
    kind: v.literal('document'),
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    ...receiptChoices,
  }),
]);
export type ReceiptSource = v.InferOutput<typeof receiptSourceSchema>;

/** Returns the path of a receipt's page, for the screen and the printer. */
export function receiptPath({ language, paper, ...source }: ReceiptSource): string {
  const path = source.kind === 'sale' ? `sale/${source.reference}` : `document/${source.id}`;
  const choices = new URLSearchParams({ ...(language && { language }), ...(paper && { paper }) });
  return `/receipt/${path}${choices.size === 0 ? '' : `?${choices.toString()}`}`;
}
