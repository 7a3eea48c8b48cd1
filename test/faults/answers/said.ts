// What an answer says to somebody who knows how it was made: the oracle, which shares no code with
// the till's parsers.
import type { Outcome } from '../../../src-main/outbox/outcome.ts';

/**
 * `unclear`: a creation without a clear answer, or a look-up that failed. `absent`: a complete
 * look-up that found nothing.
 */
export type Verdict =
  | Exclude<Outcome['event'], 'no_clear_answer'>
  | 'found'
  | 'found_not_finalized'
  | 'found_mismatch'
  | 'unclear'
  | 'absent';

export interface Said {
  readonly verdict: Verdict;
  /** False if the answer is odd enough that the till may also be in doubt about it. */
  readonly plain: boolean;
}

/** What a change does to an answer's meaning: nothing, makes it odd, or removes it. */
export type Effect = 'harmless' | 'muddling' | 'unsaying';

export const unclear: Said = { verdict: 'unclear', plain: true };
/** A 201 says that something was created, whatever its body is. */
export const createdUnclear: Said = { verdict: 'created_unclear', plain: true };

export function afterwards(said: Said, effect: Effect): Said {
  switch (effect) {
    case 'harmless':
      return said;
    case 'muddling':
      return { ...said, plain: said.verdict === 'unclear' };
    case 'unsaying':
      return withoutBody(said);
  }
}

/** These statuses keep their meaning with any body, but the meaning may also be lost. */
function withoutBody(said: Said): Said {
  switch (said.verdict) {
    case 'turned_away':
      return { ...said, plain: false };
    case 'accepted':
    case 'created_unclear':
      return { ...createdUnclear, plain: false };
    default:
      return unclear;
  }
}

export const worst = (effects: readonly Effect[]): Effect =>
  (['unsaying', 'muddling'] as const).find((effect) => effects.includes(effect)) ?? 'harmless';

export type Wrong =
  | 'wrongly_confirmed'
  | 'wrongly_rejected'
  /** The till takes a creation for not carried out, so that it would send the sale again. */
  | 'wrongly_sent_again'
  /** The till misses what the answer plainly says. */
  | 'not_understood';

/** Returns null if the till may conclude this from what was said. */
export function judge(said: Said, concluded: Verdict): Wrong | null {
  if (concluded === said.verdict) return null;
  // Whatever else is learned, a created document is never sent again.
  if (said.verdict === 'created_unclear' && concluded === 'unclear') {
    return said.plain ? 'wrongly_sent_again' : null;
  }
  if (said.verdict === 'accepted' && concluded === 'created_unclear') {
    return said.plain ? 'not_understood' : null;
  }
  const isFound = said.verdict === 'found' || said.verdict === 'found_not_finalized';
  const isCautious = concluded === 'unclear' || (isFound && concluded === 'found_mismatch');
  if (isCautious) return said.plain ? 'not_understood' : null;
  switch (concluded) {
    case 'accepted':
    case 'found':
    case 'found_not_finalized':
      return 'wrongly_confirmed';
    case 'refused':
      return 'wrongly_rejected';
    case 'not_sent':
    case 'turned_away':
    case 'absent':
      return 'wrongly_sent_again';
    default:
      return 'not_understood';
  }
}
