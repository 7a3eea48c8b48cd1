// A till reads what the maker of a release signs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInKey, writeList } from '../../../resources/packaging/packaged-list.ts';
import { newKey, signPackages } from '../../../resources/packaging/sign-update.ts';
import { manifestName, readManifest } from '../../../src-main/update/manifest.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const { privateKey, publicKey } = newKey();

function packaged(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), name);
  list(folder, names);
  return folder;
}

const list = (folder: string, names: readonly string[], build = {}) => {
  const files = names.map((name) => join(folder, name));
  writeList(folder, files, { takesDebugger: false, updateKey: publicKey, ...build });
};

const signing = (folder: string, notes: unknown = { en: 'New.' }) =>
  signPackages({ folder, privateKey, publicKey, version: '2.0.0', notes, releasedAt: new Date(0) });

it('signs the packages of this version, a manifest for each system', () => {
  const folder = packaged(
    'Counterfoil-2.0.0-linux-x86_64.AppImage',
    'Counterfoil-2.0.0-linux-amd64.deb',
    'Counterfoil-2.0.0-linux-aarch64.rpm',
    'Counterfoil-1.9.0-linux-x64.deb',
    'Counterfoil-2.0.0-mac-arm64.dmg',
    'Counterfoil-Setup-2.0.0-win-x64.exe',
    'builder-debug.yml',
  );
  expect(signing(folder)).toEqual(['update-linux.json', 'update-win32.json']);
  const read = (system: string) =>
    readManifest(readFileSync(join(folder, manifestName(system)), 'utf8'), publicKey, system);
  const linux = read('linux');
  expect(linux).toMatchObject({ ok: true, value: { version: '2.0.0', notes: { en: 'New.' } } });
  const files = linux.ok ? linux.value.files.map(({ kind, arch }) => `${kind} ${arch}`) : [];
  expect(files).toEqual(['rpm arm64', 'deb x64', 'appimage x64']);
  expect(read('win32')).toMatchObject({ value: { files: [{ bytes: 35 }] } });
});

it('writes nothing where nothing of this version is there', () => {
  expect(signing(packaged('Counterfoil-1.9.0-linux-x64.deb'))).toEqual([]);
});

it.each([{ fr: 'Nouveau.' }, { en: 1 }, 'New.'])('refuses notes that are none (%o)', (notes) => {
  const folder = packaged('Counterfoil-2.0.0-linux-x64.deb');
  expect(() => signing(folder, notes)).toThrow();
});

it('refuses another key than the one that the till is built with', () => {
  const folder = packaged('Counterfoil-2.0.0-linux-amd64.deb');
  const other = newKey().privateKey;
  const of = { folder, publicKey, version: '2.0.0', notes: {}, releasedAt: new Date(0) };
  expect(() => signPackages({ ...of, privateKey: other })).toThrow(/built with/);
});

it('refuses a processor that no till has', () => {
  const folder = packaged('Counterfoil-2.0.0-linux-riscv64.deb');
  expect(() => signing(folder, {})).toThrow();
});

const deb = 'Counterfoil-2.0.0-linux-amd64.deb';

it.each<[string, (folder: string) => unknown, RegExp]>([
  ['takes a debugger', (folder) => list(folder, [deb], { takesDebugger: true }), /debugger/],
  ['was made before the key', (folder) => list(folder, [deb], { updateKey: '' }), /without/],
  ['has another key', (at) => list(at, [deb], { updateKey: newKey().publicKey }), /without/],
  ['has changed since', (folder) => writeFileSync(join(folder, deb), 'another'), /packaged/],
  ['is on no list', (folder) => list(folder, []), /packaged/],
])('refuses a package that %s', (_what, change, why) => {
  const folder = packaged(deb);
  change(folder);
  expect(() => signing(folder)).toThrow(why);
});

it('refuses two packages of one kind and processor', () => {
  const folder = packaged(deb, 'Counterfoil-2.0.0-linux-x64.deb');
  expect(() => signing(folder)).toThrow(/two/);
});

it('knows the key that a build has taken in', () => {
  const folder = packaged();
  const [keyFile, program] = [join(folder, 'key.pem'), join(folder, 'index.js')];
  writeFileSync(program, `const updateKey = ${JSON.stringify(publicKey)};`);
  expect(builtInKey(keyFile, program)).toBe('');
  writeFileSync(keyFile, publicKey);
  expect(builtInKey(keyFile, program)).toBe(publicKey);
  writeFileSync(keyFile, newKey().publicKey);
  expect(builtInKey(keyFile, program)).toBe('');
});
