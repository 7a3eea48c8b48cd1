// The returns that this till has taken, found by the document that they take back from.
import * as v from 'valibot';
import { centsSchema, quantitySchema, type Cents } from '../contract/money.ts';
import { saleStateSchema, type SaleState } from '../contract/outbox-states.ts';
import { returnedSchema } from '../contract/returns.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { originOfReturn } from './schema-4.ts';

const row = v.object({
  reference: v.string(),
  state: saleStateSchema,
  doc_key: v.nullable(v.string()),
  total_cents: centsSchema,
  content: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      cart: v.object({ lines: v.array(v.object({ quantity: quantitySchema })) }),
      returned: v.object({ positions: returnedSchema.entries.positions }),
    }),
  ),
});

export interface OwnReturn {
  readonly reference: string;
  readonly state: SaleState;
  readonly docKey: string | null;
  readonly totalCents: Cents;
  /** What it took back, by the position of the line in the original, in thousandths. */
  readonly taken: readonly { readonly position: number; readonly quantity: number }[];
}

/**
 * Returns the returns of the document with that key, oldest first, whatever became of them.
 * @throws {v.ValiError} if one cannot be read: nobody knows then what is left.
 */
export const readReturnsOf = (db: Store, docKey: string): readonly OwnReturn[] =>
  prepared(
    db,
    `SELECT reference, state, doc_key, total_cents, content FROM sale
     WHERE ${originOfReturn} IS NOT NULL AND ${originOfReturn} = ? ORDER BY sale_id`,
  )
    .all(docKey)
    .map((found) => {
      const {
        reference,
        state,
        doc_key: key,
        total_cents: totalCents,
        content,
      } = v.parse(row, found);
      const { positions } = content.returned;
      const taken = content.cart.lines.flatMap(({ quantity }, index) => {
        const position = positions[index];
        return position === undefined ? [] : [{ position, quantity }];
      });
      return { reference, state, docKey: key, totalCents, taken };
    });
