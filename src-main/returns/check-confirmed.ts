// Asks once more when a return is confirmed: two tills that ask at the same time see nothing of
// each other, and a return without the network has asked nobody.
import type { SaleSummary } from '../contract/sales.ts';
import { isSimplifiedInvoice } from '../contract/new-document.ts';
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
  till.environment.inBackground('other returns were not looked for', async () => {
    if (till.db.open) await checkReturn(till, reference);
  });
}

async function checkReturn(till: Till, reference: string): Promise<void> {
  const origin = readSaleDetail(till.db, reference)?.returned?.origin;
  if (!origin) return;
  const known = await knownReturns(
    till,
    origin.reference === null
      ? { kind: 'document', id: origin.documentId }
      : { kind: 'sale', reference: origin.reference },
  );
  if (!known.ok || !known.value.wasAsked) return;
  const { unread, leftCents } = known.value.ledger;
  if (unread.length > 0 || leftCents < 0)
    till.environment.notify({ code: 'returned_beyond', docKey: origin.docKey });
}
