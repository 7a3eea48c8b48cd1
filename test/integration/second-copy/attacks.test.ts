// Media that are manipulated or damaged, and what a till must not do because of them.
import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { Profile } from '../../../src-main/contract/profiles.ts';
import type { HelperProcess } from '../../../src-main/helper-process/ask-helper.ts';
import type { HelperMessage, HelperRequest } from '../../../src-main/helper-process/messages.ts';
import { createLog } from '../../../src-main/log.ts';
import type { CopyNews } from '../../../src-main/second-copy/copy-job.ts';
import { Journal } from '../../../src-main/second-copy/journal.ts';
import { chosenOf } from '../../../src-main/second-copy/folders.ts';
import { lookAtCopy } from '../../../src-main/second-copy/medium-jobs.ts';
import { readOwner } from '../../../src-main/second-copy/medium.ts';
import { heldOf, readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { readRows } from '../../../src-main/second-copy/read-rows.ts';
import type { CopiedRow } from '../../../src-main/second-copy/records.ts';
import { SecondCopies } from '../../../src-main/second-copy/second-copies.ts';
import { newRecoveryKey } from '../../../src-main/store/encryption.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import {
  readRecoveryRecipient,
  writeRecoveryRecipient,
} from '../../../src-main/store/recovery-recipient.ts';
import { readSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { installationOf, setInstallation } from '../../../src-main/store/till.ts';
import { HandClock } from '../../hand-clock.ts';
import { reference, sale } from '../store/samples.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import {
  copiedTillOf,
  copiedTill,
  copying,
  journalOf,
  prepare,
  startAgain,
  startedAgain,
  writing,
  tillOf,
} from './copied-till.ts';

/** A till beside which nothing works but what the test has its helpers say. */
function accompanied() {
  const { db } = tillOf(2);
  const clock = new HandClock();
  const chosen = temporaryFolder();
  copying(db, chosen);
  const held: (AppError | null)[] = [];
  const helpers = new Map<string, (message: HelperMessage) => void>();
  const startHelper = (): HelperProcess => {
    const listeners = new Map<string, (...said: never[]) => void>();
    return {
      postMessage: (message) => {
        helpers.set((message as HelperRequest).name, (said) => {
          listeners.get('message')?.(said as never);
          if (said.kind !== 'progress') listeners.get('exit')?.(0 as never);
        });
      },
      on: (event: string, listener: (...said: never[]) => void) => listeners.set(event, listener),
      kill: () => true,
    };
  };
  const doubts: number[] = [];
  const profile = { ...copiedTill, userName: 'Ana' } as Profile;
  const till = {
    ...{ profile, db, clock },
    outbox: {
      connection: 'online' as const,
      hold: (why: AppError | null) => held.push(why),
      doubtQueued: () => doubts.push(1),
      resumeAsCopy: () => undefined,
    },
  };
  const copies = new SecondCopies({
    ...{ startHelper, clock, log: createLog(join(temporaryFolder(), 'copy.log')) },
    ...{ onChanged: () => undefined, notify: () => undefined, withdraw: () => undefined },
  });
  const companion = copies.open(till);
  const tell = (news: CopyNews) =>
    helpers.get('secondCopy')?.({ kind: 'progress', progress: news });
  return { db, till, chosen, clock, copies, companion, helpers, held, doubts, tell };
}

test('a medium that does not even let its owner be read holds nothing back for good', () => {
  const { held, doubts, tell, companion } = accompanied();
  expect(held.at(-1)).toEqual({ code: 'second_copy_asked' });
  tell({ kind: 'problem', problem: 'read_only' });
  expect(held.at(-1)).toBeNull();
  // Nobody has seen whose the medium is.
  expect(doubts).toHaveLength(1);
  companion.closeNow();
});

test('a till’s file that cannot be read, as on a disk that dies, does not end the program', async () => {
  const { db, clock, tell, held, companion } = accompanied();
  db.exec('ALTER TABLE sale RENAME TO gone');
  expect(() => {
    tell({ kind: 'there' });
  }).not.toThrow();
  expect(held.at(-1)).toBeNull();
  // So does what looks at it every second: an unhandled rejection would fail this file.
  await clock.pass(1_200);
  companion.closeNow();
});

test('a till that is taken over while another medium is prepared stays so', async () => {
  const { db, till, copies, helpers, held, tell, companion } = accompanied();
  const using = copies.use(till, temporaryFolder());
  tell({ kind: 'taken_over', generation: 2, installation: 'SECD', atMs: 5, computer: 'till-2' });
  helpers.get('prepareMedium')?.({
    kind: 'done',
    answer: {
      ...{ outcome: 'ready', folder: 'x', medium: 'another', generation: 1 },
      ...{ installation: 'AAAA', isOnSameDisk: false },
    },
  });
  expect(await using).toMatchObject({ error: { code: 'till_replaced' } });
  expect(readSecondCopy(db)?.takenOver).toMatchObject({ computer: 'till-2' });
  expect(held.at(-1)).toMatchObject({ code: 'till_replaced' });
  companion.closeNow();
});

