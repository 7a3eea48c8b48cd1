// npm run test:electron, once the till is built: its tests on a real Electron, on X11 and Wayland.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron, isOnPath, root } from '../../resources/scripts/programs.mjs';
import { canInstallPackages, endWith, installPackages } from '../../resources/scripts/steps.mjs';
import { copyProject } from './copy.ts';
import { displayKinds, showDisplay, type DisplayKind, type Session } from './displays.ts';
import { leaveNothing } from './ending.ts';
import { provideElectron } from './provide.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    display: { type: 'string', default: 'both' },
    long: { type: 'boolean', default: false },
    shard: { type: 'string' },
  },
});
if (process.platform !== 'linux') endWith('These displays are those of Linux.');
const displays = displayKinds.filter((kind) => ['both', kind].includes(values.display));
if (displays.length === 0) endWith(`No display is called ${values.display}.`);
/** What of the long tests is played where nothing is chosen. */
const further = ['test/smoke', 'test/e2e/customer-display', 'test/e2e/trouble'];
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const userId = isRoot ? nobody : (process.getuid?.() ?? nobody);

const say = (text: string) => process.stderr.write(`${text}\n`);

/** The programs that are needed, and Debian's packages of those that are missing. */
const packageOf: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  weston: 'weston',
  'gnome-keyring-daemon': 'gnome-keyring',
  'dbus-run-session': 'dbus',
  unzip: 'unzip',
  'g++': 'g++',
};

/** Installs packages of Debian or Ubuntu, which only root can. */
async function install(packages: readonly string[]): Promise<void> {
  if (packages.length === 0) return;
  if (!canInstallPackages() || (await installPackages(packages)) !== 0)
    endWith(`This is needed: sudo apt-get install ${packages.join(' ')}`);
}

await install(
  Object.entries(packageOf)
    .filter(([program]) => !isOnPath(program))
    .map(([, name]) => name),
);
const installed = findElectron();
const provided = installed === undefined ? await provideElectron(say) : undefined;
const dist = provided?.dist ?? dirname(installed ?? '');
const missing = spawnSync('ldd', [join(dist, 'electron')], { encoding: 'utf8' }).stdout;
if (missing.includes('not found')) {
  const sound = spawnSync('apt-cache', ['show', 'libasound2t64']).status === 0 ? 't64' : '';
  await install(['libgtk-3-0', 'libnss3', 'libgbm1', `libasound2${sound}`]);
}

const copy = mkdtempSync('/var/tmp/counterfoil-electron-');
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'electron-'));
const runtimeFolder = join(home, 'run');
leaveNothing(`XDG_RUNTIME_DIR=${runtimeFolder}`, [copy, home]);
copyProject(copy, userId, provided?.nativeModule);
for (const folder of [home, runtimeFolder, join(home, 'tmp')]) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, userId, userId);
}

const { CI, SEED, PICTURES, LANG = 'C.UTF-8' } = process.env;
const user: Session = {
  asUser: isRoot
    ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--']
    : [],
  env: {
    ...{ CI, SEED, PICTURES, LANG },
    ...{ HOME: home, TMPDIR: join(home, 'tmp'), XDG_RUNTIME_DIR: runtimeFolder },
    PATH: `${join(copy, 'node_modules/node/bin')}:/usr/local/bin:/usr/bin:/bin`,
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    REQUIRE_ELECTRON: '1',
    PLAYED_INSIDE: '1',
  },
};

/** Runs a command of the copy in view; returns its exit code. */
async function run(
  { asUser, env }: Session,
  args: readonly string[],
  change: NodeJS.ProcessEnv = {},
): Promise<number> {
  const [program = '', ...rest] = [...asUser, 'node', ...args];
  const child = spawn(program, rest, { cwd: copy, env: { ...env, ...change }, stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
const results: string[] = [];
async function runTests(tier: 'short' | 'long', kind: DisplayKind, session: Session) {
  const chosen = positionals.length > 0 || tier === 'short' || values.long ? positionals : further;
  const shard = values.shard === undefined ? [] : [`--shard=${values.shard}`];
  const program = 'linux-unpacked/counterfoil';
  const code = await run(
    session,
    [...vitest, '--project', 'till', '--passWithNoTests', ...shard, ...chosen],
    {
      TESTS: tier,
      SMOKE_TEST_TILL: join(copy, 'dist/smoke-test', program),
      RELEASED_TILL: join(copy, 'dist', program),
    },
  );
  results.push(`${tier} tests on ${kind}: ${code === 0 ? 'passed' : 'FAILED'}`);
  if (code !== 0) process.exitCode = 1;
}

const tiers = values.long ? (['long'] as const) : (['short', 'long'] as const);
const isPackaged = positionals.length === 0 || positionals.some((path) => path.includes('smoke'));
if (isPackaged)
  for (const kind of [[], ['--smoke-test']])
    if ((await run(user, ['resources/scripts/package-till.ts', '--dir', ...kind])) !== 0)
      endWith('No package could be made.');
for (const kind of displays) {
  const { session, end } = await showDisplay(kind, user);
  say(`On real Electron, on ${kind}:`);
  for (const tier of tiers) await runTests(tier, kind, session);
  end();
  const kept = join(root, 'out/electron', kind);
  rmSync(join(kept, 'failed'), { recursive: true, force: true });
  for (const folder of ['failed', 'smoke', 'windows', 'screens']) {
    const left = join(copy, 'out', folder);
    if (existsSync(left)) cpSync(left, join(kept, folder), { recursive: true });
    rmSync(left, { recursive: true, force: true });
  }
}
say(results.join('\n'));
