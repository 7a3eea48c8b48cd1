// What each request needs: somebody at the till, and for some a manager. Every request passes here before its handler.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Argument, RequestName } from '../contract/api.ts';
import type { TillState } from '../contract/till-state.ts';
import type { Cart } from '../contract/cart.ts';
import type { ManagerAction } from '../contract/lock.ts';
import { loweredPrices, type LoweredPrice } from '../contract/lowered-prices.ts';
import type { SellingSettings } from '../contract/selling.ts';
import type { Context } from './context.ts';
import type { HandleOptions } from '../ipc.ts';
import type { Wanted } from '../staff/lock.ts';
import type { LoweredSale } from '../staff/price-approvals.ts';
import { parseServiceAddress } from '../service/client.ts';
import { isSameCode } from '../account/sign-in.ts';
import { loweredBy } from './lowering.ts';

type GuardContext = Pick<Context, 'lock' | 'session' | 'settings'>;
type ActionsOf<Name extends RequestName> =
  | ManagerAction
  | null
  | ((argument: Argument<Name>, context: GuardContext) => readonly ManagerAction[]);

/** Null is what everybody at the till may do. */
const actionsOf: { readonly [Name in RequestName]: ActionsOf<Name> } = {
  'app.state': null,
  'app.dismissNotices': null,
  'session.practise': 'change_connection',
  'session.findTills': null,
  'session.demoPlans': null,
  'session.signIn': (argument, { session }) =>
    isOfTheTill(argument, session) ? [] : ['change_connection'],
  'session.signOut': 'change_connection',
  'profiles.open': 'change_connection',
  'profiles.change': 'change_connection',
  'profiles.remove': 'change_connection',
  'lock.unlock': null,
  'lock.recover': null,
  'lock.lock': null,
  'lock.touch': null,
  'lock.approve': null,
  'cashiers.add': 'manage_cashiers',
  'cashiers.change': 'manage_cashiers',
  'cashiers.remove': 'manage_cashiers',
  'cashiers.setRules': 'manage_cashiers',
  'settings.update': (change, { settings }) =>
    isOfTheShop(change, settings.value.selling) ? ['change_settings'] : [],
  'settings.metPaymentMethods': null,
  'settings.invoiceKinds': null,
  'settings.backUp': 'back_up',
  'practice.rehearse': null,
  'practice.reset': 'reset_practice',
  'sell.findProducts': null,
  'sell.scan': null,
  'sell.openCart': null,
  'sell.saveCart': null,
  'sell.lower': ({ cart }, context) => lowering(loweredBy(cart, context)),
  'sell.finish': ({ cart }, context) => lowering(loweredBy(cart, context)),
  'sell.hold': null,
  'sell.resume': null,
  'sell.latestCart': null,
  'sell.findCustomers': null,
  'sell.quickKeys': null,
  'sell.arrangeQuickKeys': 'change_settings',
  'catalogue.summary': null,
  'catalogue.receive': null,
  'catalogue.preview': null,
  'catalogue.read': null,
  'catalogue.discard': null,
  'catalogue.use': 'change_catalogue',
  'catalogue.export': 'export',
  'catalogue.keep': 'change_catalogue',
  'documents.list': null,
  'documents.choices': null,
  'documents.get': null,
  'documents.create': ({ cart }) => ['create_document', ...lowering(loweredPrices(cart))],
  'documents.export': 'export',
  'documents.stopExport': null,
  'outbox.list': null,
  'outbox.parties': null,
  'outbox.get': null,
  'outbox.report': null,
  'outbox.tryNow': null,
  'outbox.release': 'decide_sale',
  'outbox.sendAllAgain': 'decide_sale',
  'outbox.cancel': 'decide_sale',
  'outbox.sendAgain': 'decide_sale',
  'outbox.correct': ({ cart }) => ['decide_sale', ...lowering(loweredPrices(cart))],
  'outbox.settle': 'decide_sale',
  'outbox.saveEvidence': null,
  'receipt.savePdf': null,
  'receipt.print': null,
  'receipt.showFolder': null,
  'receipt.settings': null,
  'receipt.changeSettings': 'change_settings',
  'printing.update': 'change_settings',
  'printing.findPrinters': null,
  'printing.testPage': 'change_settings',
  'printing.testDrawer': 'open_drawer',
  'printing.openDrawer': 'open_drawer',
  'printing.jobs': null,
  'printing.openings': null,
  'printing.again': null,
  'printing.giveUp': null,
};

export function managerActionsOf<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: GuardContext,
): readonly ManagerAction[] {
  const found = actionsOf[name];
  if (typeof found === 'function') return found(argument, context);
  return found === null ? [] : [found];
}

/** A digest, since there may be a password in it. */
const whatIs = (name: RequestName, argument: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([name, argument]))
    .digest('hex');

/** What a locked page needs: to show itself, in a language that can be read, and to be unlocked. */
function isForLockedPage(name: RequestName, argument: unknown): boolean {
  switch (name) {
    case 'app.state':
    case 'lock.unlock':
    case 'lock.recover':
    case 'lock.lock':
    case 'lock.touch':
      return true;
    case 'settings.update':
      return Object.keys(argument as Argument<'settings.update'>).join() === 'language';
    default:
      return false;
  }
}

export const admitTo =
  (context: GuardContext): HandleOptions['admit'] =>
  async (name, argument, act) => {
    if (isForLockedPage(name, argument)) return act();
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

/** Of a sale at the counter each price is approved by itself, when it is lowered, and however the sale is paid. */
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

/** What a locked page shows: whose till it is, its connection, how much waits, and who may unlock it. */
export const asLocked = (state: TillState): TillState => ({
  ...state,
  profiles: state.profiles.filter(({ id }) => id === state.profileId),
  held: [],
  notices: [],
  troubledJobs: [],
});

/** A discount on a line is a lower unit price, with the line's own beside it. */
const lowering = (prices: readonly LoweredPrice[]): readonly ManagerAction[] =>
  prices.length > 0 ? ['lower_price'] : [];

/** Language, theme, columns, sounds and the number pad are whoever's who works with them. */
function isOfTheShop(
  { paymentMethods, keepTokenWeakly, invoiceKind, selling }: Argument<'settings.update'>,
  now: SellingSettings,
): boolean {
  if ([paymentMethods, keepTokenWeakly, invoiceKind].some((given) => given !== undefined))
    return true;
  if (selling === undefined) return false;
  const { sounds, numberPad } = now;
  return !isDeepStrictEqual({ ...selling, sounds, numberPad }, now);
}

/** Signing in anew to where the till is signed in changes nothing but the token. A sandbox is another till than a live one. */
function isOfTheTill(
  request: Argument<'session.signIn'>,
  { till }: GuardContext['session'],
): boolean {
  if (!till) return true;
  const { way, serviceAddress, companyCode, tillCode } = till.profile;
  // Where the till is at an address of plain http, somebody has accepted that.
  const address = parseServiceAddress(request.serviceAddress, true);
  return (
    address.ok &&
    (request.way === 'sandbox') === (way === 'sandbox') &&
    address.value === serviceAddress &&
    request.companyCode !== null &&
    request.tillCode !== null &&
    isSameCode(request.companyCode, companyCode) &&
    isSameCode(request.tillCode, tillCode)
  );
}
