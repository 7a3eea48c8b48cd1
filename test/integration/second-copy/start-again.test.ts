// The first computer is lost with its disk: what the second copy held is there again.
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type RecoveryKey,
  encryptFile,
  newRecoveryKey,
} from '../../../src-main/store/encryption.ts';
import { buildFromCopy } from '../../../src-main/second-copy/build-file.ts';
import { Journal } from '../../../src-main/second-copy/journal.ts';
import { readRows } from '../../../src-main/second-copy/read-rows.ts';
import type { CopiedRow } from '../../../src-main/second-copy/records.ts';
import { heldOf, newestBackup, readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { noteOpening, noteOutcome } from '../../../src-main/store/drawer-openings.ts';
import { writeRecoveryRecipient } from '../../../src-main/store/recovery-recipient.ts';
import { readSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { notePrint } from '../../../src-main/store/receipt-prints.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import {
  closeTheDay,
  countTheDrawer,
  keepDays,
  moveSomeCash,
  openADay,
  takeOneBack,
} from '../../faults/disk/day-acts.ts';
import { document, evidence, reference, sale, take } from '../store/samples.ts';
import { everyState, newFile, open, sellInEveryState, stateOf } from '../store/till-files.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import {
  copiedTillOf,
  copying,
  journalOf,
  writtenIn,
  loseComputer,
  rowsOf,
  startAgain,
  startedAgain,
} from './copied-till.ts';

let recovery: RecoveryKey;
beforeAll(async () => {
  recovery = await newRecoveryKey();
});

const unchanged = `reference, cart_id, committed_at_ms, body, body_sha256, total_cents, content,
  document_id, doc_key, document, attempts, high_water_mark, documents, exceptions, shift_id,
  cash_cents, requested_kind`;
const sales = (db: Parameters<typeof rowsOf>[0]) =>
  db.prepare(`SELECT ${unchanged} FROM sale ORDER BY sale_id`).all();

test('every sale is there with its exact bytes, and what was not settled is looked for', async () => {
  const first = open(newFile());
  sellInEveryState(first.db);
  const copy = copying(first.db);
  await copy.copy();
  const before = sales(first.db);
  const steps = first.db.prepare('SELECT count(*) FROM sale_step').pluck().get();
  loseComputer(first);
  const { db, notices } = await startedAgain(copy.folder);
  expect(sales(db)).toEqual(before);
  expect(everyState.map((_, index) => stateOf(db, index + 1))).toEqual([
    ...['confirmed', 'rejected', 'cancelled', 'incomplete', 'conflict'],
    // Sent at the other computer, perhaps, after what is known here.
    ...['in_doubt', 'in_doubt', 'in_doubt'],
  ]);
  expect(notices).toContainEqual({ code: 'store_restored', sales: 3 });
  expect(Number(db.prepare('SELECT count(*) FROM sale_step').pluck().get())).toBe(
    Number(steps) + 2,
  );
});

test('what came after the beginning of the file is there too: sales, steps, corrections', async () => {
  const { first, copy } = await copiedTillOf(1);
  commitSale(first.db, sale(2));
  take(first.db, 1, ['claimed', 'no_clear_answer'], 10);
  await copy.copy();
  first.db.prepare(`UPDATE sale SET proof = 'never', documents = '[7]' WHERE sale_id = 1`).run();
  await copy.copy();
  expect(journalOf(copy.folder)).toHaveLength(1);
  loseComputer(first);
  const { db } = await startedAgain(copy.folder);
  expect(db.prepare('SELECT proof, documents FROM sale WHERE sale_id = 1').get()).toEqual({
    ...{ proof: 'never', documents: '[7]' },
  });
  expect(stateOf(db, 2)).toBe('in_doubt');
});

