// Concludes something from an answer; here as the till itself does.
import { Lists, type LookUpDocuments } from '../../../src-main/outbox/lists.ts';
import { merged, sightingOf } from '../../../src-main/outbox/sightings.ts';
import type { ComparedSale } from '../../../src-main/contract/compare-document.ts';
import { outcomeOf, type Outcome } from '../../../src-main/outbox/outcome.ts';
import type { Sighting } from '../../../src-main/outbox/rules.ts';
import type { Exchange } from '../../../src-main/service/exchange.ts';
import type { LookUpKind } from './look-up-answers.ts';
import type { Verdict } from './said.ts';

/** The sale that is looked up. If a document is the sale's, its id is above the mark. */
export interface Doubt extends ComparedSale {
  readonly highWaterMark: number;
  /** The day on which it was sold, as `yyyy-mm-dd`. */
  readonly soldOn: string;
}

export interface Reader {
  ofCreation(exchange: Exchange, doubt: Doubt): Verdict;
  ofLookUp(kind: LookUpKind, ask: LookUpDocuments, doubt: Doubt): Promise<Verdict>;
}

const verdictOf = (event: Outcome['event']): Verdict =>
  event === 'no_clear_answer' ? 'unclear' : event;

const verdictOn: Readonly<Record<Sighting['saw'], Verdict>> = {
  nothing: 'absent',
  as_asked: 'found',
  not_finalized: 'found_not_finalized',
  unreadable: 'found_mismatch',
  other_kind: 'found_mismatch',
  several: 'found_mismatch',
};

export const till: Reader = {
  ofCreation: (exchange, doubt) => verdictOf(outcomeOf(exchange, doubt, doubt.soldOn).event),
  ofLookUp: async (kind, ask, doubt) => {
    const lists = new Lists(ask);
    const rows =
      kind === 'search'
        ? await lists.naming(doubt.reference)
        : await lists.above(doubt.highWaterMark);
    if (!rows.ok) return 'unclear';
    const naming = rows.value.filter(({ ourReference }) => ourReference.includes(doubt.reference));
    return verdictOn[sightingOf(doubt, merged(naming), doubt.soldOn).saw];
  },
};
