// Carts, and what the practice service answered for each. The answers were recorded once;
// test/integration/practice-service/total-vectors.test.ts compares them with the service as it is.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import {
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';

/** Discount, gross amount, what the discount takes off, total, and the lines. */
const rows = readFileSync(new URL('total-vectors.txt', import.meta.url), 'utf8');

/** A line is code*quantity*price; amounts are as JSON has them (service-api, Document). */
export const totalVectors = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [discount, gross, off, total, ...lines] = row.split(' ');
    return {
      discount: v.parse(percentSchema, Number(discount)),
      answered: {
        total_gross_amount: Number(gross),
        total_global_discount: Number(off),
        total_amount: Number(total),
      },
      lines: lines.map((line) => {
        const [code = '', quantity, unitPrice] = line.split('*');
        return {
          code,
          quantity: v.parse(quantitySchema, Number(quantity)),
          unitPrice: v.parse(unitPriceSchema, Number(unitPrice)),
        };
      }),
    };
  });
