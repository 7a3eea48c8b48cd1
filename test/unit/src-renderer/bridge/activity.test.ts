// Tests what counts as activity at the till, and how often it is told.
import { expect, test } from 'vitest';
import { reportActivity } from '../../../../src-renderer/bridge/activity.ts';

function page() {
  const window = new EventTarget();
  let told = 0;
  const stop = reportActivity(window, () => {
    told += 1;
  });
  return {
    stop,
    told: () => told,
    happen: (name: string, timeStamp: number) =>
      window.dispatchEvent(
        Object.defineProperty(new Event(name), 'timeStamp', { value: timeStamp }),
      ),
  };
}

test('keys, touches, the mouse and the wheel are told, at most once a second', () => {
  const { happen, told } = page();
  happen('keydown', 5);
  for (const at of [6, 500, 1004]) happen('pointermove', at);
  expect(told()).toBe(1);
  happen('wheel', 1005);
  happen('pointerdown', 2005);
  expect(told()).toBe(3);
});

test('nothing else is told, and nothing once it was stopped', () => {
  const { happen, told, stop } = page();
  happen('focus', 1);
  happen('load', 2);
  stop();
  happen('keydown', 3);
  expect(told()).toBe(0);
});
