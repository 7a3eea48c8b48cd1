// The till tells of sales that wait too long, even if the computer's clock was set meanwhile.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig();
});
afterEach(() => rig.close());

it('a sale that waits since a time in the future is told at once, since nobody knows how long it has waited', async () => {
  await rig.untilConnection('online');
  await rig.unplug();
  await rig.untilConnection('offline');
  const { reference } = rig.sell();
  expect(rig.outbox.report().overdue).toEqual([]);
  rig.clock.setWallClock(-86_400_000);
  expect(rig.outbox.report().overdue.map((sale) => sale.reference)).toEqual([reference]);
});

it('a sale that has waited too long is told even behind an older one that has not, by the clock', async () => {
  await rig.untilConnection('online');
  await rig.unplug();
  await rig.untilConnection('offline');
  const anHourMs = 3_600_000;
  rig.clock.setWallClock(anHourMs);
  rig.sell();
  rig.clock.setWallClock(-anHourMs);
  const { reference } = rig.sell();
  rig.clock.advance(anHourMs + 120_000);
  expect(rig.outbox.report().overdue.map((sale) => sale.reference)).toEqual([reference]);
});
