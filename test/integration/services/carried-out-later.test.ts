// A service that takes its time: it finalizes after creating, works off a queue, or lists its
// documents late.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';

import { honestly } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig(undefined, probedSeldom);
});
afterEach(() => rig.close());

const minuteMs = 60_000;

describe('a document that is created first and finalized later', () => {
  it('0.9 s after the till saw it as a draft is confirmed, and was never incomplete', async () => {
    rig.service.behaviour.create = ({ make }) => {
      const document = make({ isFinalized: false });
      rig.service.later(900, () => (document.isFinalized = true));
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    expect(
      rig.service.listings.filter(({ search }) => search === sale.reference).length,
    ).toBeGreaterThan(1);
    expect(rig.statesOf(sale.reference)).not.toContain('incomplete');
    expect(rig.service.creations).toHaveLength(1);
  });

  it('that stays a draft is incomplete after the settling time, and not before', async () => {
    rig.service.behaviour.create = ({ make }) => {
      make({ isFinalized: false });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.pass(10 * minuteMs - 5_000);
    expect(rig.saleOf(sale.reference).state).toBe('in_doubt');
    await rig.untilState(sale, 'incomplete', 5 * minuteMs);
    await rig.pass(180 * minuteMs);
    expect(rig.service.creations).toHaveLength(1);
  });
});

describe('a service that goes down while a sale settles', () => {
  it.each([4, 20, 180])(
    'for %i minutes, and then works off its queue, makes one document',
    async (minutes) => {
      await rig.untilState(rig.sell(), 'confirmed');
      let isDown = false;
      rig.service.behaviour.list = () => (isDown ? { status: 503 } : undefined);
      rig.service.behaviour.create = ({ make }) => {
        // The creation goes into its queue, and the answer is lost.
        rig.service.behaviour.create = (creation) =>
          isDown ? { status: 503 } : honestly(creation);
        rig.service.later(5 * minuteMs, () => {
          isDown = true;
        });
        rig.service.later((5 + minutes) * minuteMs, () => {
          isDown = false;
          rig.service.later(2 * minuteMs, make);
        });
        return 'reset';
      };
      const sale = rig.sell();
      await rig.untilState(sale, 'confirmed', (minutes + 120) * minuteMs);
      await rig.pass(120 * minuteMs);
      expect(rig.service.countOf(sale.reference)).toBe(1);
      expect(rig.service.attemptsOf(sale.reference)).toBe(1);
    },
  );
});

describe('a search that lags a minute behind', () => {
  it('with a sale every 40 s still proves that a lost sale is not there', async () => {
    rig.service.behaviour.searchLagMs = minuteMs;
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.create = () => {
      rig.service.behaviour.create = honestly;
      return 'reset';
    };
    const lost = rig.sell();
    await rig.untilState(lost, 'in_doubt');
    const isConfirmed = () => rig.saleOf(lost.reference).state === 'confirmed';
    for (let sold = 0; sold < 45 && !isConfirmed(); sold += 1) {
      rig.sell();
      await rig.pass(40_000);
    }
    expect(rig.saleOf(lost.reference).state).toBe('confirmed');
    expect(rig.service.countOf(lost.reference)).toBe(1);
  });
});