test('the open day goes on: float, cash, counts, and the Z of the day before', async () => {
  const first = open(newFile());
  const { db: lost } = first;
  keepDays(lost);
  openADay(lost, 100);
  commitSale(lost, { ...sale(1), isCash: true });
  countTheDrawer(lost, 165);
  closeTheDay(lost);
  openADay(lost, 200);
  const copy = copying(lost);
  await copy.copy();
  moveSomeCash(lost, 500);
  takeOneBack(lost);
  moveSomeCash(lost, -100);
  commitSale(lost, { ...sale(2), isCash: true });
  await copy.copy();
  const tables = ['shift', 'cash_movement', 'drawer_count', 'z_report'] as const;
  const before = tables.map((table) => rowsOf(lost, table, '1'));
  const shift = readOpenShift(lost);
  loseComputer(first);
  const { db } = await startedAgain(copy.folder);
  expect(tables.map((table) => rowsOf(db, table, '1'))).toEqual(before);
  expect(readOpenShift(db)).toEqual(shift);
  // It can be closed here.
  countTheDrawer(db, 665);
  closeTheDay(db);
  expect(readOpenShift(db)).toBeUndefined();
});

test('a day that was closed, and a drawer that was opened, since their row was copied are so', async () => {
  const first = open(newFile());
  const { db: lost } = first;
  keepDays(lost);
  openADay(lost, 100);
  const who = { openedBy: 'Rui', reason: 'Change', reference: null };
  const opening = noteOpening(lost, { atMs: 1_000, ...who });
  const copy = copying(lost);
  await copy.copy();
  noteOutcome(lost, opening?.openingId ?? 0, 'failed');
  countTheDrawer(lost, 100);
  closeTheDay(lost);
  await copy.copy();
  const tables = ['shift', 'drawer_opening'] as const;
  const before = tables.map((table) => rowsOf(lost, table, '1'));
  expect(readOpenShift(lost)).toBeUndefined();
  expect(before).toMatchObject([[{}], [{ outcome: 'failed' }]]);
  loseComputer(first);
  const { db } = await startedAgain(copy.folder);
  expect(tables.map((table) => rowsOf(db, table, '1'))).toEqual(before);
});

test('settings come along, secrets do not', async () => {
  const first = open(newFile());
  replacePaymentMethods(first.db, [{ id: 7, label: 'Cash' }]);
  writeTillSetting(first.db, 'receipt', { footer: 'Obrigado' });
  writeTillSetting(first.db, 'seal', { keyId: '0123456789abcdef', people: 'f'.repeat(64) });
  const pin = `scrypt:32768:8:1:${'a'.repeat(32)}:${'b'.repeat(64)}`;
  first.db
    .prepare(
      `INSERT INTO cashier (cashier_id, name, role, pin_hash) VALUES (?, 'Inês', 'manager', ?)`,
    )
    .run('00000000-0000-4000-8000-000000000001', pin);
  const copy = copying(first.db);
  await copy.copy();
  const written = writtenIn(copy.folder);
  expect(written).toContain('Obrigado');
  for (const secret of ['scrypt', 'b'.repeat(64), 'f'.repeat(64)])
    expect(written).not.toContain(secret);
  loseComputer(first);
  const { db } = await startedAgain(copy.folder);
  expect(rowsOf(db, 'payment_method', '1')).toEqual([
    { payment_method_id: 7, label: 'Cash', position: 0 },
  ]);
  // The till stays locked: no PIN is right until the service's user has set one anew.
  const [cashier] = rowsOf(db, 'cashier', '1') as { name: string; pin_hash: string }[];
  expect(cashier).toMatchObject({ name: 'Inês', role: 'manager' });
  expect(cashier?.pin_hash).not.toBe(pin);
  expect(db.prepare(`SELECT 1 FROM till_setting WHERE name = 'seal'`).get()).toBeUndefined();
});

test('the new computer has an installation of its own, and claims the medium with its first turn', async () => {
  const { first, copy } = await copiedTillOf(1);
  const former = installationOf(first.db);
  const { db } = await startedAgain(copy.folder);
  expect(installationOf(db)).not.toBe(former);
  const setting = readSecondCopy(db);
  expect(setting).toMatchObject({ generation: 1, installation: former, takenOver: null });
  // The tests' medium is a folder on the same disk.
  expect(setting).toMatchObject({ encrypts: true, isOnSameDisk: true });
});

