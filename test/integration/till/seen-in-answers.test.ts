// Customers and payment methods are noted from the practice service's real answers, and never get
// in the way of an answer.
import { setImmediate as afterNotes } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Cart } from '../../../src-main/contract/cart.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { noteSeen } from '../../../src-main/till/seen-in-answers.ts';
import { freezeSale } from '../../../src-main/till/freeze.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import {
  createDocument,
  getDocument,
  lookUpDocuments,
} from '../../../src-main/service/endpoints.ts';
import { observed } from '../../../src-main/service/observed.ts';
import { findCustomers, readSeenPaymentMethods } from '../../../src-main/store/seen-in-answers.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { startRig } from '../practice-service/rig.ts';
import { openTill } from '../store/temporary-till.ts';

const now = new Date('2026-03-16T10:30:00Z');
let problems: string[] = [];
beforeEach(() => {
  problems = [];
});
const latest = { search: '', descending: true, offset: 0, limit: 2 };

async function connected(db: Store) {
  const rig = await startRig();
  const client = observed(
    createServiceClient({ baseUrl: rig.service.baseUrl }),
    [noteSeen(db, () => now.getTime())],
    (what) => problems.push(what),
  );
  onTestFinished(async () => {
    await client.close();
    await rig.close();
  });
  return { rig, client };
}

function bodyOf(cart: Cart): Uint8Array {
  const reference = `CF-TEST-0000-${String(cart.lines.length).padStart(4, '0')}`;
  const options = { reference, now, limits: defaultSelling.limits };
  const frozen = freezeSale(cart, samplePayment(cart), options);
  if (!frozen.ok) throw new Error(frozen.error.code);
  return frozen.value.body;
}

test('a customer invoiced by tax number can be chosen for the next sale, and is the same at the service', async () => {
  const db = openTill();
  const { rig, client } = await connected(db);
  await createDocument(client, rig.token, bodyOf({ ...sampleCart(1), taxNumber: '509442013' }));
  await afterNotes();
  const [customer] = findCustomers(db, '509442013');
  expect(customer).toMatchObject({ name: 'Cliente 509442013', fiscalNumber: '509442013' });
  expect(readSeenPaymentMethods(db)).toEqual([{ id: 1, label: 'Numerário' }]);

  if (!customer) throw new Error('nobody was seen');
  await createDocument(client, rig.token, bodyOf({ ...sampleCart(2), customer }));
  const listed = await lookUpDocuments(client, rig.token, latest);
  const parties = listed.ok ? listed.value.rows.map(({ summary }) => summary?.party) : [];
  const party = { name: customer.name, fiscalNumber: customer.fiscalNumber };
  expect(parties).toEqual([party, party]);
});

test('customers in a list or an opened document are noted as well, but not the final consumer', async () => {
  const db = openTill();
  const { rig, client } = await connected(db);
  const unheard = createServiceClient({ baseUrl: rig.service.baseUrl });
  await createDocument(unheard, rig.token, bodyOf(sampleCart(1)));
  await createDocument(unheard, rig.token, bodyOf({ ...sampleCart(2), taxNumber: '509442013' }));
  await unheard.close();
  const listed = await lookUpDocuments(client, rig.token, latest);
  await afterNotes();
  expect(findCustomers(db, '').map(({ fiscalNumber }) => fiscalNumber)).toEqual(['509442013']);
  expect(readSeenPaymentMethods(db)).toEqual([]);
  const id = listed.ok ? (listed.value.rows[0]?.id ?? 0) : 0;
  expect((await getDocument(client, rig.token, id)).ok).toBe(true);
  await afterNotes();
  expect(readSeenPaymentMethods(db)).toEqual([{ id: 1, label: 'Numerário' }]);
});

test.each([
  ['the till is closed meanwhile', (db: Store) => db.close(), []],
  [
    'there is nowhere to note it',
    (db: Store) => db.exec('DROP TABLE customer_seen'),
    ['customers and ways to pay could not be noted'],
  ],
])('the answer is given whole if %s', async (_name, harm, said) => {
  const db = openTill();
  const { rig, client } = await connected(db);
  harm(db);
  const taxed = bodyOf({ ...sampleCart(1), taxNumber: '509442013' });
  const exchange = await createDocument(client, rig.token, taxed);
  await afterNotes();
  expect(exchange).toMatchObject({ kind: 'answer', status: 201 });
  expect(problems).toEqual(said);
});
