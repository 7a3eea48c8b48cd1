// One comparison tells whether a document is the sale's and in what it differs, wherever the till
// sees it; what differs is told until somebody has seen it.
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPendingDecision, replaceContent } from '../../../src-main/store/corrections.ts';
import { readSaleNotices, tickOffNotices } from '../../../src-main/store/sale-notices.ts';
import { newReference } from '../../../src-main/store/references.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { readSaleDocument, requireSale } from '../../../src-main/store/sales.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { created, honestly, refusal } from '../../odd-service.ts';
import { documentBody, type OddDocument } from '../../odd-documents.ts';
import { sampleDocument, sampleSale } from '../../sample-sale.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const slowMs = minuteMs;

const differencesOf = (reference: string) =>
  readSaleNotices(rig.db, reference).flatMap((notice) =>
    notice.kind === 'differs' ? notice.what : [],
  );

const documentSale = () =>
  rig.sell(
    sampleDocument(
      { kind: { by: 'documentTypeId', id: 40 }, serieId: 5, date: '2026-01-05' },
      {
        now: new Date(rig.clock.nowMs()),
        reference: newReference(installationOf(rig.db)),
        taxNumber: '503504564',
      },
    ),
  );

const changes: readonly [string, Partial<OddDocument>, object][] = [
  ['another tax number', { fiscalNumber: '501442600' }, { field: 'taxNumber', shown: '501442600' }],
  ['none', { fiscalNumber: '999999990' }, { field: 'taxNumber', sold: '503504564', shown: '' }],
  ['a date of last year', { date: '2025-01-05' }, { field: 'date', shown: '2025-01-05' }],
  ['another series', { serieId: 9 }, { field: 'serie', sold: '5', shown: '9' }],
];

describe.each(changes)('a document with %s', (_, change, difference) => {
  const right = { fiscalNumber: '503504564', serieId: 5, date: '2026-01-05' };

  it('is confirmed, and the difference is told until somebody has seen it', async () => {
    rig.service.behaviour.create = ({ make }) =>
      created(make({ nature: 'FR', ...right, ...change }));
    const sale = await rig.untilState(documentSale(), 'confirmed');
    expect(differencesOf(sale.reference)).toMatchObject([difference]);
    const toldEvents = () => rig.outbox.report().notices;
    expect(toldEvents()).toEqual([{ reference: sale.reference, kind: 'differs' }]);
    tickOffNotices(rig.db, sale.reference, 'Inês', rig.clock.nowMs());
    expect(toldEvents()).toEqual([]);
  });

  it('is told the same where its answer was lost, and the till found it', async () => {
    rig.service.behaviour.create = ({ make }) => {
      make({ nature: 'FR', ...right, ...change });
      return 'reset';
    };
    const sale = await rig.untilState(documentSale(), 'confirmed');
    expect(differencesOf(sale.reference)).toMatchObject([difference]);
  });

  it('is told the same where it was changed after it was confirmed', async () => {
    rig.service.behaviour.create = ({ make }) => created(make({ nature: 'FR', ...right }));
    const sale = await rig.untilState(documentSale(), 'confirmed');
    expect(differencesOf(sale.reference)).toEqual([]);
    await rig.pass(minuteMs);
    Object.assign(rig.service.documents[0] ?? {}, change);
    await rig.outbox.auditBeforeLeaving();
    expect(differencesOf(sale.reference)).toMatchObject([difference]);
  });
});

it('a document that is for nobody is told where a tax number was asked for', async () => {
  rig.service.behaviour.create = ({ make }) => {
    const body = documentBody(make({ nature: 'FR', serieId: 5, date: '2026-01-05' }));
    return { status: 201, body: { ...body, party: null, party_id: null } };
  };
  const sale = await rig.untilState(documentSale(), 'confirmed');
  expect(differencesOf(sale.reference)).toEqual([
    { field: 'taxNumber', sold: '503504564', shown: '' },
  ]);
});

