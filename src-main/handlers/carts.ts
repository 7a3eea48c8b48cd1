// What becomes of the cart that a request brings. A new request that brings one does not compile
// before this is decided.
import type { Argument, RequestName } from '../contract/api.ts';
import type { Cart } from '../contract/cart.ts';
import type { LoweredSale } from '../staff/price-approvals.ts';
import type { Context } from './context.ts';
import { loweredBy } from './lowering.ts';
import type { PricedRequest } from './permissions.ts';

type CartRequest = {
  [Name in RequestName]: Argument<Name> extends { readonly cart: Cart } ? Name : never;
}[RequestName];

interface CartUse<Name extends CartRequest> {
  /** Whether the till keeps the cart from now on, under way or put aside. */
  readonly isKept: boolean;
  /**
   * `each` or `finished` if it is a sale at the counter, whose lowered prices are approved one by
   * one; null if they are approved with the request.
   */
  readonly lowering: Name extends PricedRequest ? 'each' | 'finished' : null;
}

const cartUses: { readonly [Name in CartRequest]: CartUse<Name> } = {
  'sell.saveCart': { isKept: true, lowering: null },
  'sell.hold': { isKept: true, lowering: null },
  'sell.lower': { isKept: false, lowering: 'each' },
  'sell.finish': { isKept: false, lowering: 'finished' },
  'documents.create': { isKept: false, lowering: null },
  'outbox.correct': { isKept: false, lowering: null },
};

const hasCart = (name: RequestName): name is CartRequest => Object.hasOwn(cartUses, name);

/** Returns the cart that the till keeps from now on. */
export function keptCart(name: RequestName, argument: unknown): Cart | null {
  if (!hasCart(name) || !cartUses[name].isKept) return null;
  return (argument as Argument<CartRequest>).cart;
}

/**
 * Returns the prices of a sale at the counter that are lower than their own. Each is approved by
 * itself when it is lowered, however the sale is paid.
 */
export function loweredSale(
  name: RequestName,
  argument: unknown,
  context: Pick<Context, 'session' | 'settings'>,
): (LoweredSale & { readonly isFinished: boolean }) | null {
  const lowering = hasCart(name) ? cartUses[name].lowering : null;
  if (lowering === null) return null;
  const { cart } = argument as Argument<CartRequest>;
  const prices = loweredBy(cart, context);
  return { cartId: cart.cartId, prices, isFinished: lowering === 'finished' };
}