test('a medium whose owner is damaged, and is chosen again, has what is called copied', async () => {
  const { db } = tillOf(1);
  const chosen = temporaryFolder();
  const first = copying(db, chosen);
  await first.copy();
  // It has become another installation, and each start begins a file.
  setInstallation(db, 'SECD');
  for (let start = 0; start < 4; start += 1) await copying(db, chosen).copy();
  expect(readOwner(first.folder)?.generation).toBe(2);
  truncateSync(join(first.folder, 'owner.json'), 10);
  expect(await copying(db, chosen).copy()).toBeUndefined();
  commitSale(db, sale(2));
  const again = copying(db, chosen);
  expect(await again.copy()).toBeUndefined();
  expect(again.copiedSaleId()).toBe(2);
  const { db: next } = await startedAgain(first.folder);
  expect(next.prepare('SELECT reference FROM sale ORDER BY sale_id').pluck().all()).toEqual([
    ...[reference(1), reference(2)],
  ]);
});

test.each(['journal-000009-000001.cfj', `journal-000001-${'9'.repeat(22)}.cfj`])(
  'nothing is called copied that a file in its way keeps from being read (%s)',
  async (name) => {
    const { db } = tillOf(1);
    const copy = copying(db);
    writeFileSync(join(copy.folder, name), 'counterfoil copy\n');
    const problem = await copy.copy();
    if (problem === undefined) await startedAgain(copy.folder);
    else expect([problem, copy.copiedSaleId()]).toEqual(['other_contents', 0]);
  },
);

test('an owner or a frame of a time that no calendar has is not believed', async () => {
  const { db, copy } = await copiedTillOf(1);
  const owner = join(copy.folder, 'owner.json');
  const said = readFileSync(owner, 'utf8');
  writeFileSync(owner, JSON.stringify({ ...JSON.parse(said), atMs: 2 ** 53 - 1 }));
  expect(readOwner(copy.folder)).toBeUndefined();
  writeFileSync(owner, said);
  const read = await readCopy(copy.folder, undefined);
  if ('outcome' in read) throw new Error(read.outcome);
  const { batch } = readRows(db.name, null, 1_000);
  await Journal.begin(copy.folder, read.header, { ...batch, atMs: 1e300 });
  expect(await readCopy(copy.folder, undefined)).toEqual({ outcome: 'value', field: 'atMs' });
  const rows = new Map(read.rows);
  const [[saleKey, row] = ['', {}]] = rows.get('sale') ?? [];
  rows.set('sale', new Map([[saleKey, { ...row, committed_at_ms: 9e15 }]]));
  expect(heldOf(copy.folder, { ...read, rows })).toEqual({
    ...{ outcome: 'value', field: 'sale.committed_at_ms' },
  });
});

