// What a till said of its sales and days, one line for each acknowledged change, in a file beside
// the database. So the words have their place among the writes, and survive the process.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';

export interface Word {
  readonly reference: string;
  readonly state: SaleState;
  /** The hash of the body that was committed last. */
  readonly sha256: string;
}

/** A row of a day as it was kept: `cash_movement 3`, and its contents. */
export interface RowWord {
  readonly row: string;
  readonly is: string;
}

type AnyWord = Word | RowWord;

export type Say = (reference: string, state: SaleState, body: Buffer) => void;

/** Their names in the folder of a till. */
export const databaseFile = 'till.sqlite';
export const wordsFile = 'words';

export const sayIn =
  (folder: string): Say =>
  (reference, state, body) => {
    const word: Word = { reference, state, sha256: sha256(body) };
    appendFileSync(join(folder, wordsFile), `${JSON.stringify(word)}\n`);
  };

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const parseWords = (lines: string): readonly AnyWord[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AnyWord);

export function readWords(folder: string): readonly AnyWord[] {
  const file = join(folder, wordsFile);
  return existsSync(file) ? parseWords(readFileSync(file, 'utf8')) : [];
}

/** What was said of it last (null: nothing yet), and what its next change would have made of it. */
interface Around<Each> {
  readonly before: Each | null;
  readonly after: Each | null;
}

export interface Expected {
  /** Sales by reference. */
  readonly sales: ReadonlyMap<string, Around<Word>>;
  /** Rows by name. */
  readonly rows: ReadonlyMap<string, Around<RowWord>>;
}

/**
 * Returns what must be there if the till was interrupted after it had said the first `said` of all
 * the words.
 */
export function expectedAfter(words: readonly AnyWord[], said: number): Expected {
  const sales = new Map<string, Around<Word>>();
  const rows = new Map<string, Around<RowWord>>();
  for (const [index, word] of words.entries()) {
    const isSaid = index < said;
    if ('row' in word) note(rows, word.row, word, isSaid);
    else note(sales, word.reference, word, isSaid);
  }
  return { sales, rows };
}

function note<Each>(known: Map<string, Around<Each>>, name: string, word: Each, isSaid: boolean) {
  const { before, after } = known.get(name) ?? { before: null, after: null };
  known.set(name, isSaid ? { before: word, after } : { before, after: after ?? word });
}
