// Days in a damaged file, in a copy, and after a backup was restored.
import { writeFileSync, readFileSync, copyFileSync, mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { basename, dirname, join } from 'node:path';
import { moveCash } from '../../../src-main/day/cash.ts';
import { makePaperJob } from '../../../src-main/day/papers.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { noteDecision } from '../../../src-main/store/decisions.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { readLastCount } from '../../../src-main/store/drawer-counts.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { newFile, open as openFile } from '../store/till-files.ts';
import { at, close, confirm, count, keepDays, open, sell, stateOf } from './day-till.ts';
import { lookAtBackup, useBackup } from '../../../src-main/store/restore-backup.ts';
import { tamper } from '../../attacks/tamper.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { must } from '../../must.ts';

/** Adds two closed days, and an open one with a movement and a count. */
function fillDays(db: Store): void {
  keepDays(db);
  for (const day of [1, 2]) {
    open(db, 100, day * 10);
    sell(db, day);
    const zId = must(close(db, count(db, 165, day * 10 + 1).countId, 50, day * 10 + 2));
    makePaperJob(db, { kind: 'z', zId }, { language: 'en', askedBy: 'Rui', atMs: day * 10 + 3 });
  }
  confirm(db, 1, 25);
  open(db, 50, 30);
  sell(db, 3);
  const out = { direction: 'out', amountCents: cents(10), reason: 'safe', note: '' } as const;
  must(moveCash(db, out, at(31)));
  count(db, 105, 32);
}

const daysOf = (db: Store) => ({
  sales: db.prepare('SELECT reference, shift_id, cash_cents FROM sale ORDER BY sale_id').all(),
  shifts: db.prepare('SELECT * FROM shift ORDER BY shift_id').all(),
  movements: db.prepare('SELECT * FROM cash_movement ORDER BY movement_id').all(),
  counts: db.prepare('SELECT count_id, shift_id, counted_cents FROM drawer_count').all(),
  reports: [1, 2].map((zId) => readZReport(db, zId)),
});

function damaged(): { readonly file: string; readonly before: ReturnType<typeof daysOf> } {
  const file = newFile();
  const { db, close: end } = openFile(file);
  fillDays(db);
  const before = daysOf(db);
  end();
  return { file, before };
}

/** Damages the first page, so that the schema cannot be read. */
const spoil = (file: string) => {
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 4096));
};

/** Rows of the table that the file has lost, as no program that keeps them would have it. */
const lose = (file: string, table: string, rows = '1') => {
  tamper(
    file,
    `PRAGMA foreign_keys = OFF; DROP TRIGGER ${table}_kept; DELETE FROM ${table} WHERE ${rows}`,
  );
};

function salvaged(file: string): Store {
  const { db, notices } = openFile(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  return db;
}

test('a rebuilt file has every day, and the chain of its Z reports', () => {
  const { file, before } = damaged();
  spoil(file);
  const { db, notices } = openFile(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 3 }]);
  expect(daysOf(db)).toEqual(before);
  expect(readPrintJobs(db, 9)).toMatchObject([{ isDayPaper: true }, { isDayPaper: true }]);
  const shift = readOpenShift(db);
  // The till no longer knows whether cash moved after the count.
  expect(readLastCount(db, shift?.shiftId ?? 0)).toMatchObject({ isVoid: true });
  const { countId } = count(db, 105, 40);
  const zId = must(close(db, countId, 0, 41));
  expect(readZReport(db, zId)).toMatchObject({ number: 1, isWhole: true });
  expect(readZReport(db, zId)?.previousHash).toBe(before.reports[1]?.hash);
});

test('a day whose own row is lost is known from its Z', () => {
  const { file, before } = damaged();
  lose(file, 'shift', 'shift_id = 1');
  const db = salvaged(file);
  const after = daysOf(db);
  expect(after.reports).toEqual(before.reports);
  expect(after.sales).toEqual(before.sales);
  expect(after.shifts[0]).toMatchObject({
    ...{ opened_at_ms: 10, opened_by: 'Rui', float_cents: 100, closed_at_ms: 12 },
  });
});

test('an open day whose own row is lost keeps its sales, movements and counts', () => {
  const { file, before } = damaged();
  lose(file, 'shift', 'shift_id = 3');
  const db = salvaged(file);
  const after = daysOf(db);
  expect(after).toEqual({ ...before, shifts: after.shifts });
  // The count expected 105, with 65 from a sale and 10 taken out, so the float was 50.
  expect(readOpenShift(db)).toMatchObject({ shiftId: 3, floatCents: 50 });
  const state = stateOf(db);
  expect(state.day).toMatchObject({ sales: 1, movements: [{ amountCents: 10 }] });
  expect(state.restored).toMatchObject([{ lost: [{ what: 'day', number: 3 }] }]);
  const { countId, expectedCents } = count(db, 105, 40);
  expect(expectedCents).toBe(105);
  const zId = must(close(db, countId, 0, 41));
  expect(readZReport(db, zId)?.snapshot.restored).toEqual(state.restored);
  expect(stateOf(db).restored).toEqual([]);
});

test('an open day that only a backup has is brought back if rows name it', async () => {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  open(db, 700, 1);
  await backUp(db, 2, new AbortController().signal);
  sell(db, 1);
  const out = { direction: 'out', amountCents: cents(10), reason: 'safe', note: '' } as const;
  must(moveCash(db, out, at(31)));
  end();
  lose(file, 'shift');
  const mended = salvaged(file);
  expect(readOpenShift(mended)).toMatchObject({ floatCents: 700, openedBy: 'Rui' });
  expect(stateOf(mended).day).toMatchObject({ sales: 1, movements: [{ amountCents: 10 }] });
});

