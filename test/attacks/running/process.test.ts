// Somebody who starts the packaged program with a door open to other programs gets no till.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { tillCommand } from '../../../resources/scripts/programs.mjs';
import { notPackaged } from '../../e2e/played.ts';
import { newUserData } from '../../e2e/user-data.ts';
import { isLong } from '../../tier.ts';

function spawnPackaged(given: string, env: NodeJS.ProcessEnv = {}) {
  const userData = newUserData();
  const { program, args } = tillCommand(['--headless', `--user-data-dir=${userData}`, given]);
  const child = spawn(program, args, { env: { ...process.env, STAND_IN_PACKAGED: '1', ...env } });
  return { child, userData };
}

/** Starts the program. Returns how it ended and all its output. */
async function start(given: string, env: NodeJS.ProcessEnv = {}) {
  const { child, userData } = spawnPackaged(given, env);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, said, userData };
}

function logOf(userData: string): string {
  const file = join(userData, 'logs', 'till.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const furtherSwitches = [
  '--remote-debugging-pipe',
  '--REMOTE-DEBUGGING-PORT=0',
  '-remote-debugging-port=0',
  '/remote-debugging-port=0',
  '--inspect-brk=0',
  '--disable-web-security',
  '--load-extension=/tmp/x',
];

describe('a packaged till', () => {
  beforeEach(({ skip }) => {
    skip(notPackaged !== '', notPackaged);
  });

  it.each([
    '--remote-debugging-port=0',
    '--inspect',
    '--no-sandbox',
    ...(isLong ? furtherSwitches : []),
  ])('does not start with %s', async (given) => {
    const { code, said, userData } = await start(given);
    expect(code).toBe(1);
    expect(said).toContain(given);
    expect(readdirSync(userData)).not.toContain('practice');
    expect(logOf(userData)).not.toContain('"started"');
  });

  it('starts with anything else, and only for its user', async () => {
    const { child, userData } = spawnPackaged('--lang=en');
    await expect.poll(() => logOf(userData)).toContain('"started"');
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    const open = readdirSync(userData, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (lstatSync(path).mode & 0o077) !== 0 && !path.includes('stand-in'));
    // Files that were there before are out of reach, since their folder is.
    expect(open.map((path) => basename(path)).filter((name) => name !== 'settings.json')).toEqual(
      [],
    );
    expect(statSync(userData).mode & 0o077).toBe(0);
  });

  it('does not start in an environment that opens Node’s debugger', async () => {
    const { code, said } = await start('--lang=en', { NODE_OPTIONS: '--inspect=127.0.0.1:0' });
    expect(code).toBe(1);
    expect(said).toContain('--inspect');
  });
});
