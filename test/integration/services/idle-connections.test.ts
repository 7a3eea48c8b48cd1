// A service that drops a connection that was idle just as the next sale is sent on it.
import { afterEach, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
afterEach(() => rig.close());

it.each([0, 20_000])(
  'each of 60 sales, %i ms apart, arrives once and is never in doubt',
  async (pauseMs) => {
    rig = await startOddRig();
    rig.service.behaviour.dropsIdle = true;
    const sales = [];
    for (let count = 0; count < 60; count += 1) {
      const sale = rig.sell();
      sales.push(sale);
      if (pauseMs > 0) await rig.untilState(sale, 'confirmed', 60_000);
      await rig.pass(pauseMs);
    }
    for (const sale of sales) await rig.untilState(sale, 'confirmed', 120_000);
    for (const { reference } of sales) {
      expect(rig.statesOf(reference)).not.toContain('in_doubt');
      expect(rig.service.attemptsOf(reference)).toBe(1);
      expect(rig.service.countOf(reference)).toBe(1);
    }
  },
);
