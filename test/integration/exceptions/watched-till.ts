// A till with the example's products whose list of exceptions a test asks for, with Rui at it.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { cartLineSchema, type Cart, type CartLine } from '../../../src-main/contract/cart.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import type { TillException } from '../../../src-main/contract/exceptions.ts';
import { noDiscount } from '../../../src-main/contract/money.ts';
import { exampleProducts } from '../../../src-main/practice/seed-till.ts';
import { askedTill } from '../../asked-till.ts';

/** A line as the catalogue has it, if it has the code. */
export function line(code: string, change: Partial<Record<keyof CartLine, unknown>> = {}) {
  const product = exampleProducts().find((each) => each.code === code);
  const { description = code, unitPrice = 800_000 } = product ?? {};
  return v.parse(cartLineSchema, {
    ...{ lineId: randomUUID(), code, description, quantity: 1000, unitPrice },
    ...change,
  });
}

export const cartOf = (...lines: readonly CartLine[]): Cart => ({
  cartId: randomUUID(),
  lines: [...lines],
  discount: noDiscount,
  taxNumber: null,
});

export function watchedTill(products: readonly Product[] = exampleProducts()) {
  const till = askedTill({ products, doneBy: { name: 'Rui' } });
  return Object.assign(till, {
    save: (cart: Cart) => till.ask['sell.saveCart']({ cart }),
    list: async (date = '2026-03-16'): Promise<readonly TillException[]> => {
      const answer = await till.ask['exceptions.list']({ date });
      if (!answer.ok) throw new Error(answer.error.code);
      return answer.value;
    },
  });
}
