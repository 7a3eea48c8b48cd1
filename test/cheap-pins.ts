// A PIN's hash is slow on purpose; the tests that hash hundreds would spend a fifth of their time
// on it. Loaded before each file of tests, this makes it cheap, whatever it says that it cost.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Done = (error: Error | null, hash: Buffer) => void;
type Scrypt = (
  pin: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: Done,
) => void;

/** What the till itself spends. */
const dear = 2 ** 15;
const cheap = 2 ** 4;

/** This file is loaded again and again, in one process. */
const kept = globalThis as { scryptAsItIs?: Scrypt };
const asItIs = (kept.scryptAsItIs ??= crypto.scrypt);

function use(scrypt: Scrypt): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}

/** For the file that calls it: PINs cost there what they cost at the till. */
export const withDearPins = (): void => {
  use(asItIs);
};

use((pin, salt, bytes, options, done) => {
  asItIs(pin, salt, bytes, options.N === dear ? { ...options, N: cheap } : options, done);
});
