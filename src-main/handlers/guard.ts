// Every request passes here before its handler. Somebody must be at the till, and some acts need a
// manager.
import { requests, type Answer, type Argument, type RequestName } from '../contract/api.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { Cart } from '../contract/cart.ts';
import type { AskManager, Wanted } from '../staff/lock.ts';
import type { LoweredSale } from '../staff/price-approvals.ts';
import { isUnwatched } from '../staff/unwatched.ts';
import type { WordsContext } from './approval/known.ts';
import { wordsOf } from './approval/words.ts';
import { inCatalogue } from '../till/in-catalogue.ts';
import type { Context } from './context.ts';
import { loweredBy } from './lowering.ts';
import { guardElsewhere, managerActionsOf } from './permissions.ts';

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
    const gone = context.lock.isLocked ? null : goneBy(name, argument, context);
    if (gone) return err(gone);
    const answer = await context.lock.act(wanted(name, argument, context), act);
    const cart = answer.ok ? keptCart(name, argument) : null;
    if (cart) context.lock.noteCart(cart);
    // The service may have been asked meanwhile, and the till locked or closed.
    if (requests[name].gate === 'shown' && isUnwatched(context)) return err({ code: 'locked' });
    return answer;
  };

/**
 * Returns an error if what should be approved is gone or has changed, so that nobody is asked to
 * approve it; else null.
 */
function goneBy(
  name: RequestName,
  argument: unknown,
  { updates, session: { till } }: GateContext,
): AppError | null {
  switch (name) {
    case 'update.install': {
      const { version } = argument as Argument<'update.install'>;
      return updates.isFetched(version) ? null : { code: 'not_found' };
    }
    case 'catalogue.changeMany': {
      const { previewId } = argument as Argument<'catalogue.changeMany'>;
      return !till || till.manyProducts.previewed(previewId) ? null : { code: 'products_changed' };
    }
    case 'catalogue.undo': {
      const { changeId } = argument as Argument<'catalogue.undo'>;
      if (!till) return null;
      const last = inCatalogue(till, (catalogue) => ok(catalogue.lastChange()));
      if (!last.ok) return last.error;
      return last.value?.changeId === changeId ? null : { code: 'nothing_to_undo' };
    }
    default:
      return null;
  }
}

/** Returns the cart that the till keeps from now on, under way or put aside. */
function keptCart(name: RequestName, argument: unknown): Cart | null {
  switch (name) {
    case 'sell.saveCart':
    case 'sell.hold':
      return (argument as Argument<'sell.saveCart' | 'sell.hold'>).cart;
    default:
      return null;
  }
}

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

/**
 * Returns the prices of a sale at the counter that are lower than their own. Each is approved by
 * itself when it is lowered, however the sale is paid.
 */
function loweredSale(
  name: RequestName,
  argument: unknown,
  context: GateContext,
): (LoweredSale & { readonly isFinished: boolean }) | null {
  switch (name) {
    case 'sell.lower':
    case 'sell.finish': {
      const { cart } = argument as Argument<'sell.lower' | 'sell.finish'>;
      const prices = loweredBy(cart, context);
      return { cartId: cart.cartId, prices, isFinished: name === 'sell.finish' };
    }
    default:
      return null;
  }
}
