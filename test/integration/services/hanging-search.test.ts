// While sales are in doubt and the search never answers, other sales do not wait for it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

import { honestly } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;

/** Loses ten sales, each between two that are accepted, so that the outbox is not paused. */
async function doubtTen(): Promise<readonly string[]> {
  const doubted: string[] = [];
  for (let sold = 0; sold < 10; sold += 1) {
    rig.service.behaviour.create = () => 'reset';
    const sale = rig.sell();
    await rig.until(() => rig.service.attemptsOf(sale.reference) === 1, minuteMs);
    await rig.until(() => rig.saleOf(sale.reference).state !== 'sending', minuteMs);
    doubted.push(sale.reference);
    rig.service.behaviour.create = honestly;
    await rig.untilState(rig.sell(), 'confirmed', minuteMs);
  }
  return doubted;
}

describe('ten sales in doubt and a search that hangs', () => {
  it('hold up none of twenty others', async () => {
    rig.service.behaviour.list = ({ search }) => (search === '' ? undefined : 'hang');
    const doubted = await doubtTen();
    for (let minute = 0; minute < 10; minute += 1) {
      await rig.pass(minuteMs);
      const startMs = rig.clock.monotonicMs();
      for (const sale of rig.sellMany(2)) await rig.untilState(sale, 'confirmed', minuteMs);
      expect(rig.clock.monotonicMs() - startMs).toBeLessThan(2_000);
    }
    const states = doubted.map((reference) => rig.saleOf(reference).state);
    expect(new Set(states)).toEqual(new Set(['in_doubt']));
  });
});
