// A service refuses every sale for a day: because of a company setting, a series that has ended, or
// a licence.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { countSales } from '../../../src-main/store/sales.ts';
import { honestly, refusal } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const hourMs = 3_600_000;
const slowMs = 60_000;

describe('a day on which every sale is refused', () => {
  it('rejects none of its sales, pauses and says why and until when, and sends them all after it', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.create = () => refusal;
    const count = 200;
    const sales = rig.sellMany(count);
    await rig.pass(hourMs);
    expect(rig.outbox.connection).toBe('paused');
    expect(rig.outbox.report().pause).toMatchObject({ code: 'service_refused' });
    const nextMs = (rig.outbox.report().nextTryAtMs ?? Infinity) - rig.clock.nowMs();
    expect(nextMs).toBeLessThanOrEqual(300_000);
    await rig.pass(23 * hourMs, slowMs);
    expect(countSales(rig.db).rejected).toBe(0);
    expect(rig.outbox.connection).toBe('paused');
    // About 15 an hour, one every four minutes; each sale alone would make hundreds a day.
    expect(rig.service.creations.length).toBeLessThan(18 * 24);
    for (const { reference } of sales) expect(rig.statesOf(reference)).not.toContain('rejected');

    rig.service.behaviour.create = honestly;
    await rig.until(() => countSales(rig.db).confirmed === count + 1, 2 * hourMs);
    for (const { reference } of sales) expect(rig.service.countOf(reference)).toBe(1);
    expect(rig.outbox.connection).toBe('online');
    expect(rig.outbox.report().pause).toBeNull();
  }, 300_000);
});
