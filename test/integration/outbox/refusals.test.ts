// What the service refuses and turns away: the outbox believes nothing at once, and judges a sale
// only against others.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import { keepPendingDecision, replaceContent } from '../../../src-main/store/corrections.ts';
import { readSaleDetail, requireSale } from '../../../src-main/store/sales.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import type { Fault } from '../../faults/fault.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';
import { sampleSale } from '../../sample-sale.ts';
import { documentedRefusal, eventsOf, looksOf, probedSeldom } from './outbox-facts.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig(probedSeldom);
});
afterEach(() => rig.close());

const refusing: Fault = { kind: 'status_before', status: 400, body: documentedRefusal };
const answering = (status: number): Fault => ({ kind: 'status_before', status, body: '' });

/** The references of the creations, in the order in which they came. */
const sentReferences = () =>
  rig.proxy.creations.map((body) => (JSON.parse(body) as { our_reference: string }).our_reference);

/** Answers every attempt to create the sale with the fault; everything else goes through. */
function harmEach(reference: () => string, fault: Fault): void {
  rig.proxy.planEach(() => (sentReferences().at(-1) === reference() ? fault : null));
}

/**
 * Sells other sales that are accepted between the attempts of this one, until it is in the state.
 */
async function sellUntil(reference: string, state: 'rejected' | 'confirmed'): Promise<void> {
  for (let others = 0; others < 6; others += 1) {
    if (requireSale(rig.db, reference).state === state) return;
    const other = rig.sell();
    await rig.until(other.reference, 'confirmed', 600_000);
    const attempts = sentReferences().filter((sent) => sent === reference).length;
    const until = () =>
      sentReferences().filter((sent) => sent === reference).length > attempts ||
      requireSale(rig.db, reference).state === state;
    await rig.pass(until, 3_600_000);
  }
}

