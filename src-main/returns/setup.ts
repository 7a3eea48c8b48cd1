// Whether a shop may take goods back, and what its first return has shown of the service. What the
// trial showed is read from the trial itself, which is kept for ever.
import { nameOf, type DocumentDetail } from '../contract/documents.ts';
import type { ReturnSetupState, Returned, TrialResult } from '../contract/returns.ts';
import type { SaleDetail } from '../contract/sales.ts';
import { readReturnSetup, type KeptReturnSetup } from '../documents/return-setup.ts';
import type { Store } from '../store/open.ts';
import { readSaleDetail, readSaleDocument } from '../store/sales.ts';

/** Returns how returns are set up, and what is known of the service's documents. */
export function returnSetupState(db: Store): ReturnSetupState {
  const storedSetup = readReturnSetup(db);
  const { kind, sendsPayment, namesOrigin, unaskedLimitCents } = storedSetup;
  const { isTrial, trial } = trialOf(db, storedSetup);
  return {
    setup: { kind, sendsPayment, namesOrigin, unaskedLimitCents },
    trial,
    needsTrial: kind !== null && isTrial,
  };
}

/** A trial that was cancelled has shown nothing: the next return is one. */
export function trialOf(
  db: Store,
  { trial: reference, isKnown }: Pick<KeptReturnSetup, 'trial' | 'isKnown'>,
): { readonly isTrial: boolean; readonly trial: TrialResult | null } {
  const sale = reference === null ? undefined : readSaleDetail(db, reference);
  if (!sale?.returned) return { isTrial: !isKnown, trial: null };
  const trial = resultOf(sale, sale.returned, readSaleDocument(db, sale.reference));
  return { isTrial: sale.state === 'cancelled', trial };
}

function resultOf(
  { reference, state, docKey }: SaleDetail,
  returned: Returned,
  document: DocumentDetail | undefined,
): TrialResult {
  const sale = { reference, state, docKey };
  if (state !== 'confirmed' || !document)
    return { ...sale, documentName: '', status: '', ...nothingShown };
  const { namesOrigin, origin } = returned;
  return {
    ...{ ...sale, documentName: document.documentName, status: nameOf(document.status) },
    sign: document.totalCents < 0 ? 'negative' : 'positive',
    linkField: linkFieldOf(document, origin),
    keepsReference: namesOrigin ? document.returnOf === origin.docKey : null,
  };
}

const nothingShown = { sign: null, linkField: null, keepsReference: null };

/** What the till itself has written there names the original anyway. */
const ownFields = /^(our_reference|document_reference|header_text)$/;

/** Returns the field by which the document points to its original. */
function linkFieldOf(
  { others }: DocumentDetail,
  { documentId, docKey }: Returned['origin'],
): string | null {
  const documented = others.find(
    ({ name, value }) => name === 'origin_document_header_id' && value === String(documentId),
  );
  const other = others.find(
    ({ name, value }) =>
      !ownFields.test(name) &&
      (value === docKey || (/origin|parent|related/.test(name) && value === String(documentId))),
  );
  return (documented ?? other)?.name ?? null;
}
