// What the documents that the service lists mean for a sale: for one in doubt, and for one whose
// outcome the file already knows.
import {
  compareDocument,
  type ComparedSale,
  type Comparison,
  type Difference,
} from '../contract/compare-document.ts';
import { detailOfSummary, type DocumentDetail } from '../contract/documents.ts';
import { isTillReference, seen, type Evidence } from '../contract/sales.ts';
import type { LookUpRow } from '../service/responses.ts';
import type { SoughtSale } from '../store/doubts.ts';
import { placeOf } from './lists.ts';
import type { Sighting } from './rules.ts';

export interface FoundDocuments {
  readonly saw: Sighting['saw'];
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
  /** Every document that bears the reference; without one, those that name it. */
  readonly documentIds: readonly number[];
  /** The ids of those that are of a kind that was asked for. */
  readonly ofKind: readonly number[];
  /** In what the sale's own document differs from it. */
  readonly differences: readonly Difference[];
}

/**
 * Returns each row once, wherever it was found: as it was found last, and where it could be read.
 */
export function merged(...lists: readonly (readonly LookUpRow[])[]): readonly LookUpRow[] {
  const rows = [...new Map(lists.flat().map((row) => [placeOf(row), row])).values()];
  const readable = new Set(
    rows.filter(({ summary }) => summary).map((row) => placeOf({ ...row, summary: null })),
  );
  return rows.filter((row) => row.summary !== null || !readable.has(placeOf(row)));
}

/**
 * Returns a function that finds the rows that bear a reference, or have it within a longer text. No
 * reference is within another, so only other texts are searched, of which there are few.
 */
export function namingIn(rows: readonly LookUpRow[]): (reference: string) => readonly LookUpRow[] {
  const bearing = Map.groupBy(rows, ({ ourReference }) => ourReference);
  const others = rows.filter(({ ourReference }) => !isTillReference(ourReference));
  return (reference) => [
    ...(bearing.get(reference) ?? []),
    ...others.filter(({ ourReference }) => ourReference.includes(reference)),
  ];
}

/**
 * Works out what the documents that bear the sale's reference mean for it. If none does, those
 * that have it within a longer text count: the service may have added to it, so that the sale must
 * not be sent again, but whose they are a person has to say. `lastDay`: as for the
 * comparison.
 */
export function sightingOf(
  sale: ComparedSale,
  listedRows: readonly LookUpRow[],
  lastDay: string,
): FoundDocuments {
  const bearing = listedRows.filter(({ ourReference }) => ourReference === sale.reference);
  const rows = bearing.length > 0 ? bearing : listedRows;
  const compared = bearing.map(({ id, summary }) => ({
    ...{ id, summary },
    // An unreadable document may be of any kind.
    comparison: summary && compareDocument(sale, summary, lastDay),
  }));
  const ofKind = compared.filter(({ comparison }) => comparison?.is !== 'other_kind');
  const [first] = ofKind;
  const ofOne = first ? sawOf(first.comparison) : 'other_kind';
  // A search may show less of a document than a list does.
  const areSeveral = ofKind.slice(1).some(({ id }) => id === 0 || id !== first?.id);
  const saw = rows.length === 0 ? 'nothing' : areSeveral ? 'several' : ofOne;
  return {
    saw,
    evidence: evidenceOf(rows),
    documentIds: rows.map(({ id }) => id),
    ofKind: ofKind.map(({ id }) => id),
    ...(first?.summary && { document: detailOfSummary(first.summary) }),
    differences: first?.comparison?.is === 'own' ? first.comparison.differences : [],
  };
}

/** Null: the document cannot be read. */
function sawOf(comparison: Comparison | null): Sighting['saw'] {
  switch (comparison?.is) {
    case undefined:
      return 'unreadable';
    case 'own':
      return 'as_asked';
    case 'draft':
      return 'not_finalized';
    default:
      return 'other_kind';
  }
}

/** Names every document, even if only its id could be read. */
const evidenceOf = (rows: readonly LookUpRow[]): Evidence => ({
  kind: 'found',
  documents: rows.map(({ id, summary }) =>
    summary ? seen(summary) : { id, docKey: '?', totalCents: null },
  ),
});

/** What a sale's row tells about its documents. */
export type AuditedSale = Pick<
  SoughtSale,
  'state' | 'documentIds' | 'serviceTotalCents' | 'isNothingFound'
>;

/**
 * `named`: a person has confirmed the sale without saying which document is its own, and this is
 * the first that shows. `differs`: the document is not as it was confirmed. Undefined means that
 * all is as it should be.
 */
export type AuditFinding = 'found' | 'found_second' | 'named' | 'differs';

export function auditFinding(
  sale: AuditedSale,
  sighting: FoundDocuments,
): AuditFinding | undefined {
  const { saw, documentIds, ofKind, document } = sighting;
  const areKnown = (ids: readonly number[]) => ids.every((id) => sale.documentIds.includes(id));
  const second = areKnown(ofKind) ? undefined : 'found_second';
  switch (sale.state) {
    case 'queued':
    case 'sending':
    case 'in_doubt':
      return undefined;
    case 'rejected':
    case 'cancelled':
      // There should be no document, of whatever kind; one that was lost is there again.
      return documentIds.length > 0 && (sale.isNothingFound || !areKnown(documentIds))
        ? 'found_second'
        : undefined;
    case 'incomplete':
      return second ?? (saw === 'as_asked' ? 'found' : undefined);
    case 'conflict':
      return saw === 'as_asked' && sale.isNothingFound ? 'found' : second;
    case 'confirmed': {
      if (sale.documentIds.length === 0 && ofKind.length === 1) return 'named';
      const { serviceTotalCents } = sale;
      const isOfOtherKind =
        ofKind.length === 0 && documentIds.some((id) => sale.documentIds.includes(id));
      // What else a document that is the sale's shows otherwise is followed, and told.
      const isNoLonger =
        saw === 'not_finalized' ||
        (saw === 'other_kind' && document?.totalCents !== serviceTotalCents);
      const differs = isOfOtherKind || (document && serviceTotalCents !== null && isNoLonger);
      return second ?? (differs ? 'differs' : undefined);
    }
  }
}
