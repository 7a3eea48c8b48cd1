// The history names who did what, as the main process knows it and not as the page says.
import { expect, test } from 'vitest';
import type { DoneBy } from '../../../src-main/contract/lock.ts';
import { readLatestSale, readSale } from '../../../src-main/store/sales.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { askedTill } from '../../asked-till.ts';

const rui: DoneBy = { name: 'Rui', approvedBy: 'Inês' };
const decision = { by: 'Somebody else', note: 'Mistyped' };

test('a sale names who finished it, in its history and in the list', async () => {
  const { db, sell, evidenceOf } = askedTill({ doneBy: rui });
  const reference = await sell();
  const committed = { kind: 'committed', by: rui };
  expect(evidenceOf(reference)).toEqual([committed]);
  expect(readSale(db, reference)?.lastEvidence).toEqual(committed);
  expect(readLatestSale(db)).toMatchObject({ reference });
});

test('a document names who made it', async () => {
  const { ask, evidenceOf } = askedTill({ doneBy: rui });
  const note = { cart: sampleCart(), particulars: sampleParticulars };
  const made = await ask['documents.create'](note);
  if (!made.ok) throw new Error(made.error.code);
  expect(evidenceOf(made.value.reference)).toEqual([{ kind: 'committed', by: rui }]);
});

test('without cashiers a sale names nobody, and a decision names whom the page says', async () => {
  const { sell, ask, evidenceOf } = askedTill();
  const reference = await sell();
  await ask['outbox.cancel']({ reference, ...decision });
  expect(evidenceOf(reference)).toEqual([
    { kind: 'committed' },
    { kind: 'decided', by: 'Somebody else', note: 'Mistyped' },
  ]);
});

test('with cashiers a decision names the cashier, whatever the page says', async () => {
  const { sell, ask, evidenceOf } = askedTill({ doneBy: rui });
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
  const { sell, ask, at, refuse, evidenceOf } = askedTill({ doneBy: { name: 'Ana' } });
  const reference = await sell();
  refuse(reference);
  at.doneBy = rui;
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
  const { sell, ask, at, refuse, evidenceOf } = askedTill();
  const reference = await sell();
  refuse(reference);
  at.doneBy = rui;
  const cart = sampleCart(1);
  await ask['outbox.correct']({ reference, ...decision, cart, payment: samplePayment(cart) });
  expect(evidenceOf(reference)?.[0]).toEqual({ kind: 'committed' });
});

test('settling a sale as one that the service has gives no money back', async () => {
  const { db, sell, refuse, ask } = askedTill({ doneBy: rui });
  const reference = await sell();
  refuse(reference);
  const settled = await ask['outbox.settle']({
    ...{ ...decision, reference },
    ...{ as: 'confirmed', moneyMoved: true },
  });
  expect(settled).toEqual({ ok: false, error: { code: 'invalid_value', field: 'moneyMoved' } });
  expect(readSale(db, reference)).toMatchObject({ state: 'rejected' });
});
