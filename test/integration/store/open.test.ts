// A till's database opens durable each time, migrates with a backup, and is refused untouched if it
// is damaged, newer, or another till's.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { storeError } from '../../../src-main/store/store-errors.ts';
import { commitSale, listSales, readSale } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { backupOf, laterSchema } from './later-schema.ts';
import { reference, sale, contents, binding, installation } from './samples.ts';
import { openedStore, openTill, temporaryFolder } from './temporary-till.ts';
import {
  bindTill,
  highestDocumentId,
  installationOf,
  noteDocumentId,
} from '../../../src-main/store/till.ts';
import { tamper } from '../../attacks/tamper.ts';

const chance = newChance();
const noise = (bytes: number): Buffer =>
  Buffer.from(Array.from({ length: bytes }, () => chance.between(0, 255)));

const temporaryFile = (): string => join(temporaryFolder(), 'till.sqlite');

const pragma = (db: Store, name: string): unknown => db.pragma(name, { simple: true });

function expectDurable(db: Store): void {
  expect(pragma(db, 'journal_mode')).toBe('wal');
  expect(pragma(db, 'synchronous')).toBe(2);
  expect(pragma(db, 'foreign_keys')).toBe(1);
  expect(pragma(db, 'trusted_schema')).toBe(0);
}

/**
 * A closed file with enough sales for several pages in every table and index that a sale touches.
 */
function fileWithSales(count: number): string {
  const file = temporaryFile();
  const db = openTill(file);
  db.transaction(() => {
    for (let number = 1; number <= count; number += 1) commitSale(db, sale(number));
  })();
  db.close();
  return file;
}

function expectRefused(file: string, code: 'store_damaged' | 'store_newer'): void {
  const before = readFileSync(file);
  expect(openStore(file)).toEqual({ ok: false, error: { code, file } });
  expect(readFileSync(file).equals(before)).toBe(true);
}

test('a file in a missing folder is durable from its first moment, and when it is opened again', () => {
  const file = join(temporaryFolder(), 'live', 'LOJA', 'till.sqlite');
  for (let time = 0; time < 2; time += 1) {
    const db = openedStore(file);
    expectDurable(db);
    expect(pragma(db, 'user_version')).toBe(migrations.length);
    db.close();
  }
});

test('a place that can keep no write-ahead log is refused', () => {
  expect(() => openStore(':memory:')).toThrow('journal_mode is memory');
});

test('rows that name a missing sale are refused', () => {
  const db = openTill();
  expect(() =>
    db.prepare(`INSERT INTO pending_decision (sale_id, decision) VALUES (7, '{}')`).run(),
  ).toThrow('FOREIGN KEY');
});

test('a database of a later version of the till is refused and left as it is', () => {
  const file = temporaryFile();
  const db = openTill(file);
  commitSale(db, sale(1));
  db.pragma(`user_version = ${migrations.length + 1}`);
  db.close();
  expectRefused(file, 'store_newer');
});

test('even a later version’s file without a write-ahead log is left as it is', () => {
  const file = temporaryFile();
  tamper(file, `CREATE TABLE later (x); PRAGMA user_version = ${migrations.length + 1}`);
  expectRefused(file, 'store_newer');
});

test('a file that is not a database is refused and left as it is', () => {
  const file = temporaryFile();
  writeFileSync(
    file,
    'These are the notes of somebody else, and long enough to be taken for more.',
  );
  expectRefused(file, 'store_damaged');
});

test('a database whose header is overwritten is refused and left as it is', () => {
  const file = fileWithSales(20);
  const bytes = readFileSync(file);
  noise(100).copy(bytes);
  writeFileSync(file, bytes);
  expectRefused(file, 'store_damaged');
});

test('a database that is cut short by a page or more is refused and left as it is', () => {
  const file = fileWithSales(200);
  const whole = readFileSync(file);
  const pageSize = whole.readUInt16BE(16);
  for (let size = whole.length - pageSize; size > pageSize; size -= 5000) {
    truncateSync(file, size);
    expectRefused(file, 'store_damaged');
  }
  truncateSync(file, 100);
  expectRefused(file, 'store_damaged');
});

test('a database in which any one page is overwritten is refused and left as it is', () => {
  const file = fileWithSales(200);
  const whole = readFileSync(file);
  const pageSize = whole.readUInt16BE(16);
  for (let start = 0; start < whole.length; start += pageSize) {
    const damaged = Buffer.from(whole);
    noise(pageSize).copy(damaged, start);
    writeFileSync(file, damaged);
    expectRefused(file, 'store_damaged');
  }
  writeFileSync(file, whole);
  expect(listSales(openedStore(file), { before: null, limit: 1, openOnly: false }).count).toBe(200);
});

test('a path that cannot be a database is an error with its cause', () => {
  const folder = temporaryFolder();
  const inTheWay = join(folder, 'in-the-way');
  writeFileSync(inTheWay, '');
  mkdirSync(join(folder, 'folder.sqlite'));
  expect(openStore(join(inTheWay, 'till.sqlite'))).toMatchObject({
    ok: false,
    error: { code: 'store_failed', detail: 'EEXIST' },
  });
  expect(openStore(join(folder, 'folder.sqlite'))).toMatchObject({
    ok: false,
    error: { code: 'store_failed', detail: 'SQLITE_CANTOPEN' },
  });
});

