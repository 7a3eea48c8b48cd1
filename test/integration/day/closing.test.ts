// A day from its float to its Z report, and what becomes of its Z later.
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { heldToAskAbout, moveCash, settleMoney, takeBack } from '../../../src-main/day/cash.ts';
import { isCountBeyondLimit, readToClose, saveDraft } from '../../../src-main/day/close.ts';
import { openDay } from '../../../src-main/day/open-day.ts';
import { checkMaySell } from '../../../src-main/till/sell.ts';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { notedSchema } from '../../../src-main/contract/exceptions.ts';
import { cents, unitPriceSchema, zeroCents } from '../../../src-main/contract/money.ts';
import { holdCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import { noteDecision } from '../../../src-main/store/decisions.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { setInstallation } from '../../../src-main/store/till.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { sampleCart } from '../../sample-sale.ts';
import { reference } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';
import {
  at,
  close,
  confirm,
  dayTill,
  count,
  keepDays,
  open,
  sell,
  settings,
  stateOf,
} from './day-till.ts';
import { must } from '../../must.ts';

const cashOut = {
  direction: 'out',
  amountCents: cents(1_000),
  reason: 'supplier',
  note: '',
} as const;
const zeroMicros = v.parse(unitPriceSchema, 0);
const evidence = { kind: 'decided', by: 'Rui', note: '' } as const;

test('a day is opened once, where the shop keeps days', () => {
  const db = openTill();
  const float = { by: 'typed', cents: cents(5_000) } as const;
  expect(openDay(db, float, at(1))).toMatchObject({ error: { code: 'day_is_off' } });
  keepDays(db);
  expect(checkMaySell(db)).toMatchObject({ error: { code: 'day_not_open' } });
  expect(must(openDay(db, float, at(Date.UTC(2026, 10, 21, 12))))).toMatchObject({
    ...{ date: '2026-11-21', floatCents: 5_000, leftBeforeCents: null, openedBy: 'Rui' },
  });
  expect(checkMaySell(db).ok).toBe(true);
  expect(openDay(db, float, at(2))).toMatchObject({ error: { code: 'day_is_open' } });
  keepDays(db, { mode: 'reminded' });
  expect(checkMaySell(db).ok).toBe(true);
});

test('a day bears the date on which it was opened, and ends when it is closed', () => {
  const db = dayTill();
  const evening = new Date(2026, 10, 21, 22).getTime();
  const morning = new Date(2026, 10, 22, 3).getTime();
  open(db, 0, evening);
  sell(db, 1, { atMs: morning });
  const zId = must(close(db, count(db, 65, morning).countId, 0, morning));
  expect(readZReport(db, zId)?.snapshot).toMatchObject({ date: '2026-11-21', sales: { count: 1 } });
  expect(localDay(morning)).toBe('2026-11-22');
});

test('what is under way or put aside when the day is closed is on its Z', () => {
  const db = openTill();
  keepDays(db);
  open(db, 0, 1);
  const [aside, underWay, empty] = [sampleCart(1), sampleCart(2), sampleCart(0)];
  must(holdCart(db, { cart: aside, name: '', atMs: 2 }));
  // A line that was lowered counts by the price before.
  const lines = underWay.lines.map((line) => ({
    ...line,
    unitPrice: zeroMicros,
    listPrice: line.unitPrice,
  }));
  saveOpenCart(db, { ...underWay, lines });
  db.exec(`INSERT INTO held_cart (cart_id, name, held_at_ms, line_count, total_cents, cart)
    VALUES ('another', '', 0, 1, 1, '{')`);
  const counted = count(db, 0, 3);
  const report = readZReport(db, must(close(db, counted.countId, 0, 4)));
  expect(report?.snapshot.exceptions).toEqual([
    { by: 'Rui', kind: 'cart_left', count: 2, amountCents: 340 },
  ]);
  saveOpenCart(db, empty);
  db.exec('DELETE FROM held_cart');
  open(db, 0, 5);
  const next = readZReport(db, must(close(db, count(db, 0, 6).countId, 0, 7)));
  expect(next?.snapshot.exceptions).toEqual([]);
});

test('no amount is so large that a day cannot be closed any more', () => {
  const db = openTill();
  keepDays(db);
  open(db, 0, 1);
  const most = { quantity: 99_999_999, unitPrice: 99_999_999_999 };
  const [line] = sampleCart(1).lines;
  const lines = Array.from({ length: 1000 }, () => ({ ...line, ...most }));
  // A page may clear what no shop has, and a service may answer any total.
  for (let number = 1; number <= 10; number += 1) {
    const what = v.parse(notedSchema, { kind: 'cart_cleared', lines });
    noteDecision(db, { by: 'Rui', approvedBy: null, atMs: number, what });
    sell(db, number);
    confirm(db, number, 10 + number, 2 ** 51);
  }
  expect(stateOf(db).day?.sales).toBe(10);
  const report = readZReport(db, must(close(db, count(db, 650, 30).countId, 0, 31)));
  expect(report?.snapshot).toMatchObject({
    cash: { expectedCents: 650 },
    fiscal: { answered: { count: 10, totalCents: Number.MAX_SAFE_INTEGER } },
    exceptions: [{ kind: 'cart_cleared', count: 10, amountCents: Number.MAX_SAFE_INTEGER }],
  });
});

test('the Z has three sums, and names the open sales', () => {
  const db = dayTill();
  open(db, 5_000, 1);
  for (const number of [1, 2]) {
    sell(db, number);
    confirm(db, number, 10 + number, number === 1 ? 66 : 65);
  }
  sell(db, 3, { isCash: false });
  sell(db, 4);
  must(takeStep(db, { reference: reference(4), event: 'cancelled', evidence, atMs: 20 }));
  must(moveCash(db, cashOut, at(21)));
  const zId = must(close(db, count(db, 4_195, 30).countId, 4_000, 31, 'Trocos'));
  const report = readZReport(db, zId);
  expect(report).toMatchObject({ number: 1, installation: 'TEST', isWhole: true, addenda: [] });
  expect(report?.snapshot).toMatchObject({
    sales: { count: 3, totalCents: 195 },
    ...{ firstReference: reference(1), lastReference: reference(4) },
    methods: [
      { name: 'Cash', count: 2, totalCents: 130, isCash: true },
      { name: 'Card', count: 1, totalCents: 65, isCash: false },
    ],
    fiscal: {
      sold: { count: 2, totalCents: 130 },
      answered: { count: 2, totalCents: 131 },
      roundingCents: 1,
      natures: [
        {
          ...{ name: 'Fatura simplificada', count: 2, totalCents: 131 },
          ...{ firstKey: 'FS A/1001', lastKey: 'FS A/1002' },
        },
      ],
      ...{ firstKey: 'FS A/1001', lastKey: 'FS A/1002' },
    },
    open: [{ reference: reference(3), state: 'queued', totalCents: 65 }],
    cancelled: { count: 1, totalCents: 65 },
    cash: {
      ...{ floatCents: 5_000, sales: { count: 3, totalCents: 195 }, expectedCents: 4_195 },
      ...{ out: { count: 1, totalCents: 1_000 }, leftCents: 4_000, note: 'Trocos' },
      count: { countedCents: 4_195, by: 'Rui' },
    },
  });
  expect(stateOf(db)).toMatchObject({ day: null, leftBeforeCents: 4_000 });
});

test('net and tax are the sums of the documents for which the service gave both', () => {
  const db = dayTill();
  open(db, 0, 1);
  const said = [
    { net: 53, taxes: 12 },
    { net: 53, taxes: null },
    { net: null, taxes: 12 },
  ];
  said.forEach(({ net, taxes }, index) => {
    sell(db, index + 1);
    confirm(db, index + 1, 2);
    db.prepare(
      `UPDATE sale SET document = json_set(document, '$.netCents', ?, '$.taxesCents', ?)
       WHERE sale_id = ?`,
    ).run(net, taxes, index + 1);
  });
  const zId = must(close(db, count(db, 195, 5).countId, 0, 6));
  expect(readZReport(db, zId)?.snapshot.fiscal.taxed).toEqual({
    ...{ count: 1, netCents: 53, taxesCents: 12 },
  });
});

test('what becomes of an open sale is added with its date, and the Z itself stays unchanged', () => {
  const db = dayTill();
  open(db, 0, 1);
  sell(db, 1);
  sell(db, 2, { isCash: false });
  const zId = must(close(db, count(db, 65, 5).countId, 0, 6));
  const before = readZReport(db, zId);
  confirm(db, 1, 10, 64);
  must(takeStep(db, { reference: reference(2), event: 'cancelled', evidence, atMs: 11 }));
  const report = readZReport(db, zId);
  expect(report?.addenda).toMatchObject([
    { atMs: 10, reference: reference(1), state: 'confirmed', serviceTotalCents: 64 },
    { atMs: 11, reference: reference(2), state: 'cancelled' },
  ]);
  expect(report).toEqual({ ...before, addenda: report?.addenda });
  expect(stateOf(db).closed).toMatchObject([{ open: 2, settled: 2 }]);
});

test('a sale of no day is listed, and no Z adopts it', () => {
  const db = dayTill({ mode: 'reminded' });
  sell(db, 1);
  open(db, 0, 5);
  sell(db, 2);
  expect(stateOf(db).withoutDay).toEqual({
    ...{ count: 1, totalCents: 65, references: [reference(1)] },
  });
  const zId = must(close(db, count(db, 65, 6).countId, 0, 7));
  expect(readZReport(db, zId)?.snapshot.sales.count).toBe(1);
});

describe('a count', () => {
  const counting = () => {
    const db = dayTill();
    open(db, 100, 1);
    return db;
  };
  const typed = { pieces: [{ denomination: 100, text: '1' }], other: '' } as const;

  test('is blind until it is committed', () => {
    const db = counting();
    sell(db, 1);
    expect(JSON.stringify(stateOf(db).day)).not.toContain('expected');
    expect(readToClose(db, at(2))).toMatchObject({ error: { code: 'count_void' } });
    expect(count(db, 165, 2)).toMatchObject({ expectedCents: 165 });
    expect(must(readToClose(db, at(3)))).toMatchObject({ isBeyondLimit: false });
  });

  test.each([
    ['a cash sale', (db: ReturnType<typeof openTill>) => sell(db, 1)],
    [
      'cash out',
      (db: ReturnType<typeof openTill>) =>
        moveCash(db, { ...cashOut, amountCents: cents(50) }, at(3)),
    ],
  ])('is void after %s, typed or committed', (_, move) => {
    const db = counting();
    must(saveDraft(db, { ...typed, pieces: [...typed.pieces] }));
    expect(stateOf(db).day).toMatchObject({ draft: typed, isCountVoid: false });
    move(db);
    expect(stateOf(db).day).toMatchObject({ draft: null, isCountVoid: true });
    expect(() => count(db, 100, 4)).toThrow('count_void');
    must(saveDraft(db, null));
    const { countId } = count(db, 100, 4);
    expect(stateOf(db).day).toMatchObject({ isCountVoid: false });
    sell(db, 2);
    expect(close(db, countId, 0, 5)).toMatchObject({ error: { code: 'count_void' } });
    expect(stateOf(db).day).toMatchObject({ counted: null, isCountVoid: true });
  });

  test('is not void after a sale by card', () => {
    const db = counting();
    const { countId } = count(db, 100, 2);
    sell(db, 1, { isCash: false });
    expect(close(db, countId, 100, 3).ok).toBe(true);
  });

  test('that is repeated closes the day, and earlier counts are kept', () => {
    const db = counting();
    const first = count(db, 90, 2);
    const second = count(db, 100, 3);
    expect(close(db, first.countId, 0, 4)).toMatchObject({ error: { code: 'count_void' } });
    const zId = must(close(db, second.countId, 0, 4));
    expect(readZReport(db, zId)?.snapshot.cash).toMatchObject({
      counts: [{ countedCents: 90 }, { countedCents: 100 }],
    });
  });

  test.each([
    [0, false],
    [200, false],
    [201, true],
  ])('of %i cents with 100 expected and a limit of 100 needs a manager: %s', (amount, needs) => {
    const db = counting();
    count(db, amount, 2);
    expect(isCountBeyondLimit(db)).toBe(needs);
    expect(settings.differenceLimitCents).toBe(100);
  });

  test('that agrees still needs a manager if an earlier one did not agree', () => {
    const db = counting();
    count(db, 0, 2);
    expect(isCountBeyondLimit(db)).toBe(false);
    count(db, 300, 3);
    count(db, 100, 4);
    expect(isCountBeyondLimit(db)).toBe(true);
  });

  test('that was begun anew before the closing does not belong to the next day', () => {
    const db = counting();
    const { countId } = count(db, 100, 2);
    must(saveDraft(db, { ...typed, pieces: [...typed.pieces] }));
    must(close(db, countId, 0, 3));
    open(db, 0, 4);
    expect(stateOf(db).day).toMatchObject({ draft: null });
    expect(close(db, count(db, 0, 5).countId, 0, 6).ok).toBe(true);
  });

  test('leaves no more than there is', () => {
    const db = counting();
    const { countId } = count(db, 100, 2);
    expect(close(db, countId, 101, 3)).toMatchObject({ error: { code: 'left_too_much' } });
    expect(stateOf(db).day).not.toBeNull();
  });
});

describe('cash', () => {
  test('moves only on an open day, and a second movement takes it back once', () => {
    const db = dayTill();
    expect(moveCash(db, cashOut, at(1))).toMatchObject({ error: { code: 'day_not_open' } });
    open(db, 0, 1);
    const { movementId } = must(moveCash(db, cashOut, at(2)));
    const taken = must(takeBack(db, movementId, at(3)));
    expect(taken).toMatchObject({ direction: 'in', amountCents: 1_000, reverses: movementId });
    for (const id of [movementId, taken.movementId]) {
      expect(takeBack(db, id, at(4))).toMatchObject({ error: { code: 'not_found' } });
    }
    expect(() => db.exec('DELETE FROM cash_movement')).toThrow('kept for ever');
  });

  test('of a cancelled sale belongs to the open day, once', () => {
    const db = dayTill();
    open(db, 0, 1);
    sell(db, 1);
    must(close(db, count(db, 65, 2).countId, 0, 3));
    expect(heldToAskAbout(db, reference(1))).toEqual({ heldCents: 65, isDayOpen: false });
    open(db, 0, 4);
    expect(heldToAskAbout(db, reference(1))).toEqual({ heldCents: 65, isDayOpen: true });
    const given = { reference: reference(1), heldCents: zeroCents, note: 'Wrong' };
    settleMoney(db, given, at(5));
    settleMoney(db, given, at(6));
    expect(heldToAskAbout(db, reference(1))).toMatchObject({ heldCents: 0 });
    expect(stateOf(db).day?.movements).toMatchObject([
      { direction: 'out', amountCents: 65, reason: 'sale', reference: reference(1) },
    ]);
    expect(count(db, 0, 7).expectedCents).toBe(-65);
  });
});

describe('Z reports', () => {
  const threeDays = () => {
    const db = dayTill();
    const days = [1, 2, 3].map((day) => {
      if (day === 3) setInstallation(db, 'COPY');
      open(db, 0, day * 10);
      sell(db, day);
      return must(close(db, count(db, 65, day * 10 + 1).countId, 0, day * 10 + 2));
    });
    return { db, days };
  };

  test('are numbered without gaps in each installation, and chained across installations', () => {
    const { db, days } = threeDays();
    const reports = days.map((zId) => readZReport(db, zId));
    expect(reports).toMatchObject([
      { installation: 'TEST', number: 1, isWhole: true },
      { installation: 'TEST', number: 2, isWhole: true, previousHash: reports[0]?.hash },
      { installation: 'COPY', number: 1, isWhole: true, previousHash: reports[1]?.hash },
    ]);
  });

  test.each([
    ['an amount', `snapshot = replace(snapshot, '"totalCents":65', '"totalCents":66')`],
    ['its number', 'number = 9'],
    ['its hash', 'hash = zeroblob(32)'],
  ])('say that the file was changed: %s', (_, change) => {
    const { db, days } = threeDays();
    expect(() => db.exec(`UPDATE z_report SET ${change}`)).toThrow('stays as it was');
    db.exec(`DROP TRIGGER z_report_unchanged; UPDATE z_report SET ${change} WHERE z_id = 2`);
    expect(readZReport(db, days[1] ?? 0)?.isWhole).toBe(false);
  });
});

test('the discounts of a Z are those on whole sales and on lines', () => {
  const db = dayTill();
  open(db, 0, 1);
  for (const number of [1, 2]) sell(db, number);
  const line = { code: 'PAO', description: 'Pão', quantity: 2_000, unitPrice: 900_000 };
  const lowered = [{ kind: 'lowered_price', line, ownPrice: 1_000_000 }];
  const discounted = [{ kind: 'discount', discount: 500, discountCents: 30 }];
  const note = db.prepare('UPDATE sale SET exceptions = ? WHERE reference = ?');
  note.run(JSON.stringify(lowered), reference(1));
  note.run(JSON.stringify(discounted), reference(2));
  const zId = must(close(db, count(db, 130, 30).countId, 0, 31));
  expect(readZReport(db, zId)?.snapshot.discounts).toEqual({ count: 2, totalCents: 50 });
});
