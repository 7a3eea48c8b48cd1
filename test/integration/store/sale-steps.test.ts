// Steps of a sale's life: allowed by the table or refused whole, each with its row of history.
import { expect, test } from 'vitest';
import {
  next,
  saleEvents,
  saleStates,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale, countSales, readSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import {
  claimNext,
  doubtUnfinished,
  mustStep,
  mustStepAndClaim,
  takeStep,
  type StepEvent,
} from '../../../src-main/store/sale-steps.ts';
import { highestDocumentId, noteDocumentId } from '../../../src-main/store/till.ts';
import { contents, document, evidence, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const wayTo: Readonly<Record<SaleState, readonly SaleEvent[]>> = {
  queued: [],
  sending: ['claimed'],
  in_doubt: ['claimed', 'no_clear_answer'],
  incomplete: ['claimed', 'accepted_not_finalized'],
  rejected: ['claimed', 'refused'],
  conflict: ['claimed', 'no_clear_answer', 'found_mismatch'],
  confirmed: ['claimed', 'accepted'],
  cancelled: ['cancelled'],
};

const stepEvents = saleEvents.filter((event) => event !== 'claimed');

const step = (event: StepEvent) => ({ reference: reference(1), event, evidence, atMs: 100 });

const attempts = (db: Store): unknown[] =>
  db.prepare('SELECT attempts, mark FROM sale WHERE attempts > 0 ORDER BY sale_id').all();

test.each(saleStates)('a sale that is %s takes the steps of the table and no others', (state) => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, wayTo[state], 10);
  expect(readSale(db, reference(1))?.state).toBe(state);
  for (const event of stepEvents) {
    const before = contents(db);
    const after = next(state, event);
    // Each step that is allowed is taken back, so that the next event meets the same state.
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
  expect(claimNext(db, 100)?.sale.state).toBe(next(state, 'claimed'));
});

test('a step of a sale that is not there is an error, and nothing is written', () => {
  const db = openTill();
  const before = contents(db);
  expect(takeStep(db, step('cancelled'))).toEqual({ ok: false, error: { code: 'not_found' } });
  expect(contents(db)).toBe(before);
});

test('a step that the outbox must be able to take throws when it cannot', () => {
  const db = openTill();
  commitSale(db, sale(1));
  expect(() => mustStep(db, step('accepted'))).toThrow('sale_moved_on');
});

test('a failure while the history is written leaves the sale in its old state', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed'], 10);
  const before = contents(db);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step BEGIN SELECT RAISE(ABORT, 'provoked'); END`,
  );
  expect(() => takeStep(db, step('accepted'))).toThrow('provoked');
  expect(contents(db)).toBe(before);
});

test('the document of a step is kept with the sale, and its id raises the highest known', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer'], 10);
  noteDocumentId(db, 5);
  const found = document(77, 1);
  takeStep(db, { ...step('found_mismatch'), document: found });
  expect(readSale(db, reference(1))).toMatchObject({
    state: 'conflict',
    documentId: 77,
    docKey: found.docKey,
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
    wasRefused: false,
  });
  expect(claim?.sale.state).toBe('sending');
  expect(claimNext(db, 11)?.sale.reference).toBe(reference(3));
  expect(claimNext(db, 12)).toBeUndefined();
});

test('a corrected sale was refused, also where that step of its history is lost', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'refused', 'corrected'], 10);
  db.prepare(`DELETE FROM sale_step WHERE event = 'refused'`).run();
  expect(claimNext(db, 20)?.wasRefused).toBe(true);
});

test('a sale that could not be sent is claimed again before younger ones', () => {
  const db = openTill();
  commitSale(db, sale(1));
  commitSale(db, sale(2));
  take(db, 1, ['claimed', 'not_sent'], 10);
  expect(claimNext(db, 20)?.sale.reference).toBe(reference(1));
});

test('each claim commits an attempt and numbers it, with the highest document id known before the first', () => {
  const db = openTill();
  commitSale(db, sale(1));
  noteDocumentId(db, 40);
  take(db, 1, ['claimed'], 10);
  expect(attempts(db)).toEqual([{ attempts: 1, mark: 40 }]);
  noteDocumentId(db, 90);
  take(db, 1, ['turned_away', 'claimed'], 20);
  expect(attempts(db)).toEqual([{ attempts: 2, mark: 40 }]);
  const numbers = readSaleDetail(db, reference(1))?.steps.flatMap(({ evidence: kept }) =>
    kept.kind === 'attempt' ? [kept.number] : [],
  );
  expect(numbers).toEqual([1, 2]);
});

test('a claim that fails half-way leaves the sale queued and without an attempt', () => {
  const db = openTill();
  commitSale(db, sale(1));
  const before = contents(db);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step WHEN NEW.event = 'claimed' BEGIN SELECT RAISE(ABORT, 'provoked'); END`,
  );
  expect(() => claimNext(db, 10)).toThrow('provoked');
  expect(contents(db)).toBe(before);
});

