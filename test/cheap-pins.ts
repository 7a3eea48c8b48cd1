// A PIN's hash is slow on purpose, and the tests that make hundreds of them would spend a fifth of
// their time on it. This file is loaded before each test file and makes the hash cheap, whatever
// cost the hash itself names.
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

/** The cost that the till itself uses. */
const dear = 2 ** 15;
const cheap = 2 ** 4;

/** Kept outside this module, which one process loads again and again. */
const globals = globalThis as { scryptAsItIs?: Scrypt };
const asItIs = (globals.scryptAsItIs ??= crypto.scrypt);

function use(scrypt: Scrypt): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}

/** For a test file that needs the real cost: PINs cost as much there as at the till. */
export const withDearPins = (): void => {
  use(asItIs);
};

use((pin, salt, bytes, options, done) => {
  asItIs(pin, salt, bytes, options.N === dear ? { ...options, N: cheap } : options, done);
});
