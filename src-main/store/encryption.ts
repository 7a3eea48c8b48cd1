// Files that only a recovery key opens, in the format of age (age-encryption.org/v1).
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOfSystem } from '../contract/errors.ts';
import { readStart } from './durable-files.ts';

/** The identity that opens a file, and the recipient that it is encrypted for. */
export interface RecoveryKey {
  readonly identity: string;
  readonly recipient: string;
}

/** Loads the package only when it is needed, so that no start waits for it. */
const age = () => import('age-encryption');

const firstLine = 'age-encryption.org/';

/** Returns whether a recovery key is needed to read the file, going by how it begins. */
export const isEncrypted = (file: string): boolean =>
  statSync(file).isFile() && readStart(file, firstLine.length).toString('latin1') === firstLine;

/** Reads a key that somebody has typed from paper; undefined if it is no recovery key. */
export async function readRecoveryKey(typed: string): Promise<RecoveryKey | undefined> {
  const { identityToRecipient } = await age();
  const identity = typed.replace(/\s/g, '').toUpperCase();
  try {
    return { identity, recipient: await identityToRecipient(identity) };
  } catch {
    return undefined;
  }
}

/** Returns whether the key opens the file, going by how that begins. */
export async function isFor(file: string, { identity }: RecoveryKey): Promise<boolean> {
  const decrypter = await decrypterFor(identity);
  const source = createReadStream(file);
  try {
    await decrypter.decrypt(Readable.toWeb(source));
    return true;
  } catch (error) {
    if (isOfSystem(error)) throw error;
    return !isOfAnother(error);
  } finally {
    source.destroy();
  }
}

export async function decrypterFor(identity: string) {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter;
}

const isOfAnother = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('no identity');

export type Decryption =
  | 'done'
  /** The file is encrypted for another key. */
  | 'wrong_key'
  /** The file is cut off, changed, or was not encrypted in this way. */
  | 'damaged';

/** Decrypts the file. Only with `done` may the target be used. @throws as the file system does. */
export async function decryptFile(
  source: string,
  target: string,
  { identity }: RecoveryKey,
): Promise<Decryption> {
  const decrypter = await decrypterFor(identity);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(source)));
    await pipeline(
      Readable.fromWeb(plain),
      createWriteStream(target, { mode: 0o600, flush: true }),
    );
    return 'done';
  } catch (error) {
    if (isOfSystem(error)) throw error;
    return isOfAnother(error) ? 'wrong_key' : 'damaged';
  }
}

export async function newRecoveryKey(): Promise<RecoveryKey> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/**
 * Encrypts the file; the target is on the disk when it returns. It is a helper's work: two
 * gigabytes take half a minute.
 * @throws what the file system throws.
 */
export async function encryptFile(
  job: Readonly<Record<'source' | 'target' | 'recipient', string>>,
): Promise<void> {
  const content = await encryptedContent(job.source, job.recipient);
  await pipeline(content, createWriteStream(job.target, { mode: 0o600, flush: true }));
}

/** Returns what the file becomes, to be read once. */
export async function encryptedContent(source: string, recipient: string): Promise<Readable> {
  const encrypter = await encrypterFor(recipient);
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(createReadStream(source))));
}

export async function encrypterFor(recipient: string) {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}
