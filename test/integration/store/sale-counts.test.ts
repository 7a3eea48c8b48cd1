// Random lives of several sales at once: state, history and the kept counts agree with a model at
// every step.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  next,
  saleEvents,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';
import { countConfirmedInTurns } from '../../../src-main/store/sale-counts.ts';
import { commitSale, countIn, countSales, readSale } from '../../../src-main/store/sales.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimAgain, claimNext, takeStep } from '../../../src-main/store/sale-steps.ts';
import { contents, countRows, evidence, recount, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const saleCount = 4;
const lookUpSums = { lookUps: 3, settledMs: 600_000 };
const numbers = Array.from({ length: saleCount }, (_, index) => index + 1);
const anyMove = fc.record({
  number: fc.integer({ min: 1, max: saleCount }),
  /** Mostly picks an event that can happen, and sometimes any event. */
  choice: fc.nat({ max: 99 }),
  legal: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
});

function eventFor(state: SaleState, move: { choice: number; legal: boolean }): SaleEvent {
  const possible = saleEvents.filter((event) => next(state, event));
  const from = move.legal && possible.length > 0 ? possible : saleEvents;
  const event = from[move.choice % from.length];
  if (!event) throw new Error('no events');
  return event;
}

function tally(states: Iterable<SaleState>): Partial<Record<SaleState, number>> {
  const counted: Partial<Record<SaleState, number>> = {};
  for (const state of states) counted[state] = (counted[state] ?? 0) + 1;
  return counted;
}

test('after any steps, taken or refused, the counts agree with a recount and with the model', () => {
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 60, size: 'large' }), (moves) => {
      const db = openTill();
      const model = new Map<number, SaleState>();
      for (const number of numbers) {
        commitSale(db, sale(number));
        model.set(number, 'queued');
      }
      let steps = 0;
      for (const move of moves) {
        const event = eventFor(model.get(move.number) ?? 'queued', move);
        // A sale in doubt is claimed by name; otherwise the oldest queued sale is claimed.
        const oldest = numbers.find((number) => model.get(number) === 'queued');
        const isAgain = model.get(move.number) === 'in_doubt';
        const number =
          event === 'claimed' && !isAgain && oldest !== undefined ? oldest : move.number;
        const state = model.get(number) ?? 'queued';
        const after = next(state, event);
        const before = contents(db);
        const isTaken =
          event === 'claimed'
            ? (isAgain ? claimAgain(db, reference(number), lookUpSums, 1) : claimNext(db, 1)) !==
              undefined
            : takeStep(db, { reference: reference(number), event, evidence, atMs: 1 }).ok;
        expect(isTaken).toBe(after !== undefined);
        if (after) {
          model.set(number, after);
          steps += 1;
        } else {
          expect(contents(db)).toBe(before);
        }
        expect(readSale(db, reference(number))?.state).toBe(after ?? state);
        expect(recount(db)).toEqual(tally(model.values()));
        expect(countSales(db)).toMatchObject(recount(db));
        expect(Object.values(countSales(db)).reduce((sum, count) => sum + count)).toBe(saleCount);
      }
      expect(countRows(db, 'sale_step')).toBe(steps);
    }),
    { numRuns: 25 },
  );
});

test('steps that are rolled back are not counted, and a reopened file is counted anew', () => {
  const db = openTill();
  for (const number of [1, 2]) commitSale(db, sale(number));
  const failed = () =>
    db.transaction(() => {
      take(db, 1, ['claimed', 'accepted'], 10);
      commitSale(db, sale(3));
      expect(countSales(db)).toMatchObject({ queued: 2, confirmed: 1 });
      throw new Error('provoked');
    })();
  expect(failed).toThrow('provoked');
  expect(countSales(db)).toMatchObject({ queued: 2, confirmed: 0 });

  take(db, 1, ['claimed'], 10);
  const again = openTill(db.name);
  expect(countSales(again)).toEqual({ ...countSales(db), queued: 1, sending: 1 });
});

/** The confirmed sales as the counts have them by now. */
const keptCounts = (db: Store): unknown =>
  db.prepare(`SELECT sales FROM sale_count WHERE state = 'confirmed'`).pluck().get();

/** A reopened till: sales 1 and 9 are queued, those between them are confirmed. */
function reopened(): Store {
  const db = openTill();
  for (let number = 1; number <= 9; number += 1) commitSale(db, sale(number));
  take(db, 1, ['claimed', 'no_clear_answer'], 10);
  for (let number = 2; number <= 8; number += 1) take(db, number, ['claimed', 'accepted'], 10);
  return openTill(db.name);
}

test('neither opening nor asking for other states counts confirmed sales', () => {
  const db = reopened();
  expect(countIn(db, ['queued', 'in_doubt', 'rejected'])).toBe(2);
  expect(keptCounts(db)).toBe(0);
  expect(countSales(db)).toMatchObject({ queued: 1, in_doubt: 1, confirmed: 7 });
  expect(keptCounts(db)).toBe(7);
});

test('a sale confirmed during the counting is counted once', async () => {
  const db = reopened();
  const counted = countConfirmedInTurns(db, 3);
  expect(keptCounts(db)).toBe(3);
  // One before and one after the place that counting has reached.
  take(db, 1, ['found'], 20);
  expect(keptCounts(db)).toBe(4);
  take(db, 9, ['claimed', 'accepted'], 20);
  take(db, 3, ['found_second'], 20);
  expect(keptCounts(db)).toBe(3);
  take(db, 8, ['found_second'], 20);
  expect(keptCounts(db)).toBe(3);
  expect(countIn(db, ['conflict'])).toBe(2);
  await counted;
  expect(keptCounts(db)).toBe(7);
  take(db, 9, ['found_second'], 20);
  expect(keptCounts(db)).toBe(6);
  expect(countSales(db)).toMatchObject(recount(db));
});

test('a turn that is rolled back is counted again, and a closed till is not counted on', async () => {
  const db = reopened();
  const failed = () =>
    db.transaction(() => {
      expect(countSales(db).confirmed).toBe(7);
      throw new Error('provoked');
    })();
  expect(failed).toThrow('provoked');
  expect(keptCounts(db)).toBe(0);
  const counted = countConfirmedInTurns(db, 1);
  db.close();
  await counted;
});

test('counting writes nothing to the file', () => {
  const db = reopened();
  const watcher = openTill(db.name);
  const before = watcher.pragma('data_version', { simple: true });
  countSales(db);
  expect(watcher.pragma('data_version', { simple: true })).toBe(before);
});
