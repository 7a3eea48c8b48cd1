// What waits too long is told, also where the computer's clock has been set meanwhile.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig();
});
afterEach(() => rig.close());

it('a sale that waits since a time in the future is told at once: nobody knows how long it has waited', async () => {
  await rig.untilConnection('online');
  await rig.unplug();
  await rig.untilConnection('offline');
  const { reference } = rig.sell();
  expect(rig.replay.report().overdue).toEqual([]);
  rig.clock.setWallClock(-86_400_000);
  expect(rig.replay.report().overdue.map((sale) => sale.reference)).toEqual([reference]);
});
