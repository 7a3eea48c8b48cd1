// A till that cannot be opened is tried again by itself, and opens from a backup. The session is
// built as in the program.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { err, ok, type AppError } from '../../src-main/contract/errors.ts';
import type { WholeVerdict } from '../../src-main/contract/restore.ts';
import { lookAtBackup } from '../../src-main/store/restore-backup.ts';
import { setAside } from '../../src-main/store/salvage/set-aside.ts';
import { backUp } from '../../src-main/store/backups.ts';
import { copyToken } from '../../src-main/store/open.ts';
import { holdTill } from '../../src-main/store/till-lock.ts';
import { saveOpenCart } from '../../src-main/store/carts.ts';
import { commitSale, countSales } from '../../src-main/store/sales.ts';
import { installationOf } from '../../src-main/store/till.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import { fewLines } from '../unit/receipt/sample-receipts.ts';
import { HandClock } from '../hand-clock.ts';
import { sampleSale } from '../sample-sale.ts';
import { direct } from './service/networks.ts';
import { startSession } from './session-rig.ts';
import { resumed, signedIn, tillOf } from './two-shops.ts';
import { tamper } from '../attacks/tamper.ts';

const never = new AbortController().signal;

/** A till with one sale that its backup has and one that it lacks. */
async function tillWithBackup() {
  const first = await signedIn();
  const { folder } = first;
  const { db } = tillOf(first);
  commitSale(db, sampleSale());
  const backup = await backUp(db, Date.UTC(2026, 10, 2), never);
  const lost = sampleSale();
  commitSale(db, lost);
  return { folder, first, file: db.name, backup, lost: lost.reference };
}

async function look(session: ReturnType<typeof startSession>['session'], backup: string) {
  const looked = await session.backups.look(backup);
  if (!looked.ok || looked.value === 'wrong_key' || looked.value.outcome !== 'whole')
    throw new Error(JSON.stringify(looked));
  return looked.value satisfies WholeVerdict;
}