/** A sale that the service never accepts, judged among others. */
async function rejectedSale(fault: Fault = refusing) {
  const first = rig.sell();
  await rig.until(first.reference, 'confirmed');
  let reference = '';
  harmEach(() => reference, fault);
  ({ reference } = rig.sell());
  await sellUntil(reference, 'rejected');
  return requireSale(rig.db, reference);
}

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

  it('three times among others ends in a judgement, whatever the words', async () => {
    const sale = await rejectedSale(answering(422));
    const said = { said: '422', errors: [] };
    expect(sale).toMatchObject({ state: 'rejected', lastEvidence: { kind: 'judged', ...said } });
    expect(sentReferences().filter((sent) => sent === sale.reference)).toHaveLength(3);
    expect(rig.countAtService(sale.reference)).toBe(0);
  });

  it('that a person corrects is sent with the new body, and its document has the new total', async () => {
    const sale = await rejectedSale();
    rig.proxy.planEach(null);
    const corrected = correct(sale.reference);
    expect(corrected.totalCents).not.toBe(sale.totalCents);
    const confirmed = await rig.until(sale.reference, 'confirmed');
    expect(confirmed.serviceTotalCents).toBe(corrected.totalCents);
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('of a sale that is corrected while in doubt is followed by the new body', async () => {
    rig.proxy.plan(refusing);
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    const { body, content, totalCents, by, note } = changedSale(sale.reference);
    const asked = {
      decision: 'correct',
      by,
      note,
      body: String(body),
      totalCents,
      content,
      isCash: false,
    } as const;
    keepPendingDecision(rig.db, sale.reference, asked, rig.clock.nowMs());
    const confirmed = await rig.until(sale.reference, 'confirmed');
    expect(confirmed.serviceTotalCents).toBe(totalCents);
    expect(eventsOf(rig, sale.reference)).toEqual([
      'committed',
      'claimed',
      'refused',
      'requested',
      'corrected',
      'claimed',
      'accepted',
    ]);
  });

  it('of a sale that is to be cancelled is final: the sale is never sent again', async () => {
    rig.proxy.plan(refusing);
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    const asked = { decision: 'cancel', by: 'Inês', note: 'Not wanted' } as const;
    keepPendingDecision(rig.db, sale.reference, asked, rig.clock.nowMs());
    await rig.until(sale.reference, 'cancelled');
    expect(rig.proxy.creations).toHaveLength(1);
    expect(rig.countAtService(sale.reference)).toBe(0);
  });

  it('of a sale that is to be cancelled but was created after all cancels nothing', async () => {
    rig.proxy.plan({ kind: 'status_after', status: 400, body: documentedRefusal });
    rig.proxy.distortLists((results) =>
      results.filter((row) => row.our_reference !== sale.reference),
    );
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    const asked = { decision: 'cancel', by: 'Inês', note: 'Not wanted' } as const;
    keepPendingDecision(rig.db, sale.reference, asked, rig.clock.nowMs());
    rig.proxy.distortLists(null);
    await rig.until(sale.reference, 'confirmed');
    expect(rig.proxy.creations).toHaveLength(1);
  });

  it('of a document that was created after all, and shows only after a correction, leads to no second one', async () => {
    rig.proxy.plan({ kind: 'status_after', status: 400, body: documentedRefusal });
    rig.proxy.distortLists((results) =>
      results.filter((row) => row.our_reference !== sale.reference),
    );
    const sale = rig.sell();
    await rig.until(sale.reference, 'in_doubt');
    await rig.pass(() => looksOf(rig, sale.reference).length > 0, 60_000);
    judge(sale.reference);
    correct(sale.reference);
    rig.proxy.distortLists(null);
    const conflict = await rig.until(sale.reference, 'conflict');
    expect(conflict.lastEvidence).toMatchObject({ kind: 'found', documents: [{}] });
    expect(rig.proxy.creations).toHaveLength(1);
    expect(rig.countAtService(sale.reference)).toBe(1);
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
  it.each([403, 405])('with %i alone holds up nothing, and ends by itself', async (status) => {
    await rig.untilConnection('online');
    rig.proxy.plan(answering(status));
    const sale = rig.sell();
    const next = rig.sell();
    await rig.until(next.reference, 'confirmed', 60_000);
    expect(requireSale(rig.db, sale.reference)).toMatchObject({
      state: 'in_doubt',
      proof: 'absence',
    });
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('of three sales in a row pauses the outbox, and one acceptance ends the pause', async () => {
    await rig.untilConnection('online');
    rig.proxy.planEach(() => answering(405));
    const sales = Array.from({ length: 5 }, () => rig.sell());
    await rig.untilConnection('paused');
    expect(rig.proxy.creations.length).toBe(3);
    expect(rig.outbox.error).toEqual({ code: 'method_not_allowed' });
    const { nextTryAtMs, pause } = rig.outbox.report();
    expect(pause).toEqual({ code: 'method_not_allowed' });
    expect(nextTryAtMs).not.toBeNull();
    // A sale that was never sent goes first.
    await rig.pass(() => rig.proxy.creations.length === 5, 3_600_000);
    expect(sentReferences()).toEqual(sales.map(({ reference }) => reference));
    rig.proxy.planEach(null);
    for (const { reference } of sales) {
      await rig.until(reference, 'confirmed');
      expect(rig.countAtService(reference)).toBe(1);
    }
    expect(rig.outbox.connection).toBe('online');
  });

  it('because of the token asks for a sign-in, after which the sale is sent', async () => {
    await rig.untilConnection('online');
    rig.setToken('revoked');
    const sale = rig.sell();
    await rig.untilConnection('sign_in_needed');
    expect(readSaleDetail(rig.db, sale.reference)?.state).toBe('in_doubt');
    rig.setToken(rig.token);
    rig.outbox.signedIn();
    await rig.until(sale.reference, 'confirmed');
    expect(rig.countAtService(sale.reference)).toBe(1);
  });

  it('because of a token that works again ends without a person', async () => {
    await rig.untilConnection('online');
    rig.setToken('revoked');
    const sale = rig.sell();
    await rig.untilConnection('sign_in_needed');
    rig.setToken(rig.token);
    await rig.until(sale.reference, 'confirmed');
  });
});
