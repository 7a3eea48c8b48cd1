// Which languages a test of components is played in, and what looks and acts the same in each.
import { inject, it } from 'vitest';
import { languages, type Language } from '../../src-main/contract/languages.ts';

/**
 * The languages of all but the plain views, which `npm test` shows in every language. It plays the
 * rest in the first one alone unless pictures are wanted.
 */
export const playedLanguages: readonly Language[] =
  inject('isLong') || inject('pictures') !== 'none' ? languages : languages.slice(0, 1);

/** Declares a test that `npm test` runs in the first language alone, and the long tests in each. */
export const inFirst = (language: Language) =>
  it.runIf(language === languages[0] || inject('isLong'));
