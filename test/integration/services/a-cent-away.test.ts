// A service that rounds otherwise than the till: its totals are a cent away.
import { afterEach, expect, it } from 'vitest';
import { created } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
afterEach(() => rig.close());

const dayMs = 86_400_000;

it('is told once for each sale, and days of audits raise no alarm', async () => {
  rig = await startOddRig();
  rig.service.behaviour.create = ({ make, number }) => {
    const document = make();
    // Changed in place, so that lists show it as well.
    document.totalCents += number % 2 === 0 ? 1 : -1;
    return created(document);
  };
  const sales = rig.sellMany(4);
  for (const sale of sales) {
    const confirmed = await rig.untilState(sale, 'confirmed');
    expect(Math.abs((confirmed.serviceTotalCents ?? NaN) - sale.totalCents)).toBe(1);
  }
  await rig.pass(3 * dayMs, 600_000);
  const { audit, notices } = rig.replay.report();
  expect(audit).toMatchObject({ confirmed: 4, missing: [], lost: [], differing: [], alarms: 0 });
  expect(notices.map(({ kind }) => kind)).toEqual(sales.map(() => 'differs'));
  expect(new Set(notices.map(({ reference }) => reference)).size).toBe(sales.length);
  expect(rig.notices).toEqual([]);
  expect(rig.service.creations).toHaveLength(sales.length);
});
