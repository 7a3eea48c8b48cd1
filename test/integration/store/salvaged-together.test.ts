// Salvage lets SQLite copy rows together where it can: what comes over, and from where, is the same
// as if each had been read by itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import { openReading } from '../../../src-main/store/salvage/readings.ts';
import { rebuild } from '../../../src-main/store/salvage/rebuild.ts';
import { RowsAhead } from '../../../src-main/store/salvage/rows-ahead.ts';
import { findSales } from '../../../src-main/store/salvage/stretches.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { readAheadProgram } from '../../helper-process.ts';
import { isLong } from '../../tier.ts';
import { document, evidence, reference, sale, take } from './samples.ts';
import {
  asideOf,
  copyTill,
  fullTill,
  fullTillSales,
  newFile,
  open,
  tillFile,
} from './till-files.ts';

const pageBytes = 4096;
const chance = newChance();
const every = isLong ? 1 : 24;
const offset = chance.between(0, every - 1);

/** Makes SQLite refuse statements that begin with this text. Returns how often it did so. */
function refuse(beginning: string, code: string): () => number {
  const prepare = Reflect.get<Database.Database, 'prepare'>(Database.prototype, 'prepare');
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    if (sql.startsWith(beginning)) throw new Database.SqliteError(`refused: ${sql}`, code);
    return prepare.call(this, sql);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return () => {
    const refused = spy.mock.results.filter(({ type }) => type === 'throw').length;
    spy.mockRestore();
    return refused;
  };
}

/**
 * Rebuilds the file from what was set aside. Returns all rows of all tables. `ahead` is what a
 * second thread does, if there is one.
 */
function rebuiltRows(file: string, ahead?: string): Readonly<Record<string, unknown>> {
  const threads = ahead !== undefined && { readAheadProgram: ahead };
  const saved = rebuild({ ...tillFile(file), ...threads, newInstallation: () => 'NEWW' });
  if (!saved.ok) throw new Error(saved.error.code);
  const db = new Database(file, { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
    );
  } finally {
    db.close();
  }
}

/** A till of which a part is in the log, with a backup of the time before. */
async function tillWithLog(): Promise<{ readonly whole: string; readonly backup: string }> {
  const till = fullTill();
  const { db, close } = open(till);
  for (let number = 8; number < 50; number += 1) {
    take(
      db,
      number,
      ['claimed', ...(number % 3 === 0 ? (['no_clear_answer'] as const) : [])],
      1_000,
    );
    if (number % 3 === 0) continue;
    const step = {
      reference: reference(number),
      event: 'accepted',
      evidence,
      atMs: 2_000,
    } as const;
    mustStep(db, { ...step, document: document(100 + number, number) });
  }
  const backup = await backUp(db, 0, new AbortController().signal);
  for (let number = fullTillSales + 1; number <= fullTillSales + 5; number += 1)
    commitSale(db, sale(number));
  const whole = newFile();
  copyTill(till, whole, ['', '-wal']);
  const kept = join(dirname(whole), 'kept.db');
  copyTill(backup, kept, ['']);
  close();
  return { whole, backup: kept };
}

/** Sets a copy of it aside, in a folder of its own. */
function setAside(whole: string, change: (bytes: Buffer) => void, backup?: string): string {
  const file = newFile();
  const bytes = readFileSync(whole);
  change(bytes);
  writeFileSync(asideOf(file), bytes);
  copyTill(`${whole}-wal`, `${asideOf(file)}-wal`, ['']);
  if (backup !== undefined) {
    mkdirSync(join(dirname(file), 'backups'));
    copyTill(backup, join(dirname(file), 'backups', 'till-2026-01-01T00-00-00.000Z.db'), ['']);
  }
  return file;
}

test('whatever page is damaged, as much comes over as row by row, and nothing is written into what was set aside', async () => {
  const { whole, backup } = await tillWithLog();
  const pages = readFileSync(whole).length / pageBytes;
  for (let page = offset; page < pages; page += every) {
    for (const beside of [undefined, backup]) {
      const file = setAside(
        whole,
        (bytes) => bytes.fill(0x5a, page * pageBytes, (page + 1) * pageBytes),
        beside,
      );
      const before = readFileSync(asideOf(file));
      const log = readFileSync(`${asideOf(file)}-wal`);
      const together = rebuiltRows(file, chance.between(0, 2) === 0 ? readAheadProgram : undefined);
      expect(readFileSync(asideOf(file)).equals(before)).toBe(true);
      expect(readFileSync(`${asideOf(file)}-wal`).equals(log)).toBe(true);
      const refused = refuse('ATTACH', 'SQLITE_ERROR');
      const oneByOne = rebuiltRows(file);
      expect(refused()).toBeGreaterThan(0);
      expect(together, `${basename(whole)}, page ${page}`).toEqual(oneByOne);
    }
  }
}, 600_000);

