// Daily backups beside the second copy: only on a medium that is there and this till's, never
// unencrypted because nobody has made a key, and nothing waits for a medium that hangs.
import { EventEmitter } from 'node:events';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, type Clock } from '../../../src-main/clock.ts';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { noSecondCopy, type SecondCopyStatus } from '../../../src-main/contract/second-copy.ts';
import type { StartHelper } from '../../../src-main/helper-process/ask-helper.ts';
import { MediumBackups } from '../../../src-main/second-copy/medium-backups.ts';
import { decryptFile, newRecoveryKey } from '../../../src-main/store/encryption.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { endingFor } from '../../../src-main/store/medium-backups.ts';
import { writeRecoveryRecipient } from '../../../src-main/store/recovery-recipient.ts';
import { eventually } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';
import { startHelper } from '../../helper-process.ts';
import { newFile, open } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;
const onMedium = (name: string, recipient: string | null) =>
  `${basename(name, '.db')}${endingFor(recipient)}`;

function accompanied({
  clock = systemClock,
  begin = startHelper,
}: { readonly clock?: Clock; readonly begin?: StartHelper } = {}) {
  const { db } = open(newFile());
  const folder = temporaryFolder();
  const copy: { folder: string | undefined; status: SecondCopyStatus } = {
    folder,
    status: { ...noSecondCopy, state: 'up_to_date', folder, encrypts: false },
  };
  let helpers = 0;
  const failures: unknown[] = [];
  const notices = new Set<AppError['code']>();
  const till = { db, clock } as unknown as ConstructorParameters<typeof MediumBackups>[0];
  const log = {
    info: () => undefined,
    error: (_: string, error: unknown) => failures.push(error),
  } as unknown as ConstructorParameters<typeof MediumBackups>[2]['log'];
  const backups = new MediumBackups(till, copy, {
    startHelper: () => {
      helpers += 1;
      return begin();
    },
    ...{ log, onChanged: () => undefined, everyMs: 20 },
    notify: (notice) => notices.add(notice.code),
    withdraw: (code) => notices.delete(code),
  });
  onTestFinished(() => {
    backups.close();
  });
  const there = () => {
    const kept = join(folder, 'backups');
    return existsSync(kept) ? readdirSync(kept).sort() : [];
  };
  const waits = () => new Promise((resolve) => setTimeout(resolve, 200));
  return { db, copy, folder, backups, failures, notices, there, waits, helpers: () => helpers };
}

test('each newer backup is kept there once, and the status says when it was made', async () => {
  const { db, backups, there, helpers, waits } = accompanied();
  await waits();
  expect([helpers(), backups.status.backedUpAtMs]).toEqual([0, null]);
  const first = basename(await backUp(db, dayMs, never));
  await eventually(() => {
    expect(backups.status.backedUpAtMs).toBe(dayMs);
  });
  expect(there()).toEqual([first]);
  await waits();
  expect(helpers()).toBe(1);
  const second = basename(await backUp(db, 2 * dayMs, never));
  await eventually(() => {
    expect(there()).toEqual([first, second]);
  });
});

test('without a key nothing is kept unencrypted, and with one it is encrypted', async () => {
  const { db, copy, there, helpers, waits } = accompanied();
  copy.status = { ...copy.status, encrypts: true };
  const name = basename(await backUp(db, dayMs, never));
  await waits();
  expect([helpers(), there()]).toEqual([0, []]);
  const { recipient } = await newRecoveryKey();
  writeRecoveryRecipient(db, recipient);
  await eventually(() => {
    expect(there()).toEqual([onMedium(name, recipient)]);
  });
});

test.each(['off', 'starting', 'missing', 'taken_over'] as const)(
  'nothing is kept on a medium while the copy is %s',
  async (state) => {
    const { db, copy, helpers, waits } = accompanied();
    copy.status = { ...copy.status, state };
    await backUp(db, dayMs, never);
    await waits();
    expect(helpers()).toBe(0);
  },
);

