// What is known of a document that goods come back of: its lines, what of them came back by now,
// and whether the service was asked for all of it.
import {
  isCreditNote,
  isFinalized,
  isReadable,
  type DocumentQuery,
  type DocumentSummary,
  type UnreadableDocument,
} from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { isSameInvoiceKind, type InvoiceKind } from '../contract/invoice-kind.ts';
import { cents, type Cents } from '../contract/money.ts';
import type { Particulars } from '../contract/new-document.ts';
import type { NotAsked } from '../contract/not-returnable.ts';
import { ledgerOf, type Ledger, type TakenBack } from '../contract/return-ledger.ts';
import type { OpenedReturn, ReturnSource, Returned } from '../contract/returns.ts';
import { readReturnSetup } from '../documents/return-setup.ts';
import type { Store } from '../store/open.ts';
import { readDocumentsNaming, readReturnsOf, type OwnReturn } from '../store/returns.ts';
import type { Till } from '../till/till.ts';
import {
  checkIsInvoice,
  ownOriginal,
  shownOriginal,
  type Original,
  lacksLines,
} from './original.ts';
import { trialOf } from './setup.ts';

/** What is known of a document that goods come back of. */
export interface Known {
  readonly original: Original;
  /** The returns of other tills; none if the service could not be asked. */
  readonly others: readonly OtherReturn[];
  readonly notAsked: NotAsked | null;
}

/**
 * Returns what can come back. Errors: `return_not_set_up`, `return_trial_open`, `not_returnable`,
 * `not_found`, and those of asking the service for a document of another till.
 */
export async function openReturn(till: Till, source: ReturnSource): Promise<Result<OpenedReturn>> {
  const mayReturn = checkSetup(till.db);
  if (!mayReturn.ok) return mayReturn;
  const known = await know(till, source);
  if (!known.ok) return known;
  const { original, others, notAsked } = known.value;
  const { origin, lines, discount, documentName, date, party } = original;
  const own = ownReturns(till.db, origin);
  const ledger = readLedger(original, own, others);
  if (ledger.unread.length > 0) return err({ code: 'not_returnable', why: 'return_unread' });
  return ok({
    ...{ origin, documentName, date, party, discount },
    lines:
      lines?.map(({ code, description, unit = '', unitPrice, quantity }, position) => ({
        ...{ code, description, unit, unitPrice, sold: quantity },
        left: ledger.left[position] ?? 0,
      })) ?? null,
    leftCents: cents(ledger.leftCents),
    earlier: [
      ...own.map(({ reference, docKey, totalCents, state }) => ({
        ...{ name: docKey ?? reference, totalCents, state },
      })),
      ...notOwn(own, others).map(({ name, totalCents }) => ({
        ...{ name, totalCents, state: null },
      })),
    ],
    notAsked,
    isSeenByOthers: mayReturn.value.namesOrigin,
    unaskedLimitCents: notAsked === null ? null : unaskedLimit(till.db, original),
    isTrial: mayReturn.value.isTrial,
  });
}

/** Returns what came back of a document by now, and whether the service was asked for all of it. */
export async function knownReturns(
  till: Till,
  source: ReturnSource,
): Promise<Result<{ readonly ledger: Ledger; readonly wasAsked: boolean }>> {
  const known = await know(till, source);
  if (!known.ok) return known;
  if (!till.db.open) return err({ code: 'not_signed_in' });
  const { original, others, notAsked } = known.value;
  const own = ownReturns(till.db, original.origin);
  return ok({ ledger: readLedger(original, own, others), wasAsked: notAsked === null });
}

export async function know(till: Till, source: ReturnSource): Promise<Result<Known>> {
  const original = await findOriginal(till, source);
  if (!original.ok) return original;
  const others = await findReturnsOf(till, original.value.origin);
  if (others.ok) return ok({ original: original.value, others: others.value, notAsked: null });
  const notAsked = original.value.origin.reference === null ? null : whyNotAsked(others.error);
  return notAsked === null ? others : ok({ original: original.value, others: [], notAsked });
}

const away = ['service_unreachable', 'service_busy', 'service_failed', 'not_the_service'];

function whyNotAsked(error: AppError): NotAsked | null {
  if (error.code === 'not_returnable' && error.why === 'not_searchable') return 'not_searchable';
  return away.includes(error.code) ? 'away' : null;
}

async function findOriginal(till: Till, source: ReturnSource): Promise<Result<Original>> {
  if (source.kind === 'sale') return ownInvoice(till, source.reference);
  const own = till.documents.ownSale(source.id);
  if (own) return ownInvoice(till, own.reference);
  const opened = await till.documents.getAnswered(source.id);
  if (!opened.ok) return opened;
  const { sale, detail } = opened.value;
  if (sale) return ownInvoice(till, sale.reference);
  const isInvoice = await checkIsInvoice(till, detail);
  return isInvoice.ok ? shownOriginal(opened.value) : isInvoice;
}

async function ownInvoice(till: Till, reference: string): Promise<Result<Original>> {
  const original = ownOriginal(till.db, reference);
  if (!original.ok || original.value.isSold) return original;
  const isInvoice = await checkIsInvoice(till, original.value);
  return isInvoice.ok ? original : isInvoice;
}

