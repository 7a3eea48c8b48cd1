// Documents that are not sold at the counter have the same outbox and the same guarantees.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';
import { readSaleDocument, requireSale } from '../../../src-main/store/sales.ts';
import { highestDocumentId } from '../../../src-main/store/till.ts';
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

describe('each kind of document', () => {
  it.each<[string, Partial<Particulars>, string]>([
    ['a delivery note', { kind: { by: 'natureCode', code: 'GR' } }, 'GR'],
    ['a quotation, by its number', { kind: { by: 'natureId', id: 353 } }, 'OR'],
    ['a stock entry', { kind: { by: 'natureCode', code: 'EST' } }, 'EST'],
    [
      'an invoice-receipt, by its document type',
      { kind: { by: 'documentTypeId', id: 3 }, paymentMethod: { id: 1, label: 'Numerário' } },
      'FR',
    ],
    ['a purchase, by its document type', purchase, 'VFT'],
    ['the draft of a delivery note', { finalize: false }, 'GR'],
  ])('%s is confirmed, and at the service once', async (_, particulars, code) => {
    const document = create(particulars);
    await rig.until(document.reference, 'confirmed');
    expect(eventsOf(rig, document.reference)).toEqual(['committed', 'claimed', 'accepted']);
    expect(readSaleDocument(rig.db, document.reference)?.nature.code).toBe(code);
    expect(rig.countAtService(document.reference)).toBe(1);
  });
});

describe('after an answer that was lost', () => {
  it.each<[string, Partial<Particulars>]>([
    ['a delivery note', {}],
    ['the draft of one', { finalize: false }],
    ['a document that was asked for by its type', { kind: { by: 'documentTypeId', id: 6 } }],
  ])('%s is found', async (_, particulars) => {
    rig.proxy.plan({ kind: 'reset_after' });
    const document = create(particulars);
    await rig.until(document.reference, 'confirmed');
    expect(eventsOf(rig, document.reference)).toEqual([
      'committed',
      'claimed',
      'no_clear_answer',
      'found',
    ]);
    expect(rig.countAtService(document.reference)).toBe(1);
  });
});

describe('a document that was perhaps never made', () => {
  /** Longer than any look-up that could come to an end. */
  const settled = 5_000_000;

  it('is sent again if the lists are known to show such documents', async () => {
    // Nobody sells before the sign-in has shown the newest document.
    await expect.poll(() => highestDocumentId(rig.db)).toBeGreaterThan(0);
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
