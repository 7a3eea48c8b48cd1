// Tests what a correction keeps of the refused sale, and what it drops.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import { onAccount } from '../../../../src-main/contract/payment.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { CorrectionDraft } from '../../../../src-renderer/outbox/correction-draft.svelte.ts';
import { loweredLines, sale } from '../../receipt/sample-receipts.ts';

const methods = [{ id: 1, label: 'Numerário' }];
const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
const payment = { method: { id: 1, label: 'Numerário' }, tenderedCents: cents(5000) };
const draftOf = (change: Parameters<typeof sale>[0]) =>
  new CorrectionDraft(sale(change), payment, methods, formatFor('en'), () => true);

test('a correction that changes nothing is the sale as it was, units, list prices and customer included', () => {
  const draft = draftOf({ lines: loweredLines, customer, taxNumber: '509442013' });
  expect(draft.corrected?.cart).toMatchObject({
    lines: loweredLines,
    customer,
    taxNumber: '509442013',
  });
});

test('a price that is raised to the list price has none beside it any more', () => {
  const draft = draftOf({ lines: loweredLines });
  const [row] = draft.lines.rows;
  if (row) row.unitPrice = '10';
  expect(draft.corrected?.cart.lines[0]).not.toHaveProperty('listPrice');
});

test('a customer who is removed takes the tax number along', () => {
  const draft = draftOf({ customer, taxNumber: '509442013' });
  draft.removeCustomer();
  expect(draft.corrected?.cart).toMatchObject({ taxNumber: null });
  expect(draft.corrected?.cart).not.toHaveProperty('customer');
});

test('what was on account can stay so, or be paid after all, and is never in the drawer', () => {
  const owed = onAccount('On account: 30 days');
  const onlyCash = (methodId: number) => methodId === 1;
  const draft = new CorrectionDraft(sale({ customer }), owed, methods, formatFor('en'), onlyCash);
  expect(draft.methods).toEqual([owed.method, ...methods]);
  expect(draft.corrected?.payment).toEqual(owed);
  draft.payment.method = methods[0];
  expect(draft.corrected?.payment).toMatchObject({ method: { id: 1 }, tenderedCents: 1212 });
});
