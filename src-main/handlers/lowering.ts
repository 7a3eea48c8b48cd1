// The prices of a cart that are lower than the open till knows them.
import type { Cart } from '../contract/cart.ts';
import type { LoweredPrice } from '../contract/lowered-prices.ts';
import { lowerThanKnown } from '../till/known-prices.ts';
import type { Context } from './context.ts';

export const loweredBy = (
  cart: Cart,
  { session, settings }: Pick<Context, 'session' | 'settings'>,
): readonly LoweredPrice[] =>
  lowerThanKnown(cart, session.till?.catalogue, settings.value.selling.inStoreRules);
