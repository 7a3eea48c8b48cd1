// The outbox's loop: on a good connection, through outages, with a search that lags, and at the end
// of the program.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { createDocument } from '../../../src-main/service/endpoints.ts';
import { requireSale } from '../../../src-main/store/sales.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { sampleSale } from '../../sample-sale.ts';
import { bodyOf, carryOutLate, eventsOf, stepsOf, probedSeldom } from './outbox-facts.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig(probedSeldom);
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
});

describe('lists that lag', () => {
  it('cost an ordinary sale nothing, since no list is searched for it', async () => {
    await rig.untilConnection('online');
    await rig.pass(() => rig.outbox.report().audit !== null, 60_000);
    const searches: unknown[] = [];
    rig.proxy.distortLists((results, isSearch) => {
      if (isSearch) searches.push(results);
      return results;
    });
    const sales = Array.from({ length: 30 }, () => rig.sell());
    for (const { reference } of sales) await rig.until(reference, 'confirmed');
    expect(searches).toEqual([]);
  });
});

describe('the audit', () => {
  /** Asks as often as a till does whether the service is there. */
  const probeOften = async () => {
    await rig.close();
    rig = await startOutboxRig();
  };
  const auditAt = () => rig.outbox.report().audit?.atMs ?? 0;

  it('runs at the start, and says that all is well', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.pass(() => false, 1_000);
    const startedAtMs = rig.clock.nowMs();
    await rig.restart();
    await rig.pass(() => auditAt() >= startedAtMs, 60_000);
    expect(rig.outbox.report()).toMatchObject({
      audit: { checked: 1, confirmed: 1, missing: [], lost: [], differing: [], alarms: 0 },
      isAuditing: false,
      auditError: null,
    });
  });

  /** Moves the clock on, and returns when audits were made. */
  const auditsWithin = async (limitMs: number) => {
    const times: number[] = [];
    const endMs = rig.clock.nowMs() + limitMs;
    const before = auditAt();
    await rig.pass(() => {
      const atMs = auditAt();
      if (atMs > (times.at(-1) ?? before)) times.push(atMs);
      return rig.clock.nowMs() > endMs;
    }, limitMs + 60_000);
    return times;
  };
  const settleDoubt = async () => {
    rig.proxy.plan({ kind: 'reset_after' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
  };

  it('runs five minutes and an hour after a doubt was settled', async () => {
    expect(await auditsWithin(60_000)).toHaveLength(1);
    await settleDoubt();
    const settledAtMs = rig.clock.nowMs();
    const times = await auditsWithin(2 * 3_600_000);
    expect(times.map((atMs) => Math.round((atMs - settledAtMs) / 60_000))).toEqual([5, 60]);
  });

  it('runs once a day', async () => {
    const times = await auditsWithin(73 * 3_600_000);
    const distances = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0));
    expect(distances.map((ms) => Math.round(ms / 3_600_000))).toEqual([24, 24, 24]);
  });

  it('runs once a day, however many doubts were settled before', async () => {
    await settleDoubt();
    await auditsWithin(2 * 3_600_000);
    expect(await auditsWithin(24 * 3_600_000)).toHaveLength(1);
  });

  it('sees a second document of an ordinary sale', async () => {
    rig.proxy.plan({ kind: 'twice_then_answer' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    const alarm = await rig.until(sale.reference, 'conflict', 2 * 86_400_000);
    expect(eventsOf(rig, sale.reference).slice(-2)).toEqual(['accepted', 'found_second']);
    expect(alarm.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
    await rig.pass(() => !rig.outbox.report().isAuditing, 60_000);
    expect(rig.outbox.report().audit?.alarms).toBe(1);
  });

  it('does not raise a settled alarm again, unless there is another document', async () => {
    rig.proxy.plan({ kind: 'twice_then_answer' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    expect(await rig.outbox.auditBeforeLeaving()).toBe(1);
    const evidence = { kind: 'decided', by: 'Inês', note: 'One was cancelled' } as const;
    const settled = { reference: sale.reference, evidence, atMs: rig.clock.nowMs() };
    mustStep(rig.db, { ...settled, event: 'settled_confirmed' });
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
    expect(requireSale(rig.db, sale.reference).state).toBe('confirmed');
    await carryOutLate(rig, sale.reference);
    expect(await rig.outbox.auditBeforeLeaving()).toBe(1);
    expect(requireSale(rig.db, sale.reference).state).toBe('conflict');
  });

  it('asks by its id for a document that the lists do not show, and misses nothing', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    rig.proxy.distortLists((results) =>
      results.filter((row) => row.our_reference !== sale.reference),
    );
    for (let audits = 0; audits < 3; audits += 1) {
      await rig.outbox.auditBeforeLeaving();
      expect(rig.outbox.report().audit).toMatchObject({ missing: [], lost: [] });
    }
    expect(requireSale(rig.db, sale.reference).state).toBe('confirmed');
    expect(rig.proxy.creations).toHaveLength(1);
  });

  it('follows a document that has another total than it was confirmed with, and tells it', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    rig.proxy.distortLists((results) =>
      results.map((row) =>
        row.our_reference === sale.reference ? { ...row, total_amount: 999 } : row,
      ),
    );
    await rig.outbox.auditBeforeLeaving();
    const { audit, notices } = rig.outbox.report();
    expect(audit).toMatchObject({ differing: [], alarms: 0 });
    expect(notices).toEqual([{ reference: sale.reference, kind: 'differs' }]);
    expect(requireSale(rig.db, sale.reference).serviceTotalCents).toBe(99_900);
  });

  it('says why it could not be finished, and runs again', async () => {
    await probeOften();
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
    expect(rig.outbox.report().auditError).toEqual({
      ...{ code: 'service_failed', status: 500, isPage: true },
    });
    rig.proxy.distortLists(null);
    await rig.pass(() => rig.outbox.report().auditError === null, 600_000);
    expect(rig.outbox.report().auditError).toBeNull();
  });

  it('runs again at once by “Try now” if it could not be finished', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    await rig.outbox.auditBeforeLeaving();
    rig.proxy.distortLists(null);
    await rig.pass(() => false, 1_000);
    expect(rig.outbox.report().auditError).not.toBeNull();
    rig.outbox.tryNow();
    await rig.pass(() => rig.outbox.report().auditError === null, 1_000);
    expect(rig.outbox.report().auditError).toBeNull();
  });

  it('keeps nobody waiting if the service cannot be reached', async () => {
    await probeOften();
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.unplug();
    await rig.untilConnection('offline');
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
  });

  it('is not ended by a sale that a person settles meanwhile', async () => {
    rig.proxy.plan({ kind: 'twice_then_reset' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'conflict');
    const other = rig.sell();
    await rig.until(other.reference, 'confirmed');
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
    expect(requireSale(rig.db, sale.reference).state).toBe('conflict');
  });
});

describe('a file that is older than what was sent', () => {
  /** Sends a document of this till's installation that the till's file does not know. */
  const sendUnknown = async () => {
    const unknown = sampleSale({ now: new Date(rig.clock.nowMs()) });
    const client = createServiceClient({ baseUrl: rig.proxy.baseUrl });
    await createDocument(client, rig.token, unknown.body);
    await client.close();
    return unknown.reference;
  };

  it('is noticed before anything is sent: everything unsettled is in doubt, under a new installation', async () => {
    const first = rig.sell();
    await rig.until(first.reference, 'confirmed');
    await rig.outbox.stop();
    await sendUnknown();
    const waiting = rig.sell();
    await rig.restart();
    await rig.until(waiting.reference, 'in_doubt');
    expect(rig.notices).toContainEqual({ code: 'store_older', sales: 1 });
    expect(installationOf(rig.db)).not.toBe('TEST');
    expect(eventsOf(rig, waiting.reference)).toEqual(['committed', 'restored']);
    await rig.until(waiting.reference, 'confirmed', 2 * 86_400_000);
    expect(rig.countAtService(waiting.reference)).toBe(1);
    expect(rig.countAtService(first.reference)).toBe(1);
  });

  it('is noticed once for each unknown document', async () => {
    const first = rig.sell();
    await rig.until(first.reference, 'confirmed');
    await sendUnknown();
    await rig.outbox.auditBeforeLeaving();
    const installation = installationOf(rig.db);
    expect(installation).not.toBe('TEST');
    await rig.outbox.auditBeforeLeaving();
    expect(installationOf(rig.db)).toBe(installation);
    await sendUnknown();
    await rig.outbox.auditBeforeLeaving();
    expect(installationOf(rig.db)).not.toBe(installation);
  });

  it('is recognised by a document of a sale that it calls queued', async () => {
    const first = rig.sell();
    await rig.until(first.reference, 'confirmed');
    await rig.outbox.stop();
    const waiting = rig.sell();
    await carryOutLate(rig, waiting.reference);
    await rig.restart();
    await rig.until(waiting.reference, 'confirmed');
    expect(eventsOf(rig, waiting.reference)).toEqual(['committed', 'restored', 'found']);
    expect(rig.countAtService(waiting.reference)).toBe(1);
  });
});

describe('before the first creation after a start', () => {
  const startWithBrokenSearch = async () => {
    const first = rig.sell();
    await rig.until(first.reference, 'confirmed');
    await rig.outbox.stop();
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    const waiting = rig.sell();
    await rig.restart();
    return waiting.reference;
  };

  it('the whole outbox is looked up, and nothing is sent until that is answered', async () => {
    const reference = await startWithBrokenSearch();
    const startedAtMs = rig.clock.nowMs();
    await expect(rig.until(reference, 'confirmed', 3_500_000)).rejects.toThrow('never came');
    expect(rig.proxy.creations).toHaveLength(1);
    expect(rig.outbox.report()).toMatchObject({ mayRelease: false, isReleased: false });
    expect(rig.outbox.report().gateSinceMs).toBe(startedAtMs);
    rig.proxy.distortLists(null);
    await rig.until(reference, 'confirmed');
    expect(rig.outbox.report().gateSinceMs).toBeNull();
  });

  it('a named person may let sales go after an hour', async () => {
    const reference = await startWithBrokenSearch();
    await rig.pass(() => rig.outbox.report().mayRelease, 7_200_000);
    expect(rig.outbox.report().mayRelease).toBe(true);
    expect(rig.outbox.report().overdue).toMatchObject([{ reference, why: 'queued' }]);
    rig.outbox.release('Inês');
    const confirmed = await rig.until(reference, 'confirmed', 60_000);
    expect(confirmed.state).toBe('confirmed');
    const claimed = stepsOf(rig, reference).find(({ event }) => event === 'claimed');
    expect(claimed?.evidence).toMatchObject({ letGoBy: 'Inês' });
  });
});

describe('the program ending while a request is on the wire', () => {
  it('leaves the sale in doubt at the next start, and it is found', async () => {
    await rig.untilConnection('online');
    await rig.outbox.stop();
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