test("another program's database is not taken over", () => {
  const file = temporaryFile();
  tamper(file, `CREATE TABLE sale (mine TEXT); INSERT INTO sale VALUES ('keep me')`);
  expect(openStore(file)).toMatchObject({ ok: false, error: { code: 'store_damaged' } });
  const after = new Database(file);
  expect(after.prepare('SELECT * FROM sale').all()).toEqual([{ mine: 'keep me' }]);
  expect(pragma(after, 'user_version')).toBe(0);
  after.close();
});

test('before an older database is migrated it is copied, and its sales are in both', () => {
  const file = fileWithSales(3);
  const db = openedStore(file, laterSchema);
  expect(pragma(db, 'user_version')).toBe(laterSchema.length);
  expectDurable(db);
  const backup = openedStore(backupOf(file));
  expect(pragma(backup, 'user_version')).toBe(migrations.length);
  for (const each of [db, backup]) {
    expect(readSale(each, reference(3))?.state).toBe('queued');
    expect(listSales(each, { before: null, limit: 10, openOnly: false }).count).toBe(3);
  }
});

test('the copy includes what had not left the write-ahead log', () => {
  const file = temporaryFile();
  const crashed = openTill(file);
  commitSale(crashed, sale(1));
  openedStore(file, laterSchema);
  expect(readSale(openedStore(backupOf(file)), reference(1))?.state).toBe('queued');
});

test('a copy that was cut short is not taken for a backup', () => {
  const file = fileWithSales(1);
  writeFileSync(`${backupOf(file)}.partial`, 'half of a page');
  openedStore(file, laterSchema);
  expect(readSale(openedStore(backupOf(file)), reference(1))?.state).toBe('queued');
  expect(existsSync(`${backupOf(file)}.partial`)).toBe(false);
});

test('a migration that fails changes nothing, and later sales are in the backup of the next try', () => {
  const file = fileWithSales(1);
  const failing = [...migrations, 'CREATE TABLE half (x); SELECT no_such_function()'];
  expect(openStore(file, failing)).toEqual({
    ok: false,
    error: { code: 'store_failed', detail: 'SQLITE_ERROR' },
  });
  const stillOld = openedStore(file);
  expect(pragma(stillOld, 'user_version')).toBe(migrations.length);
  expect(stillOld.prepare(`SELECT * FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([]);
  expect(readSale(stillOld, reference(1))?.state).toBe('queued');
  commitSale(stillOld, sale(2));
  stillOld.close();

  expect(pragma(openedStore(file, laterSchema), 'user_version')).toBe(laterSchema.length);
  const backup = openedStore(backupOf(file));
  expect(listSales(backup, { before: null, limit: 10, openOnly: false }).count).toBe(2);
});

test('a database that is already up to date is not copied', () => {
  const file = fileWithSales(1);
  const db = openedStore(file);
  expect(readSale(db, reference(1))?.state).toBe('queued');
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('version'))).toEqual([]);
});

test.each([
  ['SQLITE_FULL', { code: 'disk_full' }],
  ['ENOSPC', { code: 'disk_full' }],
  ['EDQUOT', { code: 'disk_full' }],
  ['SQLITE_CORRUPT', { code: 'store_damaged', file: 'f' }],
  ['SQLITE_CORRUPT_INDEX', { code: 'store_damaged', file: 'f' }],
  ['SQLITE_NOTADB', { code: 'store_damaged', file: 'f' }],
  ['SQLITE_BUSY', { code: 'store_failed', detail: 'SQLITE_BUSY' }],
  ['EACCES', { code: 'store_failed', detail: 'EACCES' }],
])('%s is told as what it means', (code, expected) => {
  const syscall = code === 'EACCES' ? { syscall: 'mkdir' } : {};
  expect(storeError(Object.assign(new Error('x'), { code, ...syscall }), 'f')).toEqual(expected);
});

test('a write that failed on a disk that is away is no full disk, and no bug', () => {
  const loop = join(temporaryFolder(), 'away');
  symlinkSync(loop, loop);
  const failed = new Database.SqliteError('x', 'SQLITE_IOERR_WRITE');
  const expected = { code: 'store_failed', detail: 'SQLITE_IOERR_WRITE' };
  expect(storeError(failed, join(loop, 'till.db'))).toEqual(expected);
});

test.each([
  ['a bug', new TypeError('x is undefined')],
  [
    "an error of Node's own checks",
    Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }),
  ],
  ['what is not even an error', 'SQLITE_FULL'],
])('%s is no failure of the store', (_name, error) => {
  expect(storeError(error, 'f')).toBeUndefined();
});

test('a till opened again is bound to the same company and till, and keeps its installation', () => {
  const db = openTill();
  expect(bindTill(db, binding, 'ZZZZ')).toEqual({ ok: true, value: null });
  expect(installationOf(db)).toBe(installation);
});

test.each([
  ['company', { companyCode: 'OUTRA' }],
  ['till', { tillCode: '2' }],
  ['service address', { serviceAddress: 'https://service.example' }],
])('the database of one %s is refused to another, and not changed', (_name, change) => {
  const db = openTill();
  const before = contents(db);
  expect(bindTill(db, { ...binding, ...change }, installation)).toEqual({
    ok: false,
    error: { code: 'store_other_till', file: db.name },
  });
  expect(contents(db)).toBe(before);
});

test('at first no document id is the highest, and it only ever grows', () => {
  const db = openTill();
  expect(highestDocumentId(db)).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }), (ids) => {
      const before = highestDocumentId(db);
      for (const id of ids) noteDocumentId(db, id);
      expect(highestDocumentId(db)).toBe(Math.max(before, ...ids));
    }),
    { numRuns: 30 },
  );
});
