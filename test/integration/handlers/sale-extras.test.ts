// What a sale at the counter asks of the service besides its lines, from the cart to the document,
// at a practice service.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Argument } from '../../../src-main/contract/api.ts';
import { setBuyer, totals, type Cart } from '../../../src-main/contract/cart.ts';
import { defaultDaySettings, expectedCents } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { onAccount, type Payment } from '../../../src-main/contract/payment.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { cashOf, snapshotOf } from '../../../src-main/day/day-sums.ts';
import { openDay } from '../../../src-main/day/open-day.ts';
import { err } from '../../../src-main/contract/errors.ts';
import { cashierRequests } from '../../../src-main/handlers/cashiers.ts';
import { documentRequests } from '../../../src-main/handlers/documents.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { settingsRequests } from '../../../src-main/handlers/settings.ts';
import { addCashier } from '../../../src-main/store/cashiers.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import {
  readSaleContent,
  readSaleDetail,
  readSaleDocument,
} from '../../../src-main/store/sales.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import { freezeContent } from '../../../src-main/till/freeze-content.ts';
import { asking } from '../../asking.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { at } from '../day/day-till.ts';
import { startTillAtPractice } from './till-at-practice.ts';

async function startTill() {
  const { till, context } = await startTillAtPractice();
  const requests = {
    ...settingsRequests(context),
    ...sellRequests(context),
    ...outboxRequests(context),
    ...documentRequests(context),
    ...cashierRequests(context),
  };
  const ask = asking(requests, () => till);
  const finish = async (cart: Cart, change: Partial<Argument<'sell.finish'>> = {}) => {
    const argument = { cart, payment: samplePayment(cart), isAnotherSale: true, ...change };
    const answer = await ask['sell.finish'](argument);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.sale.reference;
  };
  const bodyOf = (reference: string): unknown => {
    const body = till.db.prepare('SELECT body FROM sale WHERE reference = ?').pluck();
    return JSON.parse(String(body.get(reference)));
  };
  const confirmed = (reference: string) =>
    expect.poll(() => readSaleDetail(till.db, reference)?.state).toBe('confirmed');
  return { till, ask, context, finish, bodyOf, confirmed };
}

test('a text stays with a sale that is put aside, and reaches the document as it is', async () => {
  const { till, ask, finish, bodyOf, confirmed } = await startTill();
  const cart: Cart = { ...sampleCart(), extras: { footerText: ' Obra 12\nRua da Prata\n' } };
  await ask['sell.saveCart']({ cart });
  await ask['sell.hold']({ cart, name: 'Rui' });
  const resumed = await ask['sell.resume']({ cartId: cart.cartId });
  expect(resumed).toEqual({ ok: true, value: cart });
  const reference = await finish(cart);
  expect(bodyOf(reference)).toMatchObject({
    document_nature_code: 'FS',
    footer_text: 'Obra 12\nRua da Prata',
    finalize: true,
  });
  await confirmed(reference);
  expect(readSaleDocument(till.db, reference)?.footerText).toBe('Obra 12\nRua da Prata');
  expect(readSaleContent(till.db, reference)?.cart).not.toHaveProperty('extras');
  expect(readSaleDetail(till.db, reference)).toMatchObject({
    requestedKind: { kind: { by: 'natureCode', code: 'FS' }, finalize: true },
    particulars: { footerText: 'Obra 12\nRua da Prata' },
  });
});

test('an e-mail is asked for only with a customer whom the service knows', async () => {
  const { till, ask, finish, bodyOf, confirmed } = await startTill();
  const cart: Cart = { ...sampleCart(), extras: { email: true } };
  const refused = { cart, payment: samplePayment(cart), isAnotherSale: true };
  expect(await ask['sell.finish'](refused)).toEqual(err({ code: 'known_customer_needed' }));
  const customer = { partyId: 2, name: 'Café Central', fiscalNumber: '' };
  const reference = await finish({ ...cart, customer });
  expect(bodyOf(reference)).toMatchObject({ party_id: 2, email: true, finalize: true });
  await confirmed(reference);
  expect(readSaleDetail(till.db, reference)).toMatchObject({ particulars: { email: true } });
});

