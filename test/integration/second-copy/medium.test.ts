// What a medium may do: be pulled, full, read-only, another one, or come back with other contents.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findCopies } from '../../../src-main/second-copy/medium-jobs.ts';
import { readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { setInstallation } from '../../../src-main/store/till.ts';
import { smallDisk } from '../../small-disk.ts';
import { reference, sale } from '../store/samples.ts';
import { newFile, open, stateOf } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { copiedTillOf, copying, journalOf, prepare, startedAgain, tillOf } from './copied-till.ts';

const referencesIn = async (folder: string): Promise<readonly unknown[]> => {
  const read = await readCopy(folder, undefined);
  if ('outcome' in read) throw new Error(read.outcome);
  return [...(read.rows.get('sale')?.values() ?? [])].map((row) => row.reference);
};

test('a stick that was pulled is not written to where it was, and goes on when it is back', async () => {
  const chosen = temporaryFolder();
  const { db, copy } = await copiedTillOf(1, chosen);
  renameSync(join(chosen, 'Counterfoil second copy'), join(chosen, 'pulled'));
  commitSale(db, sale(2));
  expect(await copy.copy()).toBe('not_there');
  // An empty mount point would be the till's own disk.
  expect(existsSync(join(chosen, 'Counterfoil second copy'))).toBe(false);
  expect(copy.copiedSaleId()).toBe(1);
  renameSync(join(chosen, 'pulled'), join(chosen, 'Counterfoil second copy'));
  expect(await copy.copy()).toBeUndefined();
  expect(copy.copiedSaleId()).toBe(2);
  expect(await referencesIn(copy.folder)).toEqual([reference(1), reference(2)]);
});

test('another stick in its place, or an older state of it, is left as it is', async () => {
  const { db, copy } = await copiedTillOf(1);
  const owner = readFileSync(join(copy.folder, 'owner.json'), 'utf8');
  const said = JSON.parse(owner) as Record<string, unknown>;
  writeFileSync(join(copy.folder, 'owner.json'), JSON.stringify({ ...said, medium: 'another' }));
  commitSale(db, sale(2));
  const before = journalOf(copy.folder).map((file) => readFileSync(file));
  expect(await copy.copy()).toBe('other_contents');
  expect(journalOf(copy.folder).map((file) => readFileSync(file))).toEqual(before);
  writeFileSync(join(copy.folder, 'owner.json'), 'something else');
  expect(await copy.copy()).toBe('not_there');
  writeFileSync(join(copy.folder, 'owner.json'), owner);
  expect(await copy.copy()).toBeUndefined();
  expect(copy.copiedSaleId()).toBe(2);
});

test('a full medium keeps what it had, and goes on once there is room', async (context) => {
  const disk = smallDisk('256k', context);
  const { db, copy } = await copiedTillOf(2, disk);
  const filling = join(disk, 'filling');
  try {
    for (;;) appendFileSync(filling, Buffer.alloc(4_096));
  } catch {
    // It is full.
  }
  for (let number = 3; number <= 20; number += 1) commitSale(db, sale(number));
  expect(await copy.copy()).toBe('full');
  expect(await copy.copy()).toBe('full');
  expect(copy.copiedSaleId()).toBe(2);
  expect(await referencesIn(copy.folder)).toHaveLength(2);
  rmSync(filling);
  expect(await copy.copy()).toBeUndefined();
  expect(copy.copiedSaleId()).toBe(20);
  const { db: again } = await startedAgain(copy.folder);
  expect(stateOf(again, 20)).toBe('in_doubt');
});

test('whatever was cut off, everything before it is there, and nothing that was called copied is missing', async () => {
  const { db, copy } = await copiedTillOf(1);
  const [file = ''] = journalOf(copy.folder);
  const copiedBytes = readFileSync(file).length;
  commitSale(db, sale(2));
  await copy.copy();
  const whole = readFileSync(file);
  for (let length = copiedBytes; length < whole.length; length += 97) {
    truncateSync(file, length);
    expect(await referencesIn(copy.folder)).toEqual([reference(1)]);
    writeFileSync(file, whole);
  }
});

test('a file whose beginning was cut short was never there: the one before it counts', async () => {
  const { db, copy } = await copiedTillOf(1);
  writeFileSync(join(copy.folder, 'journal-000001-000002.cfj.partial'), 'half a beginning');
  expect(await referencesIn(copy.folder)).toEqual([reference(1)]);
  copy.writer.forget();
  commitSale(db, sale(2));
  await copy.copy();
  expect(existsSync(join(copy.folder, 'journal-000001-000002.cfj.partial'))).toBe(false);
});

test('each day begins a file with everything that is open, once something is sold; three stay', async () => {
  const { db } = tillOf(1);
  const copy = copying(db);
  const dayMs = 86_400_000;
  await copy.copy(0);
  for (let day = 1; day <= 5; day += 1) {
    await copy.copy(day * dayMs);
    commitSale(db, sale(day + 1));
    await copy.copy(day * dayMs + 5_000);
    await copy.copy(day * dayMs + 10_000);
  }
  expect(journalOf(copy.folder)).toHaveLength(3);
  // A night without a sale began none.
  expect(journalOf(copy.folder).at(-1)).toContain('journal-000001-000006');
  for (const file of journalOf(copy.folder).slice(0, -1)) rmSync(file);
  expect(await referencesIn(copy.folder)).toHaveLength(6);
});

test('a read-only medium is told, and what it has can be started from', async (context) => {
  const disk = smallDisk('1m', context);
  const { db, copy } = await copiedTillOf(1, disk);
  spawnSync('mount', ['-o', 'remount,ro', disk]);
  try {
    commitSale(db, sale(2));
    expect(await copy.copy()).toBe('read_only');
    expect(await copy.copy()).toBe('read_only');
    expect(copy.copiedSaleId()).toBe(1);
    const { db: again } = await startedAgain(copy.folder);
    expect(stateOf(again, 1)).toBe('in_doubt');
  } finally {
    spawnSync('mount', ['-o', 'remount,rw', disk]);
  }
});

test('a medium that reads back otherwise is told, and nothing of it is called copied', async () => {
  const { db, copy } = await copiedTillOf(1);
  const [file = ''] = journalOf(copy.folder);
  // What is written here is dropped, and zeros are read.
  rmSync(file);
  symlinkSync('/dev/zero', file);
  commitSale(db, sale(2));
  expect(await copy.copy()).toBe('other_contents');
  expect(copy.copiedSaleId()).toBe(1);
});

test('a medium where another computer writes this till’s copy is not chosen', () => {
  const chosen = temporaryFolder();
  const { db: first } = tillOf(1);
  copying(first, chosen);
  const { db: second } = open(newFile());
  setInstallation(second, 'SECD');
  expect(prepare(second, chosen)).toEqual({ outcome: 'other_computer' });
  // Its own medium may be chosen again.
  expect(prepare(first, chosen)).toMatchObject({ outcome: 'ready', generation: 1 });
});

test('what lies beside the copies, or cannot be read there, hides none of them', async () => {
  const chosen = temporaryFolder();
  const { folder } = copying(tillOf(1).db, chosen);
  const all = dirname(folder);
  // What other systems leave where somebody has looked.
  for (const name of ['.DS_Store', 'Thumbs.db', '._copy']) writeFileSync(join(all, name), '');
  const found = async () => {
    const answer = await findCopies({ chosen });
    return 'copies' in answer ? answer.copies.map((one) => one.folder) : answer;
  };
  expect(await found()).toEqual([folder]);
  mkdirSync(join(all, 'damaged', 'owner.json'), { recursive: true });
  expect(await found()).toEqual([folder]);
  rmSync(folder, { recursive: true });
  expect(await found()).toEqual({ outcome: 'failed' });
  rmSync(join(all, 'damaged'), { recursive: true });
  expect(await found()).toEqual([]);
});

test('a folder that may not be written to, or is none, is refused by name', () => {
  const { db } = tillOf(1);
  const file = join(temporaryFolder(), 'a file');
  writeFileSync(file, '');
  expect(prepare(db, file)).toEqual({ outcome: 'not_there' });
  expect(prepare(db, '/proc')).toMatchObject({ outcome: expect.any(String) as string });
  expect(prepare(db, '/proc')).not.toMatchObject({ outcome: 'ready' });
});
