// Tests what the frame shows of the outbox's report: it is never old, not asked for too often, and
// told when it changes while nothing else happens.
import { expect, test } from 'vitest';
import { HandClock } from '../../hand-clock.ts';
import type { OutboxReport } from '../../../src-main/contract/outbox-report.ts';
import type { Connection } from '../../../src-main/contract/till-state.ts';
import { StatusSummary } from '../../../src-main/page/status-summary.ts';
import { quietReport } from '../../quiet-report.ts';

const late = { reference: 'CF-1', why: 'in_doubt', sinceMs: 0 } as const;
const report = (change: Partial<OutboxReport> = {}): OutboxReport => ({
  ...quietReport,
  ...change,
});

function glancing(times: { freshMs: number; silenceMs: number }) {
  const outbox = { reports: 0, says: report() };
  const at = {
    open: {
      connection: 'online',
      report: () => {
        outbox.reports += 1;
        return outbox.says;
      },
    } as { connection: Connection; report(): OutboxReport } | undefined,
    changes: 0,
  };
  const clock = new HandClock();
  const glance = new StatusSummary({
    clock,
    outbox: () => at.open,
    onChanged: () => (at.changes += 1),
    ...times,
  });
  return { glance, outbox, at, clock };
}

const never = 600_000;
const nothing = { overdue: 0, pause: null, nextTryAtMs: null };

test('a burst of pushes asks once, and what changed within it is told in the end', async () => {
  const { glance, outbox, at, clock } = glancing({ freshMs: 1_000, silenceMs: never });
  for (let push = 0; push < 100; push += 1) expect(glance.value).toEqual(nothing);
  expect(outbox.reports).toBe(1);
  outbox.says = report({ overdue: [late] });
  expect(glance.value.overdue).toBe(0);
  await clock.pass(999);
  expect(at.changes).toBe(0);
  await clock.pass(1);
  expect(at.changes).toBe(1);
  expect(glance.value.overdue).toBe(1);
  expect(outbox.reports).toBe(2);
});

test('a pause is told together with the connection that it changes', () => {
  const { glance, outbox, at } = glancing({ freshMs: never, silenceMs: never });
  expect(glance.value).toEqual(nothing);
  const pause = { code: 'service_refused', errors: [] } as const;
  outbox.says = report({ pause });
  expect(glance.value.pause).toBeNull();
  if (at.open) at.open.connection = 'paused';
  expect(glance.value.pause).toEqual(pause);
});

test('a sale that becomes overdue while nothing happens is told once', async () => {
  const { glance, outbox, at, clock } = glancing({ freshMs: never, silenceMs: 20 });
  expect(glance.value).toEqual(nothing);
  outbox.says = report({ overdue: [late] });
  await clock.pass(20);
  expect(at.changes).toBe(1);
  const before = outbox.reports;
  await clock.pass(20);
  await clock.pass(20);
  expect(outbox.reports).toBe(before + 2);
  expect(at.changes).toBe(1);
});

test('a pause and its next try are told; a try that is due is being made', () => {
  const { glance, outbox } = glancing({ freshMs: 0, silenceMs: never });
  const pause = { code: 'service_refused', errors: [] } as const;
  const nextTryAtMs = Date.now() + 60_000;
  outbox.says = report({ pause, nextTryAtMs });
  expect(glance.value).toEqual({ overdue: 0, pause, nextTryAtMs });
  outbox.says = report({ pause, nextTryAtMs: Date.now() - 1 });
  expect(glance.value.nextTryAtMs).toBeNull();
});

test('another till’s outbox is asked at once, and none says nothing', () => {
  const { glance, outbox, at } = glancing({ freshMs: never, silenceMs: never });
  outbox.says = report({ overdue: [late] });
  expect(glance.value.overdue).toBe(1);
  at.open = { connection: 'online', report: () => report() };
  expect(glance.value.overdue).toBe(0);
  at.open = undefined;
  expect(glance.value).toEqual(nothing);
});