test('a step and the next claim are one, and the attempt knows the document of the step', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  take(db, 1, ['claimed'], 10);
  const both = mustStepAndClaim(db, { ...step('accepted'), document: document(77, 1) });
  expect(both.sale).toEqual(readSale(db, reference(1)));
  expect(both.sale.state).toBe('confirmed');
  expect(both.claim).toEqual({
    sale: readSale(db, reference(2)),
    body: sale(2).body,
    wasRefused: false,
  });
  expect(attempts(db)).toEqual([
    { attempts: 1, mark: 0 },
    { attempts: 1, mark: 77 },
  ]);
});

test('a next sale that cannot be claimed does not undo the step, and shows at the next claim', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  take(db, 1, ['claimed'], 10);
  db.prepare('UPDATE sale SET body = ? WHERE sale_id = 2').run(Buffer.from('{}'));
  const both = mustStepAndClaim(db, step('accepted'));
  expect(both.sale.state).toBe('confirmed');
  expect(both.claim).toBeUndefined();
  expect(readSale(db, reference(1))?.state).toBe('confirmed');
  expect(readSale(db, reference(2))?.state).toBe('queued');
  expect(attempts(db)).toHaveLength(1);
  expect(() => claimNext(db, 20)).toThrow('has changed');
});

test('of a next claim that fails half-way nothing is left, and the step stands', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  take(db, 1, ['claimed'], 10);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step WHEN NEW.event = 'claimed' BEGIN SELECT RAISE(ABORT, 'provoked'); END`,
  );
  const { sale: stepped, claim } = mustStepAndClaim(db, step('accepted'));
  expect(stepped.state).toBe('confirmed');
  expect(claim).toBeUndefined();
  expect(readSale(db, reference(1))).toEqual(stepped);
  expect(readSale(db, reference(2))).toMatchObject({
    state: 'queued',
    lastEvidence: { kind: 'committed' },
  });
  expect(attempts(db)).toHaveLength(1);
  expect(countSales(db)).toMatchObject({ queued: 1, sending: 0, confirmed: 1 });
});

test('where the disk undoes both a step and the next claim, neither is said to be done', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  take(db, 1, ['claimed'], 10);
  const before = contents(db);
  db.exec(
    `CREATE TEMP TRIGGER fails BEFORE INSERT ON sale_step WHEN NEW.event = 'claimed' BEGIN SELECT RAISE(ROLLBACK, 'provoked'); END`,
  );
  expect(() => mustStepAndClaim(db, step('accepted'))).toThrow('provoked');
  expect(contents(db)).toBe(before);
});

test('a body whose bytes are not those that were committed is not sent', () => {
  const db = openTill();
  commitSale(db, sale(1));
  db.prepare('UPDATE sale SET body = ?').run(Buffer.from('{"finalize":true}'));
  const before = contents(db);
  expect(() => claimNext(db, 10)).toThrow('has changed');
  expect(contents(db)).toBe(before);
});

test('what was on its way when the program ended is in doubt at the next start, and nothing else', () => {
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

  const before = contents(db);
  doubtUnfinished(db, 600);
  expect(contents(db)).toBe(before);
});
