// Every request passes here before its handler: somebody must be at the till, and for some acts a
// manager.
import { createHash } from 'node:crypto';
import { requests, type Answer, type Argument, type RequestName } from '../contract/api.ts';
import { err, type Result } from '../contract/errors.ts';
import type { TillState } from '../contract/till-state.ts';
import type { Cart } from '../contract/cart.ts';
import type { Wanted } from '../staff/lock.ts';
import type { LoweredSale } from '../staff/price-approvals.ts';
import { loweredBy } from './lowering.ts';
import { guardElsewhere, managerActionsOf, type GuardContext } from './permissions.ts';

const digest = (of: string | Uint8Array): string => createHash('sha256').update(of).digest('hex');

/** A digest, since there may be a password in it; or megabytes, which take too long as text. */
const whatIs = (name: RequestName, argument: unknown): string =>
  digest(
    JSON.stringify([name, argument], (_, value: unknown) =>
      value instanceof Uint8Array ? digest(value) : value,
    ),
  );

/** A locked page may also be given a language that can be read. */
function isForLockedPage(name: RequestName, argument: unknown): boolean {
  if (name !== 'settings.update') return requests[name].whileLocked === 'answered';
  return Object.keys(argument as Argument<'settings.update'>).join() === 'language';
}

type Acting<Name extends RequestName> = () => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;

/** Has what was asked done, or answers why it may not be. */
export const admitTo =
  (context: GuardContext) =>
  async <Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
    act: Acting<Name>,
  ): Promise<Result<Answer<Name>>> => {
    if (isForLockedPage(name, argument)) return act();
    const guard = guardElsewhere(name, argument, context);
    if (guard) return err({ code: 'guarded_by_till', name: guard.name });
    const answer = await context.lock.act(wanted(name, argument, context), act);
    const cart = answer.ok ? keptCart(name, argument) : null;
    if (cart) context.lock.noteCart(cart);
    return answer;
  };

/** The cart as the till has it from now on: under way, or put aside. */
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
  context: GuardContext,
): Wanted {
  const lowered = loweredSale(name, argument, context);
  if (lowered) return { lowered };
  const actions = managerActionsOf(name, argument, context);
  return { actions, what: actions.length === 0 ? name : whatIs(name, argument) };
}

/**
 * Of a sale at the counter each price is approved by itself, when it is lowered, and however the
 * sale is paid.
 */
function loweredSale(
  name: RequestName,
  argument: unknown,
  context: GuardContext,
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

/**
 * What a locked page shows: whose till it is, its connection, how much waits, and who may unlock
 * it.
 */
export const asLocked = (state: TillState): TillState => ({
  ...state,
  profiles: state.profiles.filter(({ id }) => id === state.profileId),
  held: [],
  notices: [],
  troubledJobs: [],
});
