import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { createDocument } from '../../../src-main/service/endpoints.ts';
import { correctSale } from '../../../src-main/store/corrections.ts';
import { longestFindableMs } from '../../../src-main/store/findable.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { claimNext, takeStep } from '../../../src-main/store/sale-steps.ts';
import { sampleSale } from '../../sample-sale.ts';
import { countRows } from '../store/samples.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig();
});
afterEach(() => rig.close());

const stepsOf = (reference: string) => readSaleDetail(rig.db, reference)?.steps ?? [];

/** Without the looks that changed nothing. */
const eventsOf = (reference: string) =>
  stepsOf(reference)
    .map((step) => step.event)
    .filter((event) => event !== 'looked');

const bodyOf = (reference: string) =>
  rig.db
    .prepare<[string], Buffer>('SELECT body FROM sale WHERE reference = ?')
    .pluck()
    .get(reference) ?? Buffer.alloc(0);

const looksOf = (reference: string) =>
  stepsOf(reference)
    .filter((step) => step.event === 'looked')
    .map((step) => step.evidence);

const documentedRefusal = JSON.stringify({
  errors: [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }],
});

describe('a sale on a good connection', () => {
  it('is confirmed with the document key and total that the service answered', async () => {
    const sale = rig.sell();
    expect(sale.state).toBe('queued');
    const confirmed = await rig.until(sale.reference, 'confirmed');
    expect(confirmed.docKey).toMatch(/^FS /);
    expect(confirmed.serviceTotalCents).toBe(sale.totalCents);
    expect(eventsOf(sale.reference)).toEqual(['committed', 'claimed', 'accepted']);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('is sent as exactly the bytes that were frozen', async () => {
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.proxy.creations).toEqual([String(bodyOf(sale.reference))]);
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

describe('an answer that is lost', () => {
  it.each([
    { kind: 'reset_after' },
    { kind: 'swallow_after' },
    { kind: 'cut_after' },
    { kind: 'status_after', status: 500, body: '' },
    { kind: 'status_after', status: 502, body: '<html>Bad gateway</html>' },
    { kind: 'status_after', status: 200, body: '<html>Welcome to our wifi</html>' },
    { kind: 'status_after', status: 201, body: '{"id": 1}' },
    { kind: 'status_after', status: 204, body: '' },
    { kind: 'status_after', status: 400, body: documentedRefusal },
  ] as const)(
    'after the service created the document ($kind $status) is found, not sent again',
    async (fault) => {
      rig.proxy.plan(fault);
      const sale = rig.sell();
      await rig.until(sale.reference, 'confirmed');
      expect(eventsOf(sale.reference)).toEqual([
        'committed',
        'claimed',
        'no_clear_answer',
        'found',
      ]);
      expect(rig.proxy.creations).toHaveLength(1);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it.each([
    { kind: 'reset_before' },
    { kind: 'status_before', status: 503, body: '' },
    { kind: 'status_before', status: 400, body: '<html>proxy</html>' },
  ] as const)(
    'before the service saw the request ($kind $status) is sent again only when absence is proven',
    async (fault) => {
      rig.proxy.plan(fault);
      const sale = rig.sell();
      await rig.until(sale.reference, 'in_doubt');
      const doubtedAtMs = rig.clock.nowMs();
      await rig.until(sale.reference, 'confirmed');
      expect(rig.clock.nowMs() - doubtedAtMs).toBeGreaterThan(590_000);
      expect(eventsOf(sale.reference)).toEqual([
        'committed',
        'claimed',
        'no_clear_answer',
        'proven_absent',
        'claimed',
        'accepted',
      ]);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it('is not taken for absence while look-ups fail', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    rig.proxy.breakLists(true);
    for (let minute = 0; minute < 60; minute += 1) {
      rig.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
    expect(rig.proxy.creations).toHaveLength(1);
    rig.proxy.breakLists(false);
    await rig.until(sale.reference, 'confirmed', 3_600_000);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('does not hold up the next sales, however many are in doubt and even if the search is down', async () => {
    const doubtful = [];
    for (let sale = 0; sale < 5; sale += 1) {
      rig.proxy.plan({ kind: 'reset_before' });
      doubtful.push(rig.sell());
      await rig.until(doubtful.at(-1)?.reference ?? '', 'in_doubt');
    }
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    const sales = Array.from({ length: 10 }, () => rig.sell());
    for (const { reference } of sales) await rig.until(reference, 'confirmed', 120_000);
    for (const { reference } of doubtful) {
      expect(readSaleDetail(rig.db, reference)?.state).toBe('in_doubt');
    }
  });

  it.each([3_600_000, -86_400_000])(
    'waits the settling time whatever is done to the wall clock (%i ms)',
    async (byMs) => {
      rig.proxy.plan({ kind: 'reset_before' });
      const sale = rig.sell();
      await rig.until(sale.reference, 'in_doubt');
      const doubtedAtMs = rig.clock.monotonicMs();
      rig.clock.setWallClock(byMs);
      await rig.until(sale.reference, 'confirmed');
      const waitedMs = rig.clock.monotonicMs() - doubtedAtMs;
      expect(waitedMs).toBeGreaterThan(590_000);
      expect(waitedMs).toBeLessThan(700_000);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it('waits the settling time after an outage, not during it', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    await rig.unplug();
    for (let minute = 0; minute < 60; minute += 1) {
      rig.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await rig.plugIn();
    const backAtMs = rig.clock.monotonicMs();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.clock.monotonicMs() - backAtMs).toBeGreaterThan(590_000);
  });

  it('is found although the list around it cannot be read', async () => {
    rig.proxy.plan({ kind: 'reset_after' });
    const spoilt = { document_date: null, party: { class: 1601, code: 1, name: null } };
    const sale = rig.sell();
    rig.proxy.distortLists((results, isSearch) =>
      isSearch
        ? [{ ...results[0], id: 1, our_reference: `${sale.reference}-`, ...spoilt }, ...results]
        : results,
    );
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('is not proven absent by a list in the wrong order', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? results : results.toReversed()));
    for (let minute = 0; minute < 30; minute += 1) {
      rig.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
    rig.proxy.distortLists(null);
    await rig.until(sale.reference, 'confirmed', 3_600_000);
  });

  it('carried out after the settling time makes a second document, which raises an alarm', async () => {
    rig.proxy.plan({ kind: 'swallow_then_late', delayMs: 6_000 });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.proxy.idle();
    expect(rig.countAtService(sale.reference)).toBe(2);
    const alarm = await rig.until(sale.reference, 'conflict', 86_400_000);
    expect(alarm.lastEvidence).toMatchObject({
      kind: 'found',
      documents: [
        { docKey: expect.stringMatching(/^FS /) as string },
        { docKey: expect.stringMatching(/^FS /) as string },
      ],
    });
  });

  it('is looked for after the alarm as well: a third document joins the others', async () => {
    rig.proxy.plan({ kind: 'swallow_then_late', delayMs: 6_000 });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.proxy.idle();
    await rig.until(sale.reference, 'conflict', 86_400_000);
    const client = createServiceClient({ baseUrl: rig.proxy.baseUrl });
    await createDocument(client, rig.token, bodyOf(sale.reference));
    await client.close();
    await rig.replay.lookBeforeLeaving();
    const alarm = readSaleDetail(rig.db, sale.reference);
    expect(alarm).toMatchObject({
      state: 'conflict',
      lastEvidence: { kind: 'found', documents: [{}, {}, {}] },
    });
    expect(await rig.replay.lookBeforeLeaving()).toBe(0);
  });

  it('leaves every look-up in the history with what it saw, and a failure that repeats only once', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    for (let minute = 0; minute < 20; minute += 1) {
      rig.clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    rig.proxy.distortLists(null);
    await rig.until(sale.reference, 'confirmed', 3_600_000);
    const looks = looksOf(sale.reference);
    const failed = looks.filter(({ kind }) => kind === 'look_failed');
    expect(failed).toEqual([{ kind: 'look_failed', what: 'service_failed' }]);
    const complete = looks.filter(({ kind }) => kind === 'looked');
    expect(new Set(complete.map((look) => JSON.stringify(look)))).toEqual(
      new Set([JSON.stringify({ kind: 'looked', documents: 0 })]),
    );
    const absent = stepsOf(sale.reference).find((step) => step.event === 'proven_absent');
    // The last look is the one that proved it.
    expect(absent?.evidence).toMatchObject({ lookUps: complete.length + 1 });
  });

  it('may be settled by a person while it is looked up, and that stands', async () => {
    rig.proxy.plan({ kind: 'reset_after' });
    let decided = false;
    const sale = rig.sell();
    rig.proxy.distortLists((results, isSearch) => {
      if (!isSearch || decided) return results;
      decided = true;
      const evidence = { kind: 'decided', by: 'Inês', note: 'Seen in the back office' } as const;
      const atMs = rig.clock.nowMs();
      takeStep(rig.db, { reference: sale.reference, event: 'settled_confirmed', evidence, atMs });
      return results;
    });
    await rig.until(sale.reference, 'confirmed');
    const other = rig.sell();
    await rig.until(other.reference, 'confirmed');
    expect(decided).toBe(true);
    expect(eventsOf(sale.reference).at(-1)).toBe('settled_confirmed');
  });

  it('that hides two documents is a conflict for a person', async () => {
    rig.proxy.plan({ kind: 'twice_then_reset' });
    const sale = rig.sell();
    const conflict = await rig.until(sale.reference, 'conflict');
    expect(conflict.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
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
    expect(eventsOf(sale.reference).slice(-2)).toEqual(['accepted', 'found_second']);
    expect(alarm.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
  });
});

describe('before somebody signs out', () => {
  it('the later looks are made, and a second document is told', async () => {
    rig.proxy.plan({ kind: 'swallow_then_late', delayMs: 6_000 });
    const sale = rig.sell();
    const clean = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await rig.until(clean.reference, 'confirmed');
    await rig.proxy.idle();
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
    expect(looksOf(sale.reference).at(-1)).toEqual({ kind: 'looked', documents: 1 });
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
    expect(eventsOf(sale.reference)).toEqual(['committed', 'claimed', 'program_started']);
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });
});

describe('a refusal', () => {
  it('with the documented error body is believed after one look-up, and holds up nothing', async () => {
    rig.proxy.plan({ kind: 'status_before', status: 400, body: documentedRefusal });
    const refused = rig.sell();
    const next = rig.sell();
    const rejected = await rig.until(refused.reference, 'rejected');
    expect(rejected.lastEvidence).toEqual({
      kind: 'refused',
      errors: [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }],
    });
    await rig.until(next.reference, 'confirmed');
    expect(rig.countAtService(refused.reference)).toBe(0);
  });

  const correct = (reference: string) => {
    const changed = sampleSale({ lines: 3, now: new Date(rig.clock.nowMs()), reference });
    const cartId: unknown = rig.db
      .prepare('SELECT cart_id FROM sale WHERE reference = ?')
      .pluck()
      .get(reference);
    const cart = { ...changed.sold.cart, cartId: String(cartId) };
    const corrected = correctSale(rig.db, {
      ...changed,
      sold: { ...changed.sold, cart },
      by: 'Inês',
      note: 'Another product',
      atMs: rig.clock.nowMs(),
    });
    if (!corrected.ok) throw new Error(corrected.error.code);
    rig.replay.wake();
    return corrected.value;
  };

  it('that a person corrects is sent with the new body, and its document has the new total', async () => {
    rig.proxy.plan({ kind: 'status_before', status: 400, body: documentedRefusal });
    const sale = rig.sell();
    await rig.until(sale.reference, 'rejected');
    const corrected = correct(sale.reference);
    expect(corrected.totalCents).not.toBe(sale.totalCents);
    const confirmed = await rig.until(sale.reference, 'confirmed');
    expect(confirmed.serviceTotalCents).toBe(corrected.totalCents);
    expect(rig.countAtService(sale.reference)).toBe(1);
    expect(looksOf(sale.reference)).toEqual([
      { kind: 'looked', documents: 0 },
      { kind: 'looked', documents: 0 },
    ]);
  });

  it('of a document that was created all the same, and shows only later, is not followed by a second one', async () => {
    rig.proxy.plan({ kind: 'status_after', status: 400, body: documentedRefusal });
    rig.proxy.distortLists((results) =>
      results.filter((row) => row.our_reference !== sale.reference),
    );
    const sale = rig.sell();
    await rig.until(sale.reference, 'rejected');
    rig.proxy.distortLists(null);
    correct(sale.reference);
    const conflict = await rig.until(sale.reference, 'conflict');
    expect(conflict.lastEvidence).toMatchObject({ kind: 'found', documents: [{}] });
    expect(rig.proxy.creations).toHaveLength(1);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('is not followed by sending again while nobody can see what the service holds, and holds up nothing', async () => {
    rig.proxy.plan({ kind: 'status_before', status: 400, body: documentedRefusal });
    const sale = rig.sell();
    await rig.until(sale.reference, 'rejected');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    correct(sale.reference);
    await rig.until(sale.reference, 'in_doubt');
    expect(rig.proxy.creations).toHaveLength(1);
    const next = rig.sell();
    await rig.until(next.reference, 'confirmed');
    rig.proxy.distortLists(null);
    await rig.until(sale.reference, 'confirmed', 3_600_000);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('that a person sends again while it is being looked at stays sent again', async () => {
    rig.proxy.plan({ kind: 'status_before', status: 400, body: documentedRefusal });
    const sale = rig.sell();
    await rig.until(sale.reference, 'rejected');
    const other = rig.sell();
    await rig.until(other.reference, 'confirmed');
    let decided = false;
    // The look finds a document, and a person decides before its answer arrives.
    rig.proxy.distortLists((results, isSearch) => {
      if (!isSearch || decided) return results;
      decided = true;
      const evidence = { kind: 'decided', by: 'Inês', note: 'Put right' } as const;
      const atMs = rig.clock.nowMs();
      takeStep(rig.db, { reference: sale.reference, event: 'corrected', evidence, atMs });
      return [{ id: 1, our_reference: sale.reference }];
    });
    await rig.until(sale.reference, 'confirmed', 3_600_000);
    expect(decided).toBe(true);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it.each([403, 404, 405])(
    '%i puts the sale back and pauses, until a person tries again',
    async (status) => {
      await rig.untilConnection('online');
      rig.proxy.plan({ kind: 'status_before', status, body: '' });
      const sale = rig.sell();
      await rig.untilConnection('paused');
      expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('queued');
      rig.clock.advance(200_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(rig.proxy.creations).toHaveLength(1);
      rig.replay.tryNow();
      await rig.until(sale.reference, 'confirmed');
    },
  );

  it('that was somebody’s passing mistake ends by itself', async () => {
    await rig.untilConnection('online');
    rig.proxy.plan({ kind: 'status_before', status: 404, body: '' });
    const sale = rig.sell();
    await rig.untilConnection('paused');
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('of the token asks to sign in, and the sale goes out after that', async () => {
    await rig.untilConnection('online');
    rig.setToken('revoked');
    const sale = rig.sell();
    await rig.untilConnection('sign_in_needed');
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('queued');
    rig.setToken(rig.token);
    rig.replay.signedIn();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });
});
