// The thread in which a backup is encrypted, so that selling goes on meanwhile.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { Encrypter } from 'age-encryption';

export interface EncryptionJob {
  readonly source: string;
  /** It is on the disk when the thread ends. */
  readonly target: string;
  readonly recipient: string;
}

const { source, target, recipient } = workerData as EncryptionJob;
const encrypter = new Encrypter();
encrypter.addRecipient(recipient);
const encrypted = await encrypter.encrypt(Readable.toWeb(createReadStream(source)));
await pipeline(
  Readable.fromWeb(encrypted),
  createWriteStream(target, { mode: 0o600, flush: true }),
);