test('a sale on account becomes an invoice that nobody pays now, and is a sum of its own', async () => {
  const { till, ask, finish, bodyOf, confirmed } = await startTill();
  await ask['settings.invoiceKinds']({ lookUp: true });
  const invoiceKind = { kind: { by: 'natureId', id: 301 }, name: 'Fatura' } as const;
  expect(await ask['settings.update']({ invoiceKind })).toMatchObject({ ok: true });
  writeDaySettings(till.db, { ...defaultDaySettings, mode: 'reminded', cashMethods: [1] });
  expect(openDay(till.db, { by: 'typed', cents: cents(5_000) }, at(Date.now())).ok).toBe(true);
  const cart: Cart = {
    ...sampleCart(),
    customer: { partyId: 2, name: 'Café Central', fiscalNumber: '' },
    extras: { onAccount: { id: 2, name: '30 dias' } },
  };
  const asked = {
    ...{ cart, payment: onAccount('On account: 30 dias') },
    ...{ isAnotherSale: true, asInvoice: true },
  };
  const finishAs = ask['sell.finish'];
  const nobody = setBuyer(cart, { taxNumber: '510234674' });
  // What is paid is not on account, a simplified invoice is paid at once, and somebody must owe it.
  expect(await finishAs({ ...asked, payment: samplePayment(cart) })).toEqual(
    err({ code: 'invalid_value', field: 'payment' }),
  );
  expect(
    await finishAs({
      ...asked,
      cart: { ...nobody, extras: cart.extras ?? {} },
    }),
  ).toEqual(err({ code: 'known_customer_needed' }));
  expect(await finishAs({ ...asked, asInvoice: false })).toEqual(
    err({ code: 'document_rule', rule: 'payment_needed' }),
  );

  const cash = await finish(sampleCart());
  const reference = await finish(cart, asked);
  const body = bodyOf(reference);
  expect(body).toMatchObject({ document_nature_id: 301, party_id: 2, payment_term_id: 2 });
  expect(body).not.toHaveProperty('payments');
  await confirmed(reference);
  await confirmed(cash);
  expect(readSaleDocument(till.db, reference)?.nature.id).toBe(301);
  const shift = readOpenShift(till.db);
  if (!shift) throw new Error('no day');
  const { methods } = snapshotOf(till.db, shift, {
    ...at(Date.now()),
    ...{ count: null, leftCents: null, note: '' },
  });
  const total = totals(cart).totalCents;
  expect(expectedCents(cashOf(till.db, shift))).toBe(5_000 + total);
  expect(methods).toEqual([
    { name: 'Numerário', count: 1, totalCents: total, isCash: true },
    { name: 'On account: 30 dias', count: 1, totalCents: total, isCash: false },
  ]);
});

test('what was on account is corrected to be paid, and stays so if nobody says otherwise', async () => {
  const { till, ask, finish } = await startTill();
  await ask['settings.invoiceKinds']({ lookUp: true });
  await ask['settings.update']({
    invoiceKind: { kind: { by: 'natureId', id: 301 }, name: 'Fatura' },
  });
  const cart: Cart = {
    ...sampleCart(),
    customer: { partyId: 2, name: 'Café Central', fiscalNumber: '' },
    extras: { onAccount: { id: 2, name: '30 dias' } },
  };
  const payment = onAccount('On account: 30 dias');
  const reference = await finish(cart, { payment, asInvoice: true });
  const content = readSaleContent(till.db, reference);
  if (!content) throw new Error('no sale');
  const options = { reference, now: new Date(), limits: defaultSelling.limits };
  const frozenAs = (paid: Payment) => {
    const frozen = freezeContent(till.db, { ...content, payment: paid }, options);
    return frozen.ok ? (JSON.parse(frozen.value.body.toString()) as unknown) : frozen.error;
  };
  expect(frozenAs(payment)).toMatchObject({ payment_term_id: 2 });
  const paid = frozenAs(samplePayment(cart));
  expect(paid).toMatchObject({ payments: [{ payment_method_id: 1 }] });
  expect(paid).not.toHaveProperty('payment_term_id');
});

