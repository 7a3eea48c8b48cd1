// The sales of a closed day, as they are compared with the service's lists.
import * as v from 'valibot';
import { centsSchema } from '../contract/money.ts';
import { isSurelyListed, requestedKindSchema } from '../contract/new-document.ts';
import { isFinal, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const saleRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  docKey: v.nullable(v.string()),
  /** The service's, as it was confirmed. */
  totalCents: v.nullable(centsSchema),
  requestedKind: requestedKindSchema,
});
export type ShiftDocument = v.InferOutput<typeof saleRow>;

/** Sales and other documents of a closed day that the lists surely show once they are confirmed. */
export function readDocumentsOfZ(
  db: Store,
  zId: number,
): { readonly confirmed: readonly ShiftDocument[]; readonly open: number } {
  const sales = prepared(
    db,
    `SELECT reference, state, doc_key AS docKey, service_total_cents AS totalCents,
       requested_kind AS requestedKind
     FROM sale JOIN z_report USING (shift_id) WHERE z_id = ? ORDER BY sale_id`,
  )
    .all(zId)
    .map((row) => v.parse(saleRow, row))
    .filter(({ requestedKind }) => isSurelyListed(requestedKind));
  return {
    confirmed: sales.filter(({ state }) => state === 'confirmed'),
    open: sales.filter(({ state }) => !isFinal(state)).length,
  };
}
