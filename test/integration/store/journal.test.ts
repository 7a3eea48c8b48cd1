// The journal of a till: one chain over what was sold and decided, which shows where a file was
// changed from outside.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectNode, root } from '../../../resources/scripts/programs.mjs';
import { noteDecision, type Decision } from '../../../src-main/store/decisions.ts';
import { noteOpening, noteOutcome } from '../../../src-main/store/drawer-openings.ts';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import { chainRest, chainTurn, entryOfSale, readHead } from '../../../src-main/store/journal.ts';
import { checkJournal } from '../../../src-main/store/journal-check.ts';
import { JournalKeeper } from '../../../src-main/store/journal-keeper.ts';
import { isSealWhole, keepSeal, lastSealed } from '../../../src-main/store/journal-seal.ts';
import type { RecordsChanged } from '../../../src-main/contract/exceptions.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { noteRecovery } from '../../../src-main/store/recoveries.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleSale } from '../../sample-sale.ts';
import { countRows, reference, sale, take } from './samples.ts';
import { copyTill, fullTill, newFile, open } from './till-files.ts';
import { openTill } from './temporary-till.ts';

const everyTurn = 200;
const decision = (atMs: number): Decision => ({
  atMs,
  by: 'Rui',
  approvedBy: 'Inês',
  what: { kind: 'approval', action: 'export', prices: [] },
});

function correct(db: Store, number: number, atMs: number): void {
  const { body, totalCents, content } = sampleSale({ reference: reference(number), lines: atMs });
  const { cartId } = sale(number).content.cart;
  const correction = { reference: reference(number), body, totalCents, by: 'Ana', note: '', atMs };
  const corrected = replaceContent(db, {
    ...correction,
    isCash: atMs > 5,
    content: { ...content, cart: { ...content.cart, cartId } },
  });
  if (!corrected.ok) throw new Error(corrected.error.code);
}

/** A chained till with two sales, one of them corrected, four decisions and an opening. */
function chainedTill(db = openTill()): Store {
  for (const number of [1, 2]) {
    commitSale(db, sale(number));
    noteDecision(db, decision(number));
  }
  take(db, 1, ['claimed', 'refused', 'judged'], 3);
  correct(db, 1, 3);
  noteOpening(db, { atMs: 5, openedBy: 'Rui', reason: 'Coins', reference: null });
  for (const number of [3, 4]) noteDecision(db, decision(number));
  noteRecovery(db, {
    ...{ atMs: 5, cashierId: '00000000-0000-4000-8000-000000000001', name: 'Inês' },
    ...{ way: 'token', serviceUser: 'ana' },
  });
  chainRest(db);
  return db;
}

test('a sale’s commit chains nothing; a later turn chains each row once', () => {
  const db = openTill();
  commitSale(db, sale(1));
  expect(countRows(db, 'journal')).toBe(0);
  expect(entryOfSale(db, reference(1))).toBeNull();
  expect(checkJournal(db)).toMatchObject({ head: { entryId: 0 }, waiting: 1, fault: null });
  expect(chainTurn(db, everyTurn)).toBe(1);
  expect(chainTurn(db, everyTurn)).toBe(0);
  expect(entryOfSale(db, reference(1))).toBe(1);
  take(db, 1, ['claimed'], 2);
  noteDecision(db, decision(3));
  expect([chainTurn(db, 1), chainTurn(db, 1), chainTurn(db, 1)]).toEqual([1, 1, 0]);
  expect(db.prepare('SELECT kind, row_id FROM journal ORDER BY entry_id').raw().all()).toEqual([
    ['sale', 1],
    ['decision', 1],
    ['sale_step', 1],
  ]);
  expect(checkJournal(db)).toEqual({ head: readHead(db), waiting: 0, fault: null });
});

test('the till’s own later changes break nothing: a correction, an outcome, a conflict', () => {
  const db = chainedTill();
  const before = readHead(db);
  correct(db, 1, 6);
  noteOutcome(db, 1, 'opened');
  chainRest(db);
  correct(db, 1, 9);
  take(db, 1, ['missing'], 20);
  expect(checkJournal(db)).toMatchObject({ waiting: 3, fault: null });
  chainRest(db);
  expect(checkJournal(db)).toEqual({ head: readHead(db), waiting: 0, fault: null });
  expect(readHead(db).entryId).toBe(before.entryId + 5);
});

