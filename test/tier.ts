// Which of the tests are played: those of `npm test`, or the long ones of `npm run test:long`.
import { languages, type Language } from '../src-main/contract/settings.ts';

export const isLong = process.env.TESTS === 'long';

/**
 * The languages in which a journey is driven: once in the first language, and at length in the
 * other one; in all where pictures are taken.
 */
export const driven: readonly Language[] = process.env.PICTURES
  ? languages
  : isLong
    ? languages.slice(1)
    : languages.slice(0, 1);
