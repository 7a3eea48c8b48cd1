// References: what a sale is found by at the service, wherever it is asked for.
import { randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that a reference can be read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const randomCharacters = (count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** The four characters that begin every reference of one installation. */
export const newInstallation = (): string => randomCharacters(4);

/** 20 bits of the installation and 40 of the sale; the database refuses one that it has seen. */
export const newReference = (installation: string): string =>
  `CF-${installation}-${randomCharacters(4)}-${randomCharacters(4)}`;
