// Documents made at the till, corrected after a refusal, and for whom they are, on a real database.
import { expect, test } from 'vitest';
import type { NewDocument, Particulars } from '../../../src-main/contract/new-document.ts';
import type { SaleContent } from '../../../src-main/contract/sales.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { sampleCart, sampleParticulars, samplePayment, sampleSale } from '../../sample-sale.ts';
import { countRows } from '../store/samples.ts';
import { askedTill } from '../../asked-till.ts';
import { writeInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';

const document = (change: Partial<Particulars> = {}): NewDocument => ({
  cart: sampleCart(),
  particulars: { ...sampleParticulars, ...change },
});

async function referenceOf(
  made: ReturnType<ReturnType<typeof askedTill>['ask']['documents.create']>,
) {
  const answer = await made;
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.reference;
}

test('saving a document tells the screens and the outbox, and asking twice makes one', async () => {
  const { db, told, ask } = askedTill();
  const note = document();
  const reference = await referenceOf(ask['documents.create'](note));
  expect(reference).toMatch(/^CF-/);
  expect(told).toEqual(['sale', 'wake']);
  expect(await referenceOf(ask['documents.create'](note))).toBe(reference);
  expect(countRows(db, 'sale')).toBe(1);
});

test('a document that breaks a rule, or has a payment method that the shop lacks, is not saved', async () => {
  const { db, ask } = askedTill();
  expect(await ask['documents.create'](document({ serieId: 4 }))).toEqual({
    ok: false,
    error: { code: 'document_rule', rule: 'serie_needs_document_type' },
  });
  const paymentMethod = { id: 2, label: 'Cheque' };
  expect(await ask['documents.create'](document({ paymentMethod }))).toEqual({
    ok: false,
    error: { code: 'payment_method_unknown' },
  });
  expect(countRows(db, 'sale')).toBe(0);
});

test('the payment method has the shop’s name for it', async () => {
  const { db, ask } = askedTill();
  const paymentMethod = { id: 1, label: 'Whatever' };
  const reference = await referenceOf(ask['documents.create'](document({ paymentMethod })));
  expect(readSaleDetail(db, reference)?.particulars?.paymentMethod?.label).toBe('Cash');
});

test('a refused document is corrected with another body, and keeps its reference and history', async () => {
  const { db, ask, refuse } = askedTill();
  const reference = await referenceOf(ask['documents.create'](document({ warehouseId: 99 })));
  refuse(reference);
  const right = document({ warehouseId: 1 });
  const decision = { reference, by: 'Rui', note: 'Wrong warehouse' };
  expect(await ask['outbox.correct']({ ...decision, ...document({ serieId: 4 }) })).toMatchObject({
    error: { code: 'document_rule' },
  });
  expect(await ask['outbox.correct']({ ...decision, ...right })).toMatchObject({ ok: true });
  const detail = readSaleDetail(db, reference);
  expect(detail).toMatchObject({ state: 'in_doubt', particulars: { warehouseId: 1 } });
  expect(detail?.former).toMatchObject([{ content: { particulars: { warehouseId: 99 } } }]);
});

test('a refused document stays a document, and a refused sale a sale', async () => {
  const { db, ask } = askedTill();
  const note = await referenceOf(ask['documents.create'](document()));
  const sold = sampleSale();
  commitSale(db, sold);
  for (const reference of [note, sold.reference]) {
    claimNext(db, 1);
    mustStep(db, {
      reference,
      event: 'refused',
      evidence: { kind: 'refused', errors: [] },
      atMs: 2,
    });
  }
  const by = { by: 'Rui', note: 'Wrong' };
  const payment = samplePayment(sampleCart());
  expect(
    await ask['outbox.correct']({ reference: note, ...by, cart: sampleCart(), payment }),
  ).toEqual({ ok: false, error: { code: 'invalid_value', field: 'payment' } });
  expect(await ask['outbox.correct']({ reference: sold.reference, ...by, ...document() })).toEqual({
    ok: false,
    error: { code: 'invalid_value', field: 'particulars' },
  });
});

test('a sale names its customer or tax number, and a document its party and its kind', async () => {
  const { db, ask } = askedTill();
  const bakery = { name: 'Padaria Sol', fiscalNumber: '509442013' };
  const customer = { partyId: 31, ...bakery };
  const invoiceKind = {
    kind: { by: 'documentTypeId', id: 7 },
    name: 'Fatura B',
    natureId: 303,
  } as const;
  writeInvoiceKind(db, invoiceKind);
  const commit = (change: object, particulars?: object, isCounter = !particulars) => {
    const sale = sampleSale();
    const cart = { ...sampleCart(), ...change };
    const content = {
      cart,
      ...(isCounter && { payment: samplePayment(cart) }),
      ...(particulars && { particulars: { ...sampleParticulars, ...particulars } }),
    } as SaleContent;
    commitSale(db, { ...sale, content });
    return sale.reference;
  };
  const references = [
    commit({ customer }),
    commit({ taxNumber: '509442013' }),
    commit({}),
    commit({}, { name: 'Guia de remessa' }),
    commit({ customer }, { kind: invoiceKind.kind, name: 'Fatura B' }, true),
    commit({ customer }, { kind: { by: 'documentTypeId', id: 8 } }),
    'CF-ZZZZ-ZZZZ-ZZZZ',
  ];
  const answer = await ask['outbox.parties']({ references });
  expect(answer).toEqual({
    ok: true,
    value: [
      { kindName: '', party: bakery, isCounter: true, natureId: 302 },
      { kindName: '', party: { ...bakery, name: '' }, isCounter: true, natureId: 302 },
      { kindName: '', party: null, isCounter: true, natureId: 302 },
      { kindName: 'Guia de remessa', party: null, isCounter: false, natureId: 321 },
      { kindName: 'Fatura B', party: bakery, isCounter: true, natureId: 303 },
      { kindName: '', party: bakery, isCounter: false, natureId: null },
    ].map((told, at) => ({ reference: references[at], ...told })),
  });
});
