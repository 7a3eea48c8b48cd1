// What the Outbox screen is told agrees with the status line.
import { expect, test } from 'vitest';
import { ConnectionWatch } from '../../../src-main/outbox/connection.ts';
import { reportOf } from '../../../src-main/outbox/report.ts';
import { Rules } from '../../../src-main/outbox/rules.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { HandClock } from '../../hand-clock.ts';
import { openTill } from '../store/temporary-till.ts';

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
