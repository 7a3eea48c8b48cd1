// Any cashier may finish a sale of the shop's own labels, from the printed code to the lock.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../src-main/catalogue/scan.ts';
import { withCheckDigit, type InStoreRule } from '../../../src-main/contract/barcodes.ts';
import { emptyCart, type CartLine } from '../../../src-main/contract/cart.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { lineTotalCents, oneUnit } from '../../../src-main/contract/money.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { admitTo } from '../../declared-requests.ts';
import { Lock } from '../../../src-main/staff/lock.ts';
import { lineOf } from '../../../src-renderer/lines/product-line.ts';
import { HandClock } from '../../hand-clock.ts';
import { samplePayment } from '../../sample-sale.ts';
import { openCatalogue, product, unitPrice } from '../catalogue/import-samples.ts';
import { openTill } from '../store/temporary-till.ts';
import { noKeys } from '../../played-key-store.ts';
import { addPeople, entryOf, ines, rui } from './people.ts';

const cheese = product('45', { unit: 'kg', unitPrice: unitPrice(18_900_000) });
const yoghurt = product('46', { unit: 'emb', unitPrice: unitPrice(2_500_000) });
const unpriced = product('47', { unit: 'kg', unitPrice: unitPrice(0) });

/** A till with a cashier, and labels by this rule. */
async function atTill(value: InStoreRule['value']) {
  const rules = [{ prefix: '27', itemDigits: 5, value, decimals: 2 }];
  const { catalogue } = openCatalogue([cheese, yoghurt, unpriced]);
  const db = openTill();
  addPeople(db, ines, rui);
  const keys = noKeys();
  const lock = new Lock({
    db: () => db,
    keys: () => keys,
    ...{ clock: new HandClock(), onChanged: () => undefined },
  });
  await lock.unlock(entryOf(rui));
  const admit = admitTo({
    lock,
    session: { till: { catalogue } },
    settings: { value: { selling: { ...defaultSelling, inStoreRules: rules } } },
    language: () => 'en',
    isStarting: () => false,
    pinWindow: {
      isOpen: false,
      ask: () => Promise.resolve(err({ code: 'pin_not_given' })),
    },
  } as never);
  return {
    scanned: (item: string, digits: number): CartLine => {
      const text = withCheckDigit(`27${item}${String(digits).padStart(5, '0')}`);
      const foundScan = scan(catalogue, text, rules);
      if (foundScan.kind !== 'product') throw new Error(foundScan.kind);
      const { product: sold, quantity, unitPrice: price } = foundScan;
      return lineOf(sold, quantity, price, foundScan.labelPrice && lineTotalCents(quantity, price));
    },
    finish: async (line: CartLine) => {
      const cart = { ...emptyCart(crypto.randomUUID()), lines: [line] };
      const argument = { cart, payment: samplePayment(cart), isAnotherSale: false };
      const answer = await admit('sell.finish', argument, () => ok(null) as never);
      return answer.ok ? 'finished' : answer.error.code;
    },
  };
}

test.each(['weight', 'price', 'piecePrice'] as const)('whatever its %s', async (value) => {
  const { scanned, finish } = await atTill(value);
  const items = fc.constantFrom('00045', '00046', '00047');
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 99_999 }), async (item, digits) => {
      expect(await finish(scanned(item, digits))).toBe('finished');
    }),
    { examples: [['00045', 1234]] },
  );
});

test.each(['price', 'piecePrice'] as const)(
  'a free line in the name of a product whose labels carry its %s needs a manager',
  async (value) => {
    const { finish } = await atTill(value);
    for (const { code } of [cheese, yoghurt]) {
      const typed = lineOf({ ...cheese, code, unit: '' }, oneUnit, unitPrice(10_000));
      expect(await finish(typed)).toBe('manager_needed');
    }
  },
);
