// Steps of a sale's life: allowed by the table or refused completely, each with its row of history.
import { expect, test } from 'vitest';
import {
  next,
  saleEvents,
  saleStates,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';
import { commitSale, readSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import {
  claimAgain,
  claimNext,
  doubtUnfinished,
  hasMoreSql,
  hasQueued,
  mustStep,
  noteInHistory,
  takeStep,
  type StepEvent,
} from '../../../src-main/store/sale-steps.ts';
import { highestDocumentId, noteDocumentId } from '../../../src-main/store/till.ts';
import { contents, document, evidence, reference, sale, take } from './samples.ts';
import { openTill, tillWithSale } from './temporary-till.ts';

const wayTo: Readonly<Record<SaleState, readonly SaleEvent[]>> = {
  queued: [],
  sending: ['claimed'],
  in_doubt: ['claimed', 'no_clear_answer'],
  incomplete: ['claimed', 'no_clear_answer', 'found_not_finalized'],
  rejected: ['claimed', 'refused', 'judged'],
  conflict: ['claimed', 'no_clear_answer', 'found_mismatch'],
  confirmed: ['claimed', 'accepted'],
  cancelled: ['cancelled'],
};

const stepEvents = saleEvents.filter((event) => event !== 'claimed');

const step = (event: StepEvent) => ({ reference: reference(1), event, evidence, atMs: 100 });

/** What the look-ups for a sale showed before it is sent again. */
const lookUpSums = { lookUps: 3, settledMs: 600_000 };

test.each(saleStates)('a sale that is %s takes the table’s steps and no others', (state) => {
  const db = tillWithSale(...wayTo[state]);
  expect(readSale(db, reference(1))?.state).toBe(state);
  for (const event of stepEvents) {
    const before = contents(db);
    const after = next(state, event);
    // An allowed step is taken back, so that the next event starts from the same state.
    db.exec('SAVEPOINT tried');
    const result = takeStep(db, step(event));
    if (after) {
      expect(result).toMatchObject({ ok: true, value: { state: after, lastEvidence: evidence } });
      expect(readSaleDetail(db, reference(1))?.steps.at(-1)).toEqual({
        atMs: 100,
        event,
        state: after,
        evidence,
      });
    } else {
      expect(result).toEqual({ ok: false, error: { code: 'sale_moved_on' } });
      expect(contents(db)).toBe(before);
    }
    db.exec('ROLLBACK TO tried; RELEASE tried');
  }
  const claimed = claimNext(db, 100) ?? claimAgain(db, reference(1), lookUpSums, 100);
  expect(claimed?.sale.state).toBe(next(state, 'claimed'));
});

test('a step of a missing sale is an error, and nothing is written', () => {
  const db = openTill();
  const before = contents(db);
  expect(takeStep(db, step('cancelled'))).toEqual({ ok: false, error: { code: 'not_found' } });
  expect(contents(db)).toBe(before);
});

test('a step that the outbox must be able to take throws when it cannot', () => {
  const db = tillWithSale();
  expect(() => mustStep(db, step('accepted'))).toThrow('sale_moved_on');
});

test('a failure while the history is written leaves the sale in its old state', () => {
  const db = tillWithSale('claimed');
  const before = contents(db);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step BEGIN SELECT RAISE(ABORT, 'provoked'); END`,
  );
  expect(() => takeStep(db, step('accepted'))).toThrow('provoked');
  expect(contents(db)).toBe(before);
});

test('the document of a step is kept with the sale, and its id raises the highest known', () => {
  const db = tillWithSale('claimed', 'no_clear_answer');
  noteDocumentId(db, 5);
  const foundDocument = document(77, 1);
  takeStep(db, { ...step('found_mismatch'), document: foundDocument });
  expect(readSale(db, reference(1))).toMatchObject({
    state: 'conflict',
    documentId: 77,
    docKey: foundDocument.docKey,
    serviceTotalCents: 65,
    nextStepAtMs: null,
  });
  expect(highestDocumentId(db)).toBe(77);

  takeStep(db, step('settled_confirmed'));
  expect(readSale(db, reference(1))).toMatchObject({ state: 'confirmed', documentId: 77 });
});

test('the oldest queued sale is claimed, with its bytes, until none is left', () => {
  const db = openTill();
  for (const number of [1, 2, 3]) commitSale(db, sale(number));
  takeStep(db, { ...step('cancelled'), reference: reference(1) });
  const claim = claimNext(db, 10);
  expect(claim).toEqual({
    sale: readSale(db, reference(2)),
    body: sale(2).body,
  });
  expect(claim?.sale.state).toBe('sending');
  expect(claimNext(db, 11)?.sale.reference).toBe(reference(3));
  expect(claimNext(db, 12)).toBeUndefined();
});

test('a sale that could not be sent is claimed again before younger ones', () => {
  const db = openTill();
  commitSale(db, sale(1));
  commitSale(db, sale(2));
  take(db, 1, ['claimed', 'not_sent'], 10);
  expect(claimNext(db, 20)?.sale.reference).toBe(reference(1));
});

test('each claim commits an attempt and numbers it, with when it was and the highest document id known', () => {
  const db = openTill();
  noteDocumentId(db, 30);
  commitSale(db, sale(1));
  noteDocumentId(db, 40);
  take(db, 1, ['claimed'], 10);
  const known = () =>
    db.prepare('SELECT attempts, high_water_mark, known_id, attempted_at_ms FROM sale').raw().get();
  expect(known()).toEqual([1, 30, 40, 10]);
  noteDocumentId(db, 90);
  take(db, 1, ['not_sent', 'claimed'], 20);
  expect(known()).toEqual([2, 30, 90, 21]);
  const numbers = readSaleDetail(db, reference(1))?.steps.flatMap(({ evidence: keptEvidence }) =>
    keptEvidence.kind === 'attempt' ? [keptEvidence.number] : [],
  );
  expect(numbers).toEqual([1, 2]);
});

test('a claim says who let the sale go, if a person did', () => {
  const db = tillWithSale();
  const claim = claimNext(db, 10, 'Ana');
  expect(claim?.sale.lastEvidence).toEqual({ kind: 'attempt', number: 1, letGoBy: 'Ana' });
});

test('a sale in doubt is claimed only by name, with the proof of its absence', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  take(db, 1, ['claimed', 'no_clear_answer'], 10);
  take(db, 2, ['claimed', 'no_clear_answer'], 20);
  noteDocumentId(db, 7);
  expect(hasQueued(db)).toBe(false);
  expect(claimNext(db, 30)).toBeUndefined();
  const claim = claimAgain(db, reference(2), lookUpSums, 40);
  expect(claim).toEqual({ sale: readSale(db, reference(2)), body: sale(2).body });
  expect(claim?.sale).toMatchObject({
    state: 'sending',
    lastEvidence: { kind: 'absent', number: 2, ...lookUpSums },
  });
  expect(db.prepare('SELECT known_id FROM sale ORDER BY sale_id').pluck().all()).toEqual([0, 7]);
  expect(readSale(db, reference(1))?.state).toBe('in_doubt');
});

test.each(['confirmed', 'cancelled', 'conflict', 'sending', 'queued', 'rejected'] as const)(
  'a sale that has become %s is not claimed as one in doubt, and nothing is written',
  (state) => {
    const db = tillWithSale(...wayTo[state]);
    const before = contents(db);
    expect(claimAgain(db, reference(1), lookUpSums, 40)).toBeUndefined();
    expect(contents(db)).toBe(before);
  },
);

test('a sale is in doubt since the first time, and anew since a person corrected it', () => {
  const db = tillWithSale();
  expect(readSale(db, reference(1))?.doubtedAtMs).toBeNull();
  take(db, 1, ['claimed', 'refused'], 10);
  claimAgain(db, reference(1), lookUpSums, 20);
  take(db, 1, ['no_clear_answer'], 30);
  expect(readSale(db, reference(1))?.doubtedAtMs).toBe(11);
  take(db, 1, ['judged', 'corrected'], 40);
  expect(readSale(db, reference(1))?.doubtedAtMs).toBe(41);
});

test('the required proof and the failed attempts of a sale stay until a step changes them', () => {
  const db = tillWithSale('claimed');
  mustStep(db, { ...step('refused'), proof: 'absence', failedAttempts: 1 });
  claimAgain(db, reference(1), lookUpSums, 20);
  mustStep(db, step('not_sent_again'));
  const row = () => db.prepare('SELECT proof, failed_attempts FROM sale').raw().get();
  expect(row()).toEqual(['absence', 1]);
  claimAgain(db, reference(1), lookUpSums, 30);
  mustStep(db, { ...step('no_clear_answer'), proof: 'absence', failedAttempts: 0 });
  expect(row()).toEqual(['absence', 0]);
});

test('every document that a step names is added to the sale’s known documents', () => {
  const db = tillWithSale('claimed', 'no_clear_answer');
  mustStep(db, { ...step('found_mismatch'), documentIds: [9, 7] });
  mustStep(db, { ...step('found_second'), documentIds: [7, 11] });
  mustStep(db, step('settled_confirmed'));
  const keptDocuments = db.prepare('SELECT documents FROM sale').pluck().get();
  expect(JSON.parse(String(keptDocuments))).toEqual([7, 9, 11]);
});

test('a look-up that saw the same as the one before is not written again, but one that saw something else is', () => {
  const db = tillWithSale('claimed', 'no_clear_answer');
  const note = (what: string, atMs: number) => {
    const lookUpFailed = { kind: 'look_up_failed', what } as const;
    noteInHistory(db, {
      reference: reference(1),
      event: 'looked_up',
      evidence: lookUpFailed,
      atMs,
    });
  };
  for (const [at, what] of ['a', 'a', 'b', 'a'].entries()) note(what, 100 + at);
  const looks = readSaleDetail(db, reference(1))?.steps.filter(
    ({ event }) => event === 'looked_up',
  );
  expect(looks?.map(({ atMs }) => atMs)).toEqual([100, 102, 103]);
  expect(() => {
    noteInHistory(db, { reference: reference(9), event: 'looked_up', evidence, atMs: 1 });
  }).toThrow('no sale');
});

test('a claim that fails half-way leaves the sale queued and without an attempt', () => {
  const db = tillWithSale();
  const before = contents(db);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step WHEN NEW.event = 'claimed' BEGIN SELECT RAISE(ABORT, 'provoked'); END`,
  );
  expect(() => claimNext(db, 10)).toThrow('provoked');
  expect(contents(db)).toBe(before);
});

test('a body whose bytes are not those that were committed is not sent', () => {
  const db = tillWithSale();
  db.prepare('UPDATE sale SET body = ?').run(Buffer.from('{"finalize":true}'));
  expect(claimNext(db, 10)).toMatchObject({ body: null, sale: { state: 'in_doubt' } });
  expect(readSale(db, reference(1))).toMatchObject({
    ...{ state: 'in_doubt', proof: 'never' },
    lastEvidence: { kind: 'restored', from: 'damaged_file' },
  });
});

test('only a sale that was sending when the program ended is in doubt at the next start', () => {
  const db = openTill();
  for (const number of [1, 2, 3]) commitSale(db, sale(number));
  take(db, 1, ['claimed', 'accepted'], 10);
  take(db, 2, ['claimed'], 20);
  doubtUnfinished(db, 500);
  expect(readSale(db, reference(1))?.state).toBe('confirmed');
  expect(readSale(db, reference(3))?.state).toBe('queued');
  expect(readSale(db, reference(2))).toMatchObject({
    state: 'in_doubt',
    lastEvidence: { kind: 'program_started' },
  });

  expect(db.prepare('SELECT proof FROM sale ORDER BY sale_id').pluck().all()).toEqual([
    'none',
    'absence',
    'none',
  ]);

  const before = contents(db);
  doubtUnfinished(db, 600);
  expect(contents(db)).toBe(before);
});

test('a sale of which a document was once shown is not sent again after a start either', () => {
  const db = tillWithSale('claimed');
  db.exec(`UPDATE sale SET proof = 'never'`);
  doubtUnfinished(db, 500);
  expect(db.prepare('SELECT proof FROM sale').pluck().get()).toBe('never');
});

test('whether the file holds more of a sale is found by indexes alone, however old the till is', () => {
  const plans = openTill()
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT ${hasMoreSql} FROM sale WHERE sale_id = 1`,
    )
    .all()
    .map(({ detail }) => detail);
  expect(plans.filter((plan) => plan.startsWith('SEARCH'))).toHaveLength(7);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
});
