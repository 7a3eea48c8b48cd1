// Everything that reads lists has one pace: it goes on at its page, waits as long as it is told,
// takes any order that it need not rely on, and leaves the rest of the program its turns.
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src-main/store/in-transaction.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { highestDocumentId, installationOf } from '../../../src-main/store/till.ts';
import { pageOf, matches, type OddDocument } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { sampleSale } from '../../sample-sale.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Documents of another till, with the ids that follow. */
function fill(count: number, firstId = 10_000): void {
  const others = { nature: 'FS', isFinalized: true, totalCents: 100, madeAtMs: rig.clock.nowMs() };
  for (let number = 0; number < count; number += 1) {
    const reference = `CF-0THR-0000-${String(number).padStart(4, '0')}`;
    rig.service.documents.push({ ...others, id: firstId + number, reference });
  }
}

/** Sells while the program is ended, so that its next start must look through everything. */
const sellUnsent = (count: number) =>
  inTransaction(rig.db, () =>
    Array.from({ length: count }, () =>
      commitSale(
        rig.db,
        sampleSale({ now: new Date(rig.clock.nowMs()), installation: installationOf(rig.db) }),
      ),
    ),
  );

it('a service that allows 60 requests a minute is read to the end, and sales go', async () => {
  const [first] = sellUnsent(1);
  fill(8_000);
  const times: number[] = [];
  rig.service.behaviour.list = () => {
    const nowMs = rig.clock.monotonicMs();
    while ((times[0] ?? nowMs) <= nowMs - minuteMs) times.shift();
    if (times.length >= 60) return { status: 429, headers: { 'retry-after': '20' } };
    times.push(nowMs);
    return undefined;
  };
  await rig.restart();
  const beganAtMs = rig.clock.monotonicMs();
  await rig.until(() => rig.saleOf(first?.reference ?? '').state === 'confirmed', hourMs);
  expect(rig.clock.monotonicMs() - beganAtMs).toBeLessThan(15 * minuteMs);
  expect(rig.service.listings.length).toBeLessThan(1_000);
}, 60_000);

it('letting sales go does not hang on whether the service answers at this moment', async () => {
  const [first] = sellUnsent(1);
  rig.service.behaviour.list = () => ({ status: 429, headers: { 'retry-after': '60' } });
  await rig.restart();
  await rig.pass(61 * minuteMs, minuteMs);
  expect(rig.outbox.report().mayRelease).toBe(true);
  rig.outbox.release('Inês');
  await rig.until(() => rig.saleOf(first?.reference ?? '').state === 'confirmed', 10 * minuteMs);
});

describe('a till that starts', () => {
  const ordered = (by: (one: OddDocument, other: OddDocument) => number) => {
    rig.service.behaviour.list = (listing) => {
      if (listing.search === '') return undefined;
      const matching = rig.service.documents.filter((document) =>
        matches(document, listing.search),
      );
      const { limit, offset } = listing;
      const sorted = matching.toSorted(by);
      const { results } = pageOf(matching, { limit: matching.length, offset: 0 }, 'id');
      const byId = new Map(results.map((result) => [result.id, result]));
      const rows = sorted.slice(offset, offset + limit).map(({ id }) => byId.get(id));
      const next = offset + limit < sorted.length ? 'more' : null;
      const body = { limit, offset, count: sorted.length, next, previous: null, results: rows };
      return { status: 200, body };
    };
  };

  it('sells where a search is ordered by relevance', async () => {
    for (const sale of rig.sellMany(5)) await rig.untilState(sale, 'confirmed');
    ordered((one, other) => (one.id % 3) - (other.id % 3) || one.id - other.id);
    sellUnsent(1);
    await rig.restart();
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', 5 * minuteMs);
    expect(rig.outbox.report().gateSinceMs).toBeNull();
  });

  it('sells where documents of two kinds share an id', async () => {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    const [own] = rig.service.documents;
    if (own) rig.service.documents.unshift({ ...own, nature: 'GR', reference: 'X', totalCents: 1 });
    sellUnsent(1);
    await rig.restart();
    await rig.untilState(rig.sell(), 'confirmed', 5 * minuteMs);
    await rig.outbox.auditBeforeLeaving();
    expect(rig.outbox.report().audit).toMatchObject({ missing: [], differing: [], alarms: 0 });
  });

  it('does not read all documents because of one absurd id', async () => {
    fill(3_000);
    await rig.untilState(rig.sell(), 'confirmed', 10 * minuteMs);
    const absurd = { reference: null, nature: 'FS', isFinalized: true, totalCents: 1 };
    const madeAtMs = rig.clock.nowMs();
    rig.service.documents.push({ ...absurd, id: Number.MAX_SAFE_INTEGER, madeAtMs });
    await rig.pass(5 * minuteMs);
    rig.service.documents.pop();
    expect(highestDocumentId(rig.db)).toBeLessThan(100_000);
    sellUnsent(1);
    const before = rig.service.listings.length;
    await rig.restart();
    await rig.pass(minuteMs);
    expect(rig.service.listings.length - before).toBeLessThan(40);
  });
});

it('the audit asks for each document that lists of some days alone do not show', async () => {
  for (const sale of rig.sellMany(40)) await rig.untilState(sale, 'confirmed');
  rig.service.behaviour.list = (listing) => ({ status: 200, body: pageOf([], listing, 'id') });
  for (let audits = 0; audits < 3; audits += 1) {
    await rig.pass(10 * minuteMs, minuteMs);
    await rig.outbox.auditBeforeLeaving();
  }
  expect(rig.outbox.report().audit).toMatchObject({ missing: [], lost: [] });
  expect(rig.db.prepare(`SELECT count(*) FROM sale WHERE state = 'confirmed'`).pluck().get()).toBe(
    40,
  );
});

/**
 * All in one turn took 2 s, and a turn is 20 ms long; between them is room for the tests' own
 * service and for whatever a busy machine adds.
 */
const mostMs = 500;

/** Returns the most time of the processor that the work takes between two turns of a timer. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
}

it('3,000 sales in doubt whose look-ups fail leave the rest of the program its turns', async () => {
  sellUnsent(3_000);
  rig.db.exec(`UPDATE sale SET state = 'in_doubt', proof = 'absence', attempts = 1`);
  rig.service.behaviour.list = ({ limit }) => (limit > 1 ? { status: 500 } : undefined);
  await rig.restart();
  expect(await longestTurnMs(() => rig.pass(10_000))).toBeLessThan(mostMs);
  const countLookUps = rig.db.prepare(`SELECT count(*) FROM sale_step WHERE event = 'looked_up'`);
  expect(countLookUps.pluck().get()).toBe(3_000);
}, 120_000);

it('3,000 sales in doubt leave the rest of the program its turns', async () => {
  sellUnsent(3_000);
  rig.db.exec(`UPDATE sale SET state = 'in_doubt', proof = 'absence', attempts = 1`);
  await rig.restart();
  expect(await longestTurnMs(() => rig.pass(10_000))).toBeLessThan(mostMs);
}, 120_000);

it('a file that another program holds for long does not stop the program', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  const other = new Database(rig.file, { timeout: 0 });
  const sale = rig.sell();
  other.exec('BEGIN IMMEDIATE');
  const beganAtMs = performance.now();
  await rig.pass(5_000);
  expect(performance.now() - beganAtMs).toBeLessThan(2_000);
  other.exec('ROLLBACK');
  other.close();
  await rig.untilState(sale, 'confirmed', minuteMs);
});
