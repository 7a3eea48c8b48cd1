// Somebody writes to the till's file between two starts, and knows how its journal is made.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { noteDecision } from '../../src-main/store/decisions.ts';
import { chainRest } from '../../src-main/store/journal.ts';
import { lastSealed } from '../../src-main/store/journal-seal.ts';
import { readExceptions } from '../../src-main/store/exceptions.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { sale } from '../integration/store/samples.ts';
import {
  attacked,
  guardedTill,
  must,
  newComputer,
  owner,
  type RunningTill,
} from './guarded-till.ts';

const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
/** The till's notices of changes, and the changes in a manager's list of exceptions. */
const said = (till: RunningTill) => [
  till.notices.filter(({ code }) => code === 'records_changed').length,
  readExceptions(till.db(), always).filter(({ kind }) => kind === 'records_changed').length,
];
/** Waits until the till has had time to look. */
const looked = async (till: RunningTill) => {
  const { entryId } = till.db().prepare('SELECT max(entry_id) AS entryId FROM journal').get() as {
    entryId: number;
  };
  await expect.poll(() => lastSealed(till.db()), { timeout: 10_000 }).toBe(entryId);
};

async function soldAndApproved() {
  const till = await guardedTill();
  commitSale(till.db(), sale(1));
  noteDecision(till.db(), {
    ...{ atMs: 5, by: 'Rui', approvedBy: 'Inês' },
    what: { kind: 'approval', action: 'open_drawer', prices: [] },
  });
  return till;
}

/** Restores the schema afterwards, so that the file passes for the till's. */
const rewrite =
  (sql: string, thenChain = true) =>
  (file: string) => {
    const db = new Database(file);
    const triggers = db
      .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
      .all() as { name: string; sql: string }[];
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.exec(sql);
    if (thenChain) chainRest(db);
    for (const trigger of triggers) db.exec(trigger.sql);
    db.close();
  };

test('a start says nothing if nothing was changed', async () => {
  const till = await soldAndApproved();
  const again = await attacked(till, () => undefined);
  await looked(again);
  expect(said(again)).toEqual([0, 0]);
});

test.each([
  [
    'an approval that is taken away, with the whole chain made anew',
    rewrite('DELETE FROM decision; DELETE FROM journal'),
  ],
  [
    'an end that is cut off with its entries',
    rewrite(`DELETE FROM decision; DELETE FROM journal WHERE kind = 'decision'`, false),
  ],
  ['a total, and nothing else', rewrite('UPDATE sale SET total_cents = 1')],
  ['a seal that is taken away', rewrite('DELETE FROM journal_seal; DELETE FROM journal')],
])('%s is told at the next start, and is in the list of exceptions', async (_what, attack) => {
  const till = await attacked(await soldAndApproved(), attack);
  await expect.poll(() => said(till), { timeout: 10_000 }).toEqual([1, 1]);
});

test('a change is told once the key store answers, and nothing is sealed before', async () => {
  const till = await soldAndApproved();
  const { store } = till.computer;
  store.isSilent = true;
  const again = await attacked(till, rewrite('DELETE FROM decision; DELETE FROM journal'));
  commitSale(again.db(), sale(2));
  await expect
    .poll(() => again.db().prepare('SELECT count(*) FROM journal').pluck().get(), {
      timeout: 9_000,
    })
    .toBe(2);
  expect(said(again)).toEqual([0, 0]);
  store.speak();
  await expect.poll(() => said(again), { timeout: 10_000 }).toEqual([1, 1]);
});

test('a till without a key says nothing of its journal', async () => {
  const till = await guardedTill(newComputer({ isWeak: true }));
  commitSale(till.db(), sale(1));
  const again = await attacked(till, rewrite('DELETE FROM journal'));
  const chained = () => again.db().prepare('SELECT count(*) FROM journal').pluck().get();
  const before = Number(chained());
  commitSale(again.db(), sale(2));
  await expect.poll(chained, { timeout: 10_000 }).toBe(before + 1);
  expect(said(again)).toEqual([0, 0]);
});

test('a new key after a recovery seals the present rows', async () => {
  const till = await soldAndApproved();
  const computer = { ...till.computer, store: newComputer().store };
  const again = await attacked(till, () => undefined, computer);
  expect(await again.ask()).toBe('locked');
  must(await again.recover(owner));
  await looked(again);
  expect(said(again)).toEqual([0, 0]);
});
