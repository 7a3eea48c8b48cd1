// The languages that components are tried in: `npm test` plays the first one alone unless pictures
// are wanted, the long tests each.
import { inject } from 'vitest';
import { languages, type Language } from '../../src-main/contract/languages.ts';

export const playedLanguages: readonly Language[] =
  inject('isLong') || inject('pictures') !== 'none' ? languages : languages.slice(0, 1);
