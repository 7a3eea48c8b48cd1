// Files that only a recovery key opens, in the format of age (age-encryption.org/v1).
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RecoveryKey } from './decryption.ts';
import type { EncryptionJob } from './encryption-worker.ts';

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
