// Search and lists are a quarter of an hour late: they show what held then, and prove nothing
// newer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;

it('a sale made before the attempt and found only after it does not prove that the look-ups work', async () => {
  rig.service.behaviour.searchLagMs = 15 * minuteMs;
  rig.service.behaviour.listLagMs = 15 * minuteMs;
  rig.service.behaviour.create = ({ make }) => {
    make();
    return 'reset';
  };
  const first = rig.sell();
  await rig.pass(13 * minuteMs);
  const second = rig.sell();
  await rig.untilState(first, 'confirmed', 10 * minuteMs);
  await rig.untilState(second, 'confirmed', 60 * minuteMs);
  for (const { reference } of [first, second]) {
    expect(rig.service.attemptsOf(reference)).toBe(1);
    expect(rig.service.countOf(reference)).toBe(1);
  }
});
