// What a shop must be told of its drawer although no sum shows it: a float that differs from what
// was left, money of sales that were found, events between two days, and clocks put right.
import { describe, expect, test } from 'vitest';
import { heldToAskAbout, settleMoney, takeBack } from '../../../src-main/day/cash.ts';
import { readToClose, commitCount, saveDraft } from '../../../src-main/day/close.ts';
import { nothingTyped } from '../../../src-main/contract/day.ts';
import { heldOfCorrection } from '../../../src-main/day/held-of-correction.ts';
import { isFloatBeyondLimit, openDay } from '../../../src-main/day/open-day.ts';
import { readDayState } from '../../../src-main/day/state.ts';
import { cents, zeroCents } from '../../../src-main/contract/money.ts';
import { replaceContent, keepPendingDecision } from '../../../src-main/store/corrections.ts';
import { noteDecision } from '../../../src-main/store/decisions.ts';
import { readMoneyOfFoundSale } from '../../../src-main/store/cash-movements.ts';
import { readDaySettings } from '../../../src-main/store/day-settings.ts';
import { noteOpening } from '../../../src-main/store/drawer-openings.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimNext, mustStep, takeStep } from '../../../src-main/store/sale-steps.ts';
import { detailOfSummary } from '../../../src-main/contract/documents.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { document, evidence, reference, sale } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';
import {
  at,
  cashId,
  close,
  count,
  dayTill,
  heap,
  keepDays,
  open,
  sell,
  stateOf,
  typedHeap,
} from './day-till.ts';
import { must } from '../../must.ts';

/** Opens a day with nothing but its float, and closes it. */
function emptyDay(db: Store, atMs: number, leftCents = 0): number {
  open(db, leftCents, atMs);
  return must(close(db, count(db, leftCents, atMs + 1).countId, leftCents, atMs + 2));
}
const kick = (db: Store, atMs: number) =>
  noteOpening(db, { atMs, openedBy: 'Rui', reason: 'Coins', reference: null });
const snapshotOf = (db: Store, zId: number) => readZReport(db, zId)?.snapshot;

describe('a float', () => {
  const typed = (amount: number) => ({ by: 'typed', cents: cents(amount) }) as const;

  test.each([
    [5_000, false],
    [4_900, false],
    [4_899, true],
    [5_101, true],
  ])('of %i after 5000 were left, with a limit of 100, needs a manager: %s', (amount, needs) => {
    const db = dayTill();
    expect(isFloatBeyondLimit(db, typed(amount))).toBe(false);
    emptyDay(db, 1, 5_000);
    expect(isFloatBeyondLimit(db, typed(amount))).toBe(needs);
  });

  test('that differs from what was left is in the Z, with who allowed it', () => {
    const db = dayTill();
    emptyDay(db, 1, 5_000);
    must(openDay(db, typed(3_000), { ...at(10), approvedBy: 'Inês' }));
    const zId = must(close(db, count(db, 3_000, 11).countId, 0, 12));
    expect(snapshotOf(db, zId)).toMatchObject({
      openingApprovedBy: 'Inês',
      cash: { floatCents: 3_000, leftBeforeCents: 5_000 },
    });
  });
});