describe('encrypted for the recovery key', () => {
  test('nothing can be read without it, and the right key opens it', async () => {
    const first = open(newFile());
    writeRecoveryRecipient(first.db, recovery.recipient);
    commitSale(first.db, sale(1));
    const copy = copying(first.db, undefined, { recipient: recovery.recipient });
    await copy.copy();
    commitSale(first.db, sale(2));
    await copy.copy();
    const written = writtenIn(copy.folder);
    expect(written).not.toContain(reference(1));
    expect(await readCopy(copy.folder, undefined)).toEqual({ outcome: 'wrong_key' });
    expect(await readCopy(copy.folder, await newRecoveryKey())).toEqual({ outcome: 'wrong_key' });
    const { db } = await startedAgain(copy.folder, recovery);
    expect(db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
  });

  test('an owner file that says otherwise does not have the next computer write it readable', async () => {
    const first = open(newFile());
    writeRecoveryRecipient(first.db, recovery.recipient);
    const copy = copying(first.db, undefined, { recipient: recovery.recipient });
    await copy.copy();
    const owner = join(copy.folder, 'owner.json');
    const said = JSON.parse(readFileSync(owner, 'utf8')) as object;
    writeFileSync(owner, JSON.stringify({ ...said, encrypts: false, isEncrypted: false }));
    const { db } = await startedAgain(copy.folder, recovery);
    expect(readSecondCopy(db)).toMatchObject({ encrypts: true });
  });

  test('what was written before there was a key does not stay', async () => {
    const first = open(newFile());
    commitSale(first.db, sale(1));
    const plain = copying(first.db);
    await plain.copy();
    expect(journalOf(plain.folder)).toHaveLength(1);
    const chosen = readSecondCopy(first.db)?.folder;
    const copy = copying(first.db, chosen, { recipient: recovery.recipient });
    await copy.copy();
    expect(journalOf(copy.folder)).toHaveLength(1);
    const [written = ''] = journalOf(copy.folder);
    expect(readFileSync(written, 'latin1')).not.toContain(reference(1));
  });

  test('a person who was told of a difference twice is told of it here', async () => {
    const first = open(newFile());
    commitSale(first.db, sale(1));
    commitSale(first.db, sale(2));
    const copy = copying(first.db);
    const tell = first.db.prepare(
      `INSERT INTO sale_notice (notice_id, sale_id, kind, at_ms, what) VALUES (?, ?, 'differs', 1, '[]')`,
    );
    tell.run(1, 1);
    tell.run(2, 2);
    await copy.copy();
    first.db.exec('DELETE FROM sale_notice WHERE notice_id = 1');
    tell.run(3, 1);
    await copy.copy();
    const { db } = await startedAgain(copy.folder);
    expect(db.prepare('SELECT notice_id FROM sale_notice ORDER BY 1').pluck().all()).toEqual([
      ...[2, 3],
    ]);
  });

  test('the newest backup on the medium is what the journal goes on from', async () => {
    const first = open(newFile());
    for (let number = 1; number <= 3; number += 1) commitSale(first.db, sale(number));
    const copy = copying(first.db, undefined, { recipient: recovery.recipient });
    const backups = join(copy.folder, 'backups');
    mkdirSync(backups);
    const source = await backUp(first.db, 1_000, new AbortController().signal);
    const target = join(backups, 'till-2026.db.age');
    await encryptFile({ source, target, recipient: recovery.recipient });
    await copy.copy();
    notePrint(
      first.db,
      { documentId: 11, docKey: 'FS A/11', ourReference: '' },
      { askedBy: 'Ana', atMs: 5 },
    );
    mustStep(first.db, {
      ...{ reference: reference(1), event: 'cancelled', evidence, atMs: 20 },
      document: document(11, 1),
    });
    commitSale(first.db, sale(4));
    await copy.copy();
    const before = sales(first.db);
    loseComputer(first);
    const { db } = await startedAgain(copy.folder, recovery);
    expect(sales(db)).toEqual(before);
    expect(stateOf(db, 1)).toBe('cancelled');
  });

  test('a backup of another line, or one that is damaged, is left aside', async () => {
    const other = open(newFile());
    commitSale(other.db, sale(99));
    const { copy } = await copiedTillOf(1, undefined, { recipient: recovery.recipient });
    const backups = join(copy.folder, 'backups');
    mkdirSync(backups);
    const source = await backUp(other.db, 1_000, new AbortController().signal);
    const target = join(backups, 'till-2026.db.age');
    await encryptFile({ source, target, recipient: recovery.recipient });
    const references = async () => {
      const { db } = await startedAgain(copy.folder, recovery);
      return db.prepare('SELECT reference FROM sale').pluck().all();
    };
    expect(await references()).toEqual([reference(1)]);
    writeFileSync(target, readFileSync(target).subarray(0, 500));
    expect(await references()).toEqual([reference(1)]);
  });
});

test('what another system leaves beside a backup is no backup', () => {
  const folder = dirname(newFile());
  const backups = join(folder, 'backups');
  mkdirSync(backups, { recursive: true });
  const backup = join(backups, 'till-2026-03-31T09-00-00.000Z.0123abcd.db.age');
  writeFileSync(backup, 'age');
  utimesSync(backup, 1, 1);
  writeFileSync(join(backups, '._till-2026-03-31T09-00-00.000Z.0123abcd.db.age'), 'Mac OS X');
  expect(newestBackup(folder)).toEqual({ file: backup, atMs: 1_000 });
});

test('a copy says what it holds before anything is put in place', async () => {
  const first = open(newFile());
  keepDays(first.db);
  openADay(first.db, 100);
  sellInEveryState(first.db);
  const copy = copying(first.db);
  await copy.copy(123_000);
  const read = await readCopy(copy.folder, undefined);
  if ('outcome' in read) throw new Error(read.outcome);
  expect(heldOf(copy.folder, read)).toEqual({
    ...{ sales: 8, newestAtMs: 8, unsettled: 6, unsettledCents: 6 * 65 },
    ...{
      days: { first: '1970-01-01', last: '1970-01-01' },
      openDay: readOpenShift(first.db)?.date,
    },
    ...{ writtenAtMs: 123_000, isCutOff: false, backupAtMs: null },
  });
});

test('another till’s copy is refused, and so is a folder without one', async () => {
  const { copy } = await copiedTillOf(0);
  const file = newFile();
  const binding = { serviceAddress: 'https://other.example', companyCode: 'LOJA', tillCode: '1' };
  expect(await buildFromCopy({ folder: copy.folder, file, binding })).toEqual({
    outcome: 'other_till',
  });
  expect((await startAgain(join(copy.folder, 'nothing'))).built).toEqual({ outcome: 'no_copy' });
});

describe('a value that cannot be right', () => {
  /** A journal whose newest sale says something else. */
  async function changed(change: CopiedRow) {
    const first = open(newFile());
    keepDays(first.db);
    openADay(first.db, 100);
    commitSale(first.db, sale(1));
    const copy = copying(first.db);
    await copy.copy();
    const read = await readCopy(copy.folder, undefined);
    if ('outcome' in read) throw new Error(read.outcome);
    const row = [...(read.rows.get('sale')?.values() ?? [])][0] ?? {};
    const { batch } = readRows(first.db.name, null, 1_000);
    const rows = batch.rows.map(([table, one]): [typeof table, CopiedRow] =>
      table === 'sale' ? [table, { ...row, ...change }] : [table, one],
    );
    await Journal.begin(copy.folder, read.header, { ...batch, rows });
    return startAgain(copy.folder);
  }

  test.each<readonly [string, CopiedRow]>([
    ['sale.total_cents', { total_cents: 65.5 }],
    ['sale.state', { state: 'sold' }],
    ['sale.proof', { proof: 'some' }],
    ['sale.requested_kind', { requested_kind: 'two words' }],
    ['sale.known_id', { known_id: 2 ** 60 }],
    ['sale.failed_attempts', { failed_attempts: -1 }],
    ['sale.shift_id', { shift_id: 77 }],
    ['sale.unknown', { unknown: 1 }],
    ['sale', { body: { base64: 'e30=' } }],
    ['sale.content', { content: '{}' }],
  ])('is told by its name (%s), and leaves nothing', async (field, change) => {
    const { built, file } = await changed(change);
    expect(built).toMatchObject({ outcome: 'value' });
    if (built.outcome === 'value') expect(built.field).toContain(field);
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});