test('a new recovery key opens a backup there at once, and the old one none', async () => {
  const { db, copy, folder, there } = accompanied();
  copy.status = { ...copy.status, encrypts: true };
  const former = await newRecoveryKey();
  writeRecoveryRecipient(db, former.recipient);
  const first = basename(await backUp(db, dayMs, never));
  await eventually(() => {
    expect(there()).toEqual([onMedium(first, former.recipient)]);
  });
  const renewed = await newRecoveryKey();
  writeRecoveryRecipient(db, renewed.recipient);
  await eventually(() => {
    expect(there()).toEqual([onMedium(first, renewed.recipient)]);
  });
  const backup = join(folder, 'backups', onMedium(first, renewed.recipient));
  const opened = join(temporaryFolder(), 'opened.db');
  expect(await decryptFile(backup, opened, former)).toBe('wrong_key');
  expect(await decryptFile(backup, opened, renewed)).toBe('done');
});

test('a medium that hangs on a backup is told, and later backups are made all the same', async () => {
  const clock = new HandClock();
  const started: EventEmitter[] = [];
  const { db, backups, folder, notices } = accompanied({
    clock,
    begin: () => {
      const helper = Object.assign(new EventEmitter(), {
        ...{ postMessage: () => undefined, kill: () => true },
      });
      started.push(helper);
      return helper;
    },
  });
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) await clock.pass(60_000);
  };
  await backUp(db, dayMs, never);
  await pass(1);
  expect(started).toHaveLength(1);
  started[0]?.emit('spawn');
  await pass(2 * 60);
  expect([started.length, backups.status.backupProblem]).toEqual([1, null]);
  await pass(65);
  expect(backups.status.backupProblem).toBe('silent');
  expect([...notices]).toEqual(['medium_backup_failed']);
  // The next day's backup does not wait.
  await backUp(db, 2 * dayMs, never);
  await pass(1);
  const next = started.at(-1);
  next?.emit('spawn');
  next?.emit('message', { kind: 'done', answer: [folder] });
  next?.emit('exit', 0);
  await pass(1);
  expect(backups.status).toEqual({ backedUpAtMs: 2 * dayMs, backupProblem: null });
  expect([...notices]).toEqual([]);
});

test('a medium that is gone just now is told as such, and a place that stays away as this', async () => {
  const clock = new HandClock();
  const { db, copy, backups, notices } = accompanied({
    clock,
    begin: () => {
      const helper = Object.assign(new EventEmitter(), {
        postMessage: () => undefined,
        kill: () => true,
      });
      setImmediate(() => {
        helper.emit('spawn');
        const error = { message: 'gone', code: 'ENOENT', syscall: 'open' };
        helper.emit('message', { kind: 'failed', error });
        helper.emit('exit', 0);
      });
      return helper;
    },
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await clock.pass(1_000);
  };
  await backUp(db, dayMs, never);
  await pass(10);
  expect([backups.status.backupProblem, notices.size]).toEqual([null, 0]);
  copy.status = { ...copy.status, state: 'missing' };
  await pass(300);
  expect([backups.status.backupProblem, notices.size]).toEqual([null, 0]);
  copy.status = { ...copy.status, state: 'up_to_date' };
  await pass(10);
  expect(backups.status.backupProblem).toBe('not_there');
  expect([...notices]).toEqual(['medium_backup_failed']);
});

test('backups that cannot be listed, as on a disk that dies, are only logged', async () => {
  const { db, failures, helpers } = accompanied();
  symlinkSync('backups', join(dirname(db.name), 'backups'));
  await eventually(() => {
    expect(failures[0]).toMatchObject({ code: 'ELOOP' });
  });
  expect(helpers()).toBe(0);
});

test('a medium that takes nothing is not asked again at once', async () => {
  const { db, copy, failures, helpers, waits } = accompanied();
  copy.folder = join(temporaryFolder(), 'pulled');
  await backUp(db, dayMs, never);
  await eventually(() => {
    expect(failures).toMatchObject([{ code: 'ENOENT' }]);
  });
  await waits();
  expect(helpers()).toBe(1);
});
