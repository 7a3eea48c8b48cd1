// Takes texts apart into the words by which products are found.
import { foldText } from '../contract/fold-text.ts';

/** Letters that have no accent to lose, and are typed otherwise where they are on no key. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h' },
  ...{ ŧ: 't', ŋ: 'n', ς: 'σ' },
};

/** What people type for letters with two spellings, besides leaving their marks out. */
const otherSpellings: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' },
};

const respelt = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => otherSpellings[letter] ?? letter);

/** Folds letters that no accent makes, too: "Größe" becomes "grosse", and "zł" becomes "zl". */
export const foldLetters = (text: string): string =>
  foldText(text).replace(/[^\p{ASCII}]/gu, (letter) => spellings[letter] ?? letter);

/** Returns each word once. Letters and digits part ways, so that "500g" finds "500 g". */
export const wordsOf = (folded: string): readonly string[] => [
  ...new Set(folded.match(/\p{L}+|\p{N}+/gu)),
];

/** Words that a mark joins, such as T-Shirt and d'uva, which people also type as one. */
const joinedWords = /\p{L}+(?:[^\p{L}\p{N}\s]\p{L}+)+/gu;

/** Returns the words that find a text, among them those that begin at each joined one. */
export function indexedWords(text: string): readonly string[] {
  const other = respelt(text);
  const folded = foldLetters(other === text.toLowerCase() ? text : `${text} ${other}`);
  const joined = (folded.match(joinedWords) ?? []).flatMap((whole) => {
    const parts = whole.split(/[^\p{L}]/u);
    return parts.slice(0, -1).map((_, at) => parts.slice(at).join(''));
  });
  return [...new Set([...wordsOf(folded), ...joined])];
}

/**
 * Returns the ways in which a typed text may be meant, each as words that all must be there: as it
 * stands, with joined words as one, and with all that follow each other as one.
 */
export function wordsToFind(typed: string): readonly (readonly string[])[] {
  const folded = foldLetters(typed);
  const ways = [
    folded,
    folded.replace(/(?<=\p{L})[^\p{L}\p{N}\s](?=\p{L})/gu, ''),
    folded.replace(/(?<=\p{L})[^\p{L}\p{N}]+(?=\p{L})/gu, ''),
  ].map(wordsOf);
  const keys = ways.map((words) => words.join(' '));
  return ways.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
