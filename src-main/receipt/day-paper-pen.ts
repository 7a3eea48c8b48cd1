// What the parts of a day's report are written with.
import type { Messages } from '../../resources/messages/en.ts';
import type { Sum } from '../contract/day.ts';
import { foreign, note, pairs, type Block, type Pair } from './content.ts';
import type { PaperFormat } from './format.ts';

export interface Pen {
  readonly texts: Messages['dayPaper'];
  readonly messages: Messages;
  readonly format: PaperFormat;
}

export const section = (heading: string, list: readonly Pair[]): readonly Block[] =>
  list.length === 0 ? [] : [{ kind: 'heading', text: heading }, ...pairs('facts', list)];

/** Returns a section and a sentence about it, or nothing if the list is empty. */
export const notedList = (
  heading: string,
  list: readonly Pair[],
  sentence: string,
): readonly Block[] => (list.length === 0 ? [] : [...section(heading, list), note(sentence)]);

export const counted = (name: string, count: number): string => `${name} (${String(count)})`;

/** Returns how many there were, and what they came to. */
export const countedSum = (name: string, { count, totalCents }: Sum, { format }: Pen): Pair => ({
  name: counted(name, count),
  value: format.amount(totalCents),
});

export function moment(atMs: number, { format }: Pen): string {
  const { date, time } = format.instant(atMs);
  return `${date} ${time}`;
}

export const person = (name: string | null): string => (name === null ? '' : ` ${foreign(name)}`);
