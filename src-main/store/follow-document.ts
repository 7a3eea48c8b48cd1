// Lets a confirmed sale follow its document: key, date and total are those that the service shows
// last.
import { compareDocument, differencesNow } from '../contract/compare-document.ts';
import {
  detailOfSummary,
  type DocumentDetail,
  type DocumentSummary,
} from '../contract/documents.ts';
import { lastDayOf, readSought, type SoughtSale } from './doubts.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { noteDifferences } from './sale-notices.ts';
import { noteAddendum } from './z-reports.ts';

/** Returns whether the document is the confirmed sale's and shows anything that its row lacks. */
export function isNews(sale: SoughtSale, document: DocumentSummary, lastDay: string): boolean {
  if (sale.state !== 'confirmed' || sale.documentId !== document.id) return false;
  const compared = compareDocument(sale, document, lastDay);
  if (compared.is !== 'own') return false;
  return (
    document.docKey !== sale.docKey ||
    document.totalCents !== sale.serviceTotalCents ||
    document.date !== sale.documentDate ||
    JSON.stringify(differencesNow(sale.differences, compared)) !== JSON.stringify(sale.differences)
  );
}

/**
 * Lets a confirmed sale follow its document: key, date and total as the service shows them now, and
 * in what they differ. Returns whether anything was new.
 */
export function followDocument(
  db: Store,
  document: DocumentSummary & Partial<DocumentDetail>,
  atMs: number,
): boolean {
  const { ourReference: reference, docKey, totalCents } = document;
  return inTransaction(db, () => {
    const sale = readSought(db, reference);
    if (!sale) return false;
    const lastDay = lastDayOf(sale, atMs);
    if (!isNews(sale, document, lastDay)) return false;
    const compared = compareDocument(sale, document, lastDay);
    if (compared.is !== 'own') return false;
    const saleId = prepared(
      db,
      `UPDATE sale SET doc_key = @docKey, service_total_cents = @totalCents,
         document = iif(json_valid(document), json_patch(document, @shown), @whole)
       WHERE reference = @reference RETURNING sale_id`,
    )
      .pluck()
      .get({
        ...{ reference, docKey, totalCents },
        shown: JSON.stringify(shownNow(document)),
        whole: JSON.stringify({ ...detailOfSummary(document), ...document }),
      });
    noteDifferences(db, reference, differencesNow(sale.differences, compared), atMs);
    if (docKey !== sale.docKey || totalCents !== sale.serviceTotalCents) {
      noteAddendum(db, { saleId: Number(saleId), from: 'confirmed', to: 'confirmed', atMs });
    }
    return true;
  });
}

/** What a list tells, and a receipt says. */
const shownNow = ({ docKey, date, time, totalCents, party, status }: DocumentSummary) => ({
  ...{ docKey, date, totalCents, status },
  ...(time !== '' && { time }),
  ...(party && { party }),
});
