// A sale whose answer is lost is found, or sent again only once its absence is proven.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import {
  carryOutLate,
  documentedRefusal,
  eventsOf,
  looksOf,
  stepsOf,
  probedSeldom,
} from './outbox-facts.ts';

const minuteMs = 60_000;
const never = () => false;

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig(probedSeldom);
});
afterEach(() => rig.close());

/**
 * Sells a sale that is confirmed after the attempt of the one in doubt; a look-up that shows it is
 * fresh.
 */
async function sellControl(): Promise<void> {
  const control = rig.sell();
  await rig.until(control.reference, 'confirmed', 120_000);
}

describe('an answer that is lost', () => {
  it.each([
    { fault: { kind: 'reset_after' }, event: 'no_clear_answer' },
    { fault: { kind: 'cut_after' }, event: 'created_unclear' },
    {
      fault: { kind: 'status_after', status: 200, body: '<html>x</html>' },
      event: 'no_clear_answer',
    },
    { fault: { kind: 'status_after', status: 400, body: documentedRefusal }, event: 'refused' },
    { fault: { kind: 'status_after', status: 401, body: '' }, event: 'turned_away' },
  ] as const)(
    'after the service created the document ($fault.kind $fault.status) is found, not sent again',
    async ({ fault, event }) => {
      rig.proxy.plan(fault);
      const sale = rig.sell();
      await rig.until(sale.reference, 'confirmed');
      expect(eventsOf(rig, sale.reference)).toEqual(['committed', 'claimed', event, 'found']);
      expect(rig.proxy.creations).toHaveLength(1);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it.each([
    { kind: 'reset_before' },
    { kind: 'status_before', status: 400, body: '<html>proxy</html>' },
  ] as const)(
    'before the service saw the request ($kind $status) leads to sending again only once absence is proven',
    async (fault) => {
      rig.proxy.plan(fault);
      const sale = rig.sell();
      await rig.until(sale.reference, 'in_doubt');
      const doubtedAtMs = rig.clock.monotonicMs();
      await sellControl();
      await rig.until(sale.reference, 'confirmed');
      const waitedMs = rig.clock.monotonicMs() - doubtedAtMs;
      expect(waitedMs).toBeGreaterThan(590_000);
      expect(waitedMs).toBeLessThan(800_000);
      expect(eventsOf(rig, sale.reference)).toEqual([
        'committed',
        'claimed',
        'no_clear_answer',
        'claimed',
        'accepted',
      ]);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it('before the service saw the request is watched six times as long if no later sale shows that the lists are fresh', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    const doubtedAtMs = rig.clock.monotonicMs();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.clock.monotonicMs() - doubtedAtMs).toBeGreaterThan(3_590_000);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('in which the service named a document never leads to sending again: the document is missing, and a person is told', async () => {
    const body = JSON.stringify({ id: 4711, our_reference: 'another' });
    rig.proxy.plan({ kind: 'status_before', status: 201, body });
    const sale = rig.sell();
    const conflict = await rig.until(sale.reference, 'conflict');
    expect(conflict.lastEvidence).toEqual({ kind: 'missing', documentId: 4711 });
    expect(rig.proxy.creations).toHaveLength(1);
  });

  it('whose document is found after it was missing ends the conflict', async () => {
    rig.proxy.plan({ kind: 'status_after', status: 201, body: '{}' });
    rig.proxy.distortLists((results) =>
      results.filter((row) => row.our_reference !== sale.reference),
    );
    const sale = rig.sell();
    await rig.until(sale.reference, 'conflict');
    rig.proxy.distortLists(null);
    await rig.until(sale.reference, 'confirmed', 2 * 86_400_000);
    expect(eventsOf(rig, sale.reference).slice(-2)).toEqual(['missing', 'found']);
    expect(rig.proxy.creations).toHaveLength(1);
  });

  it('is not taken for absence while look-ups fail', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    rig.proxy.breakLists(true);
    await rig.pass(never, 30 * minuteMs);
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
    expect(rig.proxy.creations).toHaveLength(1);
    rig.proxy.breakLists(false);
    await sellControl();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it.each([-86_400_000, 86_400_000])(
    'is waited for during the settling time, however the wall clock is set (%i ms)',
    async (byMs) => {
      rig.proxy.plan({ kind: 'reset_before' });
      const sale = rig.sell();
      await rig.until(sale.reference, 'in_doubt');
      await sellControl();
      const setAtMs = rig.clock.monotonicMs();
      rig.clock.setWallClock(byMs);
      await rig.until(sale.reference, 'confirmed');
      const waitedMs = rig.clock.monotonicMs() - setAtMs;
      expect(waitedMs).toBeGreaterThan(590_000);
      expect(waitedMs).toBeLessThan(800_000);
      expect(rig.countAtService(sale.reference)).toBe(1);
    },
  );

  it('is waited for during the settling time after an outage, not during the outage', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    await rig.unplug();
    await rig.pass(never, 20 * minuteMs);
    await rig.plugIn();
    const backAtMs = rig.clock.monotonicMs();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.clock.monotonicMs() - backAtMs).toBeGreaterThan(590_000);
  });

  it('is found although the other rows of the list cannot be read', async () => {
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

  it('is not proven lost by a list in the wrong order', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    rig.proxy.distortLists((results, isSearch) => (isSearch ? results : results.toReversed()));
    await rig.pass(never, 30 * minuteMs);
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
    rig.proxy.distortLists(null);
    await sellControl();
    await rig.until(sale.reference, 'confirmed', 3_600_000);
  });

  it('carried out after the settling time makes a second document, which raises an alarm; a third joins them', async () => {
    rig.proxy.plan({ kind: 'swallow_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'confirmed');
    await carryOutLate(rig, sale.reference);
    expect(rig.countAtService(sale.reference)).toBe(2);
    const doubled = await rig.until(sale.reference, 'conflict', 86_400_000);
    expect(doubled.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
    await carryOutLate(rig, sale.reference);
    expect(await rig.outbox.auditBeforeLeaving()).toBe(1);
    const alarm = readSaleDetail(rig.db, sale.reference);
    expect(alarm).toMatchObject({
      state: 'conflict',
      lastEvidence: { kind: 'found', documents: [{}, {}, {}] },
    });
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
  });

  it('leaves in the history what the look-ups saw, repetitions only once', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    await expect.poll(() => looksOf(rig, sale.reference)).toHaveLength(1);
    rig.proxy.distortLists((results, isSearch) => (isSearch ? 'broken' : results));
    await rig.pass(never, 20 * minuteMs);
    rig.proxy.distortLists(null);
    await sellControl();
    await rig.until(sale.reference, 'confirmed', 3_600_000);
    const looks = looksOf(rig, sale.reference);
    const failed = looks.filter(({ kind }) => kind === 'look_up_failed');
    expect(failed).toEqual([{ kind: 'look_up_failed', what: 'service_failed' }]);
    const complete = looks.filter(({ kind }) => kind === 'looked_up');
    expect(new Set(complete.map((look) => JSON.stringify(look)))).toEqual(
      new Set([JSON.stringify({ kind: 'looked_up', documents: 0 })]),
    );
    // A round that is under way may end while the sale is being sent again.
    expect(complete.length).toBeLessThanOrEqual(3);
    const claims = stepsOf(rig, sale.reference).filter((step) => step.event === 'claimed');
    expect(claims.at(-1)?.evidence).toMatchObject({ kind: 'absent', number: 2 });
  });

  it('may be settled by a person while it is looked up, and that stands', async () => {
    rig.proxy.plan({ kind: 'reset_after' });
    let decided = false;
    const sale = rig.sell();
    rig.proxy.distortLists((results, isSearch) => {
      const isInDoubt = readSaleDetail(rig.db, sale.reference)?.state === 'in_doubt';
      if (!isSearch || !isInDoubt) return results;
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
    expect(eventsOf(rig, sale.reference).at(-1)).toBe('settled_confirmed');
  });

  it('that hides two documents is a conflict for a person', async () => {
    rig.proxy.plan({ kind: 'twice_then_reset' });
    const sale = rig.sell();
    const conflict = await rig.until(sale.reference, 'conflict');
    expect(conflict.lastEvidence).toMatchObject({ kind: 'found', documents: [{}, {}] });
  });
});
