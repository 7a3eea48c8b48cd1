// The figures of a period as a helper reads them from the sales; sales that cannot be read; cash
// differences; files.
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type {
  FigureTable,
  FiguresQuery,
  SeenDocuments,
} from '../../../src-main/contract/figures.ts';
import { tabled } from '../../../src-main/contract/figure-tables.ts';
import { figuresCsv } from '../../../src-main/figures/csv.ts';
import { FiguresReader } from '../../../src-main/figures/figures-reader.ts';
import { readFigures } from '../../../src-main/figures/read-figures.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { confirm, count, close, keepDays, open } from '../day/day-till.ts';
import { evidence, reference } from '../store/samples.ts';
import { startHelper } from '../../helper-process.ts';
import { openTill } from '../store/temporary-till.ts';
import { sell, summed, summedByHand } from './figures-till.ts';

const nothingSeen: SeenDocuments = { kinds: [], lastSeenAtMs: null };

function openFigures() {
  const sales = openTill();
  const read = (query: FiguresQuery, products = 50) =>
    readFigures(sales, { ...query, nowMs: now, products });
  return { sales, read };
}

/** A time by this computer's clock. */
const at = (day: string, time: string): number => new Date(`${day}T${time}`).getTime();
const now = at('2026-11-21', '17:42:30');

const day = { period: 'day', date: '2026-11-21' } as const;

test('an empty till has empty figures', () => {
  const { read } = openFigures();
  for (const period of ['day', 'week', 'month'] as const) {
    expect(read({ period, date: '2026-02-28' })).toMatchObject({
      ...{ firstDay: null, now: null, sold: { count: 0 }, earlier: { periods: 0 } },
    });
  }
});

describe('a Saturday', () => {
  function saturday() {
    const opened = openFigures();
    const { sales } = opened;
    let number = 0;
    const sellAt = (date: string, time: string, price: number) =>
      sell(sales, (number += 1), {
        atMs: at(date, time),
        lines: [{ code: 'A', quantity: 1000, price: price * 10_000 }],
      });
    sellAt('2026-11-21', '09:10:00', 300);
    sellAt('2026-11-21', '17:05:00', 500);
    // Two earlier Saturdays, one of them with more sales after this minute; the shop was closed on
    // the others.
    sellAt('2026-11-14', '17:42:59', 200);
    sellAt('2026-11-14', '17:43:00', 1_000);
    sellAt('2026-10-31', '09:00:00', 100);
    // A Friday does not count for a Saturday.
    sellAt('2026-11-20', '09:00:00', 9_999);
    return opened;
  }

  test('is compared with earlier Saturdays that had sales, up to the same minute and whole', () => {
    const read = saturday().read(day);
    expect(read.now).toEqual({ day: '2026-11-21', minute: '17:42' });
    expect(read.sold).toEqual({ count: 2, totalCents: 800 });
    expect(read.open).toEqual({ count: 2, totalCents: 800 });
    expect(read.earlier).toEqual({
      periods: 2,
      whole: { count: 3, totalCents: 1_300 },
      soFar: { count: 2, totalCents: 300 },
    });
    expect(read.times).toHaveLength(9);
    expect(read.times[0]).toMatchObject({
      name: '09',
      totalCents: 300,
      meanCents: 50,
      when: 'past',
    });
    expect(read.times[8]).toMatchObject({
      name: '17',
      totalCents: 500,
      meanCents: 600,
      when: 'now',
    });
  });

  test('has a usual week made of the days with sales in the eight weeks before', () => {
    const { usualWeek } = saturday().read(day);
    expect(usualWeek).toMatchObject({ from: '2026-09-26', until: '2026-11-20' });
    expect(usualWeek.weekdays.map(({ days }) => days)).toEqual([0, 0, 0, 0, 1, 2, 0]);
    expect(usualWeek.weekdays[5]?.meanCents.at(-1)).toBe(600);
    expect(usualWeek.weekdays[5]?.meanCents[1]).toBeNull();
  });

  test('is part of its week and month, and the last point of each trend', () => {
    const { read } = saturday();
    const week = read({ period: 'week', date: '2026-11-21' });
    expect(week.period).toEqual({ from: '2026-11-16', until: '2026-11-22' });
    expect(week.sold.totalCents).toBe(800 + 9_999);
    expect(week.times.map(({ when }) => when)).toEqual([
      ...Array<string>(5).fill('past'),
      ...['now', 'ahead'],
    ]);
    // The week before counts up to the same minute of its Saturday.
    expect(week.earlier.soFar.totalCents).toBe(200 + 100);
    expect(week.trend.at(-1)).toMatchObject({ ...week.period, isWhole: false });
    const month = read({ period: 'month', date: '2026-11-21' });
    expect(month.times).toHaveLength(30);
    expect(month.trend.slice(-2).map(({ totalCents }) => totalCents)).toEqual([100, 11_999]);
    expect(month.earlier).toMatchObject({ periods: 1, soFar: { totalCents: 0 } });
  });
});

