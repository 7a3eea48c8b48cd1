// A till that cannot be opened, and a program that ends by itself: what a shop sees, and how it
// sells again.
import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { tillCommand } from '../../resources/scripts/programs.mjs';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { goTo, openSection, practise, sell } from './cashier.ts';
import { examine } from './examine.ts';
import { noRestart, notPlayed } from './played.ts';
import { launchTill, type Till, type TillOptions } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till | undefined;
const start = async (options: TillOptions) => (till = await launchTill(options));
afterEach(async () => {
  await till?.kill9();
  till = undefined;
});

const folderOf = (userDataDir: string): string => {
  const tills = join(userDataDir, 'tills');
  return join(tills, readdirSync(tills)[0] ?? '');
};

/** Makes the file one of a newer version, which this version must not touch. */
function makeNewer(file: string): void {
  const db = new Database(file);
  db.pragma('user_version = 999');
  db.close();
}

async function backUpNow(page: Page): Promise<void> {
  await openSection(page, 'Backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText(/^Saved as .*\.db$/).waitFor();
  await goTo(page, 'Sell');
}

it('a till whose file cannot be used says so, restores a backup, and sells', async ({ skip }) => {
  skip(notPlayed !== '', notPlayed);
  const userDataDir = newUserData();
  const first = await start({ userDataDir });
  await practise(first.page);
  const kept = await sell(first.page, ['CAFE']);
  await backUpNow(first.page);
  const later = await sell(first.page, ['CAFE']);
  await first.close();
  const folder = folderOf(userDataDir);
  makeNewer(join(folder, 'till.db'));

  const agree = messagesFor('en').restore.agree;
  const { page } = await start({ userDataDir, env: { STAND_IN_PRESSES: agree } });
  await page.getByRole('heading', { name: 'The till could not be opened' }).waitFor();
  await page.getByText('written by a newer Counterfoil').waitFor();
  await examine(page, 'en-failed-start');

  await page.getByRole('button', { name: 'Save a report' }).click();
  const said = await page.getByText(/^Saved as .*\.txt$/).innerText();
  const report = readFileSync(said.replace('Saved as ', ''), 'utf8');
  expect(report).toContain('written by a newer Counterfoil');
  expect(report).toContain('"message":"till open"');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();

  await page.getByRole('button', { name: 'Restore a backup' }).click();
  await page.getByRole('button', { name: 'Look at it' }).first().click();
  await page.getByText('The backup is complete.').waitFor();
  await page.getByText(/^1 sale is only in the present file/).waitFor();
  await page.getByText(later).waitFor();
  await examine(page, 'en-restore');
  await page.getByRole('button', { name: 'Restore this backup' }).click();

  await page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  await sell(page, ['GALAO']);
  await goTo(page, 'Outbox');
  await page.getByRole('row', { name: kept }).waitFor();
  expect(await page.getByRole('row', { name: later }).count()).toBe(0);
  const aside = new Database(join(folder, 'till.damaged-1.db'), { readonly: true });
  const references = aside.prepare('SELECT reference FROM sale ORDER BY sale_id').pluck().all();
  expect(references.slice(-2)).toEqual([kept, later]);
  aside.close();
  await page.goto(`${page.url().split('#')[0] ?? ''}#/settings/exceptions`);
  await page.getByText('Backup restored by a person').first().waitFor();
});

it('a till whose disk is back opens by itself', async () => {
  const userDataDir = newUserData();
  const first = await start({ userDataDir });
  await practise(first.page);
  await sell(first.page, ['CAFE']);
  await first.close();
  // A folder in the file's place cannot be opened.
  const file = join(folderOf(userDataDir), 'till.db');
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  const { page } = await start({ userDataDir });
  await page.getByText(/^It tries again by itself at/).waitFor();
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  await page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  await sell(page, ['CAFE']);
});

const isRoot = process.getuid?.() === 0;
it.each([
  { what: 'cannot be made', place: (folder: string) => join(folder, 'settings.json/till') },
  ...(isRoot || process.platform === 'win32'
    ? []
    : [{ what: 'takes no files', place: (folder: string) => (chmodSync(folder, 0o555), folder) }]),
])('a till whose folder $what says so, and ends', async ({ place }) => {
  const folder = place(newUserData());
  const { program, args } = tillCommand(['--headless', `--user-data-dir=${folder}`]);
  const ended = promisify(execFile)(program, [...args, '--lang=en-US'], { timeout: 60_000 });
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`No files can be written into ${folder}`) as string,
  });
});

/** Puts a bug into each start until two have failed, and returns the environment that does so. */
function failTwice(userDataDir: string): NodeJS.ProcessEnv {
  const bug = join(userDataDir, 'bug.cjs');
  // The program handles bugs once it listens for them. Its helper processes have no bug.
  writeFileSync(
    bug,
    `const before = process.argv.find((arg) => arg.startsWith('--ended-by-bug-at=')) ?? '';
    const fail = () => {
      if (process.listenerCount('uncaughtException') > 0) throw new Error('a bug at each start');
    };
    if (!before.includes(',')) setInterval(fail, 1).unref();`,
  );
  return { NODE_OPTIONS: `--require=${bug}` };
}

const logOf = (userDataDir: string): string => {
  const file = join(userDataDir, 'logs', 'till.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

it('a program that ends at each start comes back once it can, and says so', async ({ skip }) => {
  skip(noRestart !== '', noRestart);
  const userDataDir = newUserData();
  const { page, pid } = await start({ userDataDir, env: failTwice(userDataDir) });
  try {
    await page.getByText('The till stopped by itself and has started again').waitFor();
    expect(logOf(userDataDir).split('the program failed')).toHaveLength(3);
    expect(logOf(userDataDir)).toContain('"waits before it starts","bugs":2');
    await practise(page);
  } finally {
    // The restarted program is in the process group of the first one.
    process.kill(-pid, 'SIGKILL');
  }
});

it.runIf(noRestart !== '')('a program that real Electron starts again comes back too', async () => {
  const userDataDir = newUserData();
  const { program, args } = tillCommand([`--user-data-dir=${userDataDir}`, '--lang=en-US']);
  const env = { ...process.env, ...failTwice(userDataDir) };
  spawn(program, args, { stdio: 'ignore', env });
  const log = () => logOf(userDataDir);
  await expect.poll(log, { timeout: 60_000 }).toContain('"waits before it starts","bugs":2');
  await expect.poll(log, { timeout: 60_000 }).toContain('"started"');
  const lock = readlinkSync(join(userDataDir, 'SingletonLock'));
  process.kill(Number(/\d+$/.exec(lock)?.[0]), 'SIGTERM');
  await expect.poll(() => readdirSync(userDataDir)).not.toContain('SingletonLock');
});

it('after several restarts it tells the person, and waits no longer than they do', async ({
  skip,
}) => {
  skip(notPlayed !== '', notPlayed);
  const userDataDir = newUserData();
  const now = Date.now();
  const options = { userDataDir, args: [`--ended-by-bug-at=${[now, now, now].join(',')}`] };
  const { page, output } = await start(options);
  expect(output()).toContain('stopped by itself 3 times');
  await practise(page);
});
