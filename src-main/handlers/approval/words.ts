// Says in main's words what a manager is asked to approve: from the parsed request, and from what
// main knows itself wherever it knows more than the page.
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import type { Argument, RequestName } from '../../contract/api.ts';
import { sharedFormat } from '../../contract/format.ts';
import type { LoweredPrice } from '../../contract/lowered-prices.ts';
import type { ReservedRequest } from '../permissions.ts';
import { catalogueWords } from './catalogue.ts';
import { dayWords } from './day.ts';
import { cleaned, type Known, type WordsContext } from './known.ts';
import { peopleWords } from './people.ts';
import { decisionWords, saleWords } from './sale.ts';
import { settingsWords } from './settings.ts';

type Words = {
  readonly [Name in ReservedRequest]: (argument: Argument<Name>, known: Known) => readonly string[];
};

interface Asked<Name extends RequestName> {
  readonly name: Name;
  readonly argument: Argument<Name>;
  readonly by: string;
  /** The lowered prices of a sale at the counter. */
  readonly prices: readonly LoweredPrice[];
}

/**
 * Returns the words. Those for a price name the person who sells; all others are shown under the
 * name of the person who asks.
 */
export function wordsOf<Name extends RequestName>(
  { name, argument, by, prices }: Asked<Name>,
  context: WordsContext,
): readonly string[] {
  const language = context.language();
  const texts = messagesFor(language);
  const known: Known = {
    ...{ texts, says: texts.lock.approval, format: sharedFormat(language) },
    ...{ by, context },
  };
  if (prices.length > 0) return saleWords(prices, known);
  // The table's type pairs each name with its own argument; the compiler cannot follow that through
  // an index.
  const say = (
    words as Partial<Record<RequestName, (of: unknown, known: Known) => readonly string[]>>
  )[name];
  return [known.says.by(by), ...(say?.(cleaned(argument), known) ?? [])];
}

const words: Words = {
  ...catalogueWords,
  ...dayWords,
  ...peopleWords,
  ...decisionWords,
  ...settingsWords,
};
