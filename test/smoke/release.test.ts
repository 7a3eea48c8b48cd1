// A release starts and lets nobody in: no switch and no environment variable opens it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newUserData } from '../e2e/user-data.ts';
import { askToQuit, killTree } from '../runtime/launch.ts';
import { smokeProgram, type SmokeProgram } from './program.ts';

/** On Windows and macOS it refuses in a dialog, which waits for a person. */
const refusesInDialogMs = 20_000;

let release: SmokeProgram;
const children: ChildProcess[] = [];
beforeAll(async () => {
  release = await smokeProgram('release');
}, 300_000);
afterEach(() => {
  for (const { pid, exitCode, signalCode } of children.splice(0))
    if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid);
});

function start(given: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const userData = newUserData();
  const child = spawn(
    release.program,
    [...release.args, `--user-data-dir=${userData}`, '--lang=en-US', ...given],
    { detached: true, env: { ...process.env, ...release.env, ...env } },
  );
  children.push(child);
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => {
      resolve(code ?? signal);
    });
  });
  const log = join(userData, 'logs/till.log');
  const hasStarted = () => existsSync(log) && readFileSync(log, 'utf8').includes('"started"');
  return { child, ended, said: () => said, hasStarted };
}

it('starts, accepts no debugger, and ends with 0', async () => {
  const { child, ended, said, hasStarted } = start([]);
  await expect.poll(hasStarted, { timeout: 60_000 }).toBe(true);
  expect(said()).not.toMatch(/DevTools listening|Debugger listening/);
  askToQuit(child);
  expect(await ended).toBe(0);
});

it.each([
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--REMOTE-DEBUGGING-PORT=0',
  '--inspect',
  '--inspect-brk=0',
  '--no-sandbox',
  '--disable-web-security',
  '--load-extension=/tmp/x',
])('does not start with %s', async (given) => {
  const { ended, said, hasStarted } = start([given]);
  const how = await Promise.race([ended, delay(refusesInDialogMs, 'waits')]);
  if (process.platform === 'linux') {
    expect(how).toBe(1);
    expect(said()).toContain(given);
  } else {
    expect([1, 'waits']).toContain(how);
  }
  expect(hasStarted()).toBe(false);
});

it.for<NodeJS.ProcessEnv>([
  { NODE_OPTIONS: '--inspect=127.0.0.1:0' },
  { ELECTRON_RUN_AS_NODE: '1' },
])('is not opened by the environment: %j', async (env, { skip }) => {
  if (!release.isElectron) skip('The stand-in has no fuses.');
  const { said, hasStarted } = start([], env);
  await expect.poll(hasStarted, { timeout: 60_000 }).toBe(true);
  expect(said()).not.toContain('Debugger listening');
});

it('has the fuses that the configuration names', async ({ skip }) => {
  if (!release.isElectron) skip('The stand-in has no fuses.');
  const { program } = release;
  // On macOS the fuses are in the framework, which is found from the application.
  const application = /^.*\.app(?=\/)/.exec(program)?.[0];
  const wire = await getCurrentFuseWire(application ?? program);
  const on = Object.values(FuseV1Options)
    .filter((fuse) => typeof fuse === 'number')
    .filter((fuse) => String.fromCharCode(wire[fuse] ?? 0) === '1')
    .map((fuse) => FuseV1Options[fuse]);
  expect(on).toEqual(['EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar']);
});

it('comes with the licences of everything that it holds', ({ skip }) => {
  if (!release.isElectron) skip('Only a package has them beside it.');
  const folder = dirname(release.program);
  const resources =
    process.platform === 'darwin' ? join(folder, '../Resources') : join(folder, 'resources');
  for (const name of ['THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json'])
    expect(existsSync(join(resources, name)), name).toBe(true);
});