test('a disk that fails while rows are copied together costs time and no row', async () => {
  const { whole, backup } = await tillWithLog();
  const file = setAside(whole, () => undefined, backup);
  const before = rebuiltRows(file);
  const refused = refuse('INSERT INTO main.sale_step', 'SQLITE_IOERR_READ');
  expect(rebuiltRows(file)).toEqual(before);
  expect(refused()).toBe(1);
});

test('a backup that is not made for a write-ahead log is brought over as any other', async () => {
  const { whole, backup } = await tillWithLog();
  // One page: half a file, read row by row, takes twenty seconds.
  const page = (bytes: Buffer) => {
    const from = Math.floor(bytes.length / pageBytes / 2) * pageBytes;
    bytes.fill(0x5a, from, from + pageBytes);
  };
  const before = rebuiltRows(setAside(whole, page, backup));
  const other = new Database(backup);
  expect(other.pragma('journal_mode = delete', { simple: true })).toBe('delete');
  other.close();
  expect(rebuiltRows(setAside(whole, page, backup))).toEqual(before);
});

/** A second thread to which this happens at one of its messages. */
function program(atMessage: number, what: string): string {
  const file = join(dirname(newFile()), 'rows-ahead.mjs');
  writeFileSync(
    file,
    `import { workerData } from 'node:worker_threads';
     const { port } = workerData;
     const post = port.postMessage.bind(port);
     let messages = 0;
     port.postMessage = (message) => {
       if ((messages += 1) === ${atMessage}) { ${what} }
       post(message);
     };
     await import(${JSON.stringify(pathToFileURL(readAheadProgram).href)});`,
  );
  return file;
}

function stderrOf(run: () => void): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    run();
    return write.mock.calls.join();
  } finally {
    write.mockRestore();
  }
}

for (const [name, what, words] of [
  ['ends', 'process.exit(1);', 'it has ended'],
  ['fails', `throw new Error('no more');`, 'no more'],
] as const) {
  test(`if the second thread ${name} at any of its messages, this is reported, and all rows come over`, async () => {
    const { whole, backup } = await tillWithLog();
    const half = (bytes: Buffer) =>
      bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + pageBytes);
    const file = setAside(whole, half, backup);
    const before = rebuiltRows(file);
    const first = chance.between(1, 3);
    for (const atMessage of [first, first + 3, first + 20]) {
      const said = stderrOf(() => {
        expect(rebuiltRows(file, program(atMessage, what))).toEqual(before);
      });
      expect(said).toContain(words);
    }
  });
}

test('a second thread that is silent is waited for no longer than that', async () => {
  const { whole } = await tillWithLog();
  const source = openReading(whole);
  const all = { first: 1, inStretches: true };
  const expected = [...findSales(source, all)];
  const silent = program(3, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
  const ahead = new RowsAhead(silent, whole, 1_000);
  const said = stderrOf(() => {
    const found = [...ahead.found('sale', (first) => findSales(source, { ...all, first }))];
    expect(found).toEqual(expected);
    ahead.end();
  });
  source.close();
  expect(expected.length).toBeGreaterThan(3);
  expect(said).toContain('silent');
});

test('a salvage by two threads that is killed at any time begins again, and nothing is half', async () => {
  const { whole, backup } = await tillWithLog();
  const file = setAside(whole, () => undefined, backup);
  const before = rebuiltRows(file);
  rmSync(file);
  let killed = 0;
  // On a quick machine a rebuild may end before it is killed.
  const fewest = isLong ? 30 : 1;
  for (let time = 0; time < fewest || (killed === 0 && time < 30); time += 1) {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'rebuild-and-be-killed.ts'),
      ...[file, readAheadProgram],
    ]);
    await once(child.stdout, 'data');
    const timer = setTimeout(() => child.kill('SIGKILL'), chance.between(0, 600));
    const [, signal] = (await once(child, 'exit')) as [unknown, string | null];
    clearTimeout(timer);
    if (signal !== null && !existsSync(file)) killed += 1;
    if (existsSync(file)) {
      const db = new Database(file);
      expect(db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(fullTillSales + 5);
      db.close();
      rmSync(file);
    }
    expect(rebuiltRows(file, readAheadProgram)).toEqual(before);
    rmSync(file);
  }
  expect(killed).toBeGreaterThan(0);
});
