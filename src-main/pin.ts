// A PIN as it is kept: hashed by a function that is slow on purpose, with the salt and what it cost.
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import * as v from 'valibot';

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

const power = (most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1), v.maxValue(most));
const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]+$/),
    v.length(2 * count),
    v.transform((hex) => Buffer.from(hex, 'hex')),
  );
const storedSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(':')),
  v.strictTuple([
    v.literal('scrypt'),
    power(2 ** 17),
    power(8),
    power(1),
    bytes(saltBytes),
    bytes(hashBytes),
  ]),
);

/** `scrypt:N:r:p:SALT:HASH`, the last two in hexadecimal: a later release may spend more, and still reads this one. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(pin, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('hex'), hash.toString('hex')].join(':');
}

/** As slow for nobody's PIN (null) as for somebody's. @throws {v.ValiError} when what is stored is no hash of ours. */
export async function isPin(pin: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await derive(pin, randomBytes(saltBytes), cost);
    return false;
  }
  const [, N, r, p, salt, hash] = v.parse(storedSchema, stored);
  return timingSafeEqual(await derive(pin, salt, { N, r, p }), hash);
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
