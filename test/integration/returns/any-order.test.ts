// Sales and returns of two tills in an order drawn by a seed, with returns asked for twice, returns
// cancelled, days closed and programs restarted. Their sums are made here, by no code of the till.
import { expect, onTestFinished, test } from 'vitest';
import Database from 'better-sqlite3';
import { expectedCents } from '../../../src-main/contract/day.ts';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { cashOf } from '../../../src-main/day/day-sums.ts';
import { readFigures } from '../../../src-main/figures/read-figures.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { newChance } from '../../chance.ts';
import { actOnDay } from '../../faults/till-days.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { back, codeOf, openAt, sell, startPractice, type Opened } from './opened.ts';

/** What `sell` sells: pieces of 85 cents. */
const soldPieces = [1, 2] as const;
const pieceCents = 85;

interface Sold {
  readonly till: number;
  readonly reference: string;
  readonly docKey: string;
  readonly id: number;
  /** How many pieces of each line have come back. */
  readonly back: number[];
}

/** One till, and what its drawer and its day must come to. */
interface Counter {
  readonly installation: string;
  readonly folder: string;
  opened: Opened;
  drawerCents: number;
  day: { sold: number; returned: number; cashSold: number; cashBack: number };
}

const newDay = () => ({ sold: 0, returned: 0, cashSold: 0, cashBack: 0 });
const steps = 45;

