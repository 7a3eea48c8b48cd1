// Who concludes something from an answer; here the till itself.
import { outcomeOf, type Outcome } from '../../../src-main/outbox/outcome.ts';
import {
  findingOf,
  scanAbove,
  searchReference,
  type LookUpDocuments,
} from '../../../src-main/outbox/reconcile.ts';
import type { Exchange } from '../../../src-main/service/exchange.ts';
import type { Doubt } from '../../../src-main/store/doubts.ts';
import type { LookUpKind } from './look-up-answers.ts';
import type { Verdict } from './said.ts';

export interface Reader {
  ofCreation(exchange: Exchange, doubt: Doubt): Verdict;
  ofLookUp(kind: LookUpKind, ask: LookUpDocuments, doubt: Doubt): Promise<Verdict>;
}

const verdictOf = (event: Outcome['event']): Verdict =>
  event === 'no_clear_answer' ? 'unclear' : event;

export const till: Reader = {
  ofCreation: (exchange, doubt) => verdictOf(outcomeOf(exchange, doubt).event),
  ofLookUp: async (kind, ask, doubt) => {
    const rows =
      kind === 'search'
        ? await searchReference(ask, doubt.reference)
        : await scanAbove(ask, doubt.mark, doubt.reference);
    if (!rows.ok) return 'unclear';
    const finding = findingOf(doubt, rows.value);
    if (finding?.event === 'proven_absent') throw new Error('one look-up proves no absence');
    return finding?.event ?? 'absent';
  },
};