test('an owner of a generation that no till comes to keeps no till from going on', async () => {
  const { db, copy } = await copiedTillOf(1);
  const owner = join(copy.folder, 'owner.json');
  const spoil = () => {
    const said = readFileSync(owner, 'utf8');
    writeFileSync(owner, JSON.stringify({ ...JSON.parse(said), generation: 2 ** 53 - 1 }));
  };
  spoil();
  commitSale(db, sale(2));
  copy.writer.forget();
  expect(await copy.copy()).toBe('other_contents');
  // The status says to choose the folder again.
  const again = copying(db, chosenOf(copy.folder));
  expect(await again.copy()).toBeUndefined();
  expect(readOwner(copy.folder)?.generation).toBe(2);

  spoil();
  const next = await startedAgain(copy.folder);
  const setting = readSecondCopy(next.db);
  if (!setting) throw new Error('no medium is chosen');
  const claiming = writing({
    ...{ file: next.db.name, folder: copy.folder, till: copiedTill, medium: setting.medium },
    ...{ encrypts: true, recipient: null, generation: setting.generation },
    ...{ lastInstallation: setting.installation, installation: installationOf(next.db) },
  });
  expect(await claiming.copy()).toBeUndefined();
  expect(readOwner(copy.folder)?.generation).toBe(3);
  commitSale(db, sale(3));
  expect(await again.copy(Date.now() + 10_000)).toBe('taken_over');
  const last = await startedAgain(copy.folder);
  expect(last.db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
});

test('a newest file that cannot be read is told, where an older one is read in its place', async () => {
  const { db, copy } = await copiedTillOf(1);
  commitSale(db, sale(2));
  copy.writer.forget();
  await copy.copy();
  writeFileSync(journalOf(copy.folder).at(-1) ?? '', 'spoilt');
  const read = await readCopy(copy.folder, undefined);
  expect(read).toMatchObject({ isCutOff: true });
});

test('a clone of the stick in its place, from before the last sale, is not gone on with', async () => {
  const { db, copy } = await copiedTillOf(1);
  const [journal = ''] = journalOf(copy.folder);
  const clone = readFileSync(journal);
  commitSale(db, sale(2));
  expect(await copy.copy()).toBeUndefined();
  writeFileSync(journal, clone);
  commitSale(db, sale(3));
  expect(await copy.copy()).toBe('other_contents');
  expect(await copy.copy()).toBeUndefined();
  expect(copy.copiedSaleId()).toBe(3);
  const { db: next } = await startedAgain(copy.folder);
  expect(next.prepare('SELECT reference FROM sale ORDER BY sale_id').pluck().all()).toEqual([
    ...[reference(1), reference(2), reference(3)],
  ]);
});

test.each(['deleted', 'cut short'])(
  'a newest file that somebody has %s is not called up to date, also while nothing is sold',
  async (how) => {
    const { copy } = await copiedTillOf(2);
    const [journal = ''] = journalOf(copy.folder);
    const nowMs = Date.now() + 10_000;
    expect(await copy.copy(nowMs)).toBeUndefined();
    if (how === 'deleted') rmSync(journal);
    else truncateSync(journal, 100);
    expect(await copy.copy(nowMs + 10_000)).toBe(
      how === 'deleted' ? 'not_there' : 'other_contents',
    );
    expect(await copy.copy(nowMs + 20_000)).toBeUndefined();
    const { db: next } = await startedAgain(copy.folder);
    expect(next.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
  },
);

test('a copy made up for the owner’s key does not have the till encrypt for another one', async () => {
  const [key, forger] = [await newRecoveryKey(), await newRecoveryKey()];
  const { db } = tillOf(1);
  writeRecoveryRecipient(db, forger.recipient);
  const copy = copying(db, undefined, { recipient: key.recipient });
  await copy.copy();
  const { db: next } = await startedAgain(copy.folder, key);
  expect(readRecoveryRecipient(next)).toBe(key.recipient);
});

test('a computer’s name that the medium bears is shown short, and turns nothing around', () => {
  const { copies, till, held, tell, companion } = accompanied();
  const computer = `till\u202e-2\n${'x'.repeat(400)}`;
  tell({ kind: 'taken_over', generation: 2, installation: 'SECD', atMs: 5, computer });
  const shown = copies.statusOf(till)?.takenOver?.computer ?? '';
  expect(shown).toMatch(/^till.{0,3}-2 x+…?$/);
  expect(shown.length).toBeLessThan(80);
  expect(held.at(-1)).toMatchObject({ code: 'till_replaced', computer: shown });
  companion.closeNow();
});

test('a file that is larger than any that was written is named, and read no further', async () => {
  const copy = copying(tillOf(1).db);
  await copy.copy();
  truncateSync(journalOf(copy.folder)[0] ?? '', 3 * 2 ** 30);
  expect(await lookAtCopy({ folder: copy.folder })).toEqual({ outcome: 'unreadable' });
});

test('rows that say that an older version wrote them are looked at as well', async () => {
  const { db, copy } = await copiedTillOf(1);
  const read = await readCopy(copy.folder, undefined);
  if ('outcome' in read) throw new Error(read.outcome);
  const { batch } = readRows(db.name, null, 1_000);
  const rows = batch.rows.map(([table, row]): [typeof table, CopiedRow] =>
    table === 'sale' ? [table, { ...row, content: '{}' }] : [table, row],
  );
  const header = { ...read.header, schemaVersion: migrations.length - 1 };
  await Journal.begin(copy.folder, header, { ...batch, rows });
  const { built, file } = await startAgain(copy.folder);
  expect(built).toMatchObject({ outcome: 'value' });
  expect(existsSync(`${file}.restored`)).toBe(false);
});

test('a link on the medium leads to no file of the till', async () => {
  const { db } = tillOf(1);
  const chosen = temporaryFolder();
  const { folder } = copying(db, chosen);
  const precious = join(temporaryFolder(), 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, join(folder, 'trial.partial'));
  expect(prepare(db, chosen)).toMatchObject({ outcome: 'ready' });
  symlinkSync(precious, join(folder, 'journal-000001-000001.cfj.partial'));
  const copy = copying(db, chosen);
  expect(await copy.copy()).toBeUndefined();
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  const [journal = ''] = journalOf(folder);
  // As long as what was written, so that it is not taken for a clone from before.
  const long = 'precious'.padEnd(statSync(journal).size);
  writeFileSync(precious, long);
  rmSync(journal);
  symlinkSync(precious, journal);
  commitSale(db, sale(2));
  expect(await copy.copy()).toBe('failed');
  expect(readFileSync(precious, 'utf8')).toBe(long);
});
