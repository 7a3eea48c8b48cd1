// The figures of a period as they are read from the sums; unreadable sums or sales; cash
// differences; files.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { FigureTable, Figures, SeenDocuments } from '../../../src-main/contract/figures.ts';
import { tabled } from '../../../src-main/contract/figure-tables.ts';
import { countSome, coverageOf } from '../../../src-main/figures/count.ts';
import { figuresCsv } from '../../../src-main/figures/csv.ts';
import { SalesFigures } from '../../../src-main/figures/sales-figures.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { confirm, count, close, keepDays, open } from '../day/day-till.ts';
import { evidence, reference } from '../store/samples.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';
import { countAll, openSums, sell, summed, summedByHand } from './figures-till.ts';

const nothingSeen: SeenDocuments = { kinds: [], lastSeenAtMs: null };

function openFigures(folder = temporaryFolder(), sales = openTill(join(folder, 'till.db'))) {
  const problems: string[] = [];
  const figures = SalesFigures.open({
    ...{ folder, sales, documents: () => nothingSeen },
    onProblem: (what) => problems.push(what),
  });
  onTestFinished(() => {
    figures.close();
  });
  return { folder, sales, figures, problems };
}

/** A time by this computer's clock. */
const at = (day: string, time: string): number => new Date(`${day}T${time}`).getTime();
const now = at('2026-11-21', '17:42:30');

/** Reads until every sale is counted. */
function readWhole(figures: SalesFigures, query: Parameters<SalesFigures['read']>[0]): Figures {
  for (;;) {
    const read = figures.read(query, now, 50);
    if (read.coverage.counted === read.coverage.sales) return read;
  }
}

const day = { period: 'day', date: '2026-11-21' } as const;

