// Carts, and what the practice service has answered for each: recorded once, and compared with the
// service as it is by test/integration/practice-service/total-vectors.test.ts.
import * as v from 'valibot';
import {
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import vectors from './total-vectors.json' with { type: 'json' };

const vectorSchema = v.strictObject({
  lines: v.array(
    v.strictObject({ code: v.string(), quantity: quantitySchema, unitPrice: unitPriceSchema }),
  ),
  discount: percentSchema,
  /** service-api, Document: amounts as JSON numbers. */
  answered: v.strictObject({
    total_gross_amount: v.number(),
    total_global_discount: v.number(),
    total_amount: v.number(),
  }),
});

export const totalVectors = v.parse(v.array(vectorSchema), vectors);
