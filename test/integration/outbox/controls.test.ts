// Which document a look-up must show to prove that it works: known from a real file, at lists that
// a test writes by hand.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';
import { err, ok, type AppError } from '../../../src-main/contract/errors.ts';
import { Controls } from '../../../src-main/outbox/controls.ts';
import { DurableWrites } from '../../../src-main/outbox/durable-writes.ts';
import { Lists, type LookUpDocuments } from '../../../src-main/outbox/lists.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import { readSought, type SoughtSale } from '../../../src-main/store/doubts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { doubtUnsettled } from '../../../src-main/store/restored.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import { HandClock } from '../../hand-clock.ts';
import { document, evidence, reference, sale, take } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';

const day = 86_400_000;

const row = (id: number, ourReference = '', summary: LookUpRow['summary'] = null): LookUpRow => ({
  id,
  ourReference,
  summary,
});

/** A row that no sale of the till can have become: of another total. */
const others = (id: number, ourReference = ''): LookUpRow => ({
  ...row(id, ourReference),
  likeness: { typeId: null, nature: { id: null, code: null }, totalCents: cents(9_999_900) },
});

/** A till whose first sale is in doubt, at a service with the lists of the test. */
function doubtingTill() {
  const db = openTill();
  const clock = new HandClock();
  const writes = new DurableWrites({
    ...{ db, clock, retryMs: 1 },
    onTrouble: () => undefined,
    onSaleChanged: () => undefined,
  });
  let listed: readonly LookUpRow[] = [];
  let failure: AppError | undefined;
  const searched: string[] = [];
  const ask: LookUpDocuments = ({ search }) => {
    searched.push(search);
    if (failure) return Promise.resolve(err(failure));
    const rows = listed.filter(({ ourReference }) => ourReference.includes(search));
    return Promise.resolve(ok({ rows, hasNext: false }));
  };
  const lists = new Lists(ask);
  const ids = new Set<number>();
  const isThere = (id: number) => Promise.resolve(ids.has(id));
  return {
    db,
    clock,
    searched,
    /** The documents that the service shows by their ids. */
    ids,
    list: (...rows: readonly LookUpRow[]) => {
      listed = rows;
    },
    fail: (error: AppError) => {
      failure = error;
    },
    /** `scan`: the rows that the scan of the same look-up showed; all rows unless given. */
    check: (sought: SoughtSale, scan = listed) =>
      new Controls(writes, lists, scan, isThere).check(sought),
  };
}

function confirm(db: Store, number: number, documentId: number, atMs: number): void {
  commitSale(db, sale(number));
  claimNext(db, atMs);
  const accepted = { evidence, atMs, document: document(documentId, number) };
  mustStep(db, { ...accepted, event: 'accepted', reference: reference(number) });
}

/** Sells a sale and loses its answer. `knownId` is the newest document id known at the attempt. */
function doubt(db: Store, number: number, knownId = 0): SoughtSale {
  noteDocumentId(db, knownId);
  commitSale(db, sale(number));
  take(db, number, ['claimed', 'no_clear_answer'], 1);
  return soughtOf(db, number);
}

function soughtOf(db: Store, number: number): SoughtSale {
  const sought = readSought(db, reference(number));
  if (!sought) throw new Error('no such sale');
  return sought;
}

test('a sale confirmed after the attempt must be found by both the search and the scan', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1, 10);
  confirm(till.db, 2, 11, 5);
  till.list(row(11, reference(2)));
  expect(await till.check(sought)).toEqual(ok('after'));
  expect(await till.check(sought, [row(10)])).toEqual(ok('missed'));
  till.list(row(10));
  expect(await till.check(sought, [row(11, reference(2))])).toEqual(ok('missed'));
});

test('without such a sale, the newest id known at the attempt and the last sale before it must show', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  const sought = doubt(till.db, 2, 10);
  till.list(row(10), row(9, reference(1)));
  expect(await till.check(sought)).toEqual(ok('before'));
  till.list(row(9, reference(1)));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.list(row(10));
  expect(await till.check(sought)).toEqual(ok('missed'));
});

test('without a confirmed sale, any listed reference is searched for', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1);
  till.list(others(8), row(7, reference(1)), others(6, 'somebody’s'));
  expect(await till.check(sought)).toEqual(ok('before'));
  expect(till.searched).toEqual(['somebody’s']);
  till.list();
  expect(await till.check(sought, [others(6, 'somebody’s')])).toEqual(ok('missed'));
});

test('without any reference, the scan alone shows that the lists answer', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1, 8);
  till.list(row(8), row(7));
  expect(await till.check(sought)).toEqual(ok('before'));
  expect(till.searched).toEqual([]);
  // A newer document may be the sale’s, where the lists may show no references at all.
  till.list(row(9), row(8));
  expect(await till.check(sought)).toEqual(ok('missed'));
});

test('a newer row that is like the sale and bears no till’s reference may be it until a later sale shows', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  const sought = doubt(till.db, 2, 10);
  const shown = [row(10), row(9, reference(1))];
  for (const [newer, control] of [
    [row(11), 'missed'],
    [row(11, reference(1).slice(0, 15)), 'missed'],
    [others(11), 'before'],
    [row(11, reference(3)), 'before'],
  ] as const) {
    till.list(newer, ...shown);
    expect(await till.check(sought)).toEqual(ok(control));
  }
  confirm(till.db, 4, 12, 6);
  till.list(row(12, reference(4)), row(11), ...shown);
  expect(await till.check(sought)).toEqual(ok('after'));
});

