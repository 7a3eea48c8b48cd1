// What the packager makes of the build, with a played Electron program: what a package holds and
// does not hold, its fuses, desktop entries and licences.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import Database from 'better-sqlite3';
import { Arch, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageTill, prepare, takesDebugger } from '../../../resources/packaging/package-till.ts';
import { labelOf, shippedPackages } from '../../../resources/packaging/shipped-packages.ts';
import { findElectron, root } from '../../../resources/scripts/programs.mjs';
import { setUpBuild } from '../../../resources/scripts/setup.mjs';
import { packageKindOf } from '../../../src-main/update/find-installer.ts';
import { playElectron } from './played-electron.ts';

const release = { folder: root, forSmokeTest: false };
const forSmokeTest = { folder: root, forSmokeTest: true };
const output = mkdtempSync(join(tmpdir(), 'counterfoil-packages-'));
const program = join(output, 'linux-unpacked');
const resources = join(program, 'resources');
const asar = join(resources, 'app.asar');
/**
 * What the packager would pass to the tools that it downloads; of two arguments, the desktop entry.
 */
const handedOn: unknown[] = [];
let files: string[];

// The packager prints a lot.
const consoleLog = vi.spyOn(console, 'log').mockReturnValue(undefined);
beforeAll(async () => {
  prepare(release);
  await packageTill(release, playElectron(), {
    output,
    targets: Platform.LINUX.createTarget(['AppImage', 'deb', 'rpm'], Arch.x64),
    // The tools would be downloaded from where Electron is, which is out of reach.
    effectiveOptionComputed: (options: unknown) => {
      handedOn.push(Array.isArray(options) ? readFileSync(String(options[1]), 'utf8') : options);
      return Promise.resolve(true);
    },
  });
  files = listPackage(asar, { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => !('files' in statFile(asar, path)));
}, 180_000);
afterAll(() => {
  consoleLog.mockRestore();
});

it('the packaged program’s fuses are set as the configuration says', async () => {
  const wire = await getCurrentFuseWire(join(program, 'counterfoil'));
  const on = Object.values(FuseV1Options)
    .filter((fuse) => typeof fuse === 'number')
    .filter((fuse) => String.fromCharCode(wire[fuse] ?? 0) === '1')
    .map((fuse) => FuseV1Options[fuse]);
  expect(on).toEqual(['EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar']);
});

describe('the archive', () => {
  it('holds the build, its dependencies, the icon, and nothing else', () => {
    const others = files.filter(
      (path) => !/^(out\/(main|preload|renderer)|node_modules)\//.test(path),
    );
    expect(others.sort()).toEqual(['package.json', 'resources/icon.png']);
    const built = globSync('out/{main,preload,renderer}/**', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
    expect(files.filter((path) => path.startsWith('out/')).sort()).toEqual(built.sort());
    expect(files.filter((path) => /\.(ts|map|md|c|h|gyp)$/.test(path))).toEqual([]);
  });

  it('carries the packages that the licences name, and no others', () => {
    const carried = files
      .filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => extractFile(asar, path).toString())
      .map((text) => labelOf(JSON.parse(text) as { name: string; version: string }));
    const licensed = shippedPackages(root).map(labelOf);
    expect(carried.length).toBeGreaterThan(30);
    expect(carried.filter((label) => !licensed.includes(label))).toEqual([]);
    // Bundled packages are not carried a second time.
    const bundled = [
      '@fontsource-variable/inter',
      'clsx',
      'd3-array',
      'd3-color',
      'd3-format',
      'd3-interpolate',
      'd3-path',
      'd3-scale',
      'd3-shape',
      'lucide',
      'svelte',
      'vite',
    ];
    const notCarried = licensed.filter((label) => !carried.includes(label));
    expect(notCarried.map((label) => label.replace(/@[^@]+$/, ''))).toEqual(bundled);
  });

  it('leaves only the native module outside, for the package’s system', () => {
    const unpacked = files.filter((path) => {
      const stat = statFile(asar, path);
      return 'unpacked' in stat && stat.unpacked;
    });
    expect(unpacked).toEqual(['node_modules/better-sqlite3/prebuilds/linux-x64.node']);
    expect(filesBelow(join(resources, 'app.asar.unpacked'))).toEqual(unpacked);
    expect(files.filter((path) => path.endsWith('.node'))).toEqual(unpacked);
    // This build would be loaded first, and somebody may have compiled it for another runtime.
    expect(files.filter((path) => path.startsWith('node_modules/better-sqlite3/build'))).toEqual(
      [],
    );
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'has a native module that loads from where it lies',
    () => {
      const nativeBinding = join(
        ...[resources, 'app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node'],
      );
      const db = new Database(':memory:', { nativeBinding });
      expect(db.prepare('SELECT sqlite_version()').pluck().get()).toMatch(/^3\./);
      db.close();
    },
  );
});

it('licences and bill of materials lie beside the archive', () => {
  expect(readdirSync(resources).sort()).toEqual(
    [
      'THIRD-PARTY-LICENSES.txt',
      'apparmor-profile',
      'app.asar',
      'app.asar.unpacked',
      // electron-updater reads here how the program was installed, and where to keep downloads.
      'app-update.yml',
      'package-type',
      'sbom.cdx.json',
    ].sort(),
  );
  expect(packageKindOf({ platform: 'linux', env: {} }, program, resources)).toMatch(/^(deb|rpm)$/);
  expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toContain('updaterCacheDirName');
  const text = readFileSync(join(resources, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const shipped of shippedPackages(root)) expect(text).toContain(labelOf(shipped));
  const sbom = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  expect(
    sbom.components
      .map(labelOf)
      .filter((label) => !label.startsWith('electron@'))
      .sort(),
  ).toEqual(shippedPackages(root).map(labelOf).sort());
  // The packager itself adds Electron's and Chromium's licences.
  for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
    expect(readdirSync(program)).toContain(name);
});

describe('a desktop entry', () => {
  const entryOf = (desktop: string): Record<string, string> =>
    Object.fromEntries(
      [...desktop.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    );

  it('of the AppImage starts it with its sandbox', () => {
    const [appImage] = handedOn.filter((options) => typeof options !== 'string');
    const { desktop, desktopFileName } = appImage as Record<string, string>;
    expect(entryOf(desktop ?? '')).toMatchObject({
      Name: 'Counterfoil',
      Exec: 'AppRun %U',
      StartupWMClass: 'counterfoil',
      Categories: 'Office;',
    });
    expect(desktopFileName).toBe('counterfoil.desktop');
  });

  it('of deb and rpm does so too, on X11 where that is there', () => {
    const others = handedOn.filter((options) => typeof options === 'string');
    expect(others).toHaveLength(2);
    for (const entry of others) {
      expect(entryOf(entry)).toMatchObject({
        Exec: 'sh -c "exec \\\\"\\\\$0\\\\" \\\\${DISPLAY:+--ozone-platform=x11}" /opt/Counterfoil/counterfoil',
        StartupWMClass: 'counterfoil',
      });
    }
  });
});

describe('the package for the smoke test', () => {
  beforeAll(async () => {
    await setUpBuild({ forSmokeTest: true });
  }, 120_000);

  it('differs from a release only in the main program', () => {
    const [released, smoke] = ['out', 'out/smoke-test'].map((out) =>
      Object.fromEntries(
        ['main', 'preload', 'renderer'].flatMap((part) =>
          filesBelow(join(root, out, part)).map((path) => [
            `${part}/${path}`,
            createHash('sha256')
              .update(readFileSync(join(root, out, part, path)))
              .digest('hex'),
          ]),
        ),
      ),
    );
    if (!released || !smoke) throw new Error('nothing was built');
    expect(Object.keys(smoke)).toEqual(Object.keys(released));
    expect(Object.keys(released).filter((path) => released[path] !== smoke[path])).toEqual([
      'main/index.js',
    ]);
  });

  it('accepts a debugger, which a release does not', () => {
    expect(takesDebugger(join(root, 'out'))).toBe(false);
    expect(takesDebugger(join(root, 'out/smoke-test'))).toBe(true);
    const released = readFileSync(join(root, 'out/main/index.js'), 'utf8');
    expect(released).not.toContain('buildTakesDebugger');
    expect(released).not.toContain('--remote-debugging-port=');
  });

  it('is not taken for a release, nor a release for it', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'counterfoil-project-'));
    const builtAs = (out: string, saidText: string) => {
      mkdirSync(join(elsewhere, out, 'main'), { recursive: true });
      writeFileSync(join(elsewhere, out, 'main/index.js'), saidText);
    };
    builtAs('out', 'log.info("this build takes a debugger")');
    builtAs('out/smoke-test', '');
    expect(() => {
      prepare({ ...release, folder: elsewhere });
    }).toThrow('out takes a debugger');
    expect(() => {
      prepare({ ...forSmokeTest, folder: elsewhere });
    }).toThrow('does not take');
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

it.skipIf(findElectron())(
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