test('an entry covers all before it: the same rows in another order have another head', () => {
  const heads = [
    [1, 2],
    [2, 1],
  ].map((order) => {
    const db = openTill();
    for (const number of order) commitSale(db, sale(number));
    chainRest(db);
    return readHead(db).hash.toString('hex');
  });
  expect(heads[0]).not.toBe(heads[1]);
});

describe('a change from outside is named:', () => {
  const kept = `DROP TRIGGER sale_kept; DROP TRIGGER decision_kept; DROP TRIGGER decision_unchanged;
    DROP TRIGGER journal_kept; DROP TRIGGER journal_unchanged; PRAGMA foreign_keys = OFF`;
  test.each([
    ['a total', 'UPDATE sale SET total_cents = 1 WHERE sale_id = 2', 'row_changed', 'sale', 2],
    [
      'what was content',
      `UPDATE sale SET content = json_set(content, '$.cart.lines[0].unitPrice', 1) WHERE sale_id = 2`,
      'row_changed',
      'sale',
      2,
    ],
    [
      'when it was content',
      'UPDATE sale SET committed_at_ms = 9 WHERE sale_id = 1',
      'row_changed',
      'sale',
      1,
    ],
    [
      'what a manager wants to see of it',
      `UPDATE sale SET exceptions = '[]' WHERE sale_id = 1`,
      'row_changed',
      'sale',
      1,
    ],
    [
      'what a correction replaced',
      `UPDATE former_sale SET content = '{}'`,
      'row_changed',
      'sale',
      1,
    ],
    [
      'what a correction made of it',
      'UPDATE sale SET total_cents = 1 WHERE sale_id = 1',
      'row_changed',
      'former_sale',
      1,
    ],
    [
      'that a correction is paid into the drawer',
      'UPDATE sale SET corrected_in_cash = 1 WHERE sale_id = 1',
      'row_changed',
      'former_sale',
      1,
    ],
    [
      'that a sale is not paid into the drawer',
      'UPDATE sale SET corrected_in_cash = 0 WHERE sale_id = 2',
      'row_changed',
      'sale',
      2,
    ],
    [
      'who corrected it',
      `UPDATE sale_step SET evidence = json_set(evidence, '$.by', 'Rui') WHERE step_id = 4`,
      'row_changed',
      'sale_step',
      4,
    ],
    ['a step', 'DELETE FROM sale_step WHERE step_id = 2', 'row_missing', 'sale_step', 2],
    [
      'who approved',
      `UPDATE decision SET approved_by = 'Ana' WHERE decision_id = 3`,
      'row_changed',
      'decision',
      3,
    ],
    ['an approval', 'DELETE FROM decision WHERE decision_id = 4', 'row_missing', 'decision', 4],
    ['an opening of the drawer', 'DELETE FROM drawer_opening', 'row_missing', 'drawer_opening', 1],
    ['whose PIN was set anew', `UPDATE recovery SET name = 'Rui'`, 'row_changed', 'recovery', 1],
    [
      'a row among those before it',
      `INSERT INTO decision SELECT 0, at_ms, done_by, approved_by, what FROM decision LIMIT 1`,
      'row_added',
      'decision',
      0,
    ],
    [
      'a row with its entry',
      'DELETE FROM decision WHERE decision_id = 2; DELETE FROM journal WHERE entry_id = 2',
      'entry_missing',
      'decision',
      3,
    ],
    [
      'two rows that change places',
      `UPDATE journal SET row_id = 99 WHERE entry_id = 1; UPDATE journal SET row_id = 1 WHERE entry_id = 2;
       UPDATE journal SET row_id = 2 WHERE entry_id = 1`,
      'row_changed',
      'decision',
      2,
    ],
    [
      'an entry’s own hash',
      'UPDATE journal SET hash = zeroblob(32) WHERE entry_id = 3',
      'row_changed',
      'decision',
      3,
    ],
    [
      'the bytes that were sent',
      `UPDATE sale SET body = x'7b7d' WHERE sale_id = 2`,
      'body_changed',
      'sale',
      2,
    ],
    [
      'a sale that is called cancelled',
      `UPDATE sale SET state = 'cancelled' WHERE sale_id = 2`,
      'state_changed',
      'sale',
      2,
    ],
  ])('%s', (_what, sql, what, kind, rowId) => {
    const db = chainedTill();
    expect(checkJournal(db).fault).toBeNull();
    db.exec(kept);
    db.exec(sql);
    expect(checkJournal(db).fault).toMatchObject({ what, kind, rowId });
  });
});

