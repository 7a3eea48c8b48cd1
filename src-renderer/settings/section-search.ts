// Finds a setting by the words of its section's title and of the labels inside, in whichever
// language a person remembers them.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { foldText } from '../../src-main/contract/fold-text.ts';
import { languages, type Language } from '../../src-main/contract/settings.ts';
import type { Section } from './section.ts';

type Searched = Pick<Section, 'title' | 'labels'>;

export interface Found<Kind extends Searched> {
  readonly section: Kind;
  /** The label that was found inside, in the language that shows; null if the title says it. */
  readonly label: string | null;
}

/** Returns the sections that have each of the words, titles first; nothing without words. */
export function findSections<Kind extends Searched>(
  sections: readonly Kind[],
  typed: string,
  language: Language,
): readonly Found<Kind>[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
  const texts = languages.map((each) => messagesFor(each));
  const shown = messagesFor(language);
  const found = sections.flatMap((section): readonly Found<Kind>[] => {
    if (texts.some((each) => hasAll(section.title(each)))) return [{ section, label: null }];
    // A label has the same place in each language.
    const labels = texts.map((each) => section.labels(each));
    const own = section.labels(shown);
    const at = own.findIndex((_label, index) =>
      labels.some((all) => hasAll(`${section.title(shown)} ${all[index] ?? ''}`)),
    );
    return at === -1 ? [] : [{ section, label: own[at] ?? null }];
  });
  return found.sort((one, other) => Number(one.label !== null) - Number(other.label !== null));
}
