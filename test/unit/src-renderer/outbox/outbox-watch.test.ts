// Tests how often the outbox's report is asked for while its screen is open.
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { OutboxReport } from '../../../../src-main/contract/outbox-report.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import { OutboxWatch } from '../../../../src-renderer/outbox/outbox-watch.svelte.ts';
import { quietReport } from '../../../quiet-report.ts';
import { tillOf } from '../sell/catalogue-till.ts';

const calm: OutboxReport = {
  ...quietReport,
  audit: {
    ...{ atMs: 0, checked: 0, confirmed: 0, missing: [], lost: [], differing: [] },
    alarms: 0,
  },
};

function watched(answer: () => Result<OutboxReport>) {
  let requestCount = 0;
  const till = tillOf((name) => {
    if (name !== 'outbox.report') throw new Error(name);
    requestCount += 1;
    return answer();
  });
  const watch = new OutboxWatch(till, { apartMs: 10, soonMs: 20, laterMs: 600_000 });
  onTestFinished(() => {
    watch.stop();
  });
  return { watch, asked: () => requestCount };
}

test('many pushes at once ask once more, not once each', async () => {
  const { watch, asked } = watched(() => ok(calm));
  for (let push = 0; push < 20; push += 1) watch.ask();
  // One request is under way, and one more sees what it may have missed.
  await eventually(() => {
    expect(asked()).toBe(2);
  });
  expect(watch.report).toEqual(calm);
  for (let push = 0; push < 20; push += 1) watch.ask();
  await eventually(() => {
    expect(asked()).toBeGreaterThan(2);
  });
  expect(asked()).toBeLessThanOrEqual(4);
});

test('while an audit is under way it is asked for again by itself, until it has ended', async () => {
  let report: OutboxReport = { ...calm, isAuditing: true };
  const { watch, asked } = watched(() => ok(report));
  watch.ask();
  await eventually(() => {
    expect(asked()).toBeGreaterThan(2);
  });
  report = calm;
  await eventually(() => {
    expect(watch.report).toEqual(calm);
  });
});

test('one that fails is told, and what was known stays', async () => {
  let answer: Result<OutboxReport> = ok(calm);
  const { watch } = watched(() => answer);
  watch.ask();
  await eventually(() => {
    expect(watch.report).toEqual(calm);
  });
  answer = err({ code: 'not_signed_in' });
  watch.ask();
  await eventually(() => {
    expect(watch.error).toEqual({ code: 'not_signed_in' });
  });
  expect(watch.report).toEqual(calm);
});
