// npm run sign-update: makes the key that updates are signed with, and signs what was packaged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey, signPackages } from '../packaging/sign-update.ts';
import { root } from './programs.mjs';

const publicFile = join(root, 'resources/packaging/update-key.pem');
const [first, ...rest] = process.argv.slice(2);
if (first === '--new-key' && rest[0] !== undefined) {
  const keyFile = [rest[0], publicFile].find((file) => existsSync(file));
  if (keyFile === undefined) {
    const { privateKey, publicKey } = newKey();
    writeFileSync(rest[0], privateKey, { mode: 0o600, flag: 'wx' });
    writeFileSync(publicFile, publicKey, { flag: 'wx' });
    console.log(`The private key is in ${rest[0]}, the public one in ${publicFile}.`);
  } else {
    console.error(
      `There is a key already: ${keyFile}. Tills that were built with it take no other.`,
    );
    process.exitCode = 1;
  }
} else if (first !== undefined && rest[0] !== undefined) {
  const [folder, notes] = rest;
  const writtenFiles = signPackages({
    folder,
    privateKey: readFileSync(first, 'utf8'),
    publicKey: readFileSync(publicFile, 'utf8'),
    version: (
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
    ).version,
    notes: notes === undefined ? {} : (JSON.parse(readFileSync(notes, 'utf8')) as unknown),
    releasedAt: new Date(),
  });
  console.log(
    writtenFiles.length > 0 ? writtenFiles.join('\n') : `Nothing of this version is in ${folder}.`,
  );
  if (writtenFiles.length === 0) process.exitCode = 1;
} else {
  console.error('Named are a key and a folder: see npm run sign-update -- --help');
  process.exitCode = 1;
}
