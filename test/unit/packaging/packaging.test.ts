// Tests what is packaged, and how the packaged program is locked down.
import { globSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { Packager } from 'app-builder-lib';
import { FileMatcher } from 'app-builder-lib/out/fileMatcher.js';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import type { Configuration } from 'electron-builder';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { packageFolderOf } from '../../../resources/packaging/bundled-packages.ts';
import { packagerConfig } from '../../../resources/packaging/config.ts';
import { licenceText, licenceTrouble } from '../../../resources/packaging/licences.ts';
import { startOnX11 } from '../../../resources/packaging/package-till.ts';
import { shippedSbom, type Sbom } from '../../../resources/packaging/sbom.ts';
import {
  shippedPackages,
  type ShippedPackage,
} from '../../../resources/packaging/shipped-packages.ts';
import { root } from '../../../resources/scripts/programs.mjs';

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const packaging = v.parse(
  v.object({
    files: v.array(v.string()),
    asarUnpack: v.array(v.string()),
    npmRebuild: v.boolean(),
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
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('nothing of the tests, the sources or the stand-in is packaged', () => {
  expect(
    packaging.files.every((pattern) => /^(out|resources|!node_modules)\/[\w.*@-]+/.test(pattern)),
  ).toBe(true);
  const sources = globSync('{test,src-main,src-renderer,.ci}/**', { cwd: '.' });
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(isPackaged)).toEqual([]);
});

test('what the program opens and imports is packaged', () => {
  const programs = [main, 'out/main/helper.js', 'out/main/rows-ahead.js'];
  const openedFiles = [...programs, 'out/preload/preload.cjs', 'out/renderer/index.html'];
  expect([...openedFiles, 'resources/icon.png'].filter((path) => !isPackaged(path))).toEqual([]);
  // electron-vite bundles everything into main except the dependencies, which are packaged by name.
  const imported = globSync('src-main/**/*.ts')
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^[^/]*\bfrom '([^.'][^']*)'/gm)])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'electron' && !isBuiltin(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  expect(new Set(imported).size).toBeGreaterThan(3);
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});

test('the packager is pinned', () => {
  expect(devDependencies['electron-builder']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(devDependencies['app-builder-lib']).toBe(devDependencies['electron-builder']);
});

describe('electron-builder’s own schema', () => {
  const quiet = new Packager({}).debugLogger;
  const configs = [true, false].map((forSmokeTest) => packagerConfig({ forSmokeTest }));

  test('knows every setting', async () => {
    for (const config of configs) await validateConfiguration(config, quiet);
  });

  test('would not know a misspelt one', async () => {
    const misspelt = { ...configs[0], npmRebuilt: false } as Configuration;
    await expect(validateConfiguration(misspelt, quiet)).rejects.toThrow(
      "unknown property 'npmRebuilt'",
    );
  });
});

describe('the native module', () => {
  const prebuilds = 'node_modules/better-sqlite3/prebuilds';
  const systems = [
    ...['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'],
  ];

  test.each(systems)(
    'is packaged as its makers built it for %s, and for no other system',
    (system) => {
      expect(packaging.npmRebuild).toBe(false);
      const [platform = '', arch = ''] = system.split('-');
      const macros: Record<string, string> = { platform, arch };
      const expand = (pattern: string) =>
        pattern.replace(/\$\{(\w+)\}/g, (_whole, name: string) => macros[name] ?? '');
      const matcher = new FileMatcher(root, join(root, 'nowhere'), expand, [
        '**/*',
        ...packaging.files.filter((pattern) => pattern.startsWith('!')),
      ]);
      const isTaken = matcher.createFilter();
      const packedFiles = readdirSync(prebuilds).filter((name) =>
        isTaken(join(root, prebuilds, name), statSync(join(prebuilds, name))),
      );
      expect(packedFiles).toEqual([`${system}.node`]);
      expect(matchesGlob(`${prebuilds}/${system}.node`, packaging.asarUnpack.join())).toBe(true);
    },
  );

  test('needs only Node-API of its runtime, in a version that Electron’s Node has', () => {
    const gyp = readFileSync('node_modules/better-sqlite3/binding.gyp', 'utf8');
    const napiVersion = /NAPI_VERSION=(\d+)/.exec(gyp)?.[1];
    // Node has had Node-API 10 since 22.14, and Electron has had a newer Node since long before 45.
    expect(Number(napiVersion)).toBeLessThanOrEqual(10);
    expect(Number(process.versions.napi)).toBeGreaterThanOrEqual(Number(napiVersion));
    // A module that is bound to one version of V8 imports its symbols.
    const binary = readFileSync(`${prebuilds}/linux-x64.node`, 'latin1');
    expect(binary).toContain('napi_register_module_v1');
    expect(binary).not.toMatch(/_ZN2v8/);
  });
});

describe('licences', () => {
  const one: ShippedPackage = { name: 'one', version: '1.0.0', licence: 'MIT', texts: ['MIT …'] };

  test('of all that is shipped are there, and expected', () => {
    expect(licenceTrouble(shippedPackages(root))).toEqual([]);
  });

  test('that nobody has looked at keep the till from being packaged', () => {
    expect(licenceTrouble([one])).toEqual([]);
    expect(licenceTrouble([{ ...one, licence: 'GPL-3.0-only' }])).toEqual([
      'one@1.0.0 has the licence GPL-3.0-only, which nobody has looked at.',
    ]);
    expect(() => licenceText([one, { ...one, texts: [] }])).toThrow('holds no text');
  });

  test('go by the package that a bundled module is of', () => {
    expect(packageFolderOf('/x/node_modules/@a/b/index.js')).toBe('node_modules/@a/b');
    expect(packageFolderOf('C:\\x\\node_modules\\a\\node_modules\\b\\c.js?raw')).toBe(
      'node_modules/a/node_modules/b',
    );
    expect(packageFolderOf('\0vite/preload-helper.js')).toBe('node_modules/vite');
    expect(packageFolderOf('/x/src-renderer/main.ts')).toBeUndefined();
  });
});

test('the bill of materials fails where the lock file does not know what is shipped', () => {
  const component = { 'bom-ref': 'a@1.0.0', name: 'a', version: '1.0.0' };
  const whole: Sbom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { ...component, 'bom-ref': 'till@1.0.0', name: 'folder' } },
    components: [component, { ...component, 'bom-ref': 'tool@1.0.0', name: 'tool' }],
    dependencies: [{ ref: 'till@1.0.0', dependsOn: ['a@1.0.0', 'tool@1.0.0'] }],
  };
  const { metadata, components, dependencies } = shippedSbom(whole, [component], 'till');
  expect(metadata.component.name).toBe('till');
  expect(components.map(({ name }) => name)).toEqual(['a']);
  expect(dependencies).toEqual([{ ref: 'till@1.0.0', dependsOn: ['a@1.0.0'] }]);
  const other = { name: 'b', version: '1.0.0' };
  expect(() => shippedSbom(whole, [component, other], 'till')).toThrow('does not name b@1.0.0');
});

test('only a desktop entry is rewritten of what the packager hands on', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'counterfoil-entry-')), 'till.desktop');
  writeFileSync(file, '[Desktop Entry]\nExec=/opt/till %U\n');
  startOnX11(['deb', file]);
  expect(readFileSync(file, 'utf8')).toContain('--ozone-platform=x11');
  // The installer of Windows: its definitions and commands.
  expect(() => {
    startOnX11([{}, {}]);
    startOnX11(['only one']);
    startOnX11(undefined);
  }).not.toThrow();
});
