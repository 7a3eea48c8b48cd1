// A command that is asked for help, or given an argument that it does not know or cannot read, says
// how it is used and does nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectNode, root } from '../../../resources/scripts/programs.mjs';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const commands = [
  ...['demo', 'bench', 'faults', 'month', 'mutants', 'restore', 'package', 'sign-update'],
  ...['build', 'check', 'format', 'test-electron'],
];
/** These pass arguments that they do not know on to a program that does. */
const passOn = ['start', 'test'];

function run(command: string, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  const script = join(root, `resources/scripts/${command}.mjs`);
  const ran = spawnSync(process.execPath, [script, ...args], {
    ...{ cwd, encoding: 'utf8', timeout: 60_000 },
    env: { ...process.env, INIT_CWD: cwd },
  });
  return { ...ran, left: readdirSync(cwd) };
}

// That each of the others asks for its arguments at all, the next test shows.
test.each(['demo', ...passOn])('npm run %s -- --help', (command) => {
  for (const help of ['--help', '-h']) {
    const { status, stdout, left } = run(command, help);
    expect(stdout).toMatch(/^Usage: npm /);
    expect([status, left]).toEqual([0, []]);
  }
});

test.each(commands)('npm run %s with what it does not know', (command) => {
  const { status, stderr, left } = run(command, '--hlep');
  expect(stderr).toMatch(/^Not known here: --hlep\nUsage: npm /);
  expect([status, left]).toEqual([1, []]);
});

test.each([
  ['faults --histories x', 'Takes a whole number: --histories'],
  ['faults --histories -3', 'Takes a whole number: --histories'],
  ['faults --model=many', 'Takes a whole number: --model=many'],
  ['month --seed', 'Takes a whole number: --seed'],
  ['month --days 0', 'Takes a whole number: --days'],
  ['mutants --mutants 1.5', 'Takes a whole number: --mutants'],
  ['bench --only', 'Takes a value: --only'],
  ['test-electron --display --long', 'Takes a value: --display'],
  ['package --dir=dist', 'Takes no value: --dir=dist'],
  ['bench --only commit more', 'Not known here: more'],
  ['faults more', 'Not known here: more'],
])('npm run %s', (line, sentence) => {
  const [command = '', ...args] = line.split(' ');
  const { status, stderr, left } = run(command, ...args);
  expect(stderr.startsWith(`${sentence}\nUsage: npm `), stderr).toBe(true);
  expect([status, left]).toEqual([1, []]);
});

test('a part N/M is no whole number', () => {
  expect(run('test-electron', '--shard', '1/2', '--hlep').stderr).toMatch(
    /^Not known here: --hlep/,
  );
});

test('more than one folder is no demo', () => {
  expect(run('demo', 'one', 'two')).toMatchObject({ status: 1, left: [] });
});

test('a backup that is not there is named', () => {
  const { status, stderr } = run('restore', 'absent.db', 'till.db');
  expect(stderr).toMatch(/^There is no backup at \S+absent\.db\. Nothing was changed\.\n$/);
  expect(status).toBe(1);
});

test.runIf(process.platform !== 'win32')(
  'the demo that is stopped leaves no till behind',
  async () => {
    const launch = JSON.stringify(join(root, 'test/runtime/launch.ts'));
    const code = `const { launchApp } = await import(${launch});
    await launchApp('sh', ['-c', 'echo $$ > pid; exec sleep 60']);`;
    const cwd = temporaryFolder();
    const demo = spawn(projectNode, ['--input-type=module', '-e', code], { cwd });
    const pidFile = join(cwd, 'pid');
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d\n/);
    demo.kill('SIGINT');
    expect(await once(demo, 'close')).toEqual([130, null]);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => spawnSync('kill', ['-0', String(pid)]).status).not.toBe(0);
  },
);

test('the demo removes nothing from the folder that a person names', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'till'));
  writeFileSync(join(folder, 'till/own.txt'), 'own');
  const { status, stderr } = spawnSync(projectNode, [join(root, 'test/e2e/demo.ts'), folder], {
    ...{ encoding: 'utf8', timeout: 60_000 },
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'absent') },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('holds no Electron')]);
  expect(readdirSync(join(folder, 'till'))).toContain('own.txt');
});
