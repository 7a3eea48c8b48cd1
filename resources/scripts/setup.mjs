// What every command does first: provides the dependencies, a program to show the till, and the
// build. Each is done once, and says nothing after that. It runs on the machine's own Node, with
// nothing installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fetchElectron } from './fetch-electron.mjs';
import { projectNode, root, thisMachine, usableElectron } from './programs.mjs';
import { provideChromium } from './provide-chromium.mjs';
import {
  endOf,
  endWith,
  endWithSentence,
  mayWriteInto,
  mustSucceed,
  runNpm,
  runStep,
  tell,
} from './steps.mjs';

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readOr(path, otherwise) {
  return existsSync(path) ? readFileSync(path, 'utf8') : otherwise;
}

const recordIn = (folder) => join(folder, 'node_modules/.package-lock.json');
/** With less room after an installation, some of it found none. */
const leastBytes = 2 ** 20;

/**
 * Tells whether everything is installed that the lock file asks for, by npm's own record of what it
 * installed, and is there: what is stopped half-way leaves a record of more.
 */
export function isInstalled(folder) {
  if (!existsSync(projectNode)) return false;
  const record = readOr(recordIn(folder), undefined);
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      optional ||
      devOptional ||
      (installed[path]?.version === version && existsSync(join(folder, path, 'package.json'))),
  );
}

const notInstalled =
  'The dependencies could not be installed; npm says why above. Often it is the network, a full ' +
  'disk, or a folder of npm that is not yours (npm_config_cache names another one). Then start again.';

function mustBeWritable(folder) {
  if (!mayWriteInto(folder))
    endWith(
      `You may not write to ${folder}, where this command sets up what it needs: ` +
        'take a clone of your own, or have the folder given to you.',
    );
}

/**
 * Installs them unless they are here. Only node's own script is run, which fetches it: npm
 * would have better-sqlite3 compiled, which comes compiled, and a fresh machine has no compiler.
 */
export async function installDependencies(folder = root) {
  if (isInstalled(folder)) return;
  mustBeWritable(folder);
  tell('Installing the dependencies…');
  const here = { cwd: folder };
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Without a network npm asks in vain for each of six hundred packages, for minutes.
  const ask = ['view', 'node', 'version', '--fetch-retries=0', '--loglevel=silent'];
  if ((await runNpm(ask, { ...here, stdio: 'ignore' })) !== 0) {
    tell('The npm registry cannot be asked. What npm has kept of earlier installations may do.');
    quietly.push('--offline');
  }
  mustSucceed(await runNpm(['ci', '--ignore-scripts', ...quietly], here), notInstalled);
  const rebuild = ['rebuild', 'node', '--ignore-scripts=false', ...quietly];
  mustSucceed(await runNpm(rebuild, here), notInstalled);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > leastBytes && isInstalled(folder)) return;
  // npm leaves out what a full disk does not take, and says that it has succeeded.
  rmSync(recordIn(folder), { force: true });
  endWith('Not everything could be installed: is the disk full? Make room, and start again.');
}

/** Returns whether the till will run on Electron, and finds no display to draw on. */
export function lacksDisplay(machine = thisMachine) {
  return !machine.hasDisplay() && usableElectron(machine).program !== undefined;
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

async function build({ forSmokeTest = false } = {}) {
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
  mustBeWritable(root);
  if (/[#?]/.test(root))
    endWith(`The till cannot be built where the path has a # or a ?. Move the folder ${root}`);
  // A build that is stopped half-way is none of any sources.
  rmSync(stampFile, { force: true });
  tell(forSmokeTest ? 'Building the till for the smoke test…' : 'Building the till…');
  const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const mode = forSmokeTest ? ['--mode', 'smoke-test'] : [];
  mustSucceed(await runStep(projectNode, [electronVite, 'build', '--logLevel', 'warn', ...mode]));
  writeFileSync(stampFile, hash);
}

/**
 * Sets up what a package is made of, without asking anybody for a program to show it. The build for
 * the smoke test takes a debugger, and lies in a folder of its own.
 */
export async function setUpBuild({ forSmokeTest = false } = {}) {
  try {
    await installDependencies();
    await build({ forSmokeTest });
  } catch (error) {
    endWithSentence(error);
  }
}

/** Tests run the stand-in, and therefore Chromium, even if Electron's program is here. */
export async function setUp({ alwaysWithChromium = false } = {}) {
  try {
    await installDependencies();
    await fetchElectron();
    if (alwaysWithChromium || usableElectron().program === undefined) await provideChromium();
    await build();
  } catch (error) {
    endWithSentence(error);
  }
}

/** Runs a program in the foreground, in this process group, and ends with its exit code. */
export async function runToTheEnd(program, args, { showsTill = false } = {}) {
  const [shown, ...rest] =
    showsTill && lacksDisplay() ? ['xvfb-run', '-a', program, ...args] : [program, ...args];
  const { status } = await endOf(spawn(shown, rest, { cwd: root, stdio: 'inherit' }));
  process.exit(status);
}
