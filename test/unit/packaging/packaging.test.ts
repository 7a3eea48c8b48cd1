// What is packaged, and how its program is locked down.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, matchesGlob } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { findElectron, root } from '../../../resources/scripts/programs.mjs';

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const packaging = v.parse(
  v.object({
    files: v.array(v.string()),
    asar: v.boolean(),
    asarUnpack: v.array(v.string()),
    electronFuses: v.record(v.string(), v.boolean()),
  }),
  json('resources/packaging/electron-builder.json'),
);
const { dependencies, devDependencies, main } = v.parse(
  v.object({
    dependencies: v.record(v.string(), v.string()),
    devDependencies: v.record(v.string(), v.string()),
    main: v.string(),
  }),
  json('package.json'),
);
const isPackaged = (path: string) => packaging.files.some((pattern) => matchesGlob(path, pattern));

test('the fuses are as Electron recommends', () => {
  expect(packaging.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
  expect(packaging.asar).toBe(true);
});

test('nothing of the tests, the sources or the stand-in is packaged', () => {
  expect(packaging.files.every((pattern) => /^(out|resources)\/[\w.-]+/.test(pattern))).toBe(true);
  const sources = globSync('{test,src-main,src-renderer,.ci}/**', { cwd: '.' });
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(isPackaged)).toEqual([]);
});

test('what the program opens and imports is packaged', () => {
  const opened = [
    main,
    'out/main/import-worker.js',
    'out/main/encryption-worker.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ];
  expect([...opened, 'resources/icon.png'].filter((path) => !isPackaged(path))).toEqual([]);
  // electron-vite bundles into main everything but the dependencies, which are packaged by their
  // names.
  const imported = globSync('src-main/**/*.ts')
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^[^/]*\bfrom '([^.'][^']*)'/gm)])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'electron' && !isBuiltin(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  expect(new Set(imported).size).toBeGreaterThan(3);
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});

test.skipIf(findElectron())(
  'without Electron’s program there is a build, and one sentence of what is missing',
  () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'resources/scripts/package.mjs')],
      {
        encoding: 'utf8',
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '' },
        timeout: 120_000,
      },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Built into out\/, and not packaged: Electron's program is not here .*$/m,
    );
  },
);

test('the packager is pinned', () => {
  expect(devDependencies['electron-builder']).toMatch(/^\d+\.\d+\.\d+$/);
});

test('the one native module is where the system can load it', () => {
  expect(packaging.asarUnpack).toEqual(['node_modules/better-sqlite3/**']);
  expect(dependencies).toHaveProperty('better-sqlite3');
});
