// A PIN as it is kept: hashed by a function that is slow on purpose, with the salt and the costs of
// the hash. A manager's PIN also goes through the till's key first, so that nobody can try PINs who
// has the file alone.
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { pinHashSchema } from '../contract/lock.ts';
import type { StaffKey } from './staff-key.ts';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The costs of a new hash: about a tenth of a second and 32 MiB on a till's computer. */
const cost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Twice the memory that the dearest hash that is read back needs. */
const maxmem = 256 * 1024 * 1024;

/** The highest costs that are read back. A hash that costs more is not ours. */
const dearest: Cost = { N: 2 ** 17, r: 8, p: 1 };

/** The key, and whose PIN it is: a hash copied to somebody else's row does not match. */
export interface Peppered {
  readonly key: StaffKey;
  readonly cashierId: string;
}

/** `plausible`: the key that would decide is not there, and what little the file tells is right. */
export type PinCheck = 'right' | 'plausible' | 'wrong';

const peppered = (pin: string, { key, cashierId }: Peppered): string =>
  createHmac('sha256', key.bytes).update(`pin of ${cashierId}\n`).update(pin).digest('hex');

function readStored(stored: string) {
  const parts = v.parse(pinHashSchema, stored).split(':');
  const [, N, r, p, salt = '', hash = '', keyId, check] = parts;
  const spent: Cost = { N: Number(N), r: Number(r), p: Number(p) };
  const isKnown = spent.N <= dearest.N && spent.r <= dearest.r && spent.p <= dearest.p;
  if (!isKnown) throw new Error('a PIN was hashed at a cost that is not ours');
  return { spent, salt: Buffer.from(salt, 'hex'), hash: Buffer.from(hash, 'hex'), keyId, check };
}

/** Returns the hash in the form of `pinHashSchema`, which later releases still read. */
export async function hashPin(pin: string, pepper: Peppered | null = null): Promise<string> {
  const salt = randomBytes(saltBytes);
  const plain = await derive(pin, salt, cost);
  const hash = pepper ? await derive(peppered(pin, pepper), salt, cost) : plain;
  // One byte of the plain hash lets a manager sell while the key store is silent. It leaves one PIN
  // in 256 to whoever reads it.
  const withKey = pepper ? [pepper.key.id, plain.toString('hex', 0, 1)] : [];
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('hex'), hash.toString('hex'), ...withKey].join(':');
}

/**
 * Checks a PIN. Takes as long for an unknown cashier (null) as for a known one. `pepper` is the
 * cashier and the till's key, if the key is there. @throws if what is stored is no hash of ours.
 */
export async function checkPin(
  pin: string,
  stored: string | null,
  pepper: Peppered | null = null,
): Promise<PinCheck> {
  if (stored === null) {
    await derive(pin, randomBytes(saltBytes), cost);
    return 'wrong';
  }
  const { spent, salt, hash, keyId, check } = readStored(stored);
  if (keyId === undefined) {
    return timingSafeEqual(await derive(pin, salt, spent), hash) ? 'right' : 'wrong';
  }
  if (pepper?.key.id === keyId) {
    const derived = await derive(peppered(pin, pepper), salt, spent);
    return timingSafeEqual(derived, hash) ? 'right' : 'wrong';
  }
  const plain = await derive(pin, salt, spent);
  return plain.toString('hex', 0, 1) === check ? 'plausible' : 'wrong';
}

export const isHashedWith = (stored: string, { id }: StaffKey): boolean =>
  readStored(stored).keyId === id;

/** Runs on a thread of its own, so that selling goes on meanwhile. */
function derive(pin: string, salt: Buffer, spent: Cost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(pin, salt, hashBytes, { ...spent, maxmem }, (error, hash) => {
    if (error) reject(error);
    else resolve(hash);
  });
  return promise;
}
