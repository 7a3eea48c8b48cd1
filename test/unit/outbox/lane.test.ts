// A lane goes on by itself: it sleeps while nothing is due, can be woken, survives bugs, and stops
// when told to.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Lane } from '../../../src-main/outbox/lane.ts';
import { settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';

/**
 * `steps`: for how long nothing is due after each step, or the error that it fails with. The last
 * one repeats.
 */
async function startLane(...steps: readonly (number | Error)[]) {
  const clock = new HandClock();
  const at: number[] = [];
  const toldEvents: unknown[] = [];
  const lane = new Lane({
    clock,
    step: () => {
      const step = steps[Math.min(at.length, steps.length - 1)] ?? Infinity;
      at.push(clock.monotonicMs());
      return typeof step === 'number' ? Promise.resolve(step) : Promise.reject(step);
    },
    onFailure: (error) => toldEvents.push(error),
    waitMs: (failures) => failures * 1_000,
  });
  onTestFinished(() => lane.stop());
  lane.start();
  await settled();
  return { clock, lane, at, told: toldEvents };
}

it('does one thing after the other, and sleeps while nothing is due', async () => {
  const { clock, at } = await startLane(0, 0, 500, Infinity);
  expect(at).toEqual([0, 0, 0]);
  clock.advance(499);
  await settled();
  expect(at).toHaveLength(3);
  clock.advance(1);
  await settled();
  expect(at).toEqual([0, 0, 0, 500]);
});

it('is begun once, however often it is started', async () => {
  const { lane, at } = await startLane(Infinity);
  lane.start();
  expect(at).toHaveLength(1);
});

it('is woken by something new', async () => {
  const { lane, at } = await startLane(Infinity);
  lane.wake();
  await settled();
  expect(at).toHaveLength(2);
});

it('does not sleep through what came while it was at work', async () => {
  const clock = new HandClock();
  let steps = 0;
  const lane: Lane = new Lane({
    clock,
    step: async () => {
      steps += 1;
      if (steps === 1) lane.wake();
      await turn();
      return Infinity;
    },
    onFailure: () => undefined,
    waitMs: () => 1,
  });
  onTestFinished(() => lane.stop());
  lane.start();
  await expect.poll(() => steps).toBe(2);
  await settled();
  expect(steps).toBe(2);
});

it('tries again after a bug, at growing distances, and tells the first failure and the end of them', async () => {
  const bug = new Error('a bug');
  const { clock, at, told } = await startLane(bug, bug, bug, Infinity);
  for (const ms of [1_000, 2_000, 3_000]) {
    clock.advance(ms - 1);
    await settled();
    clock.advance(1);
    await settled();
  }
  expect(at).toEqual([0, 1_000, 3_000, 6_000]);
  expect(told).toEqual([bug, null]);
});

it('tells nothing where nothing fails', async () => {
  const { told } = await startLane(0, Infinity);
  expect(told).toEqual([]);
});

it('stops once what is under way has ended, and begins nothing more', async () => {
  const clock = new HandClock();
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  const lane = new Lane({
    clock,
    step: async () => {
      done.push('begun');
      const waitMs = await promise;
      done.push('ended');
      return waitMs;
    },
    onFailure: () => undefined,
    waitMs: () => 1,
  });
  lane.start();
  const stopped = lane.stop().then(() => done.push('stopped'));
  await settled();
  expect(done).toEqual(['begun']);
  resolve(0);
  await stopped;
  expect(done).toEqual(['begun', 'ended', 'stopped']);
});

it('stops at once while it sleeps', async () => {
  const { lane, at } = await startLane(Infinity);
  await lane.stop();
  expect(at).toHaveLength(1);
});