test('cancelled sales are apart; unconfirmed ones count as sold and are told', () => {
  const { read, sales } = openFigures();
  const atMs = at('2026-11-21', '10:00:00');
  for (let number = 1; number <= 3; number += 1) sell(sales, number, { atMs, by: 'Rui' });
  confirm(sales, 1, atMs);
  takeStep(sales, { reference: reference(2), event: 'cancelled', evidence, atMs });
  const figures = read(day);
  expect(figures.sold).toEqual({ count: 2, totalCents: 130 });
  expect(figures.open).toEqual({ count: 1, totalCents: 65 });
  expect(figures.cancelled).toEqual([{ name: 'Rui', count: 1, totalCents: 65 }]);
  expect(figures.methods).toEqual([{ name: 'Cash', count: 2, totalCents: 130 }]);
});

test('an unreadable sale of the period is named and stops no other', () => {
  const { read, sales } = openFigures();
  for (let number = 1; number <= 3; number += 1)
    sell(sales, number, { atMs: at('2026-11-21', '10:00:00') });
  const spoil = sales.prepare('UPDATE sale SET content = ? WHERE reference = ?');
  spoil.run('{', reference(2));
  spoil.run('{"payment":{"method":{"label":"Cash"}}}', reference(3));
  const figures = read(day);
  expect(figures.unreadable).toEqual({ count: 2, references: [reference(3), reference(2)] });
  expect(figures.sold).toEqual({ count: 1, totalCents: 65 });
  expect(figures.trend.at(-1)).toMatchObject(figures.sold);
  expect(read({ ...day, date: '2026-11-22' }).unreadable.count).toBe(0);
});

describe('in another time zone', () => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test('the days of both clock changes are days like others', () => {
    const { read, sales } = openFigures();
    process.env.TZ = 'Europe/Lisbon';
    // An hour that comes twice, and one that does not exist.
    const instants = [
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 1, 30),
      Date.UTC(2026, 2, 29, 0, 59),
      Date.UTC(2026, 2, 29, 1, 0),
      Date.UTC(2026, 6, 1, 23, 30),
    ];
    instants.forEach((instant, index) => sell(sales, index + 1, { atMs: instant }));
    const byHand = () => {
      const days = summedByHand(sales);
      for (const [date, sums] of days) expect(summed(read({ period: 'day', date }))).toEqual(sums);
      return days;
    };
    const lisbon = byHand();
    expect(lisbon.get('2026-10-25')?.sums['["hour","01"]']).toEqual([2, 130]);
    expect(lisbon.get('2026-03-29')?.sums['["hour","02"]']).toEqual([1, 65]);
    expect(lisbon.get('2026-07-02')?.sums['["hour","00"]']).toEqual([1, 65]);
    process.env.TZ = 'Atlantic/Azores';
    expect(byHand()).not.toEqual(lisbon);
  });
});

