// Asks once more when a return is confirmed, and after each audit: two tills that ask at the same
// time see nothing of each other, and a return without the network has asked nobody.
import type { SaleSummary } from '../contract/sales.ts';
import { isSimplifiedInvoice } from '../contract/new-document.ts';
import { noteDecision } from '../store/decisions.ts';
import { readReturnsSince } from '../store/returns.ts';
import { readSaleDetail } from '../store/sales.ts';
import type { Till } from '../till/till.ts';
import { knownReturns } from './open-return.ts';

/** Must be called with every step of a sale. Tells if more came back than was sold. */
export function returnStepped(
  till: Till,
  { reference, state, requestedKind }: Pick<SaleSummary, 'reference' | 'state' | 'requestedKind'>,
): void {
  // A sale at the counter is nearly always one, and costs nothing here.
  if (state !== 'confirmed' || isSimplifiedInvoice(requestedKind.kind)) return;
  till.environment.inBackground('other returns were not looked for', () =>
    checkReturn(till, reference),
  );
}

/** As long as an audit looks back, and a weekend. */
const askedAgainMs = 3 * 86_400_000;

/**
 * Must be called whenever an audit may have ended. Asks again for the returns of the last days: the
 * first question may have had no answer, or one that was late.
 */
export function returnsAudited(till: Till): void {
  const { auditedAtMs, checkedReturns } = till;
  if (auditedAtMs === null || auditedAtMs === checkedReturns.auditedAtMs) return;
  checkedReturns.auditedAtMs = auditedAtMs;
  till.environment.inBackground('other returns were not looked for', async () => {
    if (!till.db.open) return;
    const sinceMs = till.clock.nowMs() - askedAgainMs;
    for (const reference of readReturnsSince(till.db, sinceMs)) await checkReturn(till, reference);
  });
}

async function checkReturn(till: Till, reference: string): Promise<void> {
  // The till may have been closed meanwhile.
  const origin = till.db.open ? readSaleDetail(till.db, reference)?.returned?.origin : undefined;
  if (!origin) return;
  const known = await knownReturns(
    till,
    origin.reference === null
      ? { kind: 'document', id: origin.documentId }
      : { kind: 'sale', reference: origin.reference },
  );
  if (!known.ok || !known.value.wasAsked) return;
  const { unread, leftCents } = known.value.ledger;
  const { told } = till.checkedReturns;
  if ((unread.length === 0 && leftCents >= 0) || told.has(origin.docKey)) return;
  told.add(origin.docKey);
  const { docKey } = origin;
  till.environment.notify({ code: 'returned_beyond', docKey });
  // Anybody can dismiss the notice.
  const what = { kind: 'returned_beyond', docKey } as const;
  noteDecision(till.db, { atMs: till.clock.nowMs(), by: null, approvedBy: null, what });
}
