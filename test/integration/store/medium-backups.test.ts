// Daily backups on another medium: encrypted, whole or not there, the newest three, and nothing of
// a medium that is away or full harms what is there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import {
  decryptFile,
  type RecoveryKey,
  newRecoveryKey,
} from '../../../src-main/store/encryption.ts';
import { endingFor, keepOnMedium } from '../../../src-main/store/medium-backups.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { smallDisk } from '../../small-disk.ts';
import { sale } from './samples.ts';
import { newFile, open } from './till-files.ts';
import { temporaryFolder } from './temporary-till.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;
let key: RecoveryKey;
beforeAll(async () => {
  key = await newRecoveryKey();
});

const onMedium = (source: string, { recipient } = key) =>
  `${basename(source, '.db')}${endingFor(recipient)}`;

/** A till of two sales, and how its backup of a day reaches a medium. */
function tillAndMedium(medium = temporaryFolder()) {
  const file = newFile();
  const { db } = open(file);
  for (const number of [1, 2]) commitSale(db, sale(number));
  const folder = join(medium, 'backups');
  const keep = async (day: number, recipient: string | null = key.recipient, of: Store = db) => {
    const source = await backUp(of, day * dayMs, never);
    return { source, names: await keepOnMedium({ source, folder, recipient }) };
  };
  return { file, db, folder, medium, keep };
}

test('a backup is kept there encrypted, and the recovery key opens it', async () => {
  const { folder, keep } = tillAndMedium();
  const { source, names } = await keep(1);
  expect(names).toEqual([onMedium(source)]);
  const kept = join(folder, names[0] ?? '');
  expect(readFileSync(kept).includes('SQLite format')).toBe(false);
  const opened = join(temporaryFolder(), 'opened.db');
  expect(await decryptFile(kept, opened, key)).toBe('done');
  expect(readFileSync(opened).equals(readFileSync(source))).toBe(true);
  // Once it is there it is not written again.
  const before = readFileSync(kept);
  expect(await keepOnMedium({ source, folder, recipient: key.recipient })).toEqual(names);
  expect(readFileSync(kept).equals(before)).toBe(true);
});

test('one that is kept without encryption is the backup itself', async () => {
  const { folder, keep } = tillAndMedium();
  const { source, names } = await keep(1, null);
  expect(names).toEqual([basename(source)]);
  expect(readFileSync(join(folder, basename(source))).equals(readFileSync(source))).toBe(true);
});

test('the newest three stay, in the order in which they were made, and other files are left alone', async () => {
  const { folder, keep } = tillAndMedium();
  await keep(10);
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  await keep(11);
  await keep(12);
  // The clock was set back: this one is the newest all the same.
  const { source, names } = await keep(2);
  expect(names).toHaveLength(3);
  expect(names[0]).toBe(onMedium(source));
  expect(names.some((name) => name.includes('1970-01-11'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([...names, 'mine.txt'].sort());
});

test('once backups are encrypted, none that anybody can read stays', async () => {
  const { keep } = tillAndMedium();
  const before = [(await keep(1, null)).names, (await keep(2, null)).names];
  expect(before.map(({ length }) => length)).toEqual([1, 2]);
  const { source, names } = await keep(3);
  expect(names).toEqual([onMedium(source)]);
  // The other way round they stay: the key still opens them.
  expect((await keep(4, null)).names).toHaveLength(2);
});

test('nor does one stay that was kept readable for a while, beside the same one encrypted', async () => {
  const { folder, keep } = tillAndMedium();
  const { source } = await keep(1);
  await keepOnMedium({ source, folder, recipient: null });
  await keepOnMedium({ source, folder, recipient: key.recipient });
  expect(readdirSync(folder)).toEqual([onMedium(source)]);
});

test('a link where it is written leads to no file of the till', async () => {
  const { folder, keep } = tillAndMedium();
  const precious = join(temporaryFolder(), 'precious');
  writeFileSync(precious, 'precious');
  mkdirSync(folder);
  symlinkSync(precious, join(folder, 'partial'));
  await keep(1);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
});

test('a link in the place of the folder has no backup of the till removed', async () => {
  const { db, folder, medium } = tillAndMedium();
  const sources = [await backUp(db, dayMs, never), await backUp(db, 2 * dayMs, never)];
  const own = dirname(sources[0] ?? '');
  symlinkSync(own, folder);
  const source = sources[1] ?? '';
  const kept = keepOnMedium({ source, folder, recipient: key.recipient });
  await expect(kept).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(readdirSync(own).sort()).toEqual(sources.map((one) => basename(one)).sort());
  expect(readdirSync(medium)).toEqual(['backups']);
});

test('a medium that is away is not made up on this disk', async () => {
  const { keep, medium } = tillAndMedium(join(temporaryFolder(), 'stick'));
  await expect(keep(1)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(medium)).toBe(false);
});

test('a medium that is full keeps what it has, and nothing half written', async (context) => {
  const { folder, keep } = tillAndMedium(smallDisk('1m', context));
  const { names } = await keep(1);
  await keep(2);
  writeFileSync(join(dirname(folder), 'ballast'), Buffer.alloc(250_000));
  const there = readdirSync(folder).sort();
  await expect(keep(3)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(folder).sort()).toEqual(there);
  expect(there).toContain(names[0]);
});

test('what a kill has left half written is overwritten', async () => {
  const { folder, keep } = tillAndMedium();
  mkdirSync(folder);
  writeFileSync(join(folder, 'partial'), Buffer.alloc(2_000_000));
  const { names } = await keep(1);
  expect(readdirSync(folder)).toEqual(names);
});
