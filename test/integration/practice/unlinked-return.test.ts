// The rehearsal of a service whose credit notes do not name what they correct.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { oneUnit } from '../../../src-main/contract/money.ts';
import type { ReturnFinish } from '../../../src-main/contract/returns.ts';
import { seedReturnSetup } from '../../../src-main/documents/return-setup.ts';
import { returnKind } from '../../../src-main/practice/seed-till.ts';
import { returnSetupState } from '../../../src-main/returns/setup.ts';
import { takeBack } from '../../../src-main/returns/take-back.ts';
import { readSaleDetail, readSaleDocument } from '../../../src-main/store/sales.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { noLimits } from '../../sample-sale.ts';
import { newFolder, sessionIn } from './practice-session.ts';

test('the trial of a return tells that the service links nothing, until the rehearsal ends', async () => {
  const { session, practice, till, sell, becomes, close } = sessionIn(newFolder());
  onTestFinished(close);
  await session.practise();
  const { db } = till();
  seedReturnSetup(db, returnKind);
  replacePaymentMethods(db, [{ id: 1, label: 'Numerário' }]);
  expect(returnSetupState(db)).toMatchObject({ trial: null, needsTrial: false });

  async function giveBack() {
    const sold = sell();
    await becomes(sold, 'confirmed');
    const sale = readSaleDetail(db, sold);
    if (!sale?.docKey) throw new Error('the sale has no document');
    const wanted: ReturnFinish = {
      ...{ returnId: randomUUID(), source: { kind: 'sale', reference: sold } },
      ...{ docKey: sale.docKey, lines: [{ position: 0, quantity: oneUnit }], reason: 'other' },
      ...{ note: '', method: { id: 1, label: 'Numerário' }, totalCents: sale.totalCents },
      withoutAsking: false,
    };
    const settings = { limits: noLimits, inStoreRules: [], asksSameSale: false };
    const done = await takeBack(till(), wanted, { now: new Date(), doneBy: null, settings });
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    await becomes(done.value.reference, 'confirmed');
    return done.value.reference;
  }

  await session.rehearse('unlinked_return', true);
  expect(returnSetupState(db)).toMatchObject({ trial: null, needsTrial: true });
  const unlinked = await giveBack();
  expect(returnSetupState(db)).toMatchObject({
    trial: { reference: unlinked, state: 'confirmed', linkField: null, sign: 'positive' },
    needsTrial: false,
  });
  await session.rehearse('unlinked_return', false);
  expect(practice.rehearsals.underWay).toEqual([]);
  // What was seen of it stays; the service has linked all the time.
  expect(returnSetupState(db)).toMatchObject({ trial: { linkField: null } });
  const linked = readSaleDocument(db, await giveBack());
  expect(linked?.others.some(({ name }) => name === 'origin_document_header_id')).toBe(true);
});
