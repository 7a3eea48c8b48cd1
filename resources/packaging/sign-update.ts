// Signs what was packaged, so that tills accept it as an update.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readLists, sha512Of, type PackagedList } from './packaged-list.ts';
import { manifestName, manifestSchema, manifestText } from '../../src-main/update/manifest.ts';

/** Returns both keys as PEM. */
export function newKey(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** The packages that a till takes on each system, by the names that electron-builder gives them. */
const kinds = { AppImage: 'appimage', deb: 'deb', rpm: 'rpm', exe: 'nsis' } as const;
const systems = { linux: ['AppImage', 'deb', 'rpm'], win32: ['exe'] } as const;
const processors: Readonly<Record<string, 'x64' | 'arm64'>> = {
  ...{ x64: 'x64', x86_64: 'x64', amd64: 'x64' },
  ...{ arm64: 'arm64', aarch64: 'arm64' },
};

export interface Signing {
  readonly folder: string;
  readonly privateKey: string;
  /** The key that is built into the till. */
  readonly publicKey: string;
  readonly version: string;
  readonly notes: unknown;
  readonly releasedAt: Date;
}

/**
 * Returns the names of the manifests that it wrote beside the packages of this version. Throws if
 * the key is not the till's; the notes are not valid; no till would take a file, because of its
 * name or processor; a file is not as it was packaged with this key and for tills; or there are two
 * for the same kind and processor.
 */
export function signPackages({ folder, version, notes, ...of }: Signing): readonly string[] {
  const key = createPrivateKey(of.privateKey);
  const isBuiltIn = createPublicKey(key).equals(createPublicKey(of.publicKey));
  if (!isBuiltIn) throw new Error('The key is not the one that the till is built with.');
  const lists = readLists(folder);
  const packages = readdirSync(folder).filter((name) => name.includes(`-${version}-`));
  return (['linux', 'win32'] as const).flatMap((system) => {
    const files = packages.sort().flatMap((name) => {
      const ending = systems[system].find((each) => name.endsWith(`.${each}`));
      if (!ending) return [];
      const processor = /-([a-z0-9_]+)\.[A-Za-z]+$/.exec(name)?.[1] ?? '';
      const bytes = readFileSync(join(folder, name));
      const sha512 = sha512Of(bytes);
      checkPackaged({ name, sha512 }, lists, key);
      const arch = processors[processor];
      return [{ name, kind: kinds[ending], arch, sha512, bytes: bytes.length }];
    });
    if (files.length === 0) return [];
    const wanted = files.map(({ kind, arch }) => `${kind} for ${arch}`);
    const twice = wanted.find((one, index) => wanted.indexOf(one) !== index);
    if (twice !== undefined) throw new Error(`There are two packages of the kind ${twice}.`);
    const releasedAt = of.releasedAt.toISOString();
    const signedContent = { system, version, releasedAt, notes, files };
    const checked = v.parse(v.omit(manifestSchema, ['purpose']), signedContent);
    const manifestFile = manifestName(system);
    const text = manifestText(checked, (signed) => sign(null, signed, key));
    writeFileSync(join(folder, manifestFile), text);
    return [manifestFile];
  });
}

/** @throws if the file is not as `npm run package` has left it, or no till may have it. */
function checkPackaged(
  file: PackagedList['packages'][number],
  lists: readonly PackagedList[],
  key: KeyObject,
): void {
  const { name, sha512 } = file;
  const list = lists.find(({ packages }) =>
    packages.some((one) => one.name === name && one.sha512 === sha512),
  );
  if (!list) throw new Error(`${name} is not as it was packaged: package it anew, or delete it.`);
  if (list.takesDebugger) throw new Error(`${name} takes a debugger: it is for tests alone.`);
  const { updateKey } = list;
  const hasKey = updateKey !== '' && createPublicKey(key).equals(createPublicKey(updateKey));
  if (!hasKey) throw new Error(`${name} was packaged without this key: no update would follow it.`);
}
