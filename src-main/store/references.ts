// References, by which a sale is found at the service, wherever one looks for it.
import { randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that a reference can be read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const randomCharacters = (count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Returns the four characters that begin every reference of one installation. */
export const newInstallation = (): string => randomCharacters(4);

/** Returns a reference: 20 bits of the installation, 40 of the sale. The file refuses it twice. */
export const newReference = (installation: string): string =>
  `CF-${installation}-${randomCharacters(4)}-${randomCharacters(4)}`;
