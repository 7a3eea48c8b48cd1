// The rehearsal of a drawer that does not agree: what is in it, and which closing ends it.
import { expect, onTestFinished, test } from 'vitest';
import { countedCents } from '../../../src-main/contract/day.ts';
import { cents, type Cents } from '../../../src-main/contract/money.ts';
import {
  isRehearsedClosing,
  prepareDrawer,
  readRehearsedDrawer,
} from '../../../src-main/practice/drawer-rehearsal.ts';
import { readDaySettings } from '../../../src-main/store/day-settings.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { at, close, count, keepDays, open, sell } from '../day/day-till.ts';
import { openTill } from '../store/temporary-till.ts';
import { newFolder, sessionIn } from './practice-session.ts';
import { must } from '../../must.ts';

const inDrawer = (db: ReturnType<typeof openTill>): Cents => {
  const { pieces } = readRehearsedDrawer(db);
  if (!pieces) throw new Error('no day is open');
  return countedCents({ pieces, otherCents: cents(0) });
};

test('the drawer has five euros less than it should, whatever is sold meanwhile', () => {
  const db = openTill();
  keepDays(db);
  open(db, 10_000, 1);
  expect(inDrawer(db)).toBe(9_500);
  sell(db, 1);
  expect(inDrawer(db)).toBe(9_565);
  sell(db, 2, { isCash: false });
  expect(inDrawer(db)).toBe(9_565);
});

test('the rehearsal makes a shop keep days, and opens a day if none is open', () => {
  const db = openTill();
  prepareDrawer(db, at(1));
  expect(readDaySettings(db)).toMatchObject({ mode: 'reminded', cashMethods: [1] });
  expect(readOpenShift(db)).toMatchObject({ floatCents: 10_000 });
  prepareDrawer(db, at(2));
  expect(readOpenShift(db)).toMatchObject({ openedAtMs: 1 });
  keepDays(db, { mode: 'required' });
  prepareDrawer(db, at(3));
  expect(readDaySettings(db)).toMatchObject({ mode: 'required' });
});

test('counts of the played drawer are counted, and others are not', () => {
  const db = openTill();
  keepDays(db);
  open(db, 10_000, 1);
  const counts = () => readRehearsedDrawer(db).counts;
  expect(counts()).toBe(0);
  count(db, 10_000, 2);
  expect(counts()).toBe(0);
  count(db, 9_500, 3, 'handover');
  expect(counts()).toBe(0);
  count(db, 9_500, 4);
  expect(counts()).toBe(1);
  sell(db, 1);
  expect(counts()).toBe(0);
  count(db, 9_565, 5);
  count(db, 9_565, 6);
  expect(counts()).toBe(2);
});

test.each([
  ['counted twice, with a note', [9_500, 9_500], 'Nota trocada', true],
  ['miscounted at first', [9_900, 9_500, 9_500], 'Nota trocada', true],
  ['counted once', [9_500], 'Nota trocada', false],
  ['without a note', [9_500, 9_500], '', false],
  ['made to agree', [9_500, 10_000], 'Nota trocada', false],
  ['counted as something else', [9_500, 9_400], 'Nota trocada', false],
])('a day that was %s', (_, amounts, note, isDone) => {
  const db = openTill();
  keepDays(db);
  open(db, 10_000, 1);
  const countIds = amounts.map((amount, index) => count(db, amount, index + 2).countId);
  const zId = must(close(db, countIds.at(-1) ?? 0, 0, 20, note));
  const snapshot = readZReport(db, zId)?.snapshot;
  expect(snapshot && isRehearsedClosing(snapshot)).toBe(isDone);
  expect(readRehearsedDrawer(db)).toEqual({ pieces: null, counts: 0 });
});

test('the rehearsal ends with that closing, and goes on after another', async () => {
  const at = sessionIn(newFolder());
  onTestFinished(at.close);
  await at.session.practise();
  const { rehearsals } = at.practice;
  let changes = 0;
  rehearsals.onChanged = () => (changes += 1);
  const { db } = at.till();
  const closed = (amounts: readonly number[], note: string) => {
    const countIds = amounts.map((amount) => count(db, amount, Date.now()).countId);
    const zId = must(close(db, countIds.at(-1) ?? 0, 0, Date.now(), note));
    const snapshot = readZReport(db, zId)?.snapshot;
    if (snapshot) rehearsals.dayClosed(snapshot);
  };
  await at.session.rehearse('wrong_drawer', true);
  const expected = inDrawer(db) + 500;
  closed([expected], '');
  expect(rehearsals.underWay).toEqual(['wrong_drawer']);
  expect(readRehearsedDrawer(db).pieces).toBeNull();
  // Begun once more, the rehearsal opens a day.
  await at.session.rehearse('wrong_drawer', true);
  const foundCents = inDrawer(db);
  closed([foundCents, foundCents], 'Nota trocada');
  expect(rehearsals.underWay).toEqual([]);
  expect(changes).toBe(1);
  // A rehearsal that has ended takes no notice.
  open(db, 10_000, Date.now());
  closed([9_500, 9_500], 'Nota trocada');
  expect(changes).toBe(1);
});
