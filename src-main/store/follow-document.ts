// Has a confirmed sale follow its document: key, date and total are as shown last.
import * as v from 'valibot';
import { compareDocument, differencesNow } from '../contract/compare-document.ts';
import {
  detailOfSummary,
  type DocumentDetail,
  type DocumentSummary,
} from '../contract/documents.ts';
import { lastDayOf, readSought, type SoughtSale } from './doubts.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { inJson, integer, readValue, requireRow } from './prepared.ts';
import { noteDifferences } from './sale-notices.ts';
import { noteAddendum } from './z-reports.ts';

/** Returns what the sale had of its document, and what that shows now; undefined for another's. */
function seenAgain(sale: SoughtSale, document: DocumentSummary, lastDay: string) {
  if (sale.state !== 'confirmed' || sale.documentId !== document.id) return undefined;
  const compared = compareDocument(sale, document, lastDay);
  if (compared.is !== 'own') return undefined;
  const differences = differencesNow(sale.differences, compared);
  const { docKey, documentDate, serviceTotalCents } = sale;
  return {
    differences,
    former: JSON.stringify([docKey, documentDate, serviceTotalCents, sale.differences]),
    state: JSON.stringify([document.docKey, document.date, document.totalCents, differences]),
  };
}

/** Returns whether the document is the confirmed sale's and shows anything that its row lacks. */
export function isNews(sale: SoughtSale, document: DocumentSummary, lastDay: string): boolean {
  const sighting = seenAgain(sale, document, lastDay);
  return sighting !== undefined && sighting.former !== sighting.state;
}

/**
 * Lets a confirmed sale follow its document: key, date and total as the service shows them now, in
 * what they differ, and, where the whole document is shown, its net total, taxes and marks.
 * `isStale`: whether what would be new is what the sale had before, so that a replica that stands
 * still may show it. Returns what the sale had until now; undefined if nothing is new.
 */
export function followDocument(
  db: Store,
  document: DocumentSummary & Partial<DocumentDetail>,
  atMs: number,
  isStale: (state: string) => boolean = () => false,
): string | undefined {
  const { ourReference: reference, docKey, totalCents } = document;
  return inTransaction(db, () => {
    const sale = readSought(db, reference);
    const sighting = sale && seenAgain(sale, document, lastDayOf(sale, atMs));
    if (!sighting) return undefined;
    const { former, state, differences } = sighting;
    const isChanged = docKey !== sale.docKey || totalCents !== sale.serviceTotalCents;
    const keptDetail = keptDocument(db, reference);
    const whole = {
      ...(keptDetail ?? detailOfSummary(document)),
      ...(isChanged && unknownNow),
      ...shownNow(document),
    };
    const isNew = former !== state || JSON.stringify(whole) !== JSON.stringify(keptDetail);
    if (!isNew || isStale(state)) return undefined;
    const saleId = readValue(
      db,
      integer,
      `UPDATE sale SET doc_key = @docKey, service_total_cents = @totalCents, document = @whole
       WHERE reference = @reference RETURNING sale_id`,
      { reference, docKey, totalCents, whole: JSON.stringify(whole) },
    );
    noteDifferences(db, reference, differences, atMs);
    if (isChanged) noteAddendum(db, saleId, ['confirmed', 'confirmed'], atMs);
    return former;
  });
}

const keptRow = v.object({
  document: v.fallback(v.nullable(inJson(v.looseObject({}))), null),
});

/** Returns what is kept of the sale's document; null if that cannot be read. */
const keptDocument = (db: Store, reference: string): Readonly<Record<string, unknown>> | null =>
  requireRow(db, keptRow, 'SELECT document FROM sale WHERE reference = ?', reference).document;

/** What an answer of earlier says about another total or key. */
const unknownNow = { netCents: null, taxesCents: null, taxes: [], marks: undefined };

/** What a list tells, and what the whole document adds to it. */
function shownNow(document: DocumentSummary & Partial<DocumentDetail>) {
  const { docKey, date, time, totalCents, party, status } = document;
  const { netCents, taxesCents, taxes = [], marks } = document;
  return {
    ...{ docKey, date, totalCents, status },
    ...(time !== '' && { time }),
    ...(party && { party }),
    ...(typeof netCents === 'number' && { netCents }),
    ...(typeof taxesCents === 'number' && { taxesCents }),
    ...(taxes.length > 0 && { taxes }),
    ...(marks && { marks }),
  };
}
