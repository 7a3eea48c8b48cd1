// A file of the first schema, which chained what was sold and decided: it is migrated, restored and
// salvaged like any other.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noteDecision, readDecisions, type Decision } from '../../../src-main/store/decisions.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { commitSale, readSale } from '../../../src-main/store/sales.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { binding, installation, reference, sale } from './samples.ts';
import { newFile, open } from './till-files.ts';

const decision: Decision = {
  ...{ atMs: 1, by: 'Rui', approvedBy: null },
  what: { kind: 'approval', action: 'export', prices: [] },
};

/** Returns a closed file with more than a page of the chain. */
function firstFile(): string {
  const file = newFile();
  const opened = openStore(file, migrations.slice(0, 1));
  if (!opened.ok) throw new Error(opened.error.code);
  const db = opened.value;
  bindTill(db, binding, installation);
  for (const number of [1, 2, 3]) commitSale(db, sale(number));
  noteDecision(db, decision);
  const insert = db.prepare(`INSERT INTO journal (kind, row_id, hash) VALUES ('sale', ?, ?)`);
  for (let row = 1; row <= 500; row += 1) insert.run(row, Buffer.alloc(32, row));
  db.prepare('INSERT INTO journal_seal VALUES (1, 500, ?)').run(Buffer.alloc(32));
  db.close();
  return file;
}

const tables = (db: Store) =>
  db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'journal%'`).pluck().get();

function expectAll(db: Store): void {
  for (const number of [1, 2, 3]) expect(readSale(db, reference(number))).toBeDefined();
  expect(readDecisions(db, { fromMs: 1, untilMs: 2 })).toEqual([decision]);
  expect(tables(db)).toBe(0);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
}

test('it is migrated without the chain, after a backup that still has it', () => {
  const file = firstFile();
  const { db, notices } = open(file);
  expect(notices).toEqual([]);
  expectAll(db);
  const backup = openStore(`${file}.version-1`, migrations.slice(0, 1));
  if (!backup.ok) throw new Error(backup.error.code);
  expect(tables(backup.value)).toBeGreaterThan(0);
  backup.value.close();
});

test.each(['its first page', 'a page of the chain'])('it is salvaged if %s is damaged', (what) => {
  const file = firstFile();
  const bytes = readFileSync(file);
  const at = what === 'its first page' ? 0 : bytes.indexOf(Buffer.alloc(32, 250));
  const from = at - (at % 4096);
  writeFileSync(file, bytes.fill(0x5a, from, from + 4096));
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 3 }]);
  expectAll(db);
});