describe('money of a sale', () => {
  /** Has the sale cancelled, and its money given back. */
  function cancel(db: Store, atMs: number): void {
    const asked = { decision: 'cancel', by: 'Rui', note: 'Gone' } as const;
    must(keepPendingDecision(db, reference(1), asked, atMs));
    settleMoney(db, { reference: reference(1), heldCents: zeroCents, note: 'Gone' }, at(atMs));
  }
  /** A till with a sale in doubt that a person had cancelled, with its money given back. */
  function givenBack(): Store {
    const db = dayTill();
    open(db, 100, 1);
    sell(db, 1);
    claimNext(db, 2);
    const evidence = { kind: 'no_clear_answer', what: '' } as const;
    mustStep(db, { reference: reference(1), event: 'no_clear_answer', evidence, atMs: 3 });
    cancel(db, 4);
    return db;
  }
  /** A till with a sale that the service does not take. */
  function givenRefused(): Store {
    const db = dayTill();
    open(db, 100, 1);
    sell(db, 1);
    claimNext(db, 2);
    for (const event of ['refused', 'judged'] as const)
      mustStep(db, { reference: reference(1), event, evidence, atMs: 3 });
    return db;
  }
  const found = (db: Store, atMs: number) =>
    mustStep(db, {
      ...{ reference: reference(1), event: 'found', atMs },
      evidence: { kind: 'no_clear_answer', what: '' },
      document: detailOfSummary(document(1001, 1)),
    });
  /** Corrects the sale to another total, and perhaps another payment method. */
  function correct(db: Store, totalCents: number, isCash = true): void {
    const { content, body } = sale(1);
    const method = isCash ? { id: cashId, label: 'Cash' } : { id: 2, label: 'Card' };
    const corrected = { ...content, payment: { ...content.payment, method } };
    const how = { by: 'Rui', note: '', atMs: 4, totalCents: cents(totalCents) };
    must(replaceContent(db, { reference: reference(1), body, content: corrected, isCash, ...how }));
  }
  const moved = [{ reference: reference(1), movedCents: -65 }];

  test('that was given back is told if the service has the sale after all', () => {
    const db = givenBack();
    expect(stateOf(db).moneyOfFound).toEqual([]);
    found(db, 5);
    expect(readMoneyOfFoundSale(db, reference(1))).toBe(-65);
    expect(stateOf(db).moneyOfFound).toEqual(moved);
    const zId = must(close(db, count(db, 100, 6).countId, 0, 7));
    expect(snapshotOf(db, zId)).toMatchObject({
      moneyOfFound: moved,
      exceptions: [{ kind: 'money_given_back', count: 1, amountCents: -65 }],
    });
    // The till tells it once.
    expect(stateOf(db).moneyOfFound).toEqual([]);
  });

  test('is told once of a sale, also after a person has settled it once more', () => {
    const db = givenBack();
    found(db, 5);
    mustStep(db, { reference: reference(1), event: 'found_second', evidence, atMs: 6 });
    const decided = { kind: 'decided', by: 'Rui', note: '' } as const;
    const settled = { reference: reference(1), event: 'settled_confirmed', atMs: 7 } as const;
    must(takeStep(db, { ...settled, evidence: decided }));
    expect(stateOf(db).moneyOfFound).toEqual(moved);
    expect(readMoneyOfFoundSale(db, reference(1))).toBe(-65);
  });

  test('is told no more once the movement was taken back', () => {
    const db = givenBack();
    found(db, 5);
    const [movement] = stateOf(db).day?.movements ?? [];
    must(takeBack(db, movement?.movementId ?? 0, at(6)));
    expect(stateOf(db).moneyOfFound).toEqual([]);
    expect(readMoneyOfFoundSale(db, reference(1))).toBeNull();
    const zId = must(close(db, count(db, 165, 7).countId, 0, 8));
    expect(snapshotOf(db, zId)).toMatchObject({ moneyOfFound: [] });
  });

  test('is told in the next Z if its own day was closed before', () => {
    const db = givenBack();
    const first = must(close(db, count(db, 100, 5).countId, 0, 6));
    found(db, 7);
    expect(readZReport(db, first)?.addenda).toMatchObject([{ state: 'confirmed' }]);
    const second = emptyDay(db, 10);
    expect(snapshotOf(db, second)).toMatchObject({ moneyOfFound: moved });
    expect(snapshotOf(db, emptyDay(db, 20))).toMatchObject({ moneyOfFound: [] });
  });

  test('is not told if the cancellation took effect', () => {
    const db = givenBack();
    const evidence = { kind: 'decided', by: 'Rui', note: '' } as const;
    must(takeStep(db, { reference: reference(1), event: 'cancelled', evidence, atMs: 5 }));
    expect(readMoneyOfFoundSale(db, reference(1))).toBeNull();
    expect(stateOf(db).moneyOfFound).toEqual([]);
  });

  test('of a sale that was corrected before is still told', () => {
    const db = givenRefused();
    correct(db, 80);
    cancel(db, 5);
    found(db, 6);
    const told = [{ reference: reference(1), movedCents: -80 }];
    expect(stateOf(db).moneyOfFound).toEqual(told);
    expect(readMoneyOfFoundSale(db, reference(1))).toBe(-80);
  });

  test.each([
    [true, true, []],
    [false, true, [15]],
    [true, false, []],
    [false, false, [65]],
  ])('of a correction: moved %s, still in cash %s: told %j', (isMoved, isCash, told) => {
    const db = givenRefused();
    correct(db, 50, isCash);
    const heldCents = cents(isCash ? 50 : 0);
    if (isMoved) settleMoney(db, { reference: reference(1), heldCents, note: '' }, at(4));
    found(db, 6);
    const moneyOfFound = told.map((movedCents) => ({ reference: reference(1), movedCents }));
    expect(stateOf(db).moneyOfFound).toEqual(moneyOfFound);
  });

  test('that moves while no day is open is noted, and the next Z says so', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1);
    must(close(db, count(db, 65, 2).countId, 65, 3));
    expect(heldToAskAbout(db, reference(1))).toEqual({ heldCents: 65, isDayOpen: false });
    const given = { reference: reference(1), heldCents: zeroCents, note: '' };
    expect(settleMoney(db, given, at(4))).toBe(-65);
    const zId = emptyDay(db, 10, 65);
    expect(snapshotOf(db, zId)?.sinceLast?.exceptions).toMatchObject([
      { kind: 'money_not_booked', amountCents: -65, by: 'Rui' },
    ]);
  });

  test('that moved while no day was open is not booked once more on the next', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1);
    must(close(db, count(db, 65, 2).countId, 65, 3));
    const given = { reference: reference(1), heldCents: cents(30), note: '' };
    expect(settleMoney(db, given, at(4))).toBe(-35);
    expect(heldToAskAbout(db, reference(1))).toEqual({ heldCents: 30, isDayOpen: false });
    expect(settleMoney(db, given, at(5))).toBe(0);
    open(db, 30, 10);
    expect(settleMoney(db, given, at(11))).toBe(0);
    expect(stateOf(db).day?.movements).toEqual([]);
    settleMoney(db, { ...given, heldCents: zeroCents }, at(12));
    expect(stateOf(db).day?.movements).toMatchObject([{ direction: 'out', amountCents: 30 }]);
  });

  test('is asked about and told while a day is open, though the shop keeps none any more', () => {
    const db = givenRefused();
    keepDays(db, { mode: 'off' });
    expect(heldToAskAbout(db, reference(1))).toEqual({ heldCents: 65, isDayOpen: true });
    correct(db, 80);
    found(db, 6);
    expect(readMoneyOfFoundSale(db, reference(1))).toBe(-15);
  });

  test('is not told if the shop keeps no days', () => {
    const db = openTill();
    sell(db, 1);
    expect(heldToAskAbout(db, reference(1))).toBeNull();
  });
});

