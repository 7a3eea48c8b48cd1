// Carts, and what the practice service answered for each. The answers were recorded once;
// test/integration/practice-service/total-vectors.test.ts compares them with the service as it is.
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
