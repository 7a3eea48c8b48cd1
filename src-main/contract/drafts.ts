// What is half-typed when the till is locked: main keeps it, and the page holds nothing of it.
import * as v from 'valibot';

/** What begins with `sale.` is of the sale under way: whoever comes goes on with it. */
export const draftNames = [
  'place',
  'new-document',
  'correction',
  'receipt-texts',
  'sale.cart',
  'sale.finished',
  'sale.free-line',
  'sale.new-product',
  'sale.payment',
  'sale.scans',
  'sale.step',
  'sale.unsold',
] as const;
export type DraftName = (typeof draftNames)[number];

/** A sale of a thousand lines, with names as long as they come. */
export const longestDraft = 1_000_000;

/** To main it is a text: what there is in it is the page's own. */
const draftSchema = v.strictObject({
  name: v.picklist(draftNames),
  text: v.pipe(v.string(), v.maxLength(longestDraft)),
});
export type Draft = v.InferOutput<typeof draftSchema>;

export const draftsSchema = v.pipe(v.array(draftSchema), v.maxLength(draftNames.length));
