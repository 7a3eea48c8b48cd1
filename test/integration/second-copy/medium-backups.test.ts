// Daily backups beside the second copy: only on a medium that is there and this till's, never
// unencrypted because nobody has made a key, and nothing waits for a medium that hangs.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-main/clock.ts';
import { noSecondCopy, type SecondCopyStatus } from '../../../src-main/contract/second-copy.ts';
import { MediumBackups } from '../../../src-main/second-copy/medium-backups.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { newRecoveryKey } from '../../../src-main/store/encryption.ts';
import { writeRecoveryRecipient } from '../../../src-main/store/recovery-recipient.ts';
import { eventually } from '../../eventually.ts';
import { startHelper } from '../../helper-process.ts';
import { newFile, open } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;

function accompanied() {
  const { db } = open(newFile());
  const folder = temporaryFolder();
  const copy: { folder: string | undefined; status: SecondCopyStatus } = {
    folder,
    status: { ...noSecondCopy, state: 'up_to_date', folder, encrypts: false },
  };
  let helpers = 0;
  const failures: unknown[] = [];
  const till = { db, clock: systemClock } as unknown as ConstructorParameters<
    typeof MediumBackups
  >[0];
  const log = {
    info: () => undefined,
    error: (_: string, error: unknown) => failures.push(error),
  } as unknown as ConstructorParameters<typeof MediumBackups>[2]['log'];
  const backups = new MediumBackups(till, copy, {
    startHelper: () => {
      helpers += 1;
      return startHelper();
    },
    ...{ log, onChanged: () => undefined, everyMs: 20 },
  });
  onTestFinished(() => {
    backups.close();
  });
  const there = () => {
    const kept = join(folder, 'backups');
    return existsSync(kept) ? readdirSync(kept).sort() : [];
  };
  const waits = () => new Promise((resolve) => setTimeout(resolve, 200));
  return { db, copy, folder, backups, failures, there, waits, helpers: () => helpers };
}

test('each newer backup is kept there once, and the status says when it was made', async () => {
  const { db, backups, there, helpers, waits } = accompanied();
  await waits();
  expect([helpers(), backups.keptAtMs]).toEqual([0, null]);
  const first = basename(await backUp(db, dayMs, never));
  await eventually(() => {
    expect(backups.keptAtMs).toBe(dayMs);
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
  writeRecoveryRecipient(db, (await newRecoveryKey()).recipient);
  await eventually(() => {
    expect(there()).toEqual([`${name}.age`]);
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

test('backups that cannot be listed, as on a disk that dies, are only logged', async () => {
  const { db, failures, helpers } = accompanied();
  writeFileSync(join(dirname(db.name), 'backups'), '');
  await eventually(() => {
    expect(failures[0]).toMatchObject({ code: 'ENOTDIR' });
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
