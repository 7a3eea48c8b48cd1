// What the rules of a document can see of a form that is still being filled in.
import type { Ruled } from '../../src-main/contract/new-document.ts';
import { kindOf, parseRounding, type NewDocumentEntry } from './new-document-entry.ts';

/** A field counts as soon as something stands in it, even while that cannot be used. */
export function ruledOf(entry: NewDocumentEntry, lineCount: number): Ruled {
  return {
    lineCount,
    by: entry.kind.by,
    kind: kindOf(entry.kind),
    finalize: entry.finalize,
    hasSerie: entry.serieId.trim() !== '',
    isRounded: parseRounding(entry.roundCents) !== 0,
    isPaid: entry.paymentMethod !== null,
    print: entry.print,
    email: entry.email,
  };
}
