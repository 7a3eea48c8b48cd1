// Says what became of a finished sale, and what it waits for if waiting alone will not send it.
import type { Messages } from '../../resources/messages/en.ts';
import { assertNever, type AppError } from '../../src-main/contract/errors.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';

type Outcome = Pick<SaleSummary, 'state' | 'lastEvidence'>;
type Way = Pick<TillState, 'connection' | 'connectionError'>;

/** Returns whether the service refused the sale, which is tried again among the others. */
export const isRefused = ({ state, lastEvidence }: Outcome): boolean =>
  state === 'in_doubt' && lastEvidence.kind === 'refused';

export function outcomeSentence(messages: Messages['finished'], sale: Outcome, way: Way): string {
  const { state } = sale;
  const blocker = heldBy(way);
  if (isRefused(sale)) return blocker ? messages.heldLines[blocker].queued : messages.refusedLine;
  const isOpen = state === 'queued' || state === 'in_doubt';
  return blocker && isOpen ? messages.heldLines[blocker][state] : messages.stateLines[state];
}

/** Returns null if the next thing happens as soon as the service can be reached. */
function heldBy({
  connection,
  connectionError,
}: Way): keyof Messages['finished']['heldLines'] | null {
  switch (connection) {
    case 'sign_in_needed':
      return 'sign_in_needed';
    case 'paused':
      return isTurnedAway(connectionError) ? 'turned_away' : 'paused';
    case 'online':
    case 'offline':
      return null;
    default:
      return assertNever(connection);
  }
}

/**
 * Returns whether the service turns the till away. Anything else that pauses sending is wrong at
 * the till itself.
 */
const isTurnedAway = (error: AppError | null): boolean =>
  error?.code === 'not_permitted' ||
  error?.code === 'not_found' ||
  error?.code === 'method_not_allowed';
