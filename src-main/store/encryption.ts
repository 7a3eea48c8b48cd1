// Files that only a recovery key opens, in the format of age (age-encryption.org/v1).
import { createReadStream, createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { EncryptionJob } from './encryption-worker.ts';

/** What opens a file, and whom it is encrypted for. */
export interface RecoveryKey {
  readonly identity: string;
  readonly recipient: string;
}

/** Loaded when it is needed: nobody waits for it at a start. */
const age = () => import('age-encryption');

export async function newRecoveryKey(): Promise<RecoveryKey> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Built, it lies beside the program; from source, beside this file. */
const workerFile = new URL(`./encryption-worker${extname(import.meta.filename)}`, import.meta.url);

/** In a thread of its own: two gigabytes take half a minute of work. @throws what it throws. */
export function encryptFile(job: EncryptionJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: job });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the thread of the encryption ended with ${code}`));
    });
  });
}

/** As somebody has typed it from paper; undefined for what is no recovery key. */
export async function readRecoveryKey(typed: string): Promise<RecoveryKey | undefined> {
  const { identityToRecipient } = await age();
  const identity = typed.replace(/\s/g, '').toUpperCase();
  try {
    return { identity, recipient: await identityToRecipient(identity) };
  } catch {
    return undefined;
  }
}

export type Decryption =
  | 'done'
  /** It is for another key. */
  | 'wrong_key'
  /** Cut off, changed, or nothing that was encrypted so. */
  | 'damaged';

/** The target must not be used unless it is done. @throws what the file system throws. */
export async function decryptFile(
  source: string,
  target: string,
  { identity }: RecoveryKey,
): Promise<Decryption> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(source)));
    await pipeline(
      Readable.fromWeb(plain),
      createWriteStream(target, { mode: 0o600, flush: true }),
    );
    return 'done';
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    const isForAnother = error instanceof Error && error.message.startsWith('no identity');
    return isForAnother ? 'wrong_key' : 'damaged';
  }
}