test('an empty till has empty figures', () => {
  const { figures } = openFigures();
  for (const period of ['day', 'week', 'month'] as const) {
    const read = figures.read({ period, date: '2026-02-28' }, now, 50);
    expect(read).toMatchObject({
      ...{ firstDay: null, now: null, sold: { count: 0 }, earlier: { periods: 0 } },
      coverage: { counted: 0, sales: 0 },
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
    const { figures } = saturday();
    const read = readWhole(figures, day);
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
    const { figures } = saturday();
    const { usualWeek } = readWhole(figures, day);
    expect(usualWeek).toMatchObject({ from: '2026-09-26', until: '2026-11-20' });
    expect(usualWeek.weekdays.map(({ days }) => days)).toEqual([0, 0, 0, 0, 1, 2, 0]);
    expect(usualWeek.weekdays[5]?.meanCents.at(-1)).toBe(600);
    expect(usualWeek.weekdays[5]?.meanCents[1]).toBeNull();
  });

  test('is part of its week and month, and the last point of each trend', () => {
    const { figures } = saturday();
    const week = readWhole(figures, { period: 'week', date: '2026-11-21' });
    expect(week.period).toEqual({ from: '2026-11-16', until: '2026-11-22' });
    expect(week.sold.totalCents).toBe(800 + 9_999);
    expect(week.times.map(({ when }) => when)).toEqual([
      ...Array<string>(5).fill('past'),
      ...['now', 'ahead'],
    ]);
    // The week before counts up to the same minute of its Saturday.
    expect(week.earlier.soFar.totalCents).toBe(200 + 100);
    expect(week.trend.at(-1)).toMatchObject({ ...week.period, isWhole: false });
    const month = readWhole(figures, { period: 'month', date: '2026-11-21' });
    expect(month.times).toHaveLength(30);
    expect(month.trend.slice(-2).map(({ totalCents }) => totalCents)).toEqual([100, 11_999]);
    expect(month.earlier).toMatchObject({ periods: 1, soFar: { totalCents: 0 } });
  });
});

test('cancelled sales are apart; unconfirmed ones count as sold and are told', () => {
  const { figures, sales } = openFigures();
  const atMs = at('2026-11-21', '10:00:00');
  for (let number = 1; number <= 3; number += 1) sell(sales, number, { atMs, by: 'Rui' });
  readWhole(figures, day);
  confirm(sales, 1, atMs);
  takeStep(sales, { reference: reference(2), event: 'cancelled', evidence, atMs });
  const read = readWhole(figures, day);
  expect(read.sold).toEqual({ count: 2, totalCents: 130 });
  expect(read.open).toEqual({ count: 1, totalCents: 65 });
  expect(read.cancelled).toEqual([{ name: 'Rui', count: 1, totalCents: 65 }]);
  expect(read.methods).toEqual([{ name: 'Cash', count: 2, totalCents: 130 }]);
});

test('a sale of a moment ago is in the figures', () => {
  const { figures, sales } = openFigures();
  sell(sales, 1, { atMs: at('2026-11-21', '10:00:00') });
  expect(figures.read(day, now, 50).sold.count).toBe(1);
  sell(sales, 2, { atMs: at('2026-11-21', '10:00:00') });
  expect(figures.read(day, now, 50).sold.count).toBe(2);
});

test('the newest sales are counted first, and the figures say how far counting has come', () => {
  const folder = temporaryFolder();
  const sales = openTill(join(folder, 'till.db'));
  for (let number = 1; number <= 100; number += 1) {
    sell(sales, number, { atMs: at('2026-01-01', '10:00:00') + number * 86_400_000 });
  }
  const sums = openSums(folder);
  expect(countSome(sums, sales, 0)).toBe(true);
  expect(coverageOf(sums, sales)).toEqual({ counted: 20, sales: 100 });
  const days = sums.prepare(`SELECT min(day) FROM day_sum`).pluck().get();
  expect(days).toBe('2026-03-23');
  countAll(sums, sales);
  expect(coverageOf(sums, sales)).toEqual({ counted: 100, sales: 100 });
});

test('an unreadable sale is named and stops no other, even if it was counted before', () => {
  const { figures, sales, problems } = openFigures();
  const atMs = at('2026-11-21', '10:00:00');
  for (let number = 1; number <= 3; number += 1) sell(sales, number, { atMs });
  const spoil = (number: number) =>
    sales.prepare(`UPDATE sale SET content = '{' WHERE reference = ?`).run(reference(number));
  spoil(2);
  const unreadable = { count: 1, references: [reference(2)] };
  expect(readWhole(figures, day)).toMatchObject({ sold: { count: 2 }, unreadable });
  // The row is damaged after it was counted, and then the sale takes another step.
  spoil(3);
  takeStep(sales, { reference: reference(3), event: 'cancelled', evidence, atMs });
  figures.read(day, now, 50);
  const read = readWhole(figures, day);
  expect(read.unreadable).toEqual({ count: 2, references: [reference(3), reference(2)] });
  expect(read.sold.count).toBe(1);
  expect(problems).toEqual(['sales could not be summed up']);
});

describe('a file of sums', () => {
  const atMs = at('2026-11-21', '10:00:00');

  test('that is damaged or missing is made anew', () => {
    const { folder, figures, sales } = openFigures();
    for (let number = 1; number <= 3; number += 1) sell(sales, number, { atMs });
    readWhole(figures, day);
    figures.close();
    const file = join(folder, 'figures.db');
    const spoilt: readonly (() => void)[] = [
      () => {
        writeFileSync(file, Buffer.alloc(10_000, 7));
      },
      () => {
        rmSync(file);
      },
    ];
    for (const spoil of spoilt) {
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
      spoil();
      const again = openFigures(folder, sales);
      expect(readWhole(again.figures, day).sold.count).toBe(3);
      again.figures.close();
    }
  });

  test('of another till is not used', () => {
    const folder = temporaryFolder();
    const first = openTill(join(folder, 'first.db'));
    for (let number = 1; number <= 5; number += 1) sell(first, number, { atMs });
    readWhole(openFigures(folder, first).figures, day);
    const sums = openSums(folder);
    const before = summed(sums);
    expect(before).toEqual(summedByHand(first));
    const second = openTill(join(folder, 'second.db'));
    sell(second, 7, { atMs });
    readWhole(openFigures(folder, second).figures, day);
    expect(summed(openSums(folder))).toEqual(summedByHand(second));
    // The old file stayed as it was, so that no kill can leave it half emptied.
    expect(summed(sums)).toEqual(before);
    expect(coverageOf(sums, first)).toEqual({ counted: 5, sales: 5 });
  });

  test('is replaced, and not emptied, if a counted sale can no longer be read', () => {
    const { folder, figures, sales } = openFigures();
    for (let number = 1; number <= 3; number += 1) sell(sales, number, { atMs });
    readWhole(figures, day);
    const sums = openSums(folder);
    const before = summed(sums);
    sales.prepare(`UPDATE sale SET content = '{' WHERE reference = ?`).run(reference(3));
    takeStep(sales, { reference: reference(3), event: 'cancelled', evidence, atMs });
    figures.read(day, now, 50);
    expect(summed(sums)).toEqual(before);
    expect(readWhole(figures, day).sold.count).toBe(2);
    expect(summed(openSums(folder))).not.toEqual(before);
  });

  describe('of another time zone', () => {
    const before = process.env.TZ;
    afterEach(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });

    test('is made anew, and the days of both clock changes are days like others', () => {
      const folder = temporaryFolder();
      const sales: Store = openTill(join(folder, 'till.db'));
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
      const { figures } = openFigures(folder, sales);
      readWhole(figures, day);
      const lisbon = summed(openSums(folder));
      expect(lisbon).toEqual(summedByHand(sales));
      expect(lisbon.sums['["hour","2026-10-25","01"]']).toEqual([2, 130]);
      expect(lisbon.sums['["hour","2026-03-29","02"]']).toEqual([1, 65]);
      expect(lisbon.sums['["hour","2026-07-02","00"]']).toEqual([1, 65]);
      process.env.TZ = 'Atlantic/Azores';
      readWhole(figures, day);
      const azores = summed(openSums(folder));
      expect(azores).toEqual(summedByHand(sales));
      expect(azores).not.toEqual(lisbon);
    });
  });
});

