// What the Outbox screen is told agrees with the status line, and names sales that wait too long.
import { expect, test, afterEach, beforeEach, it } from 'vitest';
import { ConnectionWatch } from '../../../src-main/outbox/connection.ts';
import { reportOf } from '../../../src-main/outbox/report.ts';
import { Rules } from '../../../src-main/outbox/rules.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { HandClock } from '../../hand-clock.ts';
import { openTill } from '../store/temporary-till.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';

test('a pause that is still told has a next try, though it has ended meanwhile', () => {
  const clock = new HandClock();
  const connection = new ConnectionWatch(defaultTiming, () => undefined);
  connection.answered(undefined, connection.signIns, clock.monotonicMs(), 0);
  connection.setPause({ code: 'service_failed', status: 500 });
  expect(connection.connection).toBe('paused');
  const reported = { db: openTill(), clock, rules: new Rules(defaultTiming), connection };
  const told = { isAuditing: false, auditError: null, clockAheadMs: null };
  expect(reportOf(reported, told).nextTryAtMs).toBe(clock.nowMs());
  connection.setPause(null);
  expect(reportOf(reported, told).nextTryAtMs).toBeNull();
});

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
