// The one comparison: whether a document of the service is a sale's, and in what it differs from
// what was sold. Asked of every document that the outbox sees: a 201, a look-up, an audit, a
// document that was opened.
import * as v from 'valibot';
import { addDays, dayAtMs } from './calendar.ts';
import { isFinalized, type DocumentDetail, type DocumentSummary } from './documents.ts';
import type { Cents } from './money.ts';
import { isOfKind, type RequestedKind } from './new-document.ts';
import { plainTaxNumber } from './tax-number.ts';

export const differingFields = [
  'total',
  'taxNumber',
  'customer',
  'date',
  'serie',
  'lineCount',
] as const;
export type DifferingField = (typeof differingFields)[number];

/** `sold`, `shown`: a total in cents; everything else as it is written; empty for none. */
export const differenceSchema = v.object({
  field: v.picklist(differingFields),
  sold: v.string(),
  shown: v.string(),
});
export type Difference = v.InferOutput<typeof differenceSchema>;

/** What one body of a sale asks for. */
export interface AskedBody {
  readonly requestedKind: RequestedKind;
  readonly totalCents: Cents;
  /** Whether the service must come to the same total. */
  readonly isTotalKnown: boolean;
  /** Empty for a final consumer. */
  readonly taxNumber: string;
  readonly partyId: number | null;
  /** `yyyy-mm-dd`; empty if it cannot be read. */
  readonly date: string;
  /** True if a person has dated it; otherwise the service may, until it was last sent. */
  readonly isDated: boolean;
  readonly serieId: number | null;
  readonly lineCount: number | null;
  /** Whether it takes goods back: a service may show such a total below zero. */
  readonly isReturn: boolean;
}

export interface ComparedSale {
  readonly reference: string;
  readonly body: AskedBody;
  readonly formerBodies: readonly AskedBody[];
}

type Shown = DocumentSummary &
  Partial<Pick<DocumentDetail, 'partyId' | 'hasNoParty' | 'lineCount'>>;

export type Comparison =
  | {
      readonly is: 'own';
      readonly differences: readonly Difference[];
      /** The fields that the document shows, so that they could be compared. */
      readonly compared: readonly DifferingField[];
    }
  /** The sale's, but not finalized although that was asked for. */
  | { readonly is: 'draft' }
  /** It is of a body that was replaced, or nobody can tell of which. */
  | { readonly is: 'earlier_body' }
  /** It bears the reference, but no body ever asked for its kind. */
  | { readonly is: 'other_kind' }
  | { readonly is: 'other_sale' };

/** `lastDay`: until when the service may have dated it by itself, `yyyy-mm-dd`. */
export function compareDocument(sale: ComparedSale, document: Shown, lastDay: string): Comparison {
  if (document.ourReference !== sale.reference) return { is: 'other_sale' };
  const { body } = sale;
  const bodies = [body, ...sale.formerBodies].filter(({ requestedKind }) =>
    isOfKind(document, requestedKind.kind),
  );
  const [first, ...others] = bodies.map((requested) => ({
    asked: requested,
    ...differencesOf(requested, document, lastDay),
  }));
  if (!first) return { is: 'other_kind' };
  const isNearer = others.some(({ differences }) => differences.length < first.differences.length);
  if (first.asked !== body || isNearer) return { is: 'earlier_body' };
  // Where a correction changed the total, only the total tells the two bodies apart.
  const isCorrectedTotal =
    body.isTotalKnown &&
    others.some(({ asked }) => asked.isTotalKnown && asked.totalCents !== body.totalCents);
  if (isCorrectedTotal && shownTotal(body, document) !== body.totalCents)
    return { is: 'earlier_body' };
  if (body.requestedKind.finalize && !isFinalized(document)) return { is: 'draft' };
  return { is: 'own', differences: first.differences, compared: first.compared };
}

function differencesOf(
  requested: AskedBody,
  document: Shown,
  lastDay: string,
): { readonly differences: readonly Difference[]; readonly compared: readonly DifferingField[] } {
  const { party, partyId, hasNoParty = false, serieId, lineCount, date } = document;
  const areDays = dayAtMs(requested.date) !== undefined && dayAtMs(date) !== undefined;
  const knows = (one: number | null, other: unknown) => one !== null && typeof other === 'number';
  const hasNumber = hasNoParty
    ? requested.taxNumber !== ''
    : party !== null && (requested.taxNumber !== '' || requested.partyId === null);
  const hasCustomer = hasNoParty ? requested.partyId !== null : knows(requested.partyId, partyId);
  const shownNumber = party?.fiscalNumber ?? '';
  const compared = [
    pair('total', requested.isTotalKnown, requested.totalCents, shownTotal(requested, document)),
    pair('taxNumber', hasNumber, plainTaxNumber(requested.taxNumber), plainTaxNumber(shownNumber)),
    pair('customer', hasCustomer, requested.partyId, partyId ?? ''),
    pair('date', areDays, requested.date, date),
    pair('serie', knows(requested.serieId, serieId), requested.serieId, serieId),
    pair('lineCount', knows(requested.lineCount, lineCount), requested.lineCount, lineCount),
  ].flat();
  // The service may have dated it by itself.
  const isRight = ({ field, sold, shown }: Difference): boolean =>
    sold === shown ||
    (field === 'date' && !requested.isDated && isBetween(date, requested.date, lastDay));
  return {
    compared: compared.map(({ field }) => field),
    differences: compared.filter((each) => !isRight(each)),
  };
}

/** Returns nothing for what is not shown on both sides. */
const pair = (
  field: DifferingField,
  isShown: boolean,
  sold: string | number | null,
  shown: string | number | null | undefined,
): readonly Difference[] => (isShown ? [{ field, sold: String(sold), shown: String(shown) }] : []);

const shownTotal = ({ isReturn }: AskedBody, { totalCents }: Shown): number =>
  isReturn ? Math.abs(totalCents) : totalCents;

/** Returns whether the service may have dated it so: it ignores the time that it was given. */
const isBetween = (date: string, sold: string, lastDay: string): boolean =>
  date >= addDays(sold, -1) && date <= addDays(lastDay < sold ? sold : lastDay, 1);

/** Returns the differences after another sight: what is not shown stays as it was seen. */
export const differencesNow = (
  former: readonly Difference[],
  { differences, compared }: Comparison & { readonly is: 'own' },
): readonly Difference[] =>
  differingFields.flatMap((field) =>
    (compared.includes(field) ? differences : former).filter((one) => one.field === field),
  );
