// Files that only a recovery key opens, in the format of age (age-encryption.org/v1).
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecoveryKey } from './decryption.ts';

export interface EncryptionJob {
  readonly source: string;
  readonly target: string;
  readonly recipient: string;
}

/** Loads the package only when it is needed, so that no start waits for it. */
const age = () => import('age-encryption');

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
export async function encryptFile({ source, target, recipient }: EncryptionJob): Promise<void> {
  await pipeline(
    await encryptedContent(source, recipient),
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
}

/** Returns what the file becomes, to be read once. */
export async function encryptedContent(source: string, recipient: string): Promise<Readable> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(createReadStream(source))));
}
