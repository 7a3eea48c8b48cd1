// What a till has said of its sales, one line for each acknowledged change, in a file beside the
// database: so the words take their place among the writes, and outlive the process.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';

export interface Word {
  readonly reference: string;
  readonly state: SaleState;
  /** Of the body that was committed last. */
  readonly sha256: string;
}

export type Say = (reference: string, state: SaleState, body: Buffer) => void;

/** In the folder of a till. */
export const databaseFile = 'till.sqlite';
export const wordsFile = 'words';

export const sayIn =
  (folder: string): Say =>
  (reference, state, body) => {
    const word: Word = { reference, state, sha256: sha256(body) };
    appendFileSync(join(folder, wordsFile), `${JSON.stringify(word)}\n`);
  };

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const parseWords = (lines: string): readonly Word[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Word);

export function readWords(folder: string): readonly Word[] {
  const file = join(folder, wordsFile);
  return existsSync(file) ? parseWords(readFileSync(file, 'utf8')) : [];
}

/**
 * Of each sale: what was said of it last (null: nothing yet), and what its next change would have
 * made of it.
 */
export type Expected = ReadonlyMap<
  string,
  { readonly before: Word | null; readonly after: Word | null }
>;

/**
 * Where a till that in the end says all the `words` was interrupted when it had said so many of
 * them.
 */
export function expectedAfter(words: readonly Word[], said: number): Expected {
  const expected = new Map<string, { before: Word | null; after: Word | null }>();
  for (const [index, word] of words.entries()) {
    const known = expected.get(word.reference) ?? { before: null, after: null };
    if (index < said) known.before = word;
    else known.after ??= word;
    expected.set(word.reference, known);
  }
  return expected;
}
