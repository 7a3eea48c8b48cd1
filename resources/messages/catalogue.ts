// Chooses the catalogue of a language. Every catalogue has the shape of the English one, so a
// missing text does not compile.
import type { Language } from '../../src-main/contract/languages.ts';
import { en, type Messages } from './en.ts';
import { ptPT } from './pt-PT.ts';

const catalogues: Readonly<Record<Language, Messages>> = { en, 'pt-PT': ptPT };

export const messagesFor = (language: Language): Messages => catalogues[language];
