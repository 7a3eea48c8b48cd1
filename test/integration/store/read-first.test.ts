// A large file is opened unread: what selling needs is checked, and a helper reads the rest later.
// Where that may not be, a helper reads the file first, and rebuilds it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../resources/scripts/programs.mjs';
import { backUp } from '../../../src-main/store/backups.ts';
import { isMarkedUnread, trustedSinceMs } from '../../../src-main/store/clean-close.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { isWholeFile, openStore } from '../../../src-main/store/open.ts';
import { openTillStore, type TillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { readFirst, readFirstByHelper, readMeanwhile } from '../../../src-main/store/read-first.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { startHelper } from '../../helper-process.ts';
import { isLong } from '../../tier.ts';
import { binding, reference, sale, take } from './samples.ts';
import {
  another,
  asideOf,
  copyTill,
  newFile,
  open,
  sellInEveryState,
  statesOf,
  tillFile,
} from './till-files.ts';

const nowMs = 1_000_000;
const pageBytes = 4096;
const never = new AbortController().signal;

/** Opens the file as one that is large. */
function openLarge(file: string): TillStore & { readonly close: () => void } {
  const opened = openTillStore(tillFile(file), 0);
  if (!opened.ok) throw new Error(opened.error.code);
  const { db, unlock } = opened.value;
  const close = () => {
    db.close();
    unlock();
  };
  onTestFinished(close);
  return { ...opened.value, close };
}

/** What a killed program leaves of its till. */
function killed(file: string): string {
  const left = newFile();
  copyTill(file, left, ['', '-wal', '.identity', '.unread']);
  const db = new Database(left);
  db.prepare('UPDATE till SET file_identity = replace(file_identity, ?, ?)').run(
    String(statSync(file, { bigint: true }).ino),
    String(statSync(left, { bigint: true }).ino),
  );
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return left;
}

/** More than what is checked of the last sales. */
const manySales = 700;

/** A closed till with many confirmed sales and some in every state. */
function oldTill(): string {
  const file = newFile();
  const { db, close } = open(file);
  db.pragma('synchronous = off');
  sellInEveryState(db);
  db.transaction(() => {
    for (let number = 9; number <= manySales; number += 1) commitSale(db, sale(number));
    db.exec(`UPDATE sale SET state = 'confirmed' WHERE sale_id BETWEEN 9 AND ${manySales - 3}`);
  })();
  close();
  rmSync(`${file}.closed`);
  return file;
}

const decay = (file: string, page: number): void => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes));
};

/** The page of an old sale, which nothing asks for any more. */
function pageOfOldSale(file: string): number {
  const bytes = readFileSync(file);
  return Math.floor(bytes.indexOf(`"our_reference":"${reference(100)}"`) / pageBytes) + 1;
}

