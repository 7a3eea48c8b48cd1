// The outbox's loop: on a good connection, through outages, with a search that lags, and at the end of the program.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longestFindableMs } from '../../../src-main/store/findable.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { countRows } from '../store/samples.ts';
import { bodyOf, carryOutLate, eventsOf, looksOf } from './outbox-facts.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig();
});
afterEach(() => rig.close());

describe('a sale on a good connection', () => {
  it('is confirmed with the document key and total that the service answered', async () => {
    const sale = rig.sell();
    expect(sale.state).toBe('queued');
    const confirmed = await rig.until(sale.reference, 'confirmed');
    expect(confirmed.docKey).toMatch(/^FS /);
    expect(confirmed.serviceTotalCents).toBe(sale.totalCents);
    expect(eventsOf(rig, sale.reference)).toEqual(['committed', 'claimed', 'accepted']);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('is sent as exactly the bytes that were frozen', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.proxy.creations).toEqual([String(bodyOf(rig, sale.reference))]);
  });

  it('is sent in the order of the counter', async () => {
    const sales = [rig.sell(), rig.sell(), rig.sell()];
    for (const sale of sales) await rig.until(sale.reference, 'confirmed');
    const references = rig.proxy.creations.map(
      (body) => (JSON.parse(body) as { our_reference: string }).our_reference,
    );
    expect(references).toEqual(sales.map((sale) => sale.reference));
  });
});

describe('an outage', () => {
  it('leaves sales queued, and they arrive once each when the connection returns', async () => {
    await rig.untilConnection('online');
    await rig.unplug();
    const sales = [rig.sell(), rig.sell(), rig.sell()];
    await rig.untilConnection('offline');
    rig.clock.advance(3_600_000);
    expect(rig.proxy.creations.length).toBeLessThanOrEqual(1);
    await rig.plugIn();
    for (const sale of sales) {
      await rig.until(sale.reference, 'confirmed');
      expect(rig.countAtService(sale.reference)).toBe(1);
    }
  });

  it('however long it is, no number of failures ends a sale', async () => {
    await rig.unplug();
    const sale = rig.sell();
    for (let hour = 0; hour < 30; hour += 1) {
      rig.clock.advance(3_600_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await rig.plugIn();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });
});

describe('a search that lags', () => {
  const hideFromSearch = (reference: string) => {
    rig.proxy.distortLists((results, isSearch) =>
      isSearch ? results.filter((row) => row.our_reference !== reference) : results,
    );
  };
  /** The time that a sale which was never created spends in doubt. */
  const doubtMs = async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    const doubtedAtMs = rig.clock.monotonicMs();
    await rig.until(sale.reference, 'confirmed', 7_200_000);
    return rig.clock.monotonicMs() - doubtedAtMs;
  };

  it('is measured on an ordinary sale, and lengthens the settling time by twice what it needed', async () => {
    const sale = rig.sell();
    hideFromSearch(sale.reference);
    await rig.until(sale.reference, 'confirmed');
    for (let second = 0; second < 120; second += 1) {
      rig.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    rig.proxy.distortLists(null);
    while (longestFindableMs(rig.db) === 0) {
      rig.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const lagMs = longestFindableMs(rig.db);
    expect(lagMs).toBeGreaterThanOrEqual(120_000);
    expect(await doubtMs()).toBeGreaterThanOrEqual(600_000 + 2 * lagMs);
  });

  it('keeps absence from being believed while the fresh document is still not found', async () => {
    const measured = rig.sell();
    hideFromSearch(measured.reference);
    await rig.until(measured.reference, 'confirmed');
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    for (let minute = 0; minute < 30; minute += 1) {
      rig.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
  });

  it('costs nothing to speak of: one look-up among many sales', async () => {
    const sales = Array.from({ length: 30 }, () => rig.sell());
    for (const { reference } of sales) await rig.until(reference, 'confirmed');
    expect(countRows(rig.db, 'findable')).toBe(1);
  });

  it('is not needed to see a second document: the measurement raises the alarm', async () => {
    rig.proxy.plan({ kind: 'twice_then_answer' });
    const sale = rig.sell();
    const alarm = await rig.until(sale.reference, 'conflict');
    expect(eventsOf(rig, sale.reference).slice(-2)).toEqual(['accepted', 'found_second']);
    expect(alarm.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
  });
});

describe('before somebody signs out', () => {
  it('the later looks are made, and a second document is told', async () => {
    rig.proxy.plan({ kind: 'swallow_before' });
    const sale = rig.sell();
    const clean = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.until(clean.reference, 'confirmed');
    await carryOutLate(rig, sale.reference);
    expect(await rig.replay.lookBeforeLeaving()).toBe(1);
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('conflict');
    expect(readSaleDetail(rig.db, clean.reference)?.state).toBe('confirmed');
    expect(await rig.replay.lookBeforeLeaving()).toBe(0);
  });

  it('however often somebody tries, the looks that were planned are still made', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    const planned = rig.db.prepare('SELECT * FROM later_look').all();
    for (let time = 0; time < 4; time += 1) expect(await rig.replay.lookBeforeLeaving()).toBe(0);
    expect(rig.db.prepare('SELECT * FROM later_look').all()).toEqual(planned);
    expect(looksOf(rig, sale.reference).at(-1)).toEqual({ kind: 'looked', documents: 1 });
  });

  it('a look that has lost its meaning ends nothing but itself', async () => {
    rig.proxy.plan({ kind: 'twice_then_reset' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'conflict');
    rig.db.exec('INSERT INTO later_look (sale_id, looks, since_ms) SELECT sale_id, 0, 0 FROM sale');
    expect(await rig.replay.lookBeforeLeaving()).toBe(0);
    const other = rig.sell();
    await rig.until(other.reference, 'confirmed');
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('conflict');
  });

  it('nobody is kept waiting by a service that cannot be reached', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.unplug();
    expect(await rig.replay.lookBeforeLeaving()).toBe(0);
    expect(countRows(rig.db, 'later_look')).toBe(1);
  });
});

describe('the program ending while a request is on the wire', () => {
  it('leaves the sale in doubt at the next start, and it is found', async () => {
    await rig.untilConnection('online');
    await rig.replay.stop();
    const sale = rig.sell();
    const claim = claimNext(rig.db, rig.clock.nowMs());
    expect(claim?.sale.reference).toBe(sale.reference);
    await rig.restart();
    await rig.until(sale.reference, 'in_doubt');
    expect(eventsOf(rig, sale.reference)).toEqual(['committed', 'claimed', 'program_started']);
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });
});
