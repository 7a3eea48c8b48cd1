// What every command does first: provides the dependencies, a program to show the till, and the
// build. Each is done once, and says nothing after that. It runs on the machine's own Node, with
// nothing installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findChromium, findElectron, howToGetChromium, projectNode, root } from './programs.mjs';

const electronDownloadMs = 180_000;

/** Says what is being set up. It writes to stderr, which leaves stdout to the command itself. */
function tell(text) {
  process.stderr.write(`${text}\n`);
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readOr(path, otherwise) {
  return existsSync(path) ? readFileSync(path, 'utf8') : otherwise;
}

/** Runs a step of the set-up in view; ends everything if it fails. */
function runStep(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Tells whether everything is installed that the lock file asks for, by npm's own record of what it
 * installed.
 */
export function isInstalled(folder) {
  const record = readOr(join(folder, 'node_modules/.package-lock.json'), undefined);
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || installed[path]?.version === version,
  );
}

function installDependencies() {
  const stampFile = join(root, 'node_modules/.installed-lock-hash');
  const hash = hashOf(readFileSync(join(root, 'package-lock.json')));
  if (readOr(stampFile, '') === hash) return;
  if (!isInstalled(root) || !existsSync(projectNode)) {
    tell('Installing the dependencies…');
    const npm = process.env.npm_execpath;
    if (npm) runStep(process.execPath, [npm, 'ci', '--no-audit', '--no-fund']);
    else runStep('npm', ['ci', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' });
  }
  writeFileSync(stampFile, hash);
}

/**
 * Tries once, as the release host cannot be reached from many networks, and asking takes its time.
 */
function tryToFetchElectron() {
  const { CI, ELECTRON_SKIP_BINARY_DOWNLOAD } = process.env;
  const failedFile = join(root, 'node_modules/.electron-not-fetched');
  if (CI || ELECTRON_SKIP_BINARY_DOWNLOAD || findElectron() || existsSync(failedFile)) return;
  tell("Fetching Electron's program (for at most three minutes)…");
  const installer = join(root, 'node_modules/electron/install.js');
  const { status, stderr } = spawnSync(projectNode, [installer], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    timeout: electronDownloadMs,
  });
  if (status === 0) return;
  writeFileSync(failedFile, stderr);
  const [reason] = stderr.split('\n');
  tell(`It could not be fetched (${reason || 'too slow'}). To try again: npx install-electron`);
}

/** Asks a person. A machine that tests by itself has nobody to ask, and counts as agreed. */
async function isAgreed(question) {
  if (process.env.CI) return true;
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${question} [y/N] `);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function mayInstall(name) {
  const isRoot = process.platform === 'linux' && process.getuid() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false;
  return isAgreed(`Install the package ${name} with apt-get?`);
}

function install(...packages) {
  tell(`Installing ${packages[0]}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runStep('apt-get', ['update', '-qq'], { env });
  runStep('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

async function provideChromium() {
  if (findChromium()) return;
  if (await mayInstall('chromium')) install('chromium', 'fonts-liberation');
  if (findChromium()) return;
  tell(howToGetChromium);
  process.exit(1);
}

/** Tells whether Electron would find no display to draw on. */
export function lacksDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'linux' && Boolean(findElectron()) && !DISPLAY && !WAYLAND_DISPLAY;
}

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

async function provideDisplay() {
  if (!lacksDisplay() || isOnPath('xvfb-run')) return;
  if (await mayInstall('xvfb')) install('xvfb', 'xauth');
  if (isOnPath('xvfb-run')) return;
  tell('Electron needs a display. Install xvfb for a virtual one.');
  process.exit(1);
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Returns one hash over the names and contents of everything below these paths of a folder. */
export function hashOfFiles(folder, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesBelow(join(folder, each))))
    hash
      .update(path.slice(folder.length))
      .update('\0')
      .update(hashOf(readFileSync(path)));
  return hash.digest('hex');
}

function build({ forSmokeTest = false } = {}) {
  const sources = [
    'src-main',
    'src-renderer',
    'resources',
    'electron.vite.config.ts',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
  ];
  const stampFile = join(root, forSmokeTest ? 'out/smoke-test' : 'out', '.sources-hash');
  const hash = hashOfFiles(root, sources);
  if (readOr(stampFile, '') === hash) return;
  tell(forSmokeTest ? 'Building the till for the smoke test…' : 'Building the till…');
  const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const mode = forSmokeTest ? ['--mode', 'smoke-test'] : [];
  runStep(projectNode, [electronVite, 'build', '--logLevel', 'warn', ...mode]);
  writeFileSync(stampFile, hash);
}

/**
 * Sets up what a package is made of, without asking anybody for a program to show it. The build for
 * the smoke test takes a debugger, and lies in a folder of its own.
 */
export function setUpBuild({ forSmokeTest = false } = {}) {
  installDependencies();
  build({ forSmokeTest });
}

/** Tests run the stand-in, and therefore Chromium, even if Electron's program is here. */
export async function setUp({ alwaysWithChromium = false, showsTill = false } = {}) {
  installDependencies();
  tryToFetchElectron();
  if (alwaysWithChromium || !findElectron()) await provideChromium();
  if (showsTill) await provideDisplay();
  build();
}

/**
 * Runs a program in the foreground, in this process group, and ends with its exit code. It passes
 * signals on, but not an interrupt typed at a terminal, which the terminal has already sent to the
 * group.
 */
export function runToTheEnd(program, args, { showsTill = false } = {}) {
  const [shown, ...rest] =
    showsTill && lacksDisplay() ? ['xvfb-run', '-a', program, ...args] : [program, ...args];
  const child = spawn(shown, rest, { cwd: root, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('error', (error) => {
    throw error;
  });
  child.on('close', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
