// Tells the customer display of the sale under way: what main has done at the page's request, once
// it is done.
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
      // A new page asks for this. It says anew that the cart is being paid.
      display.payingBy(null);
      display.cartIs(answer as Answer<'sell.openCart'>);
      break;
    case 'sell.hold':
    case 'sell.resume':
      display.cartIs(answer as Answer<'sell.hold' | 'sell.resume'>);
      break;
    case 'sell.finish': {
      // The sale shown is the one saved now: a page may finish an earlier one again, with another
      // payment.
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
