// The recovery key of backups: shown once, stored nowhere, and what it opens.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { defaultPrinting, type Printing } from '../../../src-main/contract/printing.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { settingsRequests } from '../../../src-main/handlers/settings.ts';
import type { Note } from '../../../src-main/receipt/note.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { decryptFile, readRecoveryKey } from '../../../src-main/store/encryption.ts';
import { readRecoveryRecipient } from '../../../src-main/store/recovery-recipient.ts';
import { asking } from '../../asking.ts';
import { linesOf } from '../../log-lines.ts';
import { noKeys } from '../../played-key-store.ts';
import { printerAt, startPrintingTill } from '../../printing-till.ts';
import { decode } from '../../printer/decode.ts';
import { deadPort, startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

async function startTill(printing: Printing = defaultPrinting) {
  const folder = temporaryFolder();
  const service = { baseUrl: `http://127.0.0.1:${await deadPort()}`, token: 'token' };
  const { till, context, finish } = startPrintingTill({ folder, service, printing });
  onTestFinished(async () => {
    await till.close();
  });
  const notes: Note[] = [];
  const person = { hasWritten: true };
  const receipts = join(folder, 'receipts');
  const keys = noKeys();
  const ask = asking(
    settingsRequests({
      ...context,
      receiptFolder: () => receipts,
      staffKeys: () => keys,
      dialogs: {
        showOnce: (note: Note) => {
          notes.push(note);
          return Promise.resolve(person.hasWritten);
        },
      } as never,
      session: {
        till,
        backUp: async () =>
          ok({ file: await backUp(till.db, Date.now(), new AbortController().signal) }),
      } as never,
    }),
    () => till,
  );
  return { ask, till, notes, person, folder, finish };
}

/** The key as a person reads it on paper. */
const keyIn = (text: string): string =>
  /AGE-SECRET-KEY-1[A-Z0-9\s]*?(?=\n\s*\n|$)/.exec(text)?.[0] ?? '';

/** The bytes of every file of the till. */
const written = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');

test('with a key a backup is encrypted among the receipts; without one it is not encrypted', async () => {
  const { ask, till, notes, folder, finish } = await startTill();
  await finish();
  const plain = await ask['settings.backUp'](undefined);
  expect(plain).toMatchObject({
    ok: true,
    value: { file: expect.stringMatching(/\.db$/) as string },
  });
  expect(await ask['settings.makeRecoveryKey']({ way: 'screen' })).toEqual(ok(null));
  const [note] = notes;
  const typed = note?.paragraphs[1] ?? '';
  const key = await readRecoveryKey(typed);
  expect(key?.recipient).toBe(readRecoveryRecipient(till.db));
  if (!key) throw new Error('no key was told');
  const saved = await ask['settings.backUp'](undefined);
  const file = saved.ok ? saved.value.file : '';
  expect(file).toMatch(/receipts\/AURORA-1-till-.*\.db\.age$/);
  const opened = join(folder, 'opened.db');
  expect(await decryptFile(file, opened, key)).toBe('done');
  const db = new Database(opened, { readonly: true });
  expect(db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
  db.close();
  const encrypted = linesOf(join(folder, 'till.log'), /encrypted/);
  expect(encrypted).toEqual([
    {
      ...{ level: 'info', message: 'backup encrypted' },
      backup: expect.stringMatching(/^till-.*Z\.db$/) as string,
      file: basename(file),
      bytes: statSync(file).size,
      tookMs: expect.any(Number) as number,
    },
  ]);
  // No file holds the key.
  expect(written(folder)).not.toContain(key.identity.slice(-20));
});

test('the log says that a backup was not encrypted', async () => {
  const { ask, folder, finish } = await startTill();
  await finish();
  expect(await ask['settings.makeRecoveryKey']({ way: 'screen' })).toEqual(ok(null));
  // A file lies where the folder of receipts should be.
  writeFileSync(join(folder, 'receipts'), '');
  expect(await ask['settings.backUp'](undefined)).toMatchObject({
    error: { code: 'file_not_written' },
  });
  expect(linesOf(join(folder, 'till.log'), /encrypted/)).toMatchObject([
    { level: 'error', message: 'the backup was not encrypted', error: 'file_not_written' },
  ]);
});

test('the receipt printer prints the key in groups that a person can copy', async () => {
  const printer = await startVirtualPrinter({ mood: 'fine', language: 'esc-pos' });
  onTestFinished(printer.close);
  const printing = { ...defaultPrinting, printer: printerAt(printer.port) };
  const { ask, till, notes } = await startTill(printing);
  expect(await ask['settings.makeRecoveryKey']({ way: 'printer' })).toEqual(ok(null));
  const [job] = printer.jobs;
  const text = decode('esc-pos', job ?? Buffer.alloc(0))
    .printed.map((row) =>
      row.kind === 'line'
        ? row.runs
            .map((run) => run.text)
            .join('')
            .trimEnd()
        : '',
    )
    .join('\n');
  expect(text).toContain('Mercearia Aurora (AURORA, 1)');
  expect((await readRecoveryKey(keyIn(text)))?.recipient).toBe(readRecoveryRecipient(till.db));
  // A person confirms that the key is on paper; that question does not repeat the key.
  expect(notes).toHaveLength(1);
  expect(JSON.stringify(notes)).not.toContain('AGE-SECRET-KEY');
});

test.each(['screen', 'printer'] as const)(
  'a key that nobody confirmed is not used, shown by the %s',
  async (way) => {
    const printer = await startVirtualPrinter({ mood: 'fine', language: 'esc-pos' });
    onTestFinished(printer.close);
    const printing = { ...defaultPrinting, printer: printerAt(printer.port) };
    const { ask, till, person } = await startTill(printing);
    expect(await ask['settings.makeRecoveryKey']({ way: 'screen' })).toEqual(ok(null));
    const before = readRecoveryRecipient(till.db);
    person.hasWritten = false;
    expect(await ask['settings.makeRecoveryKey']({ way })).toEqual(
      err({ code: 'recovery_key_not_written' }),
    );
    expect(readRecoveryRecipient(till.db)).toBe(before);
  },
);

test('a printer that did not print leaves the former key in use', async () => {
  const printing = { ...defaultPrinting, printer: printerAt(await deadPort()) };
  const { ask, till } = await startTill(printing);
  expect(await ask['settings.makeRecoveryKey']({ way: 'screen' })).toEqual(ok(null));
  const before = readRecoveryRecipient(till.db);
  expect(await ask['settings.makeRecoveryKey']({ way: 'printer' })).toMatchObject({ ok: false });
  expect(readRecoveryRecipient(till.db)).toBe(before);
});
