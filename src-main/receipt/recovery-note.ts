// The note that tells a recovery key of backups, once, on paper or in a window.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Profile } from '../contract/profiles.ts';
import type { Language } from '../contract/languages.ts';
import type { Note } from './note.ts';

export function recoveryNote(
  identity: string,
  { companyName, companyCode, tillCode }: Profile,
  { language, at }: { readonly language: Language; readonly at: Date },
): Note {
  const texts = messagesFor(language).settings.recoveryKey;
  const till = `${companyName} (${companyCode}, ${tillCode})`;
  return {
    title: texts.title,
    paragraphs: [texts.of(till, at), inGroups(identity), texts.keep],
  };
}

/** Returns what a person confirms who has the note on paper. It does not repeat the key. */
export function printedNote({ title }: Note, language: Language): Note {
  const { isPrinted } = messagesFor(language).settings.recoveryKey;
  return { title, paragraphs: [isPrinted] };
}

/** Returns the key in groups, as a person copies it. Blanks and line ends do not count. */
function inGroups(identity: string): string {
  const [, prefix = '', rest = ''] = /^(AGE-SECRET-KEY-1)(.*)$/.exec(identity) ?? [];
  const groups = rest.match(/.{1,6}/g) ?? [];
  const rows = groups.flatMap((_, at) => (at % 3 === 0 ? groups.slice(at, at + 3).join(' ') : []));
  return [prefix, ...rows].join('\n');
}
