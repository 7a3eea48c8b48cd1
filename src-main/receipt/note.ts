// A page with a few words that is no receipt, for the system's driver.
import type { Paper } from '../contract/printing.ts';
import type { Language } from '../contract/languages.ts';
import { escapeHtml, pageHtml } from './html.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Profile } from '../contract/profiles.ts';

export interface Note {
  readonly title: string;
  /** Each may have several lines. */
  readonly paragraphs: readonly string[];
}

export const noteHtml = (language: Language, paper: Paper, { title, paragraphs }: Note): string =>
  pageHtml(language, title, 'receipt', [
    `<main class="paper on-${paper}">`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`),
    '</main>',
  ]);

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