it('a sale at the counter that becomes 1.00 instead of its total is told', async () => {
  rig.service.behaviour.create = ({ make }) => created(make({ totalCents: 100 }));
  const sale = await rig.untilState(rig.sell(), 'confirmed');
  expect(sale.serviceTotalCents).toBe(100);
  expect(differencesOf(sale.reference)).toEqual([
    { field: 'total', sold: String(sale.totalCents), shown: '100' },
  ]);
});

it('a total with fractions of a cent is rounded, and differs in nothing', async () => {
  rig.service.behaviour.create = ({ make }) => created(make({ totalCents: 255.267 }));
  const sale = await rig.untilState(rig.sell(), 'confirmed');
  expect(sale.serviceTotalCents).toBe(255);
  expect(differencesOf(sale.reference)).toEqual([]);
});

/** Corrects the sale to one line more, as a person would. */
function corrected(reference: string) {
  const changed = sampleSale({ lines: 3, now: new Date(rig.clock.nowMs()), reference });
  const cartId: unknown = rig.db
    .prepare('SELECT cart_id FROM sale WHERE reference = ?')
    .pluck()
    .get(reference);
  const cart = { ...changed.content.cart, cartId: String(cartId) };
  return { ...changed, content: { ...changed.content, cart } };
}

it('a service that answers 201 with what it had already does not confirm a correction', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = () => ({ status: 500 });
  const sale = rig.sell();
  await rig.untilState(sale, 'in_doubt');
  const change = { isCash: false, by: 'Inês', note: 'One more', atMs: rig.clock.nowMs() };
  expect(replaceContent(rig.db, { ...corrected(sale.reference), ...change }).ok).toBe(true);
  rig.outbox.doubt(sale.reference);
  rig.service.behaviour.create = ({ make }) => created(make({ totalCents: sale.totalCents }));
  await rig.untilState(sale, 'conflict', 4 * hourMs);
  expect(rig.statesOf(sale.reference)).not.toContain('confirmed');
});

it.each(['cancel', 'correct'] as const)(
  'a request to %s a sale that the service turns out to hold stays until somebody has seen it',
  async (decision) => {
    rig.service.behaviour.create = ({ make }) => {
      rig.service.later(5 * minuteMs, () => make());
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'in_doubt');
    const who = { by: 'Rui', note: 'The customer left' };
    const { body, content, totalCents } = corrected(sale.reference);
    const decisionRequest =
      decision === 'cancel'
        ? ({ decision, ...who } as const)
        : ({
            decision,
            ...who,
            body: body.toString(),
            content,
            totalCents,
            isCash: false,
          } as const);
    expect(keepPendingDecision(rig.db, sale.reference, decisionRequest, rig.clock.nowMs()).ok).toBe(
      true,
    );
    await rig.untilState(sale, 'confirmed', hourMs);
    const { notices } = rig.outbox.report();
    expect(notices).toEqual([{ reference: sale.reference, kind: 'not_carried_out' }]);
    expect(readSaleNotices(rig.db, sale.reference)).toMatchObject([
      { kind: 'not_carried_out', what: { decision, ...who }, seenAtMs: null },
    ]);
  },
);

it('a provisional key of the 201 gives way to the one that the service shows later', async () => {
  rig.service.behaviour.create = ({ make }) => {
    const document = make();
    return created({ ...document, key: 'PROV/1' });
  };
  const sale = await rig.untilState(rig.sell(), 'confirmed');
  expect(sale.docKey).toBe('PROV/1');
  await rig.outbox.auditBeforeLeaving();
  expect(rig.saleOf(sale.reference).docKey).toBe(`FS A/${String(sale.documentId)}`);
});

