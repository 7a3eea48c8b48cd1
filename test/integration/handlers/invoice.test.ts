// A sale that becomes a full invoice, from choosing a kind that the service has shown to its one
// document, at a practice service.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Argument } from '../../../src-main/contract/api.ts';
import type { Cart } from '../../../src-main/contract/cart.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultPrinting, type Printing } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { settingsRequests } from '../../../src-main/handlers/settings.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { readInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import { readOpenings } from '../../../src-main/store/drawer-openings.ts';
import { readPaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { carryOutPendingDecision } from '../../../src-main/store/corrections.ts';
import { readSaleDetail, readSaleDocument } from '../../../src-main/store/sales.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import { startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { printerAt } from '../../printing-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { startTillAtPractice } from './till-at-practice.ts';
import { asking } from '../../asking.ts';

const tightLimits = { privateCents: cents(100), otherCents: cents(100) };
const receiptInvoice = { kind: { by: 'natureId', id: 303 }, name: 'Fatura-recibo' } as const;
const drawer: NonNullable<Printing['drawer']> = { pin: 2, onMs: 100, offMs: 200, opensFor: [1] };

async function startTill({ isOnline = true, printing = defaultPrinting } = {}) {
  const { till, context, notices } = await startTillAtPractice({
    ...{ isOnline, printing, selling: { ...defaultSelling, limits: tightLimits } },
  });
  const requests = {
    ...settingsRequests(context),
    ...sellRequests(context),
    ...outboxRequests(context),
  };
  const ask = asking(requests, () => till);
  return {
    till,
    ask,
    context,
    notices,
    choose: async () => {
      await ask['settings.invoiceKinds']({ lookUp: true });
      return ask['settings.update']({ invoiceKind: receiptInvoice });
    },
  };
}

const bought = (change: Partial<Cart> = {}): Cart => ({
  ...sampleCart(),
  taxNumber: '510234674',
  ...change,
});
const asInvoice = (cart: Cart): Argument<'sell.finish'> => ({
  cart,
  payment: { ...samplePayment(cart), tenderedCents: cents(1000) },
  isAnotherSale: false,
  asInvoice: true,
});

test('settings that cannot be written leave the invoice and the ways to pay as they were', async () => {
  const { till, ask, context } = await startTill();
  await ask['settings.invoiceKinds']({ lookUp: true });
  context.settings.update = () => {
    throw new Error('the disk is full');
  };
  const paymentMethods = [{ id: 9, label: 'MB WAY' }];
  const change = { invoiceKind: receiptInvoice, paymentMethods };
  await expect(ask['settings.update'](change)).rejects.toThrow('the disk is full');
  expect(readInvoiceKind(till.db)).toBeNull();
  expect(readPaymentMethods(till.db)).toEqual([{ id: 1, label: 'Numerário' }]);
});

test('a sale beyond the limit becomes the chosen invoice, once, with the whole cart', async () => {
  const { till, ask, choose } = await startTill();
  await choose();
  const cart = bought();
  saveOpenCart(till.db, cart);
  expect(await ask['sell.finish']({ ...asInvoice(cart), asInvoice: false })).toMatchObject({
    error: { code: 'over_simplified_limit' },
  });
  expect(readOpenCart(till.db)).toEqual(cart);
  const sold = await ask['sell.finish'](asInvoice(cart));
  if (!sold.ok) throw new Error(sold.error.code);
  const { sale } = sold.value;
  const { reference } = sale;
  expect(readOpenCart(till.db)).toBeUndefined();
  await expect.poll(() => readSaleDetail(till.db, reference)?.state).toBe('confirmed');
  expect(readSaleDocument(till.db, reference)).toMatchObject({
    nature: { id: 303 },
    party: { fiscalNumber: '510234674' },
    totalCents: sale.totalCents,
  });
  expect(readSaleDetail(till.db, reference)).toMatchObject({
    payment: { tenderedCents: 1000 },
    particulars: { kind: receiptInvoice.kind, paymentMethod: { id: 1 } },
  });
  // Pressing again makes no second sale, and the same goods in another cart are asked about.
  expect(await ask['sell.finish'](asInvoice(cart))).toMatchObject({
    value: { sale: { reference } },
  });
  expect(till.db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
  const again = asInvoice({ ...cart, cartId: randomUUID() });
  expect(await ask['sell.finish'](again)).toMatchObject({ error: { code: 'same_sale_again' } });
});

test('an invoice without a buyer, or for the final consumer, is refused', async () => {
  const { till, ask, choose } = await startTill({ isOnline: true });
  await choose();
  for (const taxNumber of [null, '999999990']) {
    expect(await ask['sell.finish'](asInvoice(bought({ taxNumber })))).toEqual({
      ok: false,
      error: { code: 'customer_needed' },
    });
  }
  const customer = { partyId: 2, name: 'Café Central', fiscalNumber: '' };
  expect(await ask['sell.finish'](asInvoice(bought({ taxNumber: null, customer })))).toMatchObject({
    ok: true,
  });
  expect(till.db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
});

test('an invoice obeys the rules of every sale', async () => {
  const { ask, choose } = await startTill();
  await choose();
  const cart = bought();
  const finish = asInvoice(cart);
  const fails = async (change: Partial<Argument<'sell.finish'>>) => {
    const answer = await ask['sell.finish']({ ...finish, ...change });
    return answer.ok ? 'sold' : answer.error.code;
  };
  const tendered = (amount: number) => ({
    payment: { ...finish.payment, tenderedCents: cents(amount) },
  });
  expect(await fails({ cart: { ...cart, lines: [] } })).toBe('cart_empty');
  expect(await fails(tendered(1))).toBe('tendered_too_little');
  const method = { id: 99, label: 'Nothing' };
  expect(await fails({ payment: { ...finish.payment, method } })).toBe('payment_method_unknown');
});

test('the till invoices only with a kind that the service has shown', async () => {
  const { till, ask } = await startTill();
  expect(await ask['sell.finish'](asInvoice(bought()))).toEqual({
    ok: false,
    error: { code: 'invoice_kind_unknown' },
  });
  const unseen = { ok: false, error: { code: 'invalid_value', field: 'invoiceKind' } };
  expect(await ask['settings.update']({ invoiceKind: receiptInvoice })).toEqual(unseen);
  const seen = await ask['settings.invoiceKinds']({ lookUp: true });
  const names = seen.ok ? seen.value.map(({ name }) => name) : [];
  expect(names).toEqual(['Fatura', 'Fatura-recibo']);
  // The name is the service's, whatever the page sends.
  await ask['settings.update']({ invoiceKind: { ...receiptInvoice, name: 'Anything' } });
  expect(readInvoiceKind(till.db)).toEqual(receiptInvoice);
  const quotation = { kind: { by: 'natureId', id: 353 }, name: 'Orçamento' } as const;
  expect(await ask['settings.update']({ invoiceKind: quotation })).toEqual(unseen);
  const creditNote = { kind: { by: 'natureId', id: 304 }, name: 'Fatura-recibo' } as const;
  expect(await ask['settings.update']({ invoiceKind: creditNote })).toEqual(unseen);
  await ask['settings.update']({ invoiceKind: null });
  expect(readInvoiceKind(till.db)).toBeNull();
  const chosenBefore = { kind: creditNote.kind, name: 'Nota de crédito' };
  for (const useless of [{ kind: 'damaged' }, chosenBefore]) {
    writeTillSetting(till.db, 'invoiceKind', useless);
    expect(readInvoiceKind(till.db)).toBeNull();
  }
});

test('offline the till says that it can learn no new kinds, and offers those seen before', async () => {
  const { ask } = await startTill({ isOnline: false });
  expect(await ask['settings.invoiceKinds']({ lookUp: true })).toMatchObject({ ok: false });
  expect(await ask['settings.invoiceKinds']({ lookUp: false })).toEqual({ ok: true, value: [] });
});

test('an invoice opens the drawer and prints as any sale does', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(() => printer.close());
  const { till, ask, choose } = await startTill({
    printing: { printer: printerAt(printer.port), drawer, automatic: 'when_confirmed' },
  });
  await choose();
  const sold = await ask['sell.finish'](asInvoice(bought()));
  const reference = sold.ok ? sold.value.sale.reference : '';
  await expect.poll(() => printer.jobs.length).toBe(2);
  expect(readOpenings(till.db, 10)).toMatchObject([{ reference, outcome: 'opened' }]);
  expect(readPrintJobs(till.db, 10)).toMatchObject([{ reference, isAutomatic: true }]);
  const paper = printer.jobs[1]?.toString('latin1') ?? '';
  expect(paper).toContain('Fatura-recibo');
  expect(paper).toContain('Numer');
});

test('a refused invoice is corrected as a sale, and stays an invoice', async () => {
  const { till, ask, choose } = await startTill();
  await choose();
  const cart = bought();
  const [line] = cart.lines;
  const unknown = { ...cart, lines: line ? [{ ...line, code: 'FORA-DE-VENDA' }] : [] };
  const sold = await ask['sell.finish'](asInvoice(unknown));
  const reference = sold.ok ? sold.value.sale.reference : '';
  await expect.poll(() => readSaleDetail(till.db, reference)?.state).toBe('in_doubt');
  const correction = { reference, by: 'Ana', note: 'Mistyped', cart, payment: samplePayment(cart) };
  expect(
    await ask['outbox.correct']({ ...correction, cart: { ...cart, taxNumber: null } }),
  ).toEqual({
    ok: false,
    error: { code: 'customer_needed' },
  });
  expect(await ask['outbox.correct'](correction)).toMatchObject({ ok: true });
  expect(carryOutPendingDecision(till.db, reference, Date.now())?.decision).toBe('correct');
  expect(readSaleDetail(till.db, reference)).toMatchObject({
    requestedKind: { kind: { by: 'natureId', id: 303 } },
    payment: {},
    particulars: {},
  });
});
