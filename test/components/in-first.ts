// What looks and acts the same whatever the language is.
import { inject, it } from 'vitest';
import { languages, type Language } from '../../src-main/contract/languages.ts';

/** Declares a test that `npm test` runs in the first language alone, and the long tests in each. */
export const inFirst = (language: Language) =>
  it.runIf(language === languages[0] || inject('isLong'));
