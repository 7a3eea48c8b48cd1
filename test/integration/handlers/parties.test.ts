// For whom open sales are, as the lists of documents name it.
import { expect, test } from 'vitest';
import type { SaleContent } from '../../../src-main/contract/sales.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { writeInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleCart, samplePayment, sampleParticulars, sampleSale } from '../../sample-sale.ts';
import { openTill } from '../store/temporary-till.ts';
import { asking } from '../../asking.ts';

test('a sale names its customer or tax number, and a document its party and its kind', async () => {
  const db = openTill();
  const ask = asking(outboxRequests({} as Context), () => ({ db }));
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