describe('between two days', () => {
  test('openings, decisions and sales are in the next Z, in a block of their own', () => {
    const db = dayTill();
    const first = emptyDay(db, 10);
    keepDays(db, { mode: 'reminded' });
    expect(snapshotOf(db, first)?.sinceLast).toBeNull();
    kick(db, 20);
    sell(db, 1, { atMs: 21 });
    noteDecision(db, {
      ...{ atMs: 22, by: 'Rui', approvedBy: null },
      what: { kind: 'records_restored', from: 'copy' },
    });
    open(db, 0, 30);
    kick(db, 31);
    const second = must(close(db, count(db, 0, 32).countId, 0, 33));
    expect(snapshotOf(db, second)).toMatchObject({
      drawerOpenings: 1,
      sinceLast: {
        ...{ report: 'TEST-1', closedAtMs: 12, drawerOpenings: 1 },
        sales: { count: 1, totalCents: 65 },
      },
    });
    expect(snapshotOf(db, second)?.sinceLast?.exceptions.map(({ kind }) => kind)).toEqual([
      ...['drawer_opened', 'records_restored'],
    ]);
    expect(snapshotOf(db, emptyDay(db, 40))?.sinceLast).toMatchObject({
      ...{ report: 'TEST-2', drawerOpenings: 0, exceptions: [] },
      sales: { count: 0 },
    });
  });
});

test('a clock that was put right empties no list', () => {
  const db = dayTill();
  emptyDay(db, 1);
  const future = Date.UTC(2031, 0, 1);
  open(db, 0, future);
  kick(db, future + 1);
  // The clock is right from here on.
  kick(db, 100);
  sell(db, 1, { atMs: 101 });
  const zId = must(close(db, count(db, 65, 102).countId, 0, 103));
  expect(snapshotOf(db, zId)).toMatchObject({
    drawerOpenings: 2,
    exceptions: [{ kind: 'drawer_opened', count: 2 }],
    sinceLast: { drawerOpenings: 0 },
  });
});

