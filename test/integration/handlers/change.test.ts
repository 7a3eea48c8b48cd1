// Only what goes into the drawer is tendered and has change: on the sale, its receipt and the
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totals } from '../../../src-main/contract/cart.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { PaymentMethod } from '../../../src-main/contract/payment.ts';
import { paidView } from '../../../src-main/display/display-teller.ts';
import { receiptOfSale } from '../../../src-main/receipt/model.ts';
import { readDaySettings } from '../../../src-main/store/day-settings.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { changeOfSale } from '../../../src-renderer/shop/sale-finished.svelte.ts';
import { askedTill } from '../../asked-till.ts';
import { sampleCart } from '../../sample-sale.ts';
import { document, options } from '../../unit/receipt/sample-receipts.ts';
import { count, keepDays, open } from '../day/day-till.ts';

const methods: readonly PaymentMethod[] = [
  { id: 2, label: 'Multibanco' },
  { id: 1, label: 'Numerário' },
  { id: 17, label: 'MB WAY' },
  { id: 23, label: 'Vale' },
];

const payment = fc.record({
  method: fc.constantFrom(...methods),
  /** Above the total, or below it; null where the page names none. */
  moreCents: fc.option(fc.integer({ min: -50, max: 5_000 })),
});
/** What the service comes to, compared with the till. */
const differing = fc.integer({ min: -60, max: 60 });

test('no method outside the drawer ever has change, however it is paid and whatever the service answers', async () => {
  const played = fc.asyncProperty(
    fc.subarray(methods.map(({ id }) => id)),
    fc.array(fc.tuple(payment, differing), { minLength: 1, maxLength: 6 }),
    async (cashMethods, payments) => {
      const { db, ask } = askedTill({ methods: [...methods] });
      keepDays(db, { cashMethods });
      open(db, 0, 1);
      let drawerCents = 0;
      for (const [{ method, moreCents }, differs] of payments) {
        const cart = { ...sampleCart(), cartId: randomUUID() };
        const { totalCents } = totals(cart);
        const tendered = moreCents === null ? {} : { tenderedCents: cents(totalCents + moreCents) };
        const isCash = cashMethods.includes(method.id);
        const answer = await ask['sell.finish']({
          cart,
          payment: { method, ...tendered },
          isAnotherSale: true,
        });
        const more = moreCents ?? 0;
        const refusal = more < 0 ? 'tendered_too_little' : 'change_without_cash';
        if (more < 0 || (!isCash && more > 0)) {
          expect(answer).toEqual({ ok: false, error: { code: refusal } });
          continue;
        }
        if (!answer.ok) throw new Error(answer.error.code);
        const { sale, paid } = answer.value;
        const kept = readSaleDetail(db, sale.reference);
        if (!kept?.payment || !paid) throw new Error('no payment');
        if (isCash) drawerCents += totalCents;
        expect(kept.payment).toEqual(paid);
        expect(paid.tenderedCents).toBe(isCash ? totalCents + more : undefined);
        const issued = document({ totalCents: cents(totalCents + differs) });
        const receipt = receiptOfSale({ ...kept, state: 'confirmed' }, issued, options);
        if (!receipt.ok) throw new Error(receipt.error.code);
        const finished = { cartId: cart.cartId, payment: paid };
        const answered = { ...sale, serviceTotalCents: issued.totalCents };
        const changes = [
          receipt.value.payment?.changeCents,
          changeOfSale({ ...finished, sale: answered }),
        ];
        const due = isCash ? more : 0;
        expect(changes).toEqual([due, due]);
        expect(paidView(totalCents, paid)).toMatchObject({ changeCents: isCash ? more : 0 });
      }
      expect(count(db, 0, 2).expectedCents).toBe(drawerCents);
    },
  );
  await fc.assert(played, { numRuns: 40 });
});

test.each([
  ['what is named as cash', methods, [1]],
  ['the first by custom', [{ id: 4, label: 'Pagamento 1' }, ...methods.slice(2)], [4]],
  ['none, where the first is a card', [methods[0], methods[2]], []],
])('until the shop has said, into the drawer goes %s', (_, given, expected) => {
  const { db } = askedTill({ methods: given.filter((method) => method !== undefined) });
  expect(readDaySettings(db).cashMethods).toEqual(expected);
  // What the shop has said counts, even that nothing goes there.
  keepDays(db, { cashMethods: [] });
  expect(readDaySettings(db).cashMethods).toEqual([]);
});
