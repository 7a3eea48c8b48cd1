// The languages to choose from, each in its own words.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { languages } from '../../src-main/contract/languages.ts';

export const languageOptions = languages.map((language) => ({
  value: language,
  text: messagesFor(language).settings.ownName,
  lang: language,
}));
