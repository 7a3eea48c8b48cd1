// What the service refuses and turns away: the outbox believes nothing at once, and judges a sale
// only against others.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import { requireSale } from '../../../src-main/store/sales.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import type { Fault } from '../../faults/fault.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { sampleSale } from '../../sample-sale.ts';
import { documentedRefusal, eventsOf, probedSeldom } from './outbox-facts.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig(probedSeldom);
});
afterEach(() => rig.close());

const refusing: Fault = { kind: 'status_before', status: 400, body: documentedRefusal };

function changedSale(reference: string) {
  const changed = sampleSale({ lines: 3, now: new Date(rig.clock.nowMs()), reference });
  const cartId: unknown = rig.db
    .prepare('SELECT cart_id FROM sale WHERE reference = ?')
    .pluck()
    .get(reference);
  return {
    ...changed,
    content: { ...changed.content, cart: { ...changed.content.cart, cartId: String(cartId) } },
    isCash: false,
    by: 'Inês',
    note: 'Another product',
  };
}

/** Judges the sale as three failed attempts among others would. */
function judge(reference: string): void {
  const evidence: Evidence = { kind: 'judged', said: '', errors: [] };
  mustStep(rig.db, { reference, event: 'judged', evidence, atMs: rig.clock.nowMs() });
}

function correct(reference: string) {
  const corrected = replaceContent(rig.db, { ...changedSale(reference), atMs: rig.clock.nowMs() });
  if (!corrected.ok) throw new Error(corrected.error.code);
  rig.outbox.doubt(reference);
  return corrected.value;
}

describe('a refusal', () => {
  it('is not believed at once: the sale is looked up, and holds up nothing', async () => {
    rig.proxy.plan(refusing);
    const refused = rig.sell();
    const next = rig.sell();
    const doubted = await rig.until(refused.reference, 'in_doubt');
    expect(doubted).toMatchObject({
      proof: 'absence',
      lastEvidence: {
        kind: 'refused',
        errors: [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }],
      },
    });
    await rig.until(next.reference, 'confirmed', 60_000);
    await rig.until(refused.reference, 'confirmed');
    expect(eventsOf(rig, refused.reference)).toEqual([
      'committed',
      'claimed',
      'refused',
      'claimed',
      'accepted',
    ]);
    expect(rig.countAtService(refused.reference)).toBe(1);
  });

  it('of a sale that is corrected while it is looked for is not taken for its new body', async () => {
    rig.proxy.plan({ kind: 'status_after', status: 400, body: documentedRefusal });
    const sale = rig.sell();
    let isCorrected = false;
    rig.proxy.distortLists((results, isSearch) => {
      const { state } = requireSale(rig.db, sale.reference);
      if (!isSearch || isCorrected || state !== 'in_doubt') return results;
      isCorrected = true;
      judge(sale.reference);
      correct(sale.reference);
      return results;
    });
    await rig.until(sale.reference, 'conflict', 600_000);
  });
});

describe('being turned away', () => {
  it('because of a token that works again ends without a person', async () => {
    await rig.untilConnection('online');
    rig.setToken('revoked');
    const sale = rig.sell();
    await rig.untilConnection('sign_in_needed');
    rig.setToken(rig.token);
    await rig.until(sale.reference, 'confirmed');
  });
});
