// A sale whose answer is lost is found, or sent again only once its absence is proven.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { documentedRefusal, eventsOf, probedSeldom } from './outbox-facts.ts';

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

  it('has its look-ups tell that the service is away, though nothing is sent', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    await rig.untilConnection('online');
    await rig.unplug();
    await rig.untilConnection('offline');
    expect(rig.proxy.creations).toHaveLength(1);
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
});
