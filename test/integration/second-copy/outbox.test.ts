// What the outbox does when another computer may be sending the same sales.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireSale } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { honestly, refusal } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const replaced = { code: 'till_replaced', atMs: 0, computer: 'till-2' } as const;
const minuteMs = 60_000;

/** The service is away. */
const unplug = () => {
  rig.service.behaviour.list = () => ({ status: 503 });
  rig.service.behaviour.create = () => 'reset';
};
const plugIn = () => {
  rig.service.behaviour.list = () => undefined;
  rig.service.behaviour.create = honestly;
};

/** Another computer, which has started again from the second copy, sends the sale. */
function sentElsewhere(reference: string): void {
  rig.service.documents.push({
    ...{ id: 5_000 + rig.service.documents.length * 3, reference, nature: 'FS' },
    ...{ isFinalized: true, madeAtMs: rig.clock.nowMs() },
    totalCents: requireSale(rig.db, reference).totalCents,
  });
}

test('while it is held nothing is sent, and the report says why; then all is sent once', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  rig.outbox.hold(replaced);
  const sales = rig.sellMany(3);
  await rig.pass(30 * minuteMs);
  expect(rig.service.creations).toHaveLength(1);
  expect(rig.outbox.report()).toMatchObject({ pause: replaced, nextTryAtMs: null });
  expect([rig.outbox.connection, rig.outbox.error]).toEqual(['paused', replaced]);
  // Nobody can let them go by another way.
  rig.outbox.release('Ana');
  rig.outbox.tryNow();
  await rig.pass(30 * minuteMs);
  expect(rig.service.creations).toHaveLength(1);
  rig.outbox.hold(null);
  expect(rig.outbox.report().pause).toBeNull();
  expect(rig.outbox.connection).toBe('online');
  for (const sale of sales) await rig.untilState(sale, 'confirmed');
  for (const { reference } of sales) expect(rig.service.attemptsOf(reference)).toBe(1);
});

test('a sale in doubt whose turn comes while it is held is not sent again', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = ({ attempt }) => (attempt === 1 ? { status: 500 } : refusal);
  const sale = rig.sell();
  await rig.untilState(sale, 'in_doubt');
  rig.outbox.hold(replaced);
  await rig.pass(60 * minuteMs);
  expect(rig.service.attemptsOf(sale.reference)).toBe(1);
  rig.service.behaviour.create = honestly;
  rig.outbox.hold(null);
  await rig.untilState(sale, 'confirmed');
  expect(rig.service.countOf(sale.reference)).toBe(1);
});

test('after a short outage, what another computer may have sent is looked for first', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  unplug();
  const sales = rig.sellMany(3);
  await rig.pass(2 * minuteMs);
  expect(rig.outbox.connection).toBe('offline');
  rig.outbox.doubtQueued();
  // What is sold from now on was on no medium.
  const later = rig.sell();
  const [first, second] = sales;
  sentElsewhere(first?.reference ?? '');
  sentElsewhere(second?.reference ?? '');
  plugIn();
  for (const sale of [...sales, later]) await rig.untilState(sale, 'confirmed');
  await rig.pass(60 * minuteMs);
  expect([...sales, later].map(({ reference }) => rig.service.countOf(reference))).toEqual([
    ...[1, 1, 1, 1],
  ]);
  expect(sales.map(({ reference }) => rig.service.attemptsOf(reference))).toEqual([
    // The first one's attempt was cut off, so that it may have arrived in any case.
    rig.service.attemptsOf(first?.reference ?? ''),
    ...[0, 1],
  ]);
});

test('a till that was taken over goes on as a copy: nothing that the other has sent is sent again', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  const installation = installationOf(rig.db);
  rig.outbox.hold(replaced);
  const sales = rig.sellMany(4);
  sentElsewhere(sales[0]?.reference ?? '');
  sentElsewhere(sales[2]?.reference ?? '');
  await rig.pass(5 * minuteMs);
  rig.outbox.resumeAsCopy();
  for (const { reference } of sales) expect(requireSale(rig.db, reference).proof).toBe('absence');
  rig.outbox.hold(null);
  expect(installationOf(rig.db)).not.toBe(installation);
  for (const sale of sales) await rig.untilState(sale, 'confirmed');
  await rig.pass(60 * minuteMs);
  expect(sales.map(({ reference }) => rig.service.attemptsOf(reference))).toEqual([0, 1, 0, 1]);
  expect(sales.map(({ reference }) => rig.service.countOf(reference))).toEqual([1, 1, 1, 1]);
});