describe('a till that cannot be opened', () => {
  test('says why, and opens by itself once it can be', async () => {
    const { folder, first, file } = await tillWithBackup();
    await first.stop();
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const clock = new HandClock();
    const second = await resumed(folder, direct, new Map(), { clock });
    expect(second.session.till).toBeNull();
    const { failedStart } = second.session;
    expect(failedStart).toMatchObject({
      error: { code: 'store_failed' },
      nextTryAtMs: clock.nowMs() + 5_000,
    });
    clock.advance(5_000);
    await expect.poll(() => second.session.failedStart?.nextTryAtMs).toBe(clock.nowMs() + 10_000);
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    clock.advance(10_000);
    await expect.poll(() => second.session.till !== null).toBe(true);
    expect(second.session.failedStart).toBeNull();
    expect(countSales(tillOf(second).db)).toMatchObject({ queued: 2 });
  });

  test.each<readonly [AppError['code'], (file: string) => void]>([
    [
      'day_settings_damaged',
      () => {
        throw new Error('nobody can be told');
      },
    ],
    [
      'catalogue_set_aside',
      (file) => {
        tamper(file, 'DROP TABLE payment_method');
      },
    ],
  ])(
    'because something fails after %s was told leaves nothing at work',
    async (sentence, thenFail) => {
      const first = await signedIn();
      const { folder } = first;
      const file = tillOf(first).db.name;
      await first.stop();
      tamper(file, `INSERT INTO till_setting (name, value) VALUES ('day', '{}')`);
      writeFileSync(join(dirname(file), 'catalogue.db'), 'damaged');
      const clock = new HandClock();
      const notify = ({ code }: AppError) => {
        if (code === sentence) thenFail(file);
      };
      const second = await resumed(folder, direct, new Map(), {
        ...{ clock, notify },
        environment: { notify },
      });
      expect(second.session.failedStart).not.toBeNull();
      await delay(100);
      // Only the next opening waits.
      expect(clock.sleeping()).toBe(1);
    },
  );

  test('of a newer version stays as it is until a person acts', async () => {
    const { folder, first, file } = await tillWithBackup();
    await first.stop();
    tamper(file, 'PRAGMA user_version = 999');
    const second = await resumed(folder);
    expect(second.session.failedStart).toMatchObject({
      ...{ error: { code: 'store_newer' }, nextTryAtMs: null },
    });
    expect(await second.session.tryAgain()).toMatchObject(err({ code: 'store_newer', file }));
  });

  test('of another till is not sold with', async () => {
    const { folder, first, file, backup } = await tillWithBackup();
    await first.stop();
    tamper(file, `UPDATE till SET till_code = '2'`);
    const second = await resumed(folder);
    expect(second.session.failedStart?.error).toEqual({ code: 'store_other_till', file });
    const { lookId } = await look(second.session, backup);
    expect(await second.session.restore(lookId, second.session.till)).toEqual(ok(null));
  });

  test('opens from a backup: unsettled sales are in doubt, and the file is set aside', async () => {
    const { folder, first, file, backup, lost } = await tillWithBackup();
    const before = installationOf(tillOf(first).db);
    await first.stop();
    tamper(file, 'PRAGMA user_version = 999');
    const second = await resumed(folder);
    const verdict = await look(second.session, backup);
    expect(verdict).toMatchObject({ sales: 1, lost: { count: 1, references: [lost] } });
    expect(await second.session.restore(verdict.lookId, second.session.till)).toEqual(ok(null));
    const { db } = tillOf(second);
    expect(second.session.failedStart).toBeNull();
    expect(countSales(db)).toMatchObject({ in_doubt: 1, queued: 0 });
    expect(installationOf(db)).not.toBe(before);
    const [noted] = db
      .prepare(`SELECT what FROM decision WHERE what LIKE '%backup_%'`)
      .pluck()
      .all();
    expect(noted).toBe('{"kind":"backup_restored","lost":1}');
    const aside = new Database(join(dirname(file), 'till.damaged-1.db'), { readonly: true });
    expect(aside.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
    aside.close();
  });
});

describe('an open till', () => {
  test('is closed, replaced and opened again without letting another process in', async () => {
    const { first, file, backup } = await tillWithBackup();
    const { lookId } = await look(first.session, backup);
    const before = tillOf(first);
    expect(await first.session.restore(lookId, first.session.till)).toEqual(ok(null));
    expect(tillOf(first)).not.toBe(before);
    expect(before.db.open).toBe(false);
    expect(holdTill(file)).toBeUndefined();
    expect(first.notices).toContainEqual({ code: 'store_restored', sales: 1 });
    // What was looked at can be restored only once.
    expect(await first.session.restore(lookId, first.session.till)).toEqual(
      err({ code: 'backup_not_looked_at' }),
    );
  });

  test('is not replaced in the middle of a sale', async () => {
    const { first, backup } = await tillWithBackup();
    const { lookId } = await look(first.session, backup);
    const { db } = tillOf(first);
    saveOpenCart(db, {
      ...emptyCart('00000000-0000-4000-8000-000000000001'),
      lines: [...fewLines],
    });
    expect(await first.session.restore(lookId, first.session.till)).toEqual(
      err({ code: 'sale_open' }),
    );
    expect(tillOf(first).db).toBe(db);
  });

  test('that sold after a look at the backup needs another look, since more would be lost', async () => {
    const { first, file, backup } = await tillWithBackup();
    const { lookId } = await look(first.session, backup);
    commitSale(tillOf(first).db, sampleSale());
    expect(await first.session.restore(lookId, first.session.till)).toEqual(
      err({ code: 'backup_not_looked_at' }),
    );
    expect(countSales(tillOf(first).db)).toMatchObject({ queued: 3 });
    expect(existsSync(`${file}.restored`)).toBe(false);
    expect(existsSync(join(dirname(file), 'till.damaged-1.db'))).toBe(false);
  });

  test('is not replaced by a backup that changed after the look at it', async () => {
    const { first, file, backup } = await tillWithBackup();
    const { lookId } = await look(first.session, backup);
    writeFileSync(`${file}.restored`, 'something else');
    expect(await first.session.restore(lookId, first.session.till)).toEqual(
      err({ code: 'backup_not_looked_at' }),
    );
    expect(countSales(tillOf(first).db)).toMatchObject({ queued: 2 });
  });
});

describe('a backup', () => {
  test('is listed by its name, and found by no other', async () => {
    const { first } = await tillWithBackup();
    const { backups } = first.session;
    const name = 'till-2026-11-02T00-00-00.000Z.db';
    expect(backups.list()).toMatchObject(ok([{ name, madeAtMs: Date.UTC(2026, 10, 2) }]));
    expect(backups.find(name).ok).toBe(true);
    for (const other of ['', '..', '../till.db', `./${name}`, 'partial.db'])
      expect(backups.find(other)).toEqual(err({ code: 'not_found' }));
  });

  test('that was left behind and cannot be deleted does not stop a till from opening', async () => {
    const { folder, first, file } = await tillWithBackup();
    await first.stop();
    mkdirSync(join(`${file}.restored`, 'held'), { recursive: true });
    const second = await resumed(folder);
    expect(tillOf(second).db.name).toBe(file);
  });

  test('whose till’s file was set aside says that it is unknown what would be lost', async () => {
    const { first, file, backup } = await tillWithBackup();
    await first.stop();
    setAside(file);
    const looked = await lookAtBackup(backup, file, {});
    expect(looked).toMatchObject({ outcome: 'whole', comparison: { lost: null } });
  });

  test('must not lie among the files of any till', async () => {
    const { first, file, backup, folder } = await tillWithBackup();
    const { backups } = first.session;
    const beside = [file, `${file}.lock`, join(dirname(file), 'catalogue.db')];
    for (const own of beside) expect(backups.isOwn(own)).toBe(true);
    const link = join(folder, 'link.db');
    symlinkSync(`${file}.lock`, link);
    expect(backups.isOwn(link)).toBe(true);
    for (const other of [backup, join(folder, 'settings.json')])
      expect(backups.isOwn(other)).toBe(false);
  });

  test('cannot be the till’s own file, a folder, or a file that is no backup', async () => {
    const { first, folder, file, backup } = await tillWithBackup();
    const { backups } = first.session;
    const before = readdirSync(dirname(file));
    const nonsense = join(folder, 'nonsense.db');
    writeFileSync(nonsense, 'nonsense');
    const outcomes = { [file]: 'present_file', [folder]: 'no_backup', [nonsense]: 'no_backup' };
    for (const [chosen, outcome] of Object.entries(outcomes))
      expect(await backups.look(chosen)).toMatchObject(ok({ outcome }));
    // The till still has its locks.
    expect(holdTill(file)).toBeUndefined();
    expect(readdirSync(dirname(file))).toEqual(before);
    const looks = [backups.look(backup), backups.look(backup)];
    expect(await looks[1]).toEqual(err({ code: 'restore_under_way' }));
    expect(await looks[0]).toMatchObject({ ok: true });
  });

  test.each([
    ['a till’s own file is taken with the write-ahead log beside it', 4_711, 8],
    ['a copy that a till made is taken without what lies beside it', copyToken, 7],
  ])('%s', async (_what, token, expected) => {
    const { first, folder, backup } = await tillWithBackup();
    const copied = join(folder, 'copied.db');
    const db = new Database(backup);
    db.pragma('journal_mode = wal');
    db.exec(`UPDATE till SET highest_document_id = 7`);
    await db.backup(copied);
    db.close();
    const other = new Database(copied);
    other.pragma('journal_mode = wal');
    other.pragma(`application_id = ${token}`);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.exec(`UPDATE till SET highest_document_id = 8`);
    const away = join(folder, 'stick.db');
    for (const suffix of ['', '-wal']) writeFileSync(away + suffix, readFileSync(copied + suffix));
    other.close();
    const { lookId } = await look(first.session, away);
    expect(await first.session.restore(lookId, first.session.till)).toEqual(ok(null));
    const highest = tillOf(first).db.prepare('SELECT highest_document_id FROM till').pluck().get();
    expect(highest).toBe(expected);
  });
});
