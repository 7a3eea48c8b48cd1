// A PIN as it is kept: hashed by a function that is slow on purpose, with the salt and what it
// cost.
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import * as v from 'valibot';
import { pinHashSchema } from '../contract/lock.ts';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** About a tenth of a second and 32 MiB on a till's computer. */
const cost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** Twice what the dearest hash that is read back needs. */
const maxmem = 256 * 1024 * 1024;

/** More than this is no hash of ours, and would hold the till up. */
const dearest: Cost = { N: 2 ** 17, r: 8, p: 1 };

function readStored(stored: string) {
  const [, N, r, p, salt = '', hash = ''] = v.parse(pinHashSchema, stored).split(':');
  const spent: Cost = { N: Number(N), r: Number(r), p: Number(p) };
  const isKnown = spent.N <= dearest.N && spent.r <= dearest.r && spent.p <= dearest.p;
  if (!isKnown) throw new Error('a PIN was hashed at a cost that is not ours');
  return { spent, salt: Buffer.from(salt, 'hex'), hash: Buffer.from(hash, 'hex') };
}

/** As `pinHashSchema` has it: a later release may spend more, and still reads this one. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(pin, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('hex'), hash.toString('hex')].join(':');
}

/**
 * As slow for nobody's PIN (null) as for somebody's. @throws when what is stored is no hash of
 * ours.
 */
export async function isPin(pin: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await derive(pin, randomBytes(saltBytes), cost);
    return false;
  }
  const { spent, salt, hash } = readStored(stored);
  return timingSafeEqual(await derive(pin, salt, spent), hash);
}

/** On a thread of its own: selling goes on meanwhile. */
function derive(pin: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, hashBytes, options, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
}
