// What the words of an approval are made of.
import type { Messages } from '../../../resources/messages/en.ts';
import type { Argument } from '../../contract/api.ts';
import type { SharedFormat } from '../../contract/format.ts';
import { shortLine } from '../../receipt/foreign-text.ts';
import type { Context } from '../context.ts';
import type { ReservedRequest } from '../permissions.ts';

export type WordsContext = Pick<
  Context,
  'lock' | 'session' | 'settings' | 'setupFiles' | 'language' | 'counterWindow'
>;

export interface Known {
  readonly texts: Messages;
  readonly says: Messages['lock']['approval'];
  readonly format: SharedFormat;
  /** The name of the person who asks. */
  readonly by: string;
  readonly context: WordsContext;
}

/** The words for each request whose name begins with the prefix and that may need a manager. */
export type WordsOf<Prefix extends string> = {
  readonly [Name in Extract<ReservedRequest, `${Prefix}.${string}`>]: (
    argument: Argument<Name>,
    known: Known,
  ) => readonly string[];
};

const longestText = 120;

/** Returns the text on one line, and no longer than a person reads. */
export const clean = (text: string): string => shortLine(text, longestText);

/**
 * Returns the text isolated, so that a name written from right to left leaves the prices beside it
 * alone.
 */
export const quoted = (text: string): string => `“\u2068${text}\u2069”`;

/**
 * Returns the request with every text on one line, without characters that turn their neighbours
 * around, and no longer than a person reads.
 */
export function cleaned(given: unknown): unknown {
  if (typeof given === 'string') return clean(given);
  if (Array.isArray(given)) return given.map(cleaned);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleaned(value)]));
}