describe('a confirmed sale whose document changes', () => {
  const kept = (reference: string) => readSaleDocument(rig.db, reference);

  it('does not keep the net total and the taxes of another total, and takes those it is shown', async () => {
    const sale = await rig.untilState(rig.sell(), 'confirmed');
    expect(kept(sale.reference)).toMatchObject({ netCents: 255, taxesCents: 0 });
    const [document] = rig.service.documents;
    if (document) document.totalCents = 300;
    await rig.outbox.auditBeforeLeaving();
    expect(kept(sale.reference)).toMatchObject({ totalCents: 300, netCents: null });
    const whole = await rig.getDocument(document?.id ?? 0);
    if (whole.ok) rig.outbox.follow(whole.value);
    expect(kept(sale.reference)).toMatchObject({ totalCents: 300, netCents: 300, taxesCents: 0 });
  });

  it('does not go back to what a replica shows that stands still, for a day', async () => {
    const sale = await rig.untilState(rig.sell(), 'confirmed');
    const [document] = rig.service.documents;
    if (!document) throw new Error('no document');
    const totals: (number | null)[] = [];
    const audit = async (totalCents: number) => {
      document.totalCents = totalCents;
      await rig.outbox.auditBeforeLeaving();
      totals.push(rig.saleOf(sale.reference).serviceTotalCents);
    };
    await audit(300);
    await audit(255);
    await audit(300);
    await audit(255);
    await rig.pass(25 * hourMs, 10 * minuteMs);
    await audit(255);
    expect(totals).toEqual([300, 300, 300, 300, 255]);
  });

  it('follows a document that is opened also while the disk takes no write', async () => {
    const sale = await rig.untilState(rig.sell(), 'confirmed');
    const [document] = rig.service.documents;
    if (document) document.totalCents = 300;
    const whole = await rig.getDocument(document?.id ?? 0);
    const other = new Database(rig.file, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    if (whole.ok) rig.outbox.follow(whole.value);
    await rig.pass(3_000);
    expect(rig.saleOf(sale.reference).serviceTotalCents).toBe(255);
    other.exec('ROLLBACK');
    other.close();
    await rig.until(() => rig.saleOf(sale.reference).serviceTotalCents === 300, minuteMs);
  });
});

describe('documents that are lost', () => {
  it('by a fail-over, whose next sale gets the same id: told at once, and a person settles it', async () => {
    const lost = await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(2 * minuteMs);
    const [document] = rig.service.documents;
    rig.service.documents.splice(0, 1);
    rig.service.behaviour.create = ({ make }) => created(make({ id: document?.id ?? 0 }));
    await rig.untilState(rig.sell(), 'confirmed');
    expect(rig.notices).toContainEqual({
      code: 'document_id_used_again',
      reference: lost.reference,
    });
    await rig.untilState(lost, 'conflict', 20 * minuteMs);
    expect(requireSale(rig.db, lost.reference).lastEvidence.kind).toBe('missing');
  });

  it('with a company that the token no longer means are known within minutes', async () => {
    const sales = rig.sellMany(5);
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    await rig.pass(2 * hourMs, slowMs);
    rig.service.documents.splice(0, 5);
    for (const sale of sales) await rig.untilState(sale, 'conflict', 30 * minuteMs);
  });

  it('that are there again are confirmed again', async () => {
    const lost = await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(2 * hourMs, slowMs);
    const [document] = rig.service.documents.splice(0, 1);
    await rig.untilState(lost, 'conflict', 30 * minuteMs);
    if (document) rig.service.documents.push(document);
    await rig.outbox.auditBeforeLeaving();
    expect(rig.saleOf(lost.reference).state).toBe('confirmed');
  });
});

it('a document too many far below the audit’s floor is noticed within a day', async () => {
  // An audit sees nothing of what is on the pages that it need not read.
  rig.service.behaviour.list = ({ limit }) => (limit > 3 ? refusal : undefined);
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = (creation) => {
    if (creation.number !== 2) return honestly(creation);
    // It gets an id that was reserved when it came, four days later.
    rig.service.later(4 * 24 * hourMs, () => creation.make({ id: 1004 }));
    return 'reset';
  };
  const sale = rig.sell();
  await rig.untilState(sale, 'in_doubt');
  await rig.untilState(rig.sell(), 'confirmed');
  await rig.untilState(sale, 'confirmed', hourMs);
  for (let day = 0; day < 6; day += 1) {
    for (const other of rig.sellMany(4)) await rig.untilState(other, 'confirmed', hourMs);
    await rig.pass(24 * hourMs, 10 * minuteMs);
  }
  expect(rig.saleOf(sale.reference).state).toBe('conflict');
});
