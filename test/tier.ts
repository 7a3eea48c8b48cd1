// Says which tests run: those of `npm test`, or the long ones of `npm run test:long`.
import { languages, type Language } from '../src-main/contract/languages.ts';

export const isLong = process.env.TESTS === 'long';

/** The share of a sweep over kill points and power cuts that is played: in CI a fifth, for time. */
export const sweepShare = process.env.CI ? 0.2 : 1;

/**
 * The languages of a journey: the first one in `npm test`, the other one in the long tests, and all
 * where pictures are taken.
 */
export const driven: readonly Language[] = process.env.PICTURES
  ? languages
  : isLong
    ? languages.slice(1)
    : languages.slice(0, 1);