describe('a large file that was not closed', () => {
  test('is opened unread, and counts as read once a helper has found it whole', () => {
    const file = oldTill();
    const { db, readWhole, noteRead, close } = openLarge(file);
    expect(readWhole).toBe('later');
    expect(isMarkedUnread(file)).toBe(true);
    commitSale(db, sale(manySales + 1));
    const isWhole = readMeanwhile({ file, isCopy: false });
    noteRead(isWhole);
    expect(isWhole).toBe(true);
    expect(isMarkedUnread(file)).toBe(false);
    close();
    expect(trustedSinceMs(file, nowMs)).toBe(nowMs);
  });

  test.runIf(process.platform !== 'win32')('is read also with less priority than that', () => {
    const module = JSON.stringify(join(root, 'src-main/store/read-first.ts'));
    const code = `const { readMeanwhile } = await import(${module});
      const { getPriority } = await import('node:os');
      console.log(readMeanwhile({ file: ${JSON.stringify(oldTill())}, isCopy: false }), getPriority());`;
    const args = ['-n', '19', process.execPath, '--input-type=module', '-e', code];
    expect(spawnSync('nice', args, { encoding: 'utf8' }).stdout).toBe('true 19\n');
  });

  test('is opened unread again after it was closed unread', () => {
    const file = oldTill();
    openLarge(file).close();
    expect(isMarkedUnread(file)).toBe(false);
    expect(trustedSinceMs(file, nowMs)).toBeUndefined();
    expect(openLarge(file).readWhole).toBe('later');
  });

  test('is read first if the program came to a bad end before it had read it', () => {
    const file = oldTill();
    const { db } = openLarge(file);
    commitSale(db, sale(manySales + 1));
    const left = killed(file);
    expect(isMarkedUnread(left)).toBe(true);
    expect(openLarge(left).readWhole).toBe('at_opening');
    expect(isMarkedUnread(left)).toBe(false);
  });

  test('is read first where the mark cannot be left or removed', () => {
    const file = oldTill();
    mkdirSync(join(`${file}.unread`, 'in the way'), { recursive: true });
    const { readWhole, close } = openLarge(file);
    expect(readWhole).toBe('at_opening');
    close();
  });

  test('is read first if its schema is an older one', () => {
    const file = newFile();
    const old = openStore(file, migrations.slice(0, 2));
    if (!old.ok) throw new Error(old.error.code);
    old.value.close();
    expect(openLarge(file).readWhole).toBe('at_opening');
  });
});

describe('damage in an old page', () => {
  test('is found while the till sells, and mended at the next opening: nothing is lost', () => {
    const file = oldTill();
    const whole = new Database(file, { readonly: true });
    const before = Object.keys(statesOf(whole));
    whole.close();
    decay(file, pageOfOldSale(file));
    const { db, noteRead, close } = openLarge(file);
    commitSale(db, sale(manySales + 1));
    take(db, 8, ['claimed'], nowMs);
    noteRead(readMeanwhile({ file, isCopy: false }));
    commitSale(db, sale(manySales + 2));
    close();
    expect(isMarkedUnread(file)).toBe(true);

    const { notices, aside } = readFirst({ file, binding, nowMs });
    expect(notices).toMatchObject({ ok: true, value: [{ code: 'store_salvaged' }] });
    expect(aside).toEqual([asideOf(file)]);
    const mended = openLarge(file);
    expect(mended.readWhole).toBe('trusted');
    const states = statesOf(mended.db);
    // No more than the decayed page had.
    expect(before.filter((one) => !(one in states)).length).toBeLessThan(10);
    for (const number of [manySales, manySales + 1, manySales + 2]) {
      expect(states[reference(number)]).toBe('in_doubt');
    }
    expect(isWholeFile(file)).toBe(true);
  });

  test('is mended by a helper while nothing here waits for the disk', async () => {
    const file = oldTill();
    decay(file, pageOfOldSale(file));
    openLarge(file).noteRead(false);
    const left = killed(file);
    const { notices } = await readFirstByHelper(startHelper, { file: left, binding, nowMs });
    expect(notices).toMatchObject({ ok: true, value: [{ code: 'store_salvaged' }] });
    expect(openLarge(left).readWhole).toBe('trusted');
  });
});

test('a page that decays in what selling needs is found before anything is sold', () => {
  const whole = oldTill();
  const db = new Database(whole, { readonly: true });
  const rootOf = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const roots = ['till', 'sale', 'sale_by_state', 'sqlite_autoindex_sale_2', 'shift'];
  const pages = roots.map((name) => Number(rootOf.get(name)));
  db.close();
  const bytes = readFileSync(whole);
  const newest = `"our_reference":"${reference(manySales)}"`;
  pages.push(Math.floor(bytes.indexOf(newest) / pageBytes) + 1);
  for (const page of isLong ? pages : pages.slice(-2)) {
    const file = another(whole);
    decay(file, page);
    const damaged = readFileSync(file);
    expect(openTillStore(tillFile(file), 0), `page ${page}`).toEqual({
      ok: false,
      error: { code: 'store_damaged', file },
    });
    const { notices } = readFirst({ file, binding, nowMs });
    expect(notices).toMatchObject({ ok: true, value: [{ code: 'store_salvaged' }] });
    expect(readFileSync(asideOf(file)).subarray(0, 24)).toEqual(damaged.subarray(0, 24));
    expect(openLarge(file).readWhole).toBe('trusted');
  }
});