test.each(['DELETE FROM journal', 'UPDATE journal SET row_id = 9'])('%s is refused', (sql) => {
  const db = chainedTill();
  expect(() => db.exec(sql)).toThrow('the journal');
});

/**
 * Forges the file as somebody who knows how it is made: changes the newest rows, and writes every
 * entry anew.
 */
function forge(db: Store): void {
  db.exec(`DROP TRIGGER journal_kept; DROP TRIGGER decision_kept; DELETE FROM journal;
    DELETE FROM decision WHERE decision_id = 4`);
  chainRest(db);
}

test('a chain that was written anew is whole, but has another head than was noted elsewhere', () => {
  const db = chainedTill();
  const noted = readHead(db);
  forge(db);
  const checked = checkJournal(db);
  expect(checked.fault).toBeNull();
  expect(checked.head.hash.equals(noted.hash)).toBe(false);
});

test('a seal by a key outside the file shows that the chain was written anew', () => {
  const db = chainedTill();
  const key = Buffer.alloc(32, 7);
  expect(isSealWhole(db, key)).toBe(false);
  keepSeal(db, key);
  noteDecision(db, decision(9));
  chainRest(db);
  expect(isSealWhole(db, key)).toBe(true);
  expect(isSealWhole(db, Buffer.alloc(32, 8))).toBe(false);
  forge(db);
  expect(isSealWhole(db, key)).toBe(false);
});

