// What is half-typed when the till is locked: main keeps it, and the page holds nothing of it.
import * as v from 'valibot';

/** Names that begin with `sale.` are of the sale under way: whoever comes next goes on with it. */
export const draftNames = [
  'place',
  'new-document',
  'correction',
  'receipt-texts',
  'return',
  'sale.cart',
  'sale.finished',
  'sale.free-line',
  'sale.new-product',
  'sale.payment',
  'sale.scans',
  'sale.step',
  'sale.unsold',
  'sale.weighing',
] as const;
export type DraftName = (typeof draftNames)[number];

/** Enough for a sale of a thousand lines with the longest names. */
export const longestDraft = 1_000_000;

/** Main only keeps the text: its content is the page's own. */
const draftSchema = v.strictObject({
  name: v.picklist(draftNames),
  text: v.pipe(v.string(), v.maxLength(longestDraft)),
});
export type Draft = v.InferOutput<typeof draftSchema>;

export const draftsSchema = v.pipe(v.array(draftSchema), v.maxLength(draftNames.length));
