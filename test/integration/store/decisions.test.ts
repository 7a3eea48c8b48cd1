// Decisions made at the till stay as they were written, even if the file is damaged.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import { noteDecision, readDecisions, type Decision } from '../../../src-main/store/decisions.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { sale } from './samples.ts';
import { newFile, open } from './till-files.ts';
import { openTill } from './temporary-till.ts';

const decision = (atMs: number): Decision => ({
  atMs,
  by: atMs % 2 === 0 ? 'Rui' : null,
  approvedBy: 'Inês',
  what: { kind: 'approval', action: 'export', prices: [] },
});
/** Ends before the file is opened again, which is noted as well. */
const ever = { fromMs: 0, untilMs: 1_000_000 };
const discount = { kind: 'discount', discount: 1, discountCents: 1 } as never;

test('they are read as they were written, for the requested time', () => {
  const db = openTill();
  for (const atMs of [3, 1, 2]) noteDecision(db, decision(atMs));
  expect(readDecisions(db, { fromMs: 1, untilMs: 3 })).toEqual([decision(1), decision(2)]);
});

test.each(['DELETE FROM decision', `UPDATE decision SET done_by = 'Ana'`])(
  '%s is refused',
  (sql) => {
    const db = openTill();
    noteDecision(db, decision(1));
    expect(() => db.exec(sql)).toThrow('a decision');
    expect(readDecisions(db, ever)).toEqual([decision(1)]);
  },
);

test('each survives damage to the file once and in order, and so do a sale’s exceptions', async () => {
  const file = newFile();
  const whole = open(file);
  noteDecision(whole.db, decision(1));
  commitSale(whole.db, { ...sale(1), exceptions: [discount] });
  await backUp(whole.db, 0, new AbortController().signal);
  // The same decision at another time or by somebody else is a different one.
  for (const one of [decision(2), { ...decision(2), by: 'Ana' }]) noteDecision(whole.db, one);
  const before = readExceptions(whole.db, ever);
  whole.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(before).toHaveLength(4);
  expect(readExceptions(db, ever)).toEqual(before);
});

test('an unreadable one is left out when the others are brought over', () => {
  const file = newFile();
  const whole = open(file);
  for (const atMs of [1, 2, 3]) noteDecision(whole.db, decision(atMs));
  whole.db.exec(
    `DROP TRIGGER decision_unchanged; UPDATE decision SET what = '{' WHERE decision_id = 2`,
  );
  whole.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expect(readDecisions(open(file).db, ever)).toEqual([decision(1), decision(3)]);
});
