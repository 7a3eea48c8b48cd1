// The sales of a closed day, for the comparison with the service's lists.
import * as v from 'valibot';
import { centsSchema } from '../contract/money.ts';
import { requestedKindSchema } from '../contract/new-document.ts';
import { isFinal, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { readRows } from './prepared.ts';

const saleRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  docKey: v.nullable(v.string()),
  /** The service's total, as the sale was confirmed. */
  totalCents: v.nullable(centsSchema),
  requestedKind: requestedKindSchema,
  /** The ids that a person has been shown, or an answer has named. */
  named: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
});
export type ShiftDocument = v.InferOutput<typeof saleRow>;

/** Returns the sales and other documents of a closed day. */
export function readDocumentsOfZ(
  db: Store,
  zId: number,
): { readonly settled: readonly ShiftDocument[]; readonly open: number } {
  const sales = readRows(
    db,
    saleRow,
    `SELECT reference, state, doc_key AS docKey, service_total_cents AS totalCents,
       requested_kind AS requestedKind, coalesce(documents, '[]') AS named
     FROM sale JOIN z_report USING (shift_id) WHERE z_id = ? ORDER BY sale_id`,
    zId,
  );
  return {
    settled: sales.filter(({ state }) => isFinal(state)),
    open: sales.filter(({ state }) => !isFinal(state)).length,
  };
}
