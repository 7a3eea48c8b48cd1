// Tests what counts as activity at the till, and how often it is told.
import { expect, test } from 'vitest';
import { reportActivity } from '../../../../src-renderer/bridge/activity.ts';

function page() {
  const window = new EventTarget();
  let toldCount = 0;
  const stop = reportActivity(window, () => {
    toldCount += 1;
  });
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