test('cash differences come from the Z reports; a Z that cannot be read is told', () => {
  const { figures, sales } = openFigures();
  keepDays(sales, { mode: 'reminded' });
  const nowMs = at('2026-11-21', '09:00:00');
  open(sales, 10_000, nowMs);
  const counted = count(sales, 9_850, nowMs + 1);
  close(sales, counted.countId, 5_000, nowMs + 2);
  const [closed] = readWhole(figures, day).cash;
  expect(closed).toMatchObject({ number: 1, expectedCents: 10_000, countedCents: 9_850 });
  sales.exec(`DROP TRIGGER z_report_unchanged; UPDATE z_report SET snapshot = '{'`);
  expect(readWhole(figures, day).cash).toMatchObject([{ expectedCents: null, countedCents: null }]);
});

test('a table’s file runs no formula, and holds every product', () => {
  const { figures, sales } = openFigures();
  const atMs = at('2026-11-21', '10:00:00');
  for (let number = 1; number <= 60; number += 1) {
    sell(sales, number, {
      ...{ atMs, method: '=1+1', by: '@Rui' },
      lines: [{ code: `=cmd|${number}`, quantity: 1500, price: 2_000_000, unit: 'kg' }],
    });
  }
  readWhole(figures, day);
  const read = figures.read(day, now, Infinity);
  const csv = (table: FigureTable) => figuresCsv(read, table, 'pt-PT').split('\r\n');
  const products = csv('products');
  expect(products).toHaveLength(1 + 60 + 1);
  expect(products[1]).toMatch(/^'=cmd\|1;Product =cmd\|1;1,5;kg;3$/);
  expect(csv('methods')[1]).toBe("'=1+1;60;180");
  expect(csv('cashiers')[1]).toBe("'@Rui;60;180");
  for (const table of ['times', 'usualWeek', 'trend', 'reductions', 'cash', 'documents'] as const) {
    const { columns, rows } = tabled(read, table);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(csv(table)).toHaveLength(rows.length + 2);
  }
});
