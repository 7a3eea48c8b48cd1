// Whom the sales that wait are for, as the lists of documents name it.
import { expect, test } from 'vitest';
import type { Context } from '../../../src-main/handlers/context.ts';
import { outboxHandlers } from '../../../src-main/handlers/outbox.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleCart, samplePayment, sampleParticulars, sampleSale } from '../../sample-sale.ts';
import { openTill } from '../store/temporary-till.ts';

test('a sale names its customer or its tax number, a document what it was called where it was chosen', async () => {
  const db = openTill();
  const ask = outboxHandlers({ session: { till: { db } } } as unknown as Context);
  const customer = { partyId: 31, name: 'Padaria Sol', fiscalNumber: '509442013' };
  const commit = (change: object, particulars?: object) => {
    const sale = sampleSale();
    const cart = { ...sampleCart(), ...change };
    const sold = particulars
      ? { cart, particulars: { ...sampleParticulars, ...particulars } }
      : { cart, payment: samplePayment(cart) };
    commitSale(db, { ...sale, sold });
    return sale.reference;
  };
  const references = [
    commit({ customer }),
    commit({ taxNumber: '509442013' }),
    commit({}),
    commit({}, { name: 'Guia de remessa' }),
    'CF-ZZZZ-ZZZZ-ZZZZ',
  ];
  const answer = await ask['outbox.parties']({ references });
  expect(answer).toEqual({
    ok: true,
    value: [
      { kindName: '', party: { name: 'Padaria Sol', fiscalNumber: '509442013' } },
      { kindName: '', party: { name: '', fiscalNumber: '509442013' } },
      { kindName: '', party: null },
      { kindName: 'Guia de remessa', party: null },
    ].map((told, at) => ({ reference: references[at], ...told })),
  });
});
