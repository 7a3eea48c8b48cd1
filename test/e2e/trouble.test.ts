import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { tillCommand } from '../../resources/scripts/programs.mjs';
import { goTo, lines, openSection, practise, scan, sell } from './cashier.ts';
import { examine } from './examine.ts';
import { countDocuments } from './practice-database.ts';
import { addCashier, unlockAs } from './pin-window.ts';
import { notPlayed } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till | undefined;
const start = async (userDataDir: string, env: Readonly<Record<string, string>> = {}) =>
  (till = await launchTill({ userDataDir, env }));
afterEach(async () => {
  await till?.kill9();
  till = undefined;
});

it('a second start ends at once and leaves the first one selling', async () => {
  const userDataDir = newUserData();
  const { page } = await start(userDataDir);
  await practise(page);
  const { program, args } = tillCommand(['--headless', `--user-data-dir=${userDataDir}`]);
  const second = spawnSync(program, args, { timeout: 30_000 });
  expect(second.status).toBe(0);
  await sell(page, ['CAFE']);
});

/** Plays what the system tells of the computer's power and lock, as a test says. */
function playedPower() {
  const file = join(newUserData(), 'power');
  writeFileSync(file, '');
  const happens = (event: string) => {
    appendFileSync(file, `${event}\n`);
  };
  return { env: { STAND_IN_POWER: file }, happens };
}

it('ends properly when the computer shuts down', async ({ skip }) => {
  skip(notPlayed !== '', notPlayed);
  const userDataDir = newUserData();
  const { env, happens } = playedPower();
  const { page, ended } = await start(userDataDir, env);
  await practise(page);
  await sell(page, ['CAFE']);
  happens('shutdown');
  expect(await ended).toBe(0);
  const tills = join(userDataDir, 'tills');
  const left = readdirSync(tills).flatMap((folder) => readdirSync(join(tills, folder)));
  expect(left).not.toContain('till.db-wal');
});

it('is locked when the computer is locked or sleeps', async ({ skip }) => {
  skip(notPlayed !== '', notPlayed);
  const { env, happens } = playedPower();
  const { page } = await start(newUserData(), env);
  await practise(page);
  const pin = '73519046';
  await addCashier(page, { name: 'Inês', role: 'manager', pin });
  for (const event of ['lock-screen', 'suspend']) {
    await page.getByText('At the till: Inês').waitFor();
    happens(event);
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    // Waking up and unlocking the computer unlock nothing at the till.
    happens('resume');
    happens('unlock-screen');
    await unlockAs(page, 'Inês', pin);
  }
  await sell(page, ['CAFE']);
});

it('a damaged settings file is set aside and reported', async () => {
  const userDataDir = newUserData();
  writeFileSync(join(userDataDir, 'settings.json'), '{"language": "en", "profi');
  const { page } = await start(userDataDir);
  await page.getByText('The settings could not be read').waitFor();
  const aside = readdirSync(userDataDir).find((name) => name.startsWith('settings.damaged-'));
  expect(readFileSync(join(userDataDir, aside ?? ''), 'utf8')).toBe('{"language": "en", "profi');
  await practise(page);
});

it('a settings file of a wrong shape is set aside as well', async () => {
  const userDataDir = newUserData({ theme: 'plaid' });
  const { page } = await start(userDataDir);
  await page.getByText('The settings could not be read').waitFor();
});

it('a damaged data file is set aside and reported, and the backup’s contents are there again', async () => {
  const userDataDir = newUserData();
  const first = await start(userDataDir);
  await practise(first.page);
  const reference = await sell(first.page, ['CAFE']);
  await openSection(first.page, 'Backups');
  await first.page.getByRole('button', { name: 'Back up now' }).click();
  const said = await first.page.getByText(/^Saved as .*\.db$/).innerText();
  expect(existsSync(said.replace('Saved as ', ''))).toBe(true);
  await first.close();

  const tills = join(userDataDir, 'tills');
  const folder = join(tills, readdirSync(tills)[0] ?? '');
  const damaged = readFileSync(join(folder, 'till.db')).fill(0x5a, 0, 4096);
  writeFileSync(join(folder, 'till.db'), damaged);
  const { page } = await start(userDataDir);
  const notice = page.getByRole('alert').filter({ hasText: 'The till’s data file was damaged' });
  expect(await notice.innerText()).toContain('one sale was brought over');
  await examine(page, 'en-salvaged');
  const aside = readdirSync(folder).find((name) => /^till\.damaged-.*\.db$/.test(name));
  expect(readFileSync(join(folder, aside ?? '')).equals(damaged)).toBe(true);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await goTo(page, 'Outbox');
  await page.getByRole('row', { name: reference }).getByText('Confirmed').waitFor();
  await goTo(page, 'Sell');
  await sell(page, ['CAFE']);
});

it('a full disk refuses the sale before the cashier believes it saved', async ({ skip }) => {
  const mountPoint = mkdtempSync(join(tmpdir(), 'counterfoil-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', mountPoint]);
  if (mounted.status !== 0) skip('a small file system can be mounted by root only');
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', mountPoint]);
  });
  const userDataDir = join(mountPoint, 'till');
  mkdirSync(userDataDir);
  writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ language: 'en' }));
  const { page } = await start(userDataDir);
  await practise(page);
  const first = await sell(page, ['CAFE']);
  await scan(page, 'GALAO');
  await lines(page).first().waitFor();

  const filler = join(mountPoint, 'filler');
  fill(filler);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Finish sale' }).click();
  await page.getByRole('alert').filter({ hasText: 'The disk is full' }).first().waitFor();
  expect(await page.getByRole('dialog', { name: 'Sale finished' }).count()).toBe(0);

  rmSync(filler);
  await page.getByRole('button', { name: 'Finish sale' }).click();
  await page.getByRole('dialog', { name: 'Sale finished' }).waitFor();
  await page.getByRole('button', { name: 'Next sale' }).click();
  await goTo(page, 'Outbox');
  // The newest sale, which was refused at first, and the one before it.
  const newest = page.getByRole('row').nth(1);
  await newest.getByText('Confirmed').waitFor({ timeout: 60_000 });
  await page.getByRole('row').nth(2).filter({ hasText: first }).getByText('Confirmed').waitFor();
  expect(countDocuments(userDataDir, first)).toBe(1);
});

/** Fills the disk until not one more byte fits. */
function fill(file: string): void {
  for (const size of [1_048_576, 4_096, 1]) {
    const chunk = Buffer.alloc(size);
    for (;;) {
      try {
        appendFileSync(file, chunk);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') break;
        throw error;
      }
    }
  }
  expect(existsSync(file)).toBe(true);
}
