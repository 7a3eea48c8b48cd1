// Tests what counts as activity at the till, and how often it is told.
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportActivity, reportHalfTyped } from '../../../../src-renderer/bridge/activity.ts';

function page() {
  const window = new EventTarget();
  let toldCount = 0;
  const stop = reportActivity(window, () => (toldCount += 1));
  return {
    stop,
    toldCount: () => toldCount,
    happen: (name: string, timeStamp: number) =>
      window.dispatchEvent(
        Object.defineProperty(new Event(name), 'timeStamp', { value: timeStamp }),
      ),
  };
}

test('keys, touches, the mouse and the wheel are told, at most once a second', () => {
  const { happen, toldCount } = page();
  happen('keydown', 5);
  for (const at of [6, 500, 1004]) happen('pointermove', at);
  expect(toldCount()).toBe(1);
  happen('wheel', 1005);
  happen('pointerdown', 2005);
  expect(toldCount()).toBe(3);
});

test('nothing else is told, and nothing once it was stopped', () => {
  const { happen, toldCount, stop } = page();
  happen('focus', 1);
  happen('load', 2);
  stop();
  happen('keydown', 3);
  expect(toldCount()).toBe(0);
});

test('what stands half-typed is told once a minute, for an hour after the last key', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const window = new EventTarget();
  let toldCount = 0;
  const stop = reportHalfTyped(window, () => (toldCount += 1));
  const field = Object.assign(new EventTarget(), { isConnected: true, value: 'Loj' });
  const type = () => {
    const event = Object.defineProperty(new Event('input'), 'target', { value: field });
    window.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: performance.now() }));
  };
  const minutes = (count: number) => {
    toldCount = 0;
    vi.advanceTimersByTime(count * 60_000);
    return toldCount;
  };
  expect(minutes(5)).toBe(0);
  type();
  expect(minutes(5)).toBe(5);
  // The last key counts.
  type();
  expect(minutes(120)).toBe(59);
  type();
  field.value = '';
  expect(minutes(5)).toBe(0);
  field.value = 'Loja';
  field.isConnected = false;
  expect(minutes(5)).toBe(0);
  field.isConnected = true;
  stop();
  expect(minutes(5)).toBe(0);
});
