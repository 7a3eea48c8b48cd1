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
import { exceptionsOfSale } from '../../../src-main/exceptions/of-sale.ts';
import { lowerThanKnown } from '../../../src-main/till/known-prices.ts';
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
    exceptions: (line: CartLine) => {
      const cart = { ...emptyCart(crypto.randomUUID()), lines: [line] };
      return exceptionsOfSale(cart, lowerThanKnown(cart, catalogue, rules), catalogue);
    },
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

// Anybody can type the number of a label: nobody is asked, but a manager reads of it.
test.each([
  ['price', 1, 1000, 10_000],
  ['piecePrice', 240, 1000, 2_400_000],
  ['weight', 10, 100, 250_000],
] as const)(
  'by the piece, a label whose %s makes it cheaper is an exception',
  async (value, digits, quantity, micros) => {
    const { scanned, exceptions } = await atTill(value);
    const line = scanned('00046', digits);
    expect(line.quantity).toBe(quantity);
    const { code, description } = line;
    expect(exceptions(line)).toEqual([
      {
        kind: 'lowered_price',
        line: { code, description, quantity: oneUnit, unitPrice: micros },
        ownPrice: yoghurt.unitPrice,
      },
    ]);
  },
);

test.each([
  ['price', '00046', 250],
  ['piecePrice', '00046', 300],
  ['weight', '00046', 1000],
  ['price', '00045', 123],
  ['piecePrice', '00045', 400],
  ['weight', '00045', 10],
  ['price', '00047', 1],
] as const)(
  'a label’s %s that makes nothing cheaper is none (%s, %d)',
  async (value, item, digits) => {
    const { scanned, exceptions } = await atTill(value);
    expect(exceptions(scanned(item, digits))).toEqual([]);
  },
);
