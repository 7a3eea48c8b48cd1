// What a person can do about a sale, from its state and what the service answered last.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { Evidence, SaleDetail, SaleStep, SaleSummary } from '../../src-main/contract/sales.ts';
import type { ServiceFieldError } from '../../src-main/contract/errors.ts';

/**
 * `queued`: never sent. `refused`, `settleable`: in doubt, with the service's words, or for longer
 * than it should be.
 */
export type Stage =
  | 'queued'
  | 'in_doubt'
  | 'refused'
  | 'settleable'
  | 'rejected'
  | 'incomplete'
  | 'conflict';

export type Choice = 'correct' | 'sendAgain' | 'cancel' | 'settleConfirmed' | 'settleCancelled';

/**
 * Told in the list; null where nothing need be done. While sending is paused no sale is at fault
 * for what the service refused, and there is nothing to correct.
 */
export function canBeDone(
  { state, lastEvidence }: Pick<SaleSummary, 'state' | 'lastEvidence'>,
  { isOverdue, isPaused }: { readonly isOverdue: boolean; readonly isPaused: boolean },
): Exclude<Stage, 'queued' | 'in_doubt'> | 'waiting' | null {
  switch (state) {
    case 'in_doubt':
      if (isPaused && (lastEvidence.kind === 'refused' || !isOverdue)) return 'waiting';
      if (isOverdue) return 'settleable';
      return lastEvidence.kind === 'refused' ? 'refused' : null;
    case 'queued':
      return isPaused ? 'waiting' : null;
    case 'rejected':
    case 'incomplete':
    case 'conflict':
      return state;
    case 'sending':
    case 'confirmed':
    case 'cancelled':
      return null;
  }
}

type Answered = Extract<
  Evidence,
  { kind: 'turned_away' | 'refused' | 'no_clear_answer' | 'created_unclear' | 'judged' }
>;

/**
 * How its last attempt was answered; null where it was not, or where a person has decided since.
 */
export function lastAnswer(steps: readonly SaleStep[]): Answered | null {
  for (const { evidence } of steps.toReversed()) {
    switch (evidence.kind) {
      case 'turned_away':
      case 'refused':
      case 'no_clear_answer':
      case 'created_unclear':
      case 'judged':
        return evidence;
      case 'corrected':
      case 'decided':
      case 'restored':
        return null;
      default:
    }
  }
  return null;
}

/** The service's own words against it. */
export function saidAgainst(steps: readonly SaleStep[]): readonly ServiceFieldError[] {
  const answer = lastAnswer(steps);
  return answer?.kind === 'refused' || answer?.kind === 'judged' ? answer.errors : [];
}

interface Opened {
  readonly state: SaleState;
  readonly proof: SaleSummary['proof'];
  readonly steps: readonly SaleStep[];
  readonly doubtedAtMs: number | null;
}

/**
 * `isBeyondBound`: it has been in doubt for longer than the till needs. Null: there is nothing to
 * decide.
 */
export function stageOf(sale: Opened, isBeyondBound: boolean): Stage | null {
  switch (sale.state) {
    case 'in_doubt':
    case 'sending':
      if (!isInDoubt(sale)) return null;
      if (lastAnswer(sale.steps)?.kind === 'refused') return 'refused';
      if (isBeyondBound) return 'settleable';
      // The service has named or shown a document, so that it is never proven not to hold it.
      return sale.proof === 'never' ? null : 'in_doubt';
    case 'queued':
    case 'rejected':
    case 'incomplete':
    case 'conflict':
      return sale.state;
    case 'confirmed':
    case 'cancelled':
      return null;
  }
}

/** Also while it is sent once more: what a person types meanwhile goes on. */
const isInDoubt = ({ state, doubtedAtMs }: Opened): boolean =>
  state === 'in_doubt' || (state === 'sending' && doubtedAtMs !== null);

export const isOfDoubt = (stage: Stage): boolean =>
  stage === 'in_doubt' || stage === 'refused' || stage === 'settleable';

/** What comes back is bound to its original, and so cannot be corrected. */
export const choicesOf = (
  stage: Stage,
  sale: Pick<SaleDetail, 'proof' | 'returned'>,
  isBeyondBound: boolean,
): readonly Choice[] =>
  allChoicesOf(stage, sale, isBeyondBound).filter(
    (choice) => choice !== 'correct' || sale.returned === undefined,
  );

function allChoicesOf(
  stage: Stage,
  { proof }: Pick<SaleSummary, 'proof'>,
  isBeyondBound: boolean,
): readonly Choice[] {
  switch (stage) {
    case 'queued':
      return ['cancel'];
    case 'rejected':
      return ['correct', 'sendAgain', 'cancel'];
    case 'incomplete':
    case 'conflict':
      return ['settleConfirmed', 'settleCancelled'];
    case 'in_doubt':
    case 'refused':
    case 'settleable': {
      const askable = proof === 'never' ? [] : (['correct', 'cancel'] as const);
      return isBeyondBound ? [...askable, 'settleConfirmed', 'settleCancelled'] : askable;
    }
  }
}

/**
 * What is said before the choices: what can be asked for at once, and what the till takes a
 * person's word for.
 */
export function hintsOf(stage: Stage, choices: readonly Choice[]): readonly Stage[] {
  if (stage === 'settleable') return choices.includes('cancel') ? ['in_doubt', stage] : [stage];
  const isSettledToo = stage === 'refused' && choices.includes('settleConfirmed');
  return isSettledToo ? [stage, 'settleable'] : [stage];
}

/**
 * What a form that decides belongs to: it goes on, with what was typed in it, while the machine
 * tries the sale again and when it gives the sale to a person; and begins anew when a person has
 * decided.
 */
export function formOf({ state, steps }: Pick<Opened, 'state' | 'steps'>): string {
  const decided = steps.filter(({ evidence: { kind } }) => personal.has(kind)).length;
  const phase = state === 'sending' || state === 'in_doubt' ? 'rejected' : state;
  return `${phase} ${decided}`;
}

const personal: ReadonlySet<Evidence['kind']> = new Set(['requested', 'corrected', 'decided']);
