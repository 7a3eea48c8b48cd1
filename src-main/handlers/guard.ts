// Every request passes here before its handler. Somebody must be at the till, and some acts need a
// manager.
import { requests, type Answer, type Argument, type RequestName } from '../contract/api.ts';
import { err, type Result } from '../contract/errors.ts';
import type { AskManager, Wanted } from '../staff/lock.ts';
import { isUnwatched } from '../staff/unwatched.ts';
import type { WordsContext } from './approval/known.ts';
import { wordsOf } from './approval/words.ts';
import { keptCart, loweredSale } from './carts.ts';
import type { Context } from './context.ts';
import { goneBy } from './gone.ts';
import { guardElsewhere, managerActionsOf, mayNeedManager } from './permissions.ts';

type GateContext = WordsContext & Pick<Context, 'lock' | 'pinWindow' | 'isStarting' | 'updates'>;

/** A locked page may also change the language to one that somebody there can read. */
function isForLockedPage(name: RequestName, argument: unknown): boolean {
  if (name !== 'settings.update') return requests[name].gate === 'open';
  return Object.keys(argument as Argument<'settings.update'>).join() === 'language';
}

type Acting<Name extends RequestName> = () => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;

/** Has the request done, or returns why it may not be. */
export const admitTo =
  (context: GateContext) =>
  async <Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
    act: Acting<Name>,
  ): Promise<Result<Answer<Name>>> => {
    if (isForLockedPage(name, argument)) return act();
    // While a till is closed, and between two tills, nobody guards requests.
    if (context.isStarting() || context.session.isSwitching) return err({ code: 'not_signed_in' });
    // What a manager is asked about stays as it is until the manager has answered.
    if (context.pinWindow.isOpen && requests[name].gate === 'act')
      return err({ code: 'pin_window_open' });
    const guard = guardElsewhere(name, argument, context);
    if (guard) return err({ code: 'guarded_by_till', name: guard.name });
    // A locked page is not told whether it is gone.
    const gone = mayNeedManager(name) && !context.lock.isLocked && goneBy(name, argument, context);
    if (gone) return err(gone);
    const answer = await context.lock.act(wanted(name, argument, context), act);
    const cart = answer.ok ? keptCart(name, argument) : null;
    if (cart) context.lock.noteCart(cart);
    // The service may have been asked meanwhile, and the till locked or closed.
    if (requests[name].gate === 'shown' && isUnwatched(context)) return err({ code: 'locked' });
    return answer;
  };

function wanted<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: GateContext,
): Wanted {
  const askManager = askingFor(name, argument, context);
  const lowered = loweredSale(name, argument, context);
  if (lowered) return { lowered, askManager };
  return { actions: managerActionsOf(name, argument, context), askManager };
}

/** Asks a manager. Main keeps the request, and says in its own words what it is. */
const askingFor =
  <Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
    context: GateContext,
  ): AskManager =>
  ({ by, managers, prices }, check) => {
    const asks = wordsOf({ name, argument, by, prices }, context);
    return context.pinWindow.ask({ kind: 'approve', asks, managers }, check);
  };
