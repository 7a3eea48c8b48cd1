// A damaged file is set aside under a new name each time, and never by half, wherever a kill cuts
// it short.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { isLong } from '../../tier.ts';
import { sale } from './samples.ts';
import {
  another,
  asideOf,
  fullTill,
  fullTillSales,
  newFile,
  open,
  statesOf,
} from './till-files.ts';

const pageBytes = 4096;
/** To save time only a kill at one step in so many is tried, others in each run. */
const every = isLong ? 1 : 15;
const everyOfStart = isLong ? 1 : 5;
const chance = newChance();

test('a second damage is set aside beside the first', () => {
  const file = fullTill();
  for (const number of [1, 2]) {
    const bytes = readFileSync(file).fill(0x5a, 0, pageBytes);
    writeFileSync(file, bytes);
    const { notices, close } = open(file);
    expect(notices).toMatchObject([{ file: asideOf(file, number), sales: fullTillSales }]);
    close();
    expect(readFileSync(asideOf(file, number)).equals(bytes)).toBe(true);
  }
});

const killer = join(import.meta.dirname, 'open-and-be-killed.ts');

function openAndBeKilled(file: string, step: number): 'killed' | 'lived' {
  const { signal, status, stderr } = spawnSync(process.execPath, [killer, file, String(step)]);
  if (signal === 'SIGKILL') return 'killed';
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return 'lived';
}

test('killed at any step of being set aside and rebuilt, the next start has every sale', () => {
  const whole = fullTill();
  writeFileSync(whole, readFileSync(whole).fill(0x5a, 0, pageBytes));
  let kills = 0;
  for (let step = chance.between(1, every); ; step += every) {
    const file = another(whole);
    writeFileSync(`${file}-wal`, 'not a log, but as long as one is: it goes where its file goes');
    if (openAndBeKilled(file, step) === 'lived') break;
    kills += 1;
    const { db, close } = open(file);
    expect(Object.keys(statesOf(db))).toHaveLength(fullTillSales);
    expect(countSales(db)).toMatchObject({ queued: 0, sending: 0, confirmed: 1 });
    expect(existsSync(asideOf(file))).toBe(true);
    close();
    expect(open(file).notices).toEqual([]);
  }
  expect(kills * every).toBeGreaterThan(10);
}, 600_000);

test('killed at any step of an ordinary start, the next one has every sale and sends none twice', () => {
  const whole = newFile();
  const { db, close } = open(whole);
  commitSale(db, sale(1));
  close();
  let kills = 0;
  for (let step = chance.between(1, everyOfStart); ; step += everyOfStart) {
    const file = newFile();
    renameSync(another(whole), file);
    // Renews its file identity first, since the sales of a copy would be in doubt anyway.
    const first = open(file);
    commitSale(first.db, sale(2));
    first.close();
    if (openAndBeKilled(file, step) === 'lived') break;
    kills += 1;
    const { db: after, notices } = open(file);
    expect(notices.map((notice) => notice.code)).not.toContain('store_salvaged');
    expect(Object.keys(statesOf(after))).toHaveLength(2);
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
  }
  expect(kills * everyOfStart).toBeGreaterThan(2);
});
