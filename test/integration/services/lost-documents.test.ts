// Documents that the service no longer shows: nobody is alarmed by lists that merely lag, and a
// document that comes back is told, whatever became of its sale meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { pageOf, type OddDocument } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { refusal } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Takes the document of the sale away from the service. */
function lose(reference: string): OddDocument {
  const { documents } = rig.service;
  const at = documents.findIndex((document) => document.reference === reference);
  const [document] = documents.splice(at, 1);
  if (!document) throw new Error(`${reference} has no document`);
  return document;
}

function settleAsCancelled(reference: string): void {
  const evidence = { kind: 'decided', by: 'Inês', note: 'Gone' } as const;
  const step = {
    reference,
    event: 'settled_cancelled',
    evidence,
    atMs: rig.clock.nowMs(),
  } as const;
  expect(takeStep(rig.db, step).ok).toBe(true);
  rig.outbox.ended(reference);
}

describe('a sale that a person cancelled because its document was lost', () => {
  async function cancelledAfterLoss() {
    const sale = await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(2 * hourMs, minuteMs);
    const document = lose(sale.reference);
    await rig.untilState(sale, 'conflict', hourMs);
    settleAsCancelled(sale.reference);
    return { sale, document };
  }

  it('is told once its document is there again, and once only', async () => {
    const { sale, document } = await cancelledAfterLoss();
    rig.service.documents.push(document);
    await rig.outbox.auditBeforeLeaving();
    expect(rig.saleOf(sale.reference).state).toBe('conflict');
    settleAsCancelled(sale.reference);
    await rig.outbox.auditBeforeLeaving();
    expect(rig.saleOf(sale.reference).state).toBe('cancelled');
  });

  it('is told also where the document is far below what an audit reads', async () => {
    rig.service.behaviour.list = ({ limit }) => (limit > 3 ? refusal : undefined);
    const { sale, document } = await cancelledAfterLoss();
    for (let day = 0; day < 4; day += 1) {
      for (const other of rig.sellMany(4)) await rig.untilState(other, 'confirmed', hourMs);
      await rig.pass(24 * hourMs, 10 * minuteMs);
    }
    rig.service.documents.unshift(document);
    await rig.pass(24 * hourMs, 10 * minuteMs);
    expect(rig.saleOf(sale.reference).state).toBe('conflict');
  });
});

describe('a service whose lists and documents lag', () => {
  it('makes no sale a conflict, however often it is audited', async () => {
    const sales = rig.sellMany(3);
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    const hidden = rig.service.documents.splice(1);
    for (let audits = 0; audits < 8; audits += 1) {
      await rig.outbox.auditBeforeLeaving();
      await rig.pass(minuteMs);
    }
    expect(sales.map(({ reference }) => rig.saleOf(reference).state)).toEqual(
      sales.map(() => 'confirmed'),
    );
    rig.service.documents.push(...hidden);
    await rig.pass(hourMs, minuteMs);
    expect(sales.map(({ reference }) => rig.saleOf(reference).state)).toEqual(
      sales.map(() => 'confirmed'),
    );
    expect(rig.outbox.report().audit?.missing).toEqual([]);
  });

  it('is not audited again with each change of the newest id', async () => {
    for (const sale of rig.sellMany(3)) await rig.untilState(sale, 'confirmed');
    await rig.pass(2 * hourMs, minuteMs);
    // Of two replicas one has stood still, and they answer in turn.
    let requestCount = 0;
    rig.service.behaviour.list = ({ search, limit }) => {
      if (search !== '' || limit > 1) return undefined;
      requestCount += 1;
      if (requestCount % 2 === 0) return undefined;
      const [first] = rig.service.documents;
      return { status: 200, body: pageOf(first ? [first] : [], { limit, offset: 0 }, '-id') };
    };
    const before = rig.service.listings.filter(({ search }) => search !== '').length;
    await rig.pass(50 * minuteMs, 1_000);
    const searches = rig.service.listings.filter(({ search }) => search !== '').length - before;
    // At once, a settling time later, and those that were planned before.
    expect(searches).toBeLessThan(10);
  });
});

it('a newest id below one that was shown is told, once', async () => {
  for (const sale of rig.sellMany(3)) await rig.untilState(sale, 'confirmed');
  await rig.pass(2 * hourMs, minuteMs);
  rig.service.documents.splice(1);
  await rig.pass(30 * minuteMs, minuteMs);
  const toldNotices = rig.notices.filter(({ code }) => code === 'documents_fewer');
  expect(toldNotices).toEqual([{ code: 'documents_fewer' }]);
});

it('documents that are asked for one by one wait as long as they are told', async () => {
  const sales = rig.sellMany(30);
  for (const sale of sales) await rig.untilState(sale, 'confirmed');
  await rig.pass(2 * hourMs, minuteMs);
  const times: number[] = [];
  rig.service.behaviour.list = (listing) => ({ status: 200, body: pageOf([], listing, '-id') });
  let refused = 0;
  rig.service.behaviour.get = () => {
    const nowMs = rig.clock.monotonicMs();
    while ((times[0] ?? nowMs) <= nowMs - minuteMs) times.shift();
    if (times.length < 10) {
      times.push(nowMs);
      return undefined;
    }
    refused += 1;
    return { status: 429, headers: { 'retry-after': '30' } };
  };
  await rig.pass(20 * minuteMs, 1_000);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(15);
  expect(rig.outbox.report().audit).toMatchObject({ missing: [], lost: [] });
});

it('where single documents cannot be asked for either, an audit does not wait for each', async () => {
  for (const sale of rig.sellMany(30)) await rig.untilState(sale, 'confirmed');
  await rig.pass(2 * hourMs, minuteMs);
  rig.service.behaviour.list = (listing) => ({ status: 200, body: pageOf([], listing, '-id') });
  rig.service.behaviour.get = () => 'reset';
  const before = rig.service.gets.length;
  await rig.pass(4 * minuteMs, 1_000);
  expect(rig.service.gets.length - before).toBeLessThan(10);
  expect(rig.outbox.report().audit?.lost).toEqual([]);
});