describe('a helper', () => {
  function withHelper(start = startHelper) {
    const sales = openTill();
    const figures = new FiguresReader({
      ...{ file: sales.name, startHelper: start, documents: () => nothingSeen },
    });
    onTestFinished(() => figures.close());
    return { sales, figures };
  }

  test('reads what was sold a moment ago, and one period after another', async () => {
    let running = 0;
    const { sales, figures } = withHelper(() => {
      expect((running += 1)).toBe(1);
      const helper = startHelper();
      helper.on('exit', () => (running -= 1));
      return helper;
    });
    sell(sales, 1, { atMs: at('2026-11-21', '10:00:00') });
    const [first, second] = await Promise.all([
      figures.read(day, now, 50),
      figures.read({ ...day, period: 'month' }, now, 50),
    ]);
    expect(first).toMatchObject({ value: { sold: { count: 1 }, documents: nothingSeen } });
    expect(second).toMatchObject({ value: { kind: 'month', sold: { count: 1 } } });
  });

  test('is ended when the till is closed, which is no bug of what was asked for', async () => {
    const { figures } = withHelper();
    const reading = figures.read(day, now, 50);
    await figures.close();
    const gone = { ok: false, error: { code: 'not_signed_in' } };
    expect(await reading).toEqual(gone);
    expect(await figures.read(day, now, 50)).toEqual(gone);
  });

  test('that fails hinders no later one; a file that is no till’s throws', async () => {
    const { sales, figures } = withHelper();
    sales.exec('ALTER TABLE sale RENAME COLUMN total_cents TO total');
    await expect(figures.read(day, now, 50)).rejects.toThrow();
    sales.exec('ALTER TABLE sale RENAME COLUMN total TO total_cents');
    expect(await figures.read(day, now, 50)).toMatchObject({ value: { sold: { count: 0 } } });
  });
});

test('cash differences come from the Z reports; a Z that cannot be read is told', () => {
  const { read, sales } = openFigures();
  keepDays(sales, { mode: 'reminded' });
  const nowMs = at('2026-11-21', '09:00:00');
  open(sales, 10_000, nowMs);
  const counted = count(sales, 9_850, nowMs + 1);
  close(sales, counted.countId, 5_000, nowMs + 2);
  const [closed] = read(day).cash;
  expect(closed).toMatchObject({ number: 1, expectedCents: 10_000, countedCents: 9_850 });
  sales.exec(`DROP TRIGGER z_report_unchanged; UPDATE z_report SET snapshot = '{'`);
  expect(read(day).cash).toMatchObject([{ expectedCents: null, countedCents: null }]);
});

test('a table’s file runs no formula, and holds every product', () => {
  const { read, sales } = openFigures();
  const atMs = at('2026-11-21', '10:00:00');
  for (let number = 1; number <= 60; number += 1) {
    sell(sales, number, {
      ...{ atMs, method: '=1+1', by: '@Rui' },
      lines: [{ code: `=cmd|${number}`, quantity: 1500, price: 2_000_000, unit: 'kg' }],
    });
  }
  const figures = { ...read(day, Infinity), documents: nothingSeen };
  const csv = (table: FigureTable) => figuresCsv(figures, table, 'pt-PT').split('\r\n');
  const products = csv('products');
  expect(products).toHaveLength(1 + 60 + 1);
  expect(products[1]).toMatch(/^'=cmd\|1;Product =cmd\|1;1,5;kg;3$/);
  expect(csv('methods')[1]).toBe("'=1+1;60;180");
  expect(csv('cashiers')[1]).toBe("'@Rui;60;180");
  for (const table of ['times', 'usualWeek', 'trend', 'reductions', 'cash', 'documents'] as const) {
    const { columns, rows } = tabled(figures, table);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(csv(table)).toHaveLength(rows.length + 2);
  }
});
