// The texts and formats of a language, for every control: in the till's page and in the PIN window.
import { createContext } from 'svelte';
import type { Messages } from '../../resources/messages/en.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import type { Format } from './format.ts';

export interface Texts {
  readonly language: Language;
  readonly messages: Messages;
  readonly format: Format;
}

export const [useTexts, provideTexts] = createContext<Texts>();
