// Backups outside the computer: encrypted for the recovery key alone, opened by the till's own
// command and by the standard tool, and restored without overwriting anything.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectNode, root } from '../../../resources/scripts/programs.mjs';
import { backUp } from '../../../src-main/store/backups.ts';
import {
  decryptFile,
  readRecoveryKey,
  type RecoveryKey,
  encryptFile,
  newRecoveryKey,
} from '../../../src-main/store/encryption.ts';
import { holdTill } from '../../../src-main/store/till-lock.ts';
import { lookAtBackup, useBackup } from '../../../src-main/store/restore-backup.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { isLong } from '../../tier.ts';
import { sale } from './samples.ts';
import { newFile, open } from './till-files.ts';
import { temporaryFolder } from './temporary-till.ts';

const never = new AbortController().signal;
let key: RecoveryKey;
beforeAll(async () => {
  key = await newRecoveryKey();
});

/** A till of three sales, the last of which the backup lacks. */
async function tillWithBackup() {
  const file = newFile();
  const { db, close } = open(file);
  for (const number of [1, 2]) commitSale(db, sale(number));
  const source = await backUp(db, 1_000, never);
  commitSale(db, sale(3));
  close();
  const target = join(temporaryFolder(), 'backup.age');
  await encryptFile({ source, target, recipient: key.recipient });
  return { file, source, backup: target };
}

const namesBeside = (file: string) => readdirSync(dirname(file)).sort();

test('a backup is encrypted, and the recovery key opens it, however it is typed', async () => {
  const { source, backup } = await tillWithBackup();
  const bytes = readFileSync(backup);
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  expect(bytes.includes('SQLite format')).toBe(false);
  expect(statSync(backup).mode & 0o077).toBe(0);
  const typed = key.identity.toLowerCase().replace(/.{6}/g, '$& \n');
  const read = await readRecoveryKey(typed);
  expect(read).toEqual(key);
  const opened = join(temporaryFolder(), 'opened.db');
  expect(await decryptFile(backup, opened, key)).toBe('done');
  expect(readFileSync(opened).equals(readFileSync(source))).toBe(true);
});

const hasAge = spawnSync('age', ['--version']).status === 0;
test.runIf(hasAge)('the standard tool opens it as well', async () => {
  const { source, backup } = await tillWithBackup();
  const identity = join(temporaryFolder(), 'key.txt');
  writeFileSync(identity, `${key.identity}\n`);
  const { stdout } = spawnSync('age', ['-d', '-i', identity, backup], { maxBuffer: 1e9 });
  expect(stdout.equals(readFileSync(source))).toBe(true);
});

test.each(['', 'AGE-SECRET-KEY-1', 'something else'])('“%s” is no recovery key', async (typed) => {
  expect(await readRecoveryKey(typed)).toBeUndefined();
  const slip = key.identity.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q'));
  expect(await readRecoveryKey(slip)).toBeUndefined();
});

describe('changes nothing and says why:', () => {
  test('a wrong key, a cut-off file, a flipped byte, and what is no backup', async () => {
    const { file, backup } = await tillWithBackup();
    const before = namesBeside(file);
    const bytes = readFileSync(backup);
    const chance = newChance();
    const spoilt = join(temporaryFolder(), 'spoilt.age');
    const lookAt = async (content: Uint8Array, by = key) => {
      writeFileSync(spoilt, content);
      const { outcome } = await lookAtBackup(spoilt, file, { key: by });
      expect(namesBeside(file)).toEqual(before);
      return outcome;
    };
    expect(await lookAt(bytes, await newRecoveryKey())).toBe('wrong_key');
    for (let time = 0; time < 30; time += 1) {
      const at = chance.between(1, bytes.length - 1);
      expect(await lookAt(bytes.subarray(0, at))).toBe('damaged');
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << chance.between(0, 7));
      // In the line that names the recipient, the flip makes it a backup for another key.
      expect(['damaged', 'wrong_key']).toContain(await lookAt(flipped));
    }
    expect(await lookAt(Buffer.concat([bytes, Buffer.from('x')]))).toBe('damaged');
    expect(await lookAt(Buffer.alloc(0))).toBe('damaged');
    const source = join(temporaryFolder(), 'no-backup');
    for (const content of ['', 'no database', `SQLite format 3\0${'x'.repeat(5000)}`]) {
      writeFileSync(source, content);
      const { recipient } = key;
      await encryptFile({ source, target: `${source}.age`, recipient });
      expect(await lookAt(readFileSync(`${source}.age`))).toBe('no_backup');
    }
  });

  test('a backup of another till', async () => {
    const { backup } = await tillWithBackup();
    const other = newFile();
    const { db, close } = open(other);
    db.exec(`UPDATE till SET till_code = 'another'`);
    close();
    expect(await lookAtBackup(backup, other, { key })).toEqual({ outcome: 'other_till' });
  });
});

test('the backup replaces a missing or damaged till', async () => {
  const { backup } = await tillWithBackup();
  const empty = newFile();
  expect(await lookAtBackup(backup, empty, { key })).toMatchObject({ comparison: { lost: [] } });
  expect(useBackup(empty)).toBeUndefined();
  const damaged = newFile();
  writeFileSync(damaged, 'no till');
  expect(await lookAtBackup(backup, damaged, { key })).toMatchObject({
    comparison: { lost: null },
  });
  expect(existsSync(useBackup(damaged) ?? '')).toBe(true);
  expect(countSales(open(damaged).db)).toMatchObject({ in_doubt: 2 });
});

describe('npm run restore', () => {
  const restore = (input: string, ...args: readonly string[]) =>
    spawnSync(projectNode, [join(root, 'resources/scripts/restore.mjs'), ...args], {
      ...{ encoding: 'utf8', input },
    });

  test('says what would be lost, asks, and puts the backup in place', async () => {
    const { file, backup } = await tillWithBackup();
    const refused = restore(`${key.identity}\nno\n`, backup, file);
    expect(refused.stdout).toContain(`1 sales are in the present file alone`);
    expect(refused.stderr).toContain('Nothing was changed');
    expect(refused.status).toBe(1);
    const { status, stdout } = restore(`${key.identity}\nrestore\n`, backup, file);
    expect(stdout).toContain('The former file is');
    expect(status).toBe(0);
    expect(countSales(open(file).db)).toMatchObject({ in_doubt: 2 });
  });

  test('changes nothing for a wrong key, while the till is open, and without its arguments', async () => {
    const { file, backup } = await tillWithBackup();
    const before = readFileSync(file);
    const other = await newRecoveryKey();
    const wrong = restore(`${other.identity}\n`, backup, file);
    expect(wrong.stderr).toContain('does not open this backup');
    const release = holdTill(file);
    expect(restore(`${key.identity}\n`, backup, file).stderr).toContain('The till is open');
    release?.();
    // A mistyped folder is not created, and does not count as the till's.
    const mistyped = join(dirname(file), 'till-s', 'till.db');
    expect(restore(`${key.identity}\n`, backup, mistyped).stderr).toContain('no till’s file');
    expect(existsSync(dirname(mistyped))).toBe(false);
    // Each starts a program, which takes a second.
    const refusals: [string, ...string[]][] = [
      ['There is no backup', '/nowhere.age', file],
      ['Usage'],
      ['Usage', backup],
      ['Usage', backup, file, 'x'],
    ];
    for (const [why, ...args] of isLong ? refusals : [])
      expect(restore('', ...args)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(why) as string,
      });
    if (isLong) expect(restore('mistyped\n', backup, file).stderr).toContain('no recovery key');
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
