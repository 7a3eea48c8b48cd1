// The history names who did what, as the main process knows it and not as the page says.
import { CartWatch } from '../../../src-main/exceptions/cart-watch.ts';
import { expect, test } from 'vitest';
import type { DoneBy } from '../../../src-main/contract/lock.ts';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { documentRequests } from '../../../src-main/handlers/documents.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { readLatestSale, readSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { openTill } from '../store/temporary-till.ts';
import { asking } from '../../asking.ts';
import { quietEnvironment } from '../../quiet-environment.ts';

const rui: DoneBy = { name: 'Rui', approvedBy: 'Inês' };
const decision = { by: 'Somebody else', note: 'Mistyped' };

function atTill(doneBy: DoneBy | null) {
  const db = openTill();
  replacePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  const lock = { doneBy };
  const profile = { userName: 'Signed in' };
  const context = {
    session: {
      till: {
        db,
        profile,
        outbox: { wake: () => undefined, doubt: () => undefined, ended: () => undefined },
        cartWatch: new CartWatch(db),
        automatic: { finished: () => undefined },
        saleChanged: () => undefined,
        environment: quietEnvironment(),
      },
    },
    lock,
    settings: { value: { selling: defaultSelling, printing: defaultPrinting } },
    now: () => new Date(2026, 2, 16),
  } as unknown as Context;
  const requests = {
    ...sellRequests(context),
    ...documentRequests(context),
    ...outboxRequests(context),
  };
  const ask = asking(requests, () => context.session.till);
  return {
    db,
    lock,
    ask,
    context,
    sell: async () => {
      const cart = sampleCart();
      const payment = samplePayment(cart);
      const sold = await ask['sell.finish']({ cart, payment, isAnotherSale: true });
      if (!sold.ok) throw new Error(sold.error.code);
      return sold.value.sale.reference;
    },
    refuse: (reference: string) => {
      claimNext(db, 1);
      const evidence: Evidence = { kind: 'refused', errors: [] };
      mustStep(db, { reference, event: 'refused', evidence, atMs: 2 });
      mustStep(db, { reference, event: 'judged', evidence, atMs: 3 });
    },
    evidenceOf: (reference: string) =>
      readSaleDetail(db, reference)?.steps.map(({ evidence }) => evidence),
  };
}

test('a sale names who finished it, in its history and in the list', async () => {
  const { db, sell, evidenceOf } = atTill(rui);
  const reference = await sell();
  const committed = { kind: 'committed', by: rui };
  expect(evidenceOf(reference)).toEqual([committed]);
  expect(readSale(db, reference)?.lastEvidence).toEqual(committed);
  expect(readLatestSale(db)).toMatchObject({ reference });
});

test('a document names who made it', async () => {
  const { ask, evidenceOf } = atTill(rui);
  const note = { cart: sampleCart(), particulars: sampleParticulars };
  const made = await ask['documents.create'](note);
  if (!made.ok) throw new Error(made.error.code);
  expect(evidenceOf(made.value.reference)).toEqual([{ kind: 'committed', by: rui }]);
});

test('without cashiers a sale names nobody, and a decision names whom the page says', async () => {
  const { sell, ask, evidenceOf } = atTill(null);
  const reference = await sell();
  await ask['outbox.cancel']({ reference, ...decision });
  expect(evidenceOf(reference)).toEqual([
    { kind: 'committed' },
    { kind: 'decided', by: 'Somebody else', note: 'Mistyped' },
  ]);
});

test('with cashiers a decision names the cashier, whatever the page says', async () => {
  const { sell, ask, evidenceOf } = atTill(rui);
  const reference = await sell();
  await ask['outbox.cancel']({ reference, ...decision });
  expect(evidenceOf(reference)?.at(-1)).toEqual({
    kind: 'decided',
    by: 'Rui',
    approvedBy: 'Inês',
    note: 'Mistyped',
  });
});

test('a correction names who corrected, and the sale keeps its seller', async () => {
  const { sell, ask, lock, refuse, evidenceOf } = atTill({ name: 'Ana' });
  const reference = await sell();
  refuse(reference);
  lock.doneBy = rui;
  const cart = sampleCart(1);
  const corrected = await ask['outbox.correct']({
    reference,
    ...decision,
    cart,
    payment: samplePayment(cart),
  });
  expect(corrected).toMatchObject({ ok: true });
  expect(evidenceOf(reference)?.[0]).toEqual({ kind: 'committed', by: { name: 'Ana' } });
  expect(evidenceOf(reference)?.at(-1)).toMatchObject({
    kind: 'corrected',
    by: 'Rui',
    approvedBy: 'Inês',
  });
});

test('a sale from before there were cashiers has no seller even after a cashier corrects it', async () => {
  const { sell, ask, lock, refuse, evidenceOf } = atTill(null);
  const reference = await sell();
  refuse(reference);
  lock.doneBy = rui;
  const cart = sampleCart(1);
  await ask['outbox.correct']({ reference, ...decision, cart, payment: samplePayment(cart) });
  expect(evidenceOf(reference)?.[0]).toEqual({ kind: 'committed' });
});

test('settling a sale as one that the service has gives no money back', async () => {
  const { db, sell, refuse, ask } = atTill(rui);
  const reference = await sell();
  refuse(reference);
  const settled = await ask['outbox.settle']({
    ...{ ...decision, reference },
    ...{ as: 'confirmed', moneyMoved: true },
  });
  expect(settled).toEqual({ ok: false, error: { code: 'invalid_value', field: 'moneyMoved' } });
  expect(readSale(db, reference)).toMatchObject({ state: 'rejected' });
});