describe('a count', () => {
  test('is blind to the takings, since a cashier is only told how many sales there were', () => {
    const db = dayTill();
    open(db, 100, 1);
    sell(db, 1);
    sell(db, 2, { isCash: false });
    expect(readDayState(db, { seesTakings: false }).day).toMatchObject({
      ...{ sales: 2, takings: null },
      open: [{ method: '' }, { method: '' }],
    });
    expect(readDayState(db, { seesTakings: true }).day).toMatchObject({
      takings: { totalCents: 130, methods: [{ name: 'Cash', isCash: true }, { isCash: false }] },
      open: [{ method: 'Cash' }, { method: 'Card' }],
    });
  });

  test('that differs from what was typed does not count', () => {
    const db = dayTill();
    open(db, 100, 1);
    const pieces = [{ denomination: 50, pieces: 2 }] as const;
    const counted = { count: { pieces: [...pieces], otherCents: zeroCents }, purpose: 'close' };
    const commit = () => commitCount(db, counted as Parameters<typeof commitCount>[1], at(2));
    const other = { pieces: [{ denomination: 50, text: '3' }], other: '' } as const;
    for (const typed of [nothingTyped, typedHeap(100), { ...other, pieces: [...other.pieces] }]) {
      must(saveDraft(db, typed));
      expect(commit()).toMatchObject({ error: { code: 'count_void' } });
    }
    must(saveDraft(db, { pieces: [{ denomination: 50, text: ' 2' }], other: '0,00' }));
    expect(must(commit()).countedCents).toBe(100);
  });

  test('that nobody began does not count', () => {
    const db = dayTill();
    open(db, 100, 1);
    const counted = { count: heap(100), purpose: 'close' } as const;
    expect(commitCount(db, counted, at(2))).toMatchObject({ error: { code: 'count_void' } });
  });

  test('for a handover closes no day, and is in the Z with all others', () => {
    const db = dayTill();
    open(db, 100, 1);
    const handover = count(db, 90, 2, 'handover');
    expect(stateOf(db).day).toMatchObject({ counted: null });
    expect(readToClose(db, at(3))).toMatchObject({ error: { code: 'count_void' } });
    expect(close(db, handover.countId, 0, 3)).toMatchObject({ error: { code: 'count_void' } });
    const zId = must(close(db, count(db, 100, 4).countId, 0, 5));
    expect(snapshotOf(db, zId)?.cash.counts).toMatchObject([
      { purpose: 'handover', countedCents: 90, expectedCents: 100 },
      { purpose: 'close', countedCents: 100 },
    ]);
  });
});

test('what was paid in cash stays so, whatever the settings say later', () => {
  const db = dayTill();
  open(db, 0, 1);
  sell(db, 1);
  keepDays(db, { cashMethods: [2] });
  expect(stateOf(db).day?.takings?.methods).toMatchObject([{ name: 'Cash', isCash: true }]);
  const zId = must(close(db, count(db, 65, 2).countId, 0, 3));
  expect(snapshotOf(db, zId)?.methods).toMatchObject([{ name: 'Cash', isCash: true }]);
});

describe('whether a correction is paid in cash', () => {
  const paidBy = (id: number) => {
    const { content } = sale(1);
    return { ...content, payment: { ...content.payment, method: { id, label: 'A method' } } };
  };
  const ofCorrection = (db: Store, id: number) =>
    heldOfCorrection(db, { reference: reference(1), ...paidBy(id) });

  function correct(db: Store, id: number): void {
    db.prepare(`UPDATE sale SET state = 'sending'`).run();
    for (const event of ['refused', 'judged'] as const)
      mustStep(db, { reference: reference(1), event, evidence, atMs: 2 });
    const { isCash, heldCents } = ofCorrection(db, id);
    const how = { totalCents: cents(65), isCash, by: 'Rui', note: '', atMs: 3 };
    const { body } = sale(1);
    must(replaceContent(db, { reference: reference(1), body, content: paidBy(id), ...how }));
    settleMoney(db, { reference: reference(1), heldCents, note: '' }, at(3));
  }

  test('is decided by the sale for its method, by the settings for others, whatever was corrected before', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1);
    keepDays(db, { cashMethods: [2] });
    const held = () => [cashId, 2, 3].map((id) => ofCorrection(db, id).heldCents);
    expect(held()).toEqual([65, 65, 0]);
    for (const id of [2, 3]) {
      correct(db, id);
      expect(held()).toEqual([65, 65, 0]);
    }
  });

  test('is what the takings say, and what is taken for cash while the settings cannot be read', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1);
    correct(db, 3);
    expect(stateOf(db).day?.takings?.methods).toMatchObject([{ name: 'A method', isCash: false }]);
    db.prepare(`UPDATE till_setting SET value = '{' WHERE name = 'day'`).run();
    expect(readDaySettings(db).cashMethods).toEqual([]);
  });

  test('stays so, whatever the settings say later', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1, { isCash: false });
    correct(db, cashId);
    keepDays(db, { cashMethods: [] });
    expect(ofCorrection(db, cashId).isCash).toBe(true);
    mustStep(db, {
      ...{ reference: reference(1), event: 'found', atMs: 4, evidence },
      document: detailOfSummary(document(1001, 1)),
    });
    expect(readMoneyOfFoundSale(db, reference(1))).toBeNull();
  });
});