test('a movement that cannot be read is named', () => {
  const { file } = damaged();
  const { db, close: end } = openFile(file);
  must(
    moveCash(db, { direction: 'in', amountCents: cents(7), reason: 'change', note: '' }, at(33)),
  );
  end();
  lose(file, 'cash_movement', 'movement_id = 1');
  spoil(file);
  const opened = openFile(file);
  expect(stateOf(opened.db).restored).toMatchObject([
    { last: { name: expect.stringMatching(/-2$/) as string }, isLaterKnown: false },
  ]);
  expect(stateOf(opened.db).restored[0]?.lost).toEqual([{ what: 'cash_movement', number: 1 }]);
});

test('a report that does not fit its own hash is not brought over', () => {
  const { file } = damaged();
  tamper(
    file,
    `DROP TRIGGER z_report_unchanged;
    UPDATE z_report SET snapshot = replace(snapshot, '"totalCents":65', '"totalCents":66') WHERE z_id = 1`,
  );
  const { db } = openFile(file);
  expect(readZReport(db, 1)).toBeUndefined();
  expect(readZReport(db, 2)).toMatchObject({ number: 2, isWhole: false });
});

test('a day that is open only in a backup is over if a later one was opened', async () => {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  open(db, 700, 1);
  await backUp(db, 2, new AbortController().signal);
  must(close(db, count(db, 700, 3).countId, 0, 4));
  open(db, 0, 10);
  must(close(db, count(db, 0, 11).countId, 0, 12));
  end();
  for (const table of ['shift', 'z_report']) lose(file, table, 'shift_id = 1');
  const mended = salvaged(file);
  expect(readOpenShift(mended)).toBeUndefined();
  expect(daysOf(mended).shifts).toMatchObject([
    { opened_at_ms: 1, closed_at_ms: 10 },
    { opened_at_ms: 10, closed_at_ms: 12 },
  ]);
});

test('what an earlier version found changed is told by exceptions and Z for ever', () => {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  open(db, 100, 10);
  const what = { kind: 'records_changed', found: 'chain', entryId: 7 } as never;
  noteDecision(db, { ...{ atMs: 11, by: null, approvedBy: null }, what });
  const zId = must(close(db, count(db, 100, 12).countId, 0, 13));
  const told = [{ by: 'Rui', kind: 'records_changed', count: 1, amountCents: null }];
  expect(readZReport(db, zId)?.snapshot.exceptions).toEqual(told);
  end();
  spoil(file);
  const mended = salvaged(file);
  expect(readZReport(mended, zId)?.snapshot.exceptions).toEqual(told);
  expect(readExceptions(mended, { fromMs: 11, untilMs: 12 })).toMatchObject([
    { kind: 'records_changed' },
  ]);
});

function emptyDay(db: Store, atMs: number): number {
  open(db, 0, atMs);
  return must(close(db, count(db, 0, atMs + 1).countId, 0, atMs + 2));
}

/** Restores a backup with one Z on a till that closed `later` days since. */
async function restored(later: number, isPresentReadable = true) {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  emptyDay(db, 10);
  const backup = await backUp(db, 20, new AbortController().signal);
  const kept = join(temporaryFolder(), basename(backup));
  copyFileSync(backup, kept);
  const first = readZReport(db, 1);
  const gone = Array.from({ length: later }, (_, day) => {
    const report = readZReport(db, emptyDay(db, 30 + day * 10));
    return { name: `${report?.installation ?? ''}-${String(report?.number)}`, hash: report?.hash };
  });
  end();
  expect(await lookAtBackup(kept, file, {})).toMatchObject({ outcome: 'whole' });
  if (!isPresentReadable) copyFileSync('package.json', file);
  const what = { kind: 'backup_restored', lost: 0 } as const;
  useBackup(file, { atMs: 100, by: 'Rui', approvedBy: 'Inês', what });
  const last = { name: `${first?.installation ?? ''}-1`, hash: first?.hash };
  return { db: openFile(file).db, last, gone };
}

test('the Day page and the next Z name the last known Z and those that are lost', async () => {
  const { db, last, gone } = await restored(2);
  const [told] = stateOf(db).restored;
  expect(told).toEqual({ last, later: gone, isLaterKnown: true, lost: [] });
  const zId = emptyDay(db, 200);
  const report = readZReport(db, zId);
  expect(report?.snapshot.restored[0]).toEqual(told);
  // A new installation begins at 1, after the last known Z.
  expect(report).toMatchObject({ number: 1, previousHash: last.hash, isWhole: true });
  // The loss is told once.
  expect(stateOf(db).restored).toEqual([]);
  expect(readZReport(db, emptyDay(db, 210))?.snapshot.restored).toEqual([]);
});

test('if the former file cannot be read, the till does not know whether there were later Zs', async () => {
  const { db, last } = await restored(1, false);
  expect(stateOf(db).restored[0]).toEqual({ last, later: [], isLaterKnown: false, lost: [] });
});

test('if no day was closed since, the till says so', async () => {
  const { db, last } = await restored(0);
  expect(stateOf(db).restored[0]).toEqual({ last, later: [], isLaterKnown: true, lost: [] });
});

test('a copy says so, and a till that has never kept days says nothing', () => {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  emptyDay(db, 10);
  end();
  const elsewhere = join(temporaryFolder(), 'copy');
  mkdirSync(elsewhere);
  const copy = join(elsewhere, basename(dirname(file)) + '.sqlite');
  copyFileSync(file, copy);
  expect(stateOf(openFile(copy).db).restored).toMatchObject([{ isLaterKnown: false }]);
  const other = newFile();
  openFile(other).close();
  const otherCopy = join(elsewhere, 'other.sqlite');
  copyFileSync(other, otherCopy);
  expect(stateOf(openFile(otherCopy).db).restored).toEqual([]);
});
