// Tells the customer display of the sale under way: what main has done at the page's request, once
// it is done.
import type { Answer, Argument, RequestName } from '../contract/api.ts';
import type { Context } from './context.ts';

type Display = Context['display'];
/** What a customer may see changes by no other requests. */
type ShownRequest = Extract<RequestName, `${'sell' | 'receipt' | 'settings'}.${string}`>;
type Tell<Name extends RequestName> = (
  display: Display,
  argument: Argument<Name>,
  answer: Answer<Name>,
) => void;

const changed = (display: Display): void => {
  display.changed();
};

/** Null for what changes nothing that a customer sees: a new request is decided here as well. */
const tellings: { readonly [Name in ShownRequest]: Tell<Name> | null } = {
  'sell.saveCart': (display, { cart }) => {
    display.cartIs(cart);
  },
  'sell.openCart': (display, _, cart) => {
    // A new page asks for this. It says anew that the cart is being paid.
    display.payingBy(null);
    display.cartIs(cart);
  },
  'sell.hold': (display, _, cart) => {
    display.cartIs(cart);
  },
  'sell.resume': (display, _, cart) => {
    display.cartIs(cart);
  },
  'sell.finish': (display, { cart }, { sale, nextCart, paid }) => {
    // The sale shown is the one saved now: a page may finish an earlier one again, with another
    // payment.
    if (paid) display.paid(cart, sale.totalCents, paid);
    if (nextCart) display.cartIs(nextCart);
  },
  'receipt.changeSettings': changed,
  'settings.update': changed,
  // Its handler tells the display itself.
  'sell.paying': null,
  'sell.findProducts': null,
  'sell.scan': null,
  'sell.lower': null,
  'sell.latestCart': null,
  'sell.findCustomers': null,
  'sell.quickKeys': null,
  'sell.arrangeQuickKeys': null,
  'sell.saveCommandSheet': null,
  'settings.seenPaymentMethods': null,
  'settings.invoiceKinds': null,
  'settings.backUp': null,
  'settings.makeRecoveryKey': null,
  'receipt.settings': null,
  'receipt.savePdf': null,
  'receipt.print': null,
  'receipt.showFolder': null,
};

export function tellCustomer(
  display: Display,
  name: RequestName,
  argument: unknown,
  answer: unknown,
): void {
  // The table's type pairs each name with its own argument and answer; the compiler cannot follow
  // that through an index.
  const all = tellings as Partial<Record<RequestName, Tell<never> | null>>;
  const tell = all[name] as ((...of: readonly unknown[]) => void) | null | undefined;
  tell?.(display, argument, answer);
}
