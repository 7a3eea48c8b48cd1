// Goods that are exchanged: what the customer has of a return is spent once, with a sale in cash,
// and neither a restart nor another sale loses it.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { commitCount } from '../../../src-main/day/close.ts';
import {
  readDraft,
  readLastCount,
  removeDraft,
  writeDraft,
} from '../../../src-main/store/drawer-counts.ts';
import { readOpenExchanges } from '../../../src-main/store/exchanges.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import {
  back,
  cash,
  codeOf,
  confirmed,
  endDay,
  expectedNow,
  openAt,
  sell,
  startPractice,
  type Finish,
  type Opened,
  xOf,
} from './opened.ts';

const open = ({ till }: Opened) => readOpenExchanges(till.db);

/** A sale of 85 cents, which came back as an exchange. */
async function exchanged(opened: Opened, change: Partial<Finish> = {}) {
  const { reference, document } = await sell(opened);
  const wanted = back(reference, document.docKey, [[0, 1000]], 85);
  return confirmed(opened, { ...wanted, isExchange: true, ...change });
}

function spending({ ask }: Opened, exchanges: string[], method = cash) {
  const cart = sampleCart(1);
  const payment = method === cash ? samplePayment(cart) : { method };
  const wanted = { cart, payment, isAnotherSale: true, exchanges };
  return { wanted, finish: () => ask['sell.finish'](wanted) };
}

test('what came back is spent once with a sale in cash, and the drawer is right at each step', async () => {
  const folder = temporaryFolder();
  const practice = await startPractice();
  const opened = openAt(practice, { folder });
  const made = await exchanged(opened);
  expect(open(opened)).toMatchObject([{ reference: made, totalCents: 85, isNext: true }]);
  expect(expectedNow(opened)).toBe(10_000 + 255 - 85);
  // A restart loses nothing.
  await opened.till.close();
  const later = openAt(practice, { folder });
  expect(open(later)).toMatchObject([{ reference: made, isNext: true }]);
  // Nor does another customer's sale, who is not the next one then.
  await sell(later);
  expect(open(later)).toMatchObject([{ reference: made, isNext: false }]);
  const { finish } = spending(later, [made]);
  const sold = await finish();
  expect(sold.ok).toBe(true);
  expect(open(later)).toEqual([]);
  expect(expectedNow(later)).toBe(10_000 + 2 * 255 - 85 + 85);
  // The same sale again is no other; another one cannot spend it.
  expect(await finish()).toMatchObject({
    value: { sale: { reference: sold.ok ? sold.value.sale.reference : '' }, paid: null },
  });
  expect(codeOf(await spending(later, [made]).finish())).toBe('invalid_value');
  expect(xOf(later)).toMatchObject({
    sales: { count: 3, totalCents: 595 },
    returned: { count: 1, totalCents: 85 },
    cash: { expectedCents: 10_510 },
  });
});

test('several returns are spent together, and one paid by card spends none', async () => {
  const opened = openAt(await startPractice());
  const card = { id: 2, label: 'Multibanco' };
  replacePaymentMethods(opened.till.db, [cash, card]);
  const made = [await exchanged(opened), await exchanged(opened)];
  expect(open(opened).map(({ isNext }) => isNext)).toEqual([false, true]);
  expect(codeOf(await spending(opened, made, card).finish())).toBe('invalid_value');
  expect(codeOf(await spending(opened, [...made, 'CF-TEST-0000-0000']).finish())).toBe(
    'invalid_value',
  );
  expect(open(opened)).toHaveLength(2);
  expect(codeOf(await spending(opened, made).finish())).toBe('done');
  expect(open(opened)).toEqual([]);
});

test('the customer may take the money after all, once', async () => {
  const opened = openAt(await startPractice());
  const reference = await exchanged(opened);
  expect(codeOf(await opened.ask['returns.payOut']({ reference }))).toBe('done');
  expect(open(opened)).toEqual([]);
  expect(codeOf(await opened.ask['returns.payOut']({ reference }))).toBe('not_found');
  expect(codeOf(await spending(opened, [reference]).finish())).toBe('invalid_value');
});

test('paying an exchange out makes void what was counted while its money was in the drawer', async () => {
  const opened = openAt(await startPractice());
  const { db } = opened.till;
  const { shiftId = 0 } = readOpenShift(db) ?? {};
  const reference = await exchanged(opened);
  const begin = () => {
    removeDraft(db);
    writeDraft(db, shiftId, { pieces: [], other: '102.55' });
  };
  const count = () => {
    const counted = { pieces: [], otherCents: cents(10_255) };
    const doing = { by: 'Ana', approvedBy: null, atMs: Date.now() };
    return codeOf(commitCount(db, { count: counted, purpose: 'close' }, doing));
  };
  const voids = () => [readLastCount(db, shiftId)?.isVoid, readDraft(db, shiftId)?.isVoid];
  begin();
  expect(count()).toBe('done');
  begin();
  expect(voids()).toEqual([false, false]);
  expect(codeOf(await opened.ask['returns.payOut']({ reference }))).toBe('done');
  expect(voids()).toEqual([true, true]);
  expect(count()).toBe('count_void');
  begin();
  expect(count()).toBe('done');
  expect(voids()).toEqual([false, undefined]);
});

test('an exchange ends with its day, and with its return', async () => {
  const opened = openAt(await startPractice());
  const { till, ask } = opened;
  const first = await exchanged(opened);
  const evidence = { kind: 'missing', documentId: 1 } as const;
  takeStep(till.db, { reference: first, event: 'missing', evidence, atMs: Date.now() });
  const settled = { reference: first, by: 'Ana', note: 'Kept it', as: 'cancelled' } as const;
  expect(codeOf(await ask['outbox.settle']({ ...settled, moneyMoved: true }))).toBe('done');
  expect(open(opened)).toEqual([]);
  await exchanged(opened);
  expect(open(opened)).toHaveLength(1);
  endDay(opened);
  expect(open(opened)).toEqual([]);
});

test('goods are exchanged for cash, on an open day', async () => {
  const opened = openAt(await startPractice());
  const card = { id: 2, label: 'Multibanco' };
  replacePaymentMethods(opened.till.db, [cash, card]);
  const { reference, document } = await sell(opened);
  const wanted = { ...back(reference, document.docKey, [[0, 1000]], 85), isExchange: true };
  const { ask } = opened;
  expect(codeOf(await ask['returns.finish']({ ...wanted, method: card }))).toBe('invalid_value');
  endDay(opened);
  expect(codeOf(await ask['returns.finish'](wanted))).toBe('day_not_open');
});
