import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { root } from '../../../resources/scripts/programs.mjs';
import {
  hashOfFiles,
  installDependencies,
  isInstalled,
} from '../../../resources/scripts/setup.mjs';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function writeLock(file: string, packages: object): void {
  writeFileSync(join(folder, file), JSON.stringify({ packages }));
}

/** Has the folder look as if all that its lock file asks for were installed. */
function pretendInstalled(): void {
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) writeLock(file, {});
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'));
  cpSync(join(root, 'resources/scripts'), join(folder, 'resources/scripts'), { recursive: true });
}

describe('whether the dependencies are installed', () => {
  const record = 'node_modules/.package-lock.json';
  const wantedPackages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  };

  beforeEach(() => {
    mkdirSync(join(folder, 'node_modules/a'));
    writeLock('package-lock.json', wantedPackages);
  });

  test('nothing installed is not', () => {
    expect(isInstalled(folder)).toBe(false);
  });

  test('the versions of the lock file are, whatever optional package is missing', () => {
    writeLock('node_modules/a/package.json', {});
    writeLock(record, { 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
  });

  test('a package that has gone since is not', () => {
    writeLock(record, { 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(false);
  });

  test('another version is not', () => {
    writeLock('node_modules/a/package.json', {});
    writeLock(record, { 'node_modules/a': { version: '1.0.1' } });
    expect(isInstalled(folder)).toBe(false);
  });
});

test('no package is compiled: the only script that is run is the one that fetches node', async () => {
  writeLock('package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
  const npm = join(folder, 'npm.cjs');
  writeFileSync(
    npm,
    `const { appendFileSync, copyFileSync, mkdirSync } = require('fs');
    appendFileSync('log', process.argv.slice(2, 5) + '\\n');
    mkdirSync('node_modules/a', { recursive: true });
    for (const file of ['a/package.json', '.package-lock.json'])
      copyFileSync('package-lock.json', 'node_modules/' + file);`,
  );
  vi.stubEnv('npm_execpath', npm);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await installDependencies(folder);
  await installDependencies(folder);
  expect(readFileSync(join(folder, 'log'), 'utf8').split('\n')).toEqual([
    'view,node,version',
    'ci,--ignore-scripts,--no-audit',
    'rebuild,node,--ignore-scripts=false',
    '',
  ]);
});

test('what npm has left out is not installed, although npm has recorded it', async () => {
  writeLock('package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
  const npm = join(folder, 'npm.cjs');
  const record = 'node_modules/.package-lock.json';
  writeFileSync(npm, `require('fs').copyFileSync('package-lock.json', '${record}')`);
  const setup = JSON.stringify(join(root, 'resources/scripts/setup.mjs'));
  const code = `import(${setup}).then((m) => m.installDependencies(${JSON.stringify(folder)}))`;
  const env = { ...process.env, npm_execpath: npm };
  await expect(run(process.execPath, ['-e', code], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is the disk full? Make room, and start again.') as string,
  });
  expect(readdirSync(join(folder, 'node_modules'))).toEqual([]);
});

// Those that begin with `check:` are parts of `check`.
test.each(Object.entries(project.scripts).filter(([name]) => !name.startsWith('check:')))(
  'npm run %s installs the dependencies in a fresh clone',
  (_name, command) => {
    for (const path of ['resources/scripts', 'package.json', 'package-lock.json'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    const npm = join(folder, 'npm.cjs');
    writeFileSync(npm, `console.error('npm ' + process.argv[2]); process.exit(7)`);
    const { status, stderr } = spawnSync(command, {
      ...{ cwd: folder, shell: true, encoding: 'utf8', timeout: 60_000 },
      env: { ...process.env, npm_execpath: npm },
    });
    expect([status, stderr.split('\n')]).toEqual([
      7,
      [
        'Installing the dependencies…',
        expect.stringContaining('The npm registry cannot be asked.'),
        'npm ci',
        expect.stringContaining('could not be installed; npm says why above.'),
        '',
      ],
    ]);
  },
);

describe('what a person can put right', () => {
  /** Runs npm start in the folder, where everything is installed, and returns what it says. */
  function start(env: NodeJS.ProcessEnv, ids: { uid?: number; gid?: number } = {}) {
    cpSync(join(root, 'resources/scripts'), join(folder, 'resources/scripts'), { recursive: true });
    const { status, stderr } = spawnSync('node', ['resources/scripts/start.mjs'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: 60_000, ...ids },
      env: { ...process.env, CI: '1', ...env },
    });
    return [status, stderr];
  }

  test.each([
    ['CHROMIUM_PATH', 'CHROMIUM_PATH names /no/such, which does not exist.\n'],
    [
      'ELECTRON_OVERRIDE_DIST_PATH',
      `ELECTRON_OVERRIDE_DIST_PATH holds no Electron: ${join('/no/such', 'electron')} does not exist.\n`,
    ],
  ])('a wrong %s is one sentence', (name, sentence) => {
    pretendInstalled();
    expect(
      start({ CHROMIUM_PATH: '', ELECTRON_OVERRIDE_DIST_PATH: '', [name]: '/no/such' }),
    ).toEqual([1, sentence]);
  });

  test.runIf(process.getuid?.() === 0)('a folder of another user is one sentence', () => {
    chmodSync(folder, 0o755);
    // The folder of all tests, unless it is the system's.
    const parent = dirname(folder);
    if ((statSync(parent).mode & 0o001) === 0) chmodSync(parent, 0o711);
    writeLock('package-lock.json', {});
    const [status, said] = start({}, { uid: 65534, gid: 65534 });
    expect(status).toBe(1);
    expect(said).toMatch(/^You may not write to [^\n]+ or have the folder given to you\.\n$/);
  });
});

describe('the hash of the sources', () => {
  const hash = () => hashOfFiles(folder, ['sources', 'one.json']);

  beforeEach(() => {
    mkdirSync(join(folder, 'sources/deep'), { recursive: true });
    writeFileSync(join(folder, 'sources/deep/a.ts'), 'a');
    writeFileSync(join(folder, 'one.json'), '1');
  });

  test('changes with a content, a name or a new file, and with nothing else', () => {
    const hashes = [hash()];
    writeFileSync(join(folder, 'sources/deep/a.ts'), 'a');
    expect(hash()).toBe(hashes[0]);
    writeFileSync(join(folder, 'sources/deep/a.ts'), 'b');
    hashes.push(hash());
    writeFileSync(join(folder, 'sources/b.ts'), '');
    hashes.push(hash());
    rmSync(join(folder, 'sources/b.ts'));
    writeFileSync(join(folder, 'sources/c.ts'), '');
    hashes.push(hash());
    expect(new Set(hashes).size).toBe(4);
  });

  test('does not depend on where the project lies', () => {
    const before = hash();
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(join(elsewhere, 'sources/deep'), { recursive: true });
    writeFileSync(join(elsewhere, 'sources/deep/a.ts'), 'a');
    writeFileSync(join(elsewhere, 'one.json'), '1');
    expect(hashOfFiles(elsewhere, ['sources', 'one.json'])).toBe(before);
  });
});

describe('running to the end', () => {
  /** Returns the arguments of a process that runs `code` through runToTheEnd. */
  function wrapped(code: string) {
    const setup = JSON.stringify(join(root, 'resources/scripts/setup.mjs'));
    const args = JSON.stringify(['-e', code]);
    return ['-e', `import(${setup}).then((m) => m.runToTheEnd(process.execPath, ${args}))`];
  }

  test('the exit code passes through', async () => {
    await expect(run(process.execPath, wrapped('process.exit(7)'))).rejects.toMatchObject({
      code: 7,
    });
  });

  test('a death by signal becomes the exit code that shells give it', async () => {
    await expect(
      run(process.execPath, wrapped("process.kill(process.pid, 'SIGKILL')")),
    ).rejects.toMatchObject({ code: 137 });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s reaches the program', async (signal) => {
    const code = `process.on('${signal}', () => process.exit(5));
      setInterval(() => undefined, 1000); console.log('ready')`;
    const child = spawn(process.execPath, wrapped(code), { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([5, null]);
  });

  test('a program that may not be run is named, and what may be the matter', async () => {
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o644 });
    const [flag = '', code = ''] = wrapped('');
    const ran = run(process.execPath, [flag, code.replace('process.execPath', `'${program}'`)]);
    await expect(ran).rejects.toMatchObject({
      code: 1,
      stderr: `${program} may not be run: where its disk is mounted noexec, take a clone elsewhere.\n`,
    });
  });

  test('what npm has started ends with it', async () => {
    const code = `process.on('SIGTERM', () => { console.log('ends'); process.exit(); });
      setInterval(() => undefined, 1000); console.log('ready')`;
    const env = { ...process.env, CODE: wrapped(code)[1], npm_lifecycle_event: 'start' };
    const npm = spawn('sh', ['-c', '"$0" -e "$CODE"; :', process.execPath], { env });
    await once(npm.stdout, 'data');
    npm.kill('SIGKILL');
    // It closes once nobody has it open any more.
    expect(String(await once(npm.stdout, 'data'))).toBe('ends\n');
    await once(npm, 'close');
  });
});

test('whoever is stopped waits for the step to clean up, and does nothing after it', async () => {
  const step = `process.on('SIGINT', () => setTimeout(() => {
    require('fs').writeFileSync('cleaned', ''); process.exit();
  }, 300)); setInterval(() => undefined, 1000); console.log('ready')`;
  const steps = JSON.stringify(join(root, 'resources/scripts/steps.mjs'));
  const args = JSON.stringify(['-e', step]);
  const code = `import(${steps})
    .then((m) => m.runStep(process.execPath, ${args}, { cwd: process.cwd(), stdio: 'inherit' }))
    .then(() => console.log('goes on'))`;
  const child = spawn(process.execPath, ['-e', code], { cwd: folder });
  await once(child.stdout, 'data');
  const more = vi.fn();
  child.stdout.on('data', more);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(readdirSync(folder)).toContain('cleaned');
  expect(more).not.toHaveBeenCalled();
});

test('npm does not go on after whoever is stopped', async () => {
  const npm = join(folder, 'npm.cjs');
  const ignoring = `process.on('SIGINT', () => {}); setInterval(() => {}, 1000)`;
  writeFileSync(npm, `${ignoring}; console.log('ready')`);
  const steps = JSON.stringify(join(root, 'resources/scripts/steps.mjs'));
  const code = `import(${steps}).then((m) => m.runNpm(['ci'], { stdio: 'inherit' }))`;
  const env = { ...process.env, npm_execpath: npm };
  const child = spawn(process.execPath, ['-e', code], { cwd: folder, env });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  // It closes once nobody has its output open any more.
  expect(await once(child, 'close')).toEqual([130, null]);
});

test('a build that is stopped half-way is built again, from whatever sources', () => {
  pretendInstalled();
  writeLock('package.json', {});
  const sources = ['src-main', 'src-renderer', 'electron.vite.config.ts', 'tsconfig.json'];
  for (const name of [...sources, 'out', 'node_modules/electron-vite/bin'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'out/.sources-hash'), 'of earlier sources');
  const electronVite = join(folder, 'node_modules/electron-vite/bin/electron-vite.js');
  writeFileSync(electronVite, `process.kill(process.pid, 'SIGKILL')`);
  const { status } = spawnSync('node', ['resources/scripts/package.mjs'], { cwd: folder });
  expect(status).toBe(137);
  expect(readdirSync(join(folder, 'out'))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'where Electron would find no display, it is given a virtual one',
  async () => {
    writeFileSync(join(folder, 'electron'), '', { mode: 0o755 });
    writeFileSync(join(folder, 'xvfb-run'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const setup = JSON.stringify(join(root, 'resources/scripts/setup.mjs'));
    // As an ordinary user, who needs no sandbox helper here.
    const code = `process.getuid = () => 1000;
      import(${setup}).then((m) => m.runToTheEnd('a', ['b'], { showsTill: true }))`;
    const PATH = `${folder}:${process.env.PATH ?? ''}`;
    const env = { PATH, ELECTRON_OVERRIDE_DIST_PATH: folder };
    expect((await run(process.execPath, ['-e', code], { env })).stdout).toBe('-a a b\n');
    const shownRun = run(process.execPath, ['-e', code.replace("'a'", "'echo'")], {
      env: { ...env, DISPLAY: ':0' },
    });
    expect((await shownRun).stdout).toBe('b\n');
  },
);
