// What the service refuses, and what it turns away.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctSale } from '../../../src-main/store/corrections.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { sampleSale } from '../../sample-sale.ts';
import { documentedRefusal, looksOf } from './outbox-facts.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig();
});
afterEach(() => rig.close());

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
    expect(looksOf(rig, sale.reference)).toEqual([
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
