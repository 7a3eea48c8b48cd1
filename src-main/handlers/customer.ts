// What the customer display is told of the sale under way: what main has done of what the page
// asked, once it is done.
import type { Answer, Argument, RequestName } from '../contract/api.ts';
import type { Context } from './context.ts';

export function tellCustomer(
  display: Context['display'],
  name: RequestName,
  argument: unknown,
  answer: unknown,
): void {
  switch (name) {
    case 'sell.saveCart':
      display.cartIs((argument as Argument<'sell.saveCart'>).cart);
      break;
    case 'sell.openCart':
      // Of a page that is new, which says anew that it is being paid.
      display.payingBy(null);
      display.cartIs(answer as Answer<'sell.openCart'>);
      break;
    case 'sell.hold':
    case 'sell.resume':
      display.cartIs(answer as Answer<'sell.hold' | 'sell.resume'>);
      break;
    case 'sell.finish': {
      // As it was saved now: a page may finish an earlier one again, with a payment of its own.
      const { cart } = argument as Argument<'sell.finish'>;
      const { sale, nextCart, paid } = answer as Answer<'sell.finish'>;
      if (paid) display.paid(cart, sale.totalCents, paid);
      if (nextCart) display.cartIs(nextCart);
      break;
    }
    case 'receipt.changeSettings':
    case 'settings.update':
      display.changed();
      break;
    default:
  }
}
