// What a release's maker signs is what a till reads.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newKey, signPackages } from '../../../resources/packaging/sign-update.ts';
import { manifestName, readManifest } from '../../../src-main/update/manifest.ts';

const { privateKey, publicKey } = newKey();

function packaged(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-dist-'));
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

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