test('a file that is gone is rebuilt by a helper from its backups, which are large', async () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  await backUp(db, 0, never);
  close();
  for (const suffix of ['', '.closed']) rmSync(file + suffix);
  expect(openTillStore(tillFile(file), 1)).toMatchObject({ error: { code: 'store_damaged' } });
  const { notices } = readFirst({ file, binding, nowMs });
  expect(notices).toMatchObject({ ok: true, value: [{ code: 'store_salvaged', sales: 1 }] });
});

test('an index that disagrees with its sales is found before anything is sold', () => {
  const file = oldTill();
  const db = new Database(file);
  // As if the page of the index had been written, and that of the sale had not.
  db.unsafeMode();
  db.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'state, sale_id', '''que'' || ''ued'', sale_id')
      WHERE name = 'sale_by_state'`);
  db.close();
  const lying = new Database(file);
  lying.unsafeMode();
  lying.exec(`REINDEX sale_by_state; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '''que'' || ''ued'', sale_id', 'state, sale_id')
      WHERE name = 'sale_by_state'`);
  lying.close();
  expect(isWholeFile(file)).toBe(true);
  expect(openTillStore(tillFile(file), 0)).toMatchObject({ error: { code: 'store_damaged' } });
  readFirst({ file, binding, nowMs });
  const mended = openLarge(file);
  expect(statesOf(mended.db)[reference(100)]).toBe('confirmed');
});

test('whichever page decays, and whenever that is found, no sale is lost or sent as another', async () => {
  const whole = oldTill();
  const { db, close } = open(whole);
  const backup = await backUp(db, 0, never);
  const before = statesOf(db);
  close();
  const pages = readFileSync(whole).length / pageBytes;
  const every = isLong ? 3 : 40;
  for (let page = newChance().between(1, every); page <= pages; page += every) {
    const file = another(whole);
    mkdirSync(join(dirname(file), 'backups'));
    copyTill(backup, join(dirname(file), 'backups', basename(backup)), ['']);
    decay(file, page);
    const opened = openTillStore(tillFile(file), 0);
    let isSold = false;
    if (opened.ok) {
      try {
        commitSale(opened.value.db, sale(manySales + 1));
        isSold = true;
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^SQLITE_CORRUPT/) as string });
      }
      opened.value.noteRead(readMeanwhile({ file, isCopy: false }));
      opened.value.db.close();
      opened.value.unlock();
    }
    readFirst({ file, binding, nowMs });
    const mended = openLarge(file);
    const states = statesOf(mended.db);
    expect(Object.keys(states).length, `page ${page}`).toBe(manySales + (isSold ? 1 : 0));
    for (const [one, was] of Object.entries(before)) {
      const unsettled = ['queued', 'sending', 'in_doubt'].includes(was);
      expect(states[one], `${one} of page ${page}`).toSatisfy(
        (is: string) => is === was || (unsettled && is === 'in_doubt'),
      );
    }
    if (isSold) expect(states[reference(manySales + 1)]).toMatch(/^(queued|in_doubt)$/);
    mended.close();
  }
}, 300_000);

test('a helper that ends badly is reported, and the file is as it was', async () => {
  const file = oldTill();
  const before = readFileSync(file);
  const dying = () => {
    const helper = startHelper();
    helper.on('spawn', () => helper.kill());
    return helper;
  };
  await expect(readFirstByHelper(dying, { file, binding, nowMs })).rejects.toThrow(
    'the helper for open ended with 0',
  );
  expect(readFileSync(file)).toEqual(before);
});