test('a quotation and a delivery note become a sale that names them, and an invoice does not', async () => {
  const { till, ask, finish, bodyOf, confirmed } = await startTill();
  await ask['sell.findCustomers']({ text: '' });
  const made = async (code: string) => {
    const particulars = { ...sampleParticulars, isTaxIncluded: true };
    const document = await ask['documents.create']({
      cart: { ...sampleCart(), customer: { partyId: 2, name: 'Café Central', fiscalNumber: '' } },
      particulars: {
        ...particulars,
        kind: { by: 'natureCode', code },
        paymentMethod: code === 'FS' ? { id: 1, label: 'Numerário' } : null,
      },
    });
    const reference = document.ok ? document.value.reference : '';
    await confirmed(reference);
    const shown = readSaleDocument(till.db, reference);
    if (!shown) throw new Error('no document');
    const opened = await ask['documents.get']({ id: shown.id });
    if (!opened.ok) throw new Error(opened.error.code);
    return opened.value;
  };
  for (const code of ['OR', 'GR']) {
    const { detail, becomes } = await made(code);
    expect(becomes?.customer).toMatchObject({ partyId: 2 });
    expect(detail.lines).toHaveLength(2);
    const reference = await finish({ ...sampleCart(), extras: { madeFrom: detail.docKey } });
    expect(bodyOf(reference)).toMatchObject({
      document_nature_code: 'FS',
      document_reference: detail.docKey,
    });
    await confirmed(reference);
    expect(readSaleDetail(till.db, reference)?.particulars).toMatchObject({
      documentReference: detail.docKey,
    });
  }
  expect((await made('FS')).becomes).toBeNull();
});

test('what a cashier sells bears the salesman whom they are, and nobody else’s sale does', async () => {
  const { till, ask, context, finish, bodyOf, confirmed } = await startTill();
  const ana = { cashierId: randomUUID(), name: 'Ana', role: 'manager' } as const;
  expect(addCashier(till.db, ana, 'hash')).toEqual({ ok: true, value: null });
  const salesman = { id: 102, name: 'Rui Balcão' };
  const { cashierId } = ana;
  expect(await ask['cashiers.setSalesman']({ cashierId: randomUUID(), salesman })).toEqual(
    err({ code: 'not_found' }),
  );
  await ask['cashiers.setSalesman']({ cashierId, salesman });
  expect(await ask['cashiers.salesmen'](undefined)).toEqual({
    ok: true,
    value: { [cashierId]: salesman },
  });
  expect(bodyOf(await finish(sampleCart()))).not.toHaveProperty('salesman_id');
  Object.assign(context.lock, { doneBy: { name: 'Ana' } });
  const reference = await finish(sampleCart());
  expect(bodyOf(reference)).toMatchObject({
    ...{ document_nature_code: 'FS', salesman_id: 102 },
    ...{ is_tax_included: true, finalize: true },
  });
  await confirmed(reference);
  await ask['cashiers.setSalesman']({ cashierId, salesman: null });
  expect(bodyOf(await finish(sampleCart()))).not.toHaveProperty('salesman_id');
  writeTillSetting(till.db, 'salesmen', 'damaged');
  expect(bodyOf(await finish(sampleCart()))).not.toHaveProperty('salesman_id');
});

test('a sale that asks for nothing besides is sent as it always was', async () => {
  const { till, finish, bodyOf } = await startTill();
  const reference = await finish(sampleCart());
  expect(Object.keys(bodyOf(reference) as object)).toEqual([
    ...['document_nature_code', 'document_date', 'document_time', 'is_tax_included'],
    ...['our_reference', 'details', 'payments', 'finalize'],
  ]);
  expect(readSaleDetail(till.db, reference)?.particulars).toBeNull();
});