test('sales and returns in any order come out to the cent', { timeout: 120_000 }, async () => {
  const chance = newChance();
  const practice = await startPractice();
  const counters: Counter[] = ['AAAA', 'BBBB'].map((installation) => {
    const folder = temporaryFolder();
    const opened = openAt(practice, { folder, installation });
    return { installation, folder, opened, drawerCents: 10_000, day: newDay() };
  });
  const [first, second] = counters;
  if (!first || !second) throw new Error('no tills');
  const sales: Sold[] = [];
  let closed = 0;

  const sellOne = async (counter: Counter) => {
    const { reference, document } = await sell(counter.opened);
    const { docKey, id } = document;
    sales.push({ till: counters.indexOf(counter), reference, docKey, id, back: [0, 0] });
    counter.drawerCents += 3 * pieceCents;
    counter.day.sold += 3 * pieceCents;
    counter.day.cashSold += 3 * pieceCents;
  };

  /** Returns what is asked for, and how many pieces of each line that is. */
  const wish = (counter: Counter, sold: Sold) => {
    const pieces: number[] = [chance.between(0, 2), chance.between(0, 2)];
    if (!pieces.some((count) => count > 0)) pieces[1] = 1;
    const lines = pieces.flatMap((count, position) =>
      count === 0 ? [] : [[position, count * 1000] as const],
    );
    const total = pieces.reduce((sum, count) => sum + count * pieceCents, 0);
    const wanted = back(sold.reference, sold.docKey, lines, total);
    const isOwn = counters.indexOf(counter) === sold.till;
    const source = { kind: 'document', id: sold.id } as const;
    const left = pieces.every(
      (count, line) => count + (sold.back[line] ?? 0) <= (soldPieces[line] ?? 0),
    );
    return { wanted: isOwn ? wanted : { ...wanted, source }, pieces, total, isLeft: left };
  };

  const giveBack = async (counter: Counter, sold: Sold, how: 'once' | 'twice' | 'cancelled') => {
    const { ask, till } = counter.opened;
    const { wanted, pieces, total, isLeft } = wish(counter, sold);
    if (how === 'cancelled') await till.outbox.stop();
    const asked = how === 'twice' ? [wanted, wanted] : [wanted];
    const answers = await Promise.all(asked.map(async (one) => ask['returns.finish'](one)));
    expect(new Set(answers.map(codeOf))).toEqual(new Set([isLeft ? 'done' : 'returned_too_much']));
    const [answer] = answers;
    if (!answer?.ok) return restart(counter, how);
    const { reference } = answer.value;
    counter.drawerCents -= total;
    counter.day.cashBack += total;
    if (how === 'cancelled') {
      const moneyMoved = chance.chance(0.7);
      const decided = { reference, by: 'Ana', note: 'Kept it', moneyMoved };
      expect(codeOf(await ask['outbox.cancel'](decided))).toBe('done');
      // Whatever the page says of it.
      counter.drawerCents += total;
      return restart(counter, how);
    }
    counter.day.returned += total;
    for (const [line, count] of pieces.entries()) sold.back[line] = (sold.back[line] ?? 0) + count;
    await expect
      .poll(() => readSaleDetail(till.db, reference)?.state, { timeout: 5_000 })
      .toBe('confirmed');
  };

  const restart = async (counter: Counter, why: string) => {
    if (why !== 'cancelled' && why !== 'restart') return;
    await counter.opened.till.close();
    counter.opened = openAt(practice, counter);
  };

  const closeDay = (counter: Counter) => {
    const { db } = counter.opened.till;
    const atMs = Date.now();
    const word = actOnDay(db, { do: 'close_day', leftCents: 10_000 }, atMs);
    if (word?.did !== 'closed') throw new Error(JSON.stringify(word));
    const { day } = counter;
    expect(readZReport(db, word.zId)?.snapshot).toMatchObject({
      sales: { totalCents: day.sold },
      returned: { totalCents: day.returned },
      cash: {
        sales: { totalCents: day.cashSold },
        returned: { totalCents: day.cashBack },
        expectedCents: counter.drawerCents,
      },
    });
    closed += 1;
    // What was left begins the next day.
    counter.drawerCents = Math.min(10_000, counter.drawerCents);
    counter.day = newDay();
    actOnDay(db, { do: 'open_day', floatCents: counter.drawerCents }, atMs);
  };

  await sellOne(first);
  for (let step = 0; step < steps; step += 1) {
    const counter = chance.pick([first, second]);
    const [oldest, ...others] = sales;
    if (!oldest) throw new Error('nothing sold');
    const sold = chance.pick([oldest, ...others]);
    const draw = chance.next();
    if (draw < 0.2) await sellOne(counter);
    else if (draw < 0.6) await giveBack(counter, sold, 'once');
    else if (draw < 0.7) await giveBack(counter, sold, 'twice');
    else if (draw < 0.85) await giveBack(counter, sold, 'cancelled');
    else if (draw < 0.92) await restart(counter, 'restart');
    else closeDay(counter);
    const shift = readOpenShift(counter.opened.till.db);
    expect(shift && expectedCents(cashOf(counter.opened.till.db, shift))).toBe(counter.drawerCents);
  }

  // What the service holds of each sale.
  const service = new Database(practice.databaseFile, { readonly: true });
  onTestFinished(() => {
    service.close();
  });
  const backOf = service
    .prepare(
      `SELECT coalesce(sum(total_cents), 0) FROM documents
       WHERE our_reference LIKE 'CF-%' AND substr(our_reference, 19) = ?`,
    )
    .pluck();
  for (const sold of sales) {
    const pieces = sold.back.reduce((sum, count) => sum + count, 0);
    expect(sold.back.every((count, line) => count <= (soldPieces[line] ?? 0))).toBe(true);
    expect(backOf.get(sold.docKey)).toBe(pieces * pieceCents);
  }
  const nowMs = Date.now();
  const job = { period: 'day', date: localDay(nowMs), nowMs, products: 10 } as const;
  const figures = counters.map(({ opened }) => readFigures(opened.till.db, job));
  const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);
  expect(sum(figures.map(({ sold }) => sold.totalCents))).toBe(sales.length * 3 * pieceCents);
  expect(sum(figures.flatMap(({ returned }) => returned.map((one) => one.totalCents)))).toBe(
    sum(sales.flatMap((one) => one.back)) * pieceCents,
  );
  console.log(`${sales.length} sales, ${closed} days closed`);
});