/** Returns the till's own returns, with the credit notes that somebody has typed. */
export function ownReturns(db: Store, origin: Original['origin']): readonly OwnReturn[] {
  const { kind } = readReturnSetup(db);
  const typed = readDocumentsNaming(db, origin.docKey).filter(
    ({ particulars }) => particulars.finalize && takesBack(particulars, kind),
  );
  return [...readReturnsOf(db, origin), ...typed];
}

/** A kind that was typed has no name, but may have a code that says the same. */
const takesBack = ({ kind, name }: Particulars, chosen: InvoiceKind | null): boolean =>
  isCreditNote(name) ||
  (kind.by === 'natureCode' && isCreditNote(kind.code)) ||
  (chosen !== null && kind.by !== 'natureCode' && isSameInvoiceKind({ kind, name }, chosen));

/** A return of a till's own is in its file, and counts from there unless it was cancelled. */
const notOwn = (
  own: readonly OwnReturn[],
  others: readonly OtherReturn[],
): readonly OtherReturn[] => {
  const counted = new Set(own.filter(isTaken).map(({ reference }) => reference));
  return others.filter(({ ourReference }) => !counted.has(ourReference));
};

const isTaken = ({ state }: OwnReturn): boolean => state !== 'cancelled';

export const readLedger = (
  original: Original,
  own: readonly OwnReturn[],
  others: readonly OtherReturn[],
): Ledger =>
  ledgerOf(original, [
    ...own.filter(isTaken).map(({ reference: name, totalCents, taken: lines }) => ({
      ...{ name, totalCents, lines },
    })),
    ...notOwn(own, others),
  ]);

/** Errors: `return_not_set_up`, `return_trial_open`. */
export function checkSetup(db: Store) {
  const setup = readReturnSetup(db);
  const { kind } = setup;
  if (!kind) return err({ code: 'return_not_set_up' });
  const { isTrial, trial } = trialOf(db, setup);
  if (trial && !isTrial && trial.state !== 'confirmed')
    return err({ code: 'return_trial_open', reference: trial.reference });
  const namesOrigin = setup.namesOrigin && trial?.keepsReference !== false;
  return ok({ kind, isTrial, namesOrigin, sendsPayment: setup.sendsPayment });
}

export const unaskedLimit = (db: Store, { origin }: Original): Cents | null =>
  origin.reference === null ? null : readReturnSetup(db).unaskedLimitCents;

// The returns of other tills, found at the service by the original's key, which they bear behind
// their own reference.

const pageSize = 100;
/** More documents than this with the key of one in their texts are none of a till's returns. */
const mostPages = 20;

const query = (docKey: string, offset: number): DocumentQuery => ({
  ...{ list: 'all', search: docKey, natureId: null, statusId: null },
  ...{ orderBy: 'id', descending: true, offset, limit: pageSize },
});

const isSameKey = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (key: string): string => key.normalize('NFKC').replace(/\s/gu, '').toUpperCase();

interface OtherReturn extends TakenBack {
  readonly ourReference: string;
}

/**
 * Asks the service for every return of the document. The search only finds what contains the key,
 * so the key is compared whole, whatever the service has made of its case and its spaces. One that
 * does not even find the document itself has seen no return either. Errors: `not_returnable`, those
 * of asking.
 */
async function findReturnsOf(
  till: Pick<Till, 'listDocuments' | 'documents'>,
  { docKey, documentId }: Pick<Returned['origin'], 'docKey' | 'documentId'>,
): Promise<Result<readonly OtherReturn[]>> {
  const foundReturns: DocumentSummary[] = [];
  let original: DocumentSummary | undefined;
  for (let page = 0, offset = 0; ; page += 1) {
    const answer = await till.listDocuments(query(docKey, offset));
    if (!answer.ok) return answer;
    const { results, hasNext } = answer.value;
    // What cannot be read may be a return.
    const unread = results.find((row): row is UnreadableDocument => !isReadable(row));
    if (unread) return err({ code: 'answer_invalid', field: unread.unreadable });
    const readable = results.filter(isReadable);
    foundReturns.push(...readable.filter(({ returnOf = '' }) => isSameKey(returnOf, docKey)));
    original ??= readable.find(({ id }) => id === documentId);
    offset += results.length;
    if (!hasNext || results.length === 0) break;
    if (page === mostPages) return err({ code: 'not_returnable', why: 'return_unread' });
  }
  if (!original) return err({ code: 'not_returnable', why: 'not_searchable' });
  // It may have been voided since the till has seen it last.
  if (!isFinalized(original)) return err({ code: 'not_returnable', why: 'not_finalized' });
  const unique = new Map(foundReturns.map((document) => [document.id, document]));
  const returns: OtherReturn[] = [];
  for (const { id, docKey: name, ourReference, totalCents } of unique.values()) {
    const opened = await till.documents.getAnswered(id);
    if (!opened.ok) return opened;
    const { detail } = opened.value;
    // A part of its lines says as little of what is left as none.
    const lines = lacksLines(detail) ? [] : detail.lines;
    returns.push({
      ...{ name, ourReference },
      totalCents: cents(Math.abs(totalCents)),
      lines: lines.map(({ code, quantity, backQuantity = null, unitPrice }) => ({
        ...{ code, quantity: quantity ?? backQuantity, unitPrice },
      })),
    });
  }
  return ok(returns);
}
