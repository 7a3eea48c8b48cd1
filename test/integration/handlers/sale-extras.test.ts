// What a sale at the counter asks of the service besides its lines, from the cart to the document,
// at a practice service.
import { expect, onTestFinished, test } from 'vitest';
import type { Argument } from '../../../src-main/contract/api.ts';
import type { Cart } from '../../../src-main/contract/cart.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { err } from '../../../src-main/contract/errors.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { settingsRequests } from '../../../src-main/handlers/settings.ts';
import {
  readSaleContent,
  readSaleDetail,
  readSaleDocument,
} from '../../../src-main/store/sales.ts';
import { asking } from '../../asking.ts';
import { startPrintingTill } from '../../printing-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { startRig } from '../practice-service/rig.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

async function startTill() {
  const practice = await startRig();
  const { till, context } = startPrintingTill({
    folder: temporaryFolder(),
    service: { baseUrl: practice.service.baseUrl, token: practice.token },
    printing: defaultPrinting,
    selling: defaultSelling,
    timing: { settlingMs: 5_000, firstLookUpMs: 100, lookUpCapMs: 500 },
  });
  onTestFinished(async () => {
    await till.close();
    await practice.close();
  });
  const requests = {
    ...settingsRequests(context),
    ...sellRequests(context),
    ...outboxRequests(context),
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
  return { till, ask, finish, bodyOf, confirmed };
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

test('a sale that asks for nothing besides is sent as it always was', async () => {
  const { till, finish, bodyOf } = await startTill();
  const reference = await finish(sampleCart());
  expect(Object.keys(bodyOf(reference) as object)).toEqual([
    ...['document_nature_code', 'document_date', 'document_time', 'is_tax_included'],
    ...['our_reference', 'details', 'payments', 'finalize'],
  ]);
  expect(readSaleDetail(till.db, reference)?.particulars).toBeNull();
});
