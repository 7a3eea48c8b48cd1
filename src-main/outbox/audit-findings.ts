// What an audit finds of a sale whose outcome the file already knows, by the listed documents.
import type { SaleState } from '../contract/outbox-states.ts';
import type { Found } from './lists.ts';

/** What a sale's row tells about its documents. */
export interface AuditedSale {
  readonly state: SaleState;
  /** The documents that the sale is known to have. */
  readonly documentIds: readonly number[];
  /** The total that it was confirmed with. */
  readonly serviceTotalCents: number | null;
  /** Whether the service did not show the document that it had named when that was last asked. */
  readonly isNothingFound: boolean;
}

/**
 * `named`: a person has confirmed the sale without saying which document is its own, and this is
 * the first that shows. `differs`: the document is not as it was confirmed. Undefined means that
 * all is as it should be.
 */
export type AuditFinding = 'found' | 'found_second' | 'named' | 'differs';

export function auditFinding(sale: AuditedSale, found: Found): AuditFinding | undefined {
  const { saw, documentIds, ofKind, document } = found;
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