describe('while the till is open', () => {
  test('rows are chained in the background, and each turn is sealed if there is a key', async () => {
    const db = openTill();
    const key = Buffer.alloc(32, 7);
    const keyStore: { key?: Buffer } = {};
    const failures: unknown[] = [];
    const changes: unknown[] = [];
    keepSeal(db, key);
    const keeper = new JournalKeeper({
      ...{ db, everyMs: 5, lookMs: 1, nowMs: () => 1 },
      onFailure: (error) => failures.push(error),
      onChanged: (changed) => changes.push(changed),
      sealKey: () => keyStore.key,
    });
    commitSale(db, sale(1));
    await expect.poll(() => entryOfSale(db, reference(1))).toBe(1);
    expect(lastSealed(db)).toBe(0);
    keyStore.key = key;
    await expect.poll(() => lastSealed(db)).toBe(1);
    for (let number = 2; number <= 500; number += 1) commitSale(db, sale(number));
    await expect.poll(() => entryOfSale(db, reference(500))).toBe(500);
    expect(lastSealed(db)).toBe(500);
    commitSale(db, sale(501));
    keeper.finish();
    expect([entryOfSale(db, reference(501)), lastSealed(db)]).toEqual([501, 501]);
    expect(isSealWhole(db, key)).toBe(true);
    expect([failures, changes]).toEqual([[], []]);
  });

  describe('a change by somebody else is told, and recorded once:', () => {
    const key = Buffer.alloc(32, 7);
    const sealed = () => {
      const db = chainedTill();
      keepSeal(db, key);
      return db;
    };
    /** Keeps the journal from opening a till until closing it. */
    const keep = async (db: Store, isOver: () => boolean) => {
      const changes: RecordsChanged[] = [];
      const keeper = new JournalKeeper({
        ...{ db, everyMs: 5, lookMs: 1, nowMs: () => 7, sealKey: () => key },
        onFailure: (error) => {
          throw error;
        },
        onChanged: (changed) => changes.push(changed),
      });
      await expect.poll(() => changes.length > 0 || isOver()).toBe(true);
      keeper.finish();
      return changes;
    };
    const noted = (db: Store) =>
      db
        .prepare(`SELECT what FROM decision WHERE what LIKE '%records_changed%'`)
        .pluck()
        .all()
        .map((what) => JSON.parse(String(what)) as unknown);

    test.each([
      ['entries that are cut off', 'DELETE FROM journal WHERE entry_id > 5', 13],
      ['a seal of somebody else', 'UPDATE journal_seal SET seal = zeroblob(32)', 13],
      ['no seal at all', 'DELETE FROM journal_seal', 0],
    ])('%s', async (_what, sql, entryId) => {
      const db = sealed();
      db.exec('DROP TRIGGER journal_kept');
      db.exec(sql);
      const changed = { found: 'seal', entryId } as const;
      expect(await keep(db, () => false)).toEqual([changed]);
      expect(noted(db)).toEqual([{ kind: 'records_changed', ...changed }]);
      // The change is in the chain, and the till goes on from there.
      expect(isSealWhole(db, key)).toBe(true);
      expect(await keep(db, () => lastSealed(db) !== entryId)).toEqual([]);
    });

    test('a chain that was written anew', async () => {
      const db = sealed();
      forge(db);
      expect(await keep(db, () => false)).toEqual([{ found: 'seal', entryId: 13 }]);
    });

    test('a row that no longer fits its entry, at each start', async () => {
      const db = sealed();
      db.exec('UPDATE sale SET total_cents = 1 WHERE sale_id = 2');
      const changed = { found: 'chain', entryId: 6 } as const;
      expect(await keep(db, () => false)).toEqual([changed]);
      expect(await keep(db, () => false)).toEqual([changed]);
      expect(noted(db)).toEqual([{ kind: 'records_changed', ...changed }]);
    });
  });

  test('a turn that fails is reported once and tried again', async () => {
    const db = openTill();
    const failures: unknown[] = [];
    let turns = 0;
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END`);
    commitSale(db, sale(1));
    const keeper = new JournalKeeper({
      ...{ db, everyMs: 5, nowMs: () => 1 },
      sealKey: () => {
        turns += 1;
        return undefined;
      },
      onFailure: (error) => failures.push(error),
      onChanged: () => undefined,
    });
    await expect.poll(() => turns).toBeGreaterThan(3);
    expect(failures).toHaveLength(1);
    db.exec('DROP TRIGGER full');
    await expect.poll(() => entryOfSale(db, reference(1))).toBe(1);
    keeper.finish();
  });
});

describe('a file that is not the one that was written', () => {
  test('a rebuilt file begins a new chain that says so', () => {
    const file = newFile();
    const whole = open(file);
    chainedTill(whole.db);
    whole.close();
    writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
    const { db } = open(file, 77);
    expect(readHead(db).entryId).toBe(1);
    expect(
      db.prepare('SELECT at_ms, what FROM decision ORDER BY decision_id LIMIT 1').get(),
    ).toEqual({
      at_ms: 77,
      what: JSON.stringify({ kind: 'records_restored', from: 'damaged_file' }),
    });
    chainRest(db);
    expect(checkJournal(db)).toMatchObject({ waiting: 0, fault: null });
    expect(countRows(db, 'decision')).toBe(5);
  });

  test.each([1, 2])('a rebuilt file’s history leads to the state of each sale (%i)', (parts) => {
    const file = fullTill();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 0, Math.floor((bytes.length * parts) / 3)));
    const { db } = open(file);
    chainRest(db);
    expect(checkJournal(db).fault).toBeNull();
  });

  test('a copy goes on with the chain, and notes there that it is a copy', () => {
    const file = newFile();
    const whole = open(file);
    chainedTill(whole.db);
    const { entryId } = readHead(whole.db);
    whole.close();
    const copy = newFile();
    copyTill(file, copy);
    const { db } = open(copy, 77);
    chainRest(db);
    expect(checkJournal(db).fault).toBeNull();
    expect(
      db
        .prepare(
          `SELECT what FROM journal JOIN decision ON row_id = decision_id
           WHERE kind = 'decision' AND entry_id > ?`,
        )
        .pluck()
        .all(entryId),
    ).toEqual([JSON.stringify({ kind: 'records_restored', from: 'copy' })]);
  });
});

describe('npm run journal', () => {
  const check = (...files: readonly string[]) =>
    spawnSync(projectNode, [join(root, 'resources/scripts/journal.mjs'), ...files], {
      encoding: 'utf8',
    });

  test('prints the head of a whole file, and changes nothing', () => {
    const file = newFile();
    const whole = open(file);
    chainedTill(whole.db);
    commitSale(whole.db, sale(7));
    const { entryId, hash } = readHead(whole.db);
    whole.close();
    const bytes = readFileSync(file);
    const { status, stdout } = check(file);
    expect(stdout).toContain(`Head: ${entryId} ${hash.toString('hex')}`);
    expect(stdout).toContain('1 row');
    expect(status).toBe(0);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('names the first row that does not fit, and fails', () => {
    const file = newFile();
    const whole = open(file);
    chainedTill(whole.db);
    whole.db.exec('UPDATE sale SET total_cents = 1 WHERE sale_id = 2');
    whole.close();
    const { status, stdout } = check(file);
    expect(stdout).toMatch(/^Broken at entry \d+, sale 2: /);
    expect(status).toBe(1);
  });

  test('fails if the file is missing or no till’s', () => {
    const other = newFile();
    writeFileSync(other, '');
    for (const files of [['/nowhere/till.db'], [other]]) expect(check(...files).status).toBe(1);
  });
});
