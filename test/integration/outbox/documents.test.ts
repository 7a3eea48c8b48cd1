// Documents that are not sold at the counter have the same outbox and the same guarantees.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';
import { requireSale } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { eventsOf, probedSeldom } from './outbox-facts.ts';
import { startOutboxRig, type OutboxRig } from '../../outbox-rig.ts';

let rig: OutboxRig;
beforeEach(async () => {
  rig = await startOutboxRig(probedSeldom);
});
afterEach(() => rig.close());

/** A party new to the service, for the documents that need one. */
const taxNumber = '501964843';

const create = (particulars: Partial<Particulars>) =>
  rig.sell(sampleDocument(particulars, { taxNumber, now: new Date(rig.clock.nowMs()) }));

const purchase: Partial<Particulars> = {
  kind: { by: 'documentTypeId', id: 11 },
  documentReference: 'FT 17',
  roundCents: cents(-5),
};

describe('a document that was perhaps never made', () => {
  /** Longer than any look-up that could come to an end. */
  const settled = 5_000_000;

  it('is sent again if the lists are known to show such documents', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const note = create({});
    await rig.until(note.reference, 'confirmed');
    expect(eventsOf(rig, note.reference).filter((event) => event === 'claimed')).toHaveLength(2);
    expect(rig.countAtService(note.reference)).toBe(1);
  });

  it('stays in doubt if the lists may not show it, such as a purchase', async () => {
    rig.proxy.plan({ kind: 'reset_before' });
    const { reference } = create(purchase);
    await rig.until(reference, 'in_doubt');
    await expect(rig.until(reference, 'confirmed', settled)).rejects.toThrow('never came');
    expect(rig.proxy.creations).toHaveLength(1);
    expect(rig.outbox.undecidableMs(requireSale(rig.db, reference))).toBe(0);
  });

  it('is sent again if another of its kind was made and shows', async () => {
    const first = create({ finalize: false });
    await rig.until(first.reference, 'confirmed');
    rig.proxy.plan({ kind: 'reset_before' });
    const second = create({ finalize: false });
    await rig.until(second.reference, 'confirmed');
    expect(eventsOf(rig, second.reference).filter((event) => event === 'claimed')).toHaveLength(2);
    expect(rig.countAtService(second.reference)).toBe(1);
  });
});