test('a newer row whose reference cannot be read may be the sale’s, whatever else is shown', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1, 10);
  confirm(till.db, 2, 12, 5);
  const shown = [row(12, reference(2)), row(10)];
  for (const [id, control] of [
    [11, 'missed'],
    [0, 'missed'],
    [9, 'after'],
  ] as const) {
    till.list(...shown, { ...row(id), isUnread: true });
    expect(await till.check(sought)).toEqual(ok(control));
  }
});

test('at a service that has begun its ids anew, every row is newer than the attempt', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1, 10);
  till.list(others(3, 'somebody’s'), others(2));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  // The newest id known at the attempt is passed over now.
  expect(await till.check(sought)).toEqual(ok('before'));
  till.list(others(3, 'somebody’s'), { ...row(2), isUnread: true });
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.list(row(3), row(2));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.list();
  expect(await till.check(sought)).toEqual(ok('before'));
});

test('a look-up for a kind that the lists may not show proves nothing without a control of that kind', async () => {
  const till = doubtingTill();
  const draft = { ...counterSale, finalize: false };
  const sought = { ...doubt(till.db, 1), requestedKind: draft };
  till.list(row(8), row(7, 'somebody’s'));
  expect(await till.check(sought)).toEqual(ok('missed'));
});

test('a draft that was finalized since is no control for drafts', async () => {
  const till = doubtingTill();
  const draft = { ...counterSale, finalize: false };
  const sought = { ...doubt(till.db, 1, 10), requestedKind: draft };
  confirm(till.db, 2, 11, 5);
  till.db
    .prepare(`UPDATE sale SET requested_kind = 'FS draft' WHERE reference = ?`)
    .run(reference(2));
  const finalized = document(11, 2);
  const unfinalized = { ...finalized, status: { id: 1, code: 'P', description: '' } };
  till.list(row(11, reference(2), finalized));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.list(row(11, reference(2), unfinalized));
  expect(await till.check(sought)).toEqual(ok('after'));
  till.list(row(11, reference(2)));
  expect(await till.check(sought)).toEqual(ok('missed'));
});

test('a control that is missed for a day gives way to the next one', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  const sought = doubt(till.db, 2, 10);
  confirm(till.db, 3, 11, 5);
  confirm(till.db, 4, 12, 6);
  till.list(row(12, reference(4)), row(9, reference(1)));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  expect(await till.check(sought)).toEqual(ok('after'));
  till.list(row(9, reference(1)));
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  // No later sale is left as a control, and the newest id known at the attempt is missed next.
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  expect(await till.check(sought)).toEqual(ok('before'));
});

test('lists that lack a document which the service shows by its id never prove anything', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  const sought = doubt(till.db, 2, 9);
  till.ids.add(9);
  till.list();
  for (let days = 0; days < 4; days += 1) {
    expect(await till.check(sought)).toEqual(ok('missed'));
    till.clock.advance(day);
  }
  // Once it has no such document either, that must last for a day.
  till.ids.clear();
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  expect(await till.check(sought)).toEqual(ok('missed'));
  till.clock.advance(day);
  expect(await till.check(sought)).toEqual(ok('before'));
});

test('a search that fails proves nothing and counts as missing nothing', async () => {
  const till = doubtingTill();
  const sought = doubt(till.db, 1, 10);
  confirm(till.db, 2, 11, 5);
  till.fail({ code: 'service_failed', status: 500 });
  expect(await till.check(sought)).toEqual(err({ code: 'service_failed', status: 500 }));
  expect(till.db.prepare('SELECT count(*) FROM missed_control').pluck().get()).toBe(0);
});

test('the newest id that the lists have never shown is no control', async () => {
  const till = doubtingTill();
  // A purchase, which no list shows.
  confirm(till.db, 1, 20, 5);
  till.db
    .prepare(`UPDATE sale SET requested_kind = 'type 11' WHERE reference = ?`)
    .run(reference(1));
  const sought = doubt(till.db, 2, 10);
  till.list(row(10));
  expect(await till.check(sought)).toEqual(ok('before'));
});

test('in a copy, no sale confirmed before the copying counts as confirmed after an attempt', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  noteDocumentId(till.db, 10);
  commitSale(till.db, sale(2));
  doubtUnsettled(till.db, 'copy', 'COPY', till.clock.nowMs());
  till.list(row(10), row(9, reference(1)));
  expect(await till.check(soughtOf(till.db, 2))).toEqual(ok('before'));
});

test('in a copy, an old sale whose document is far below the high-water mark is not expected in the scan', async () => {
  const till = doubtingTill();
  confirm(till.db, 1, 9, 5);
  confirm(till.db, 2, 500, 6);
  commitSale(till.db, sale(3));
  doubtUnsettled(till.db, 'copy', 'COPY', till.clock.nowMs());
  till.list(row(500, reference(2)), row(9, reference(1)));
  const scan = [others(501), row(500, reference(2))];
  expect(await till.check(soughtOf(till.db, 3), scan)).toEqual(ok('before'));
});

test('in a copy, a sale may have been sent until the moment of copying, so it is not yet a day old', () => {
  const till = doubtingTill();
  commitSale(till.db, sale(1));
  const nowMs = till.clock.nowMs();
  doubtUnsettled(till.db, 'copy', 'COPY', nowMs);
  expect(soughtOf(till.db, 1).attemptedAtMs).toBe(nowMs);
});
