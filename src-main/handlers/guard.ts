// What each request needs: somebody at the till, and for some a manager. Every request passes here before its handler.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Argument, RequestName } from '../contract/api.ts';
import type { TillState } from '../contract/till-state.ts';
import type { Cart } from '../contract/cart.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { SellingSettings } from '../contract/selling.ts';
import type { Context } from './context.ts';
import type { HandleOptions } from '../ipc.ts';
import type { Wanted } from '../lock.ts';
import { parseServiceAddress } from '../service/client.ts';
import { isSameCode } from '../sign-in.ts';

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
  'settings.backUp': 'back_up',
  'practice.rehearse': null,
  'practice.reset': 'reset_practice',
  'sell.findProducts': null,
  'sell.scan': null,
  'sell.openCart': null,
  'sell.saveCart': null,
  'sell.finish': ({ cart }) => lowering(cart),
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
  'documents.create': ({ cart }) => ['create_document', ...lowering(cart)],
  'documents.export': 'export',
  'documents.stopExport': null,
  'outbox.list': null,
  'outbox.parties': null,
  'outbox.get': null,
  'outbox.tryNow': null,
  'outbox.cancel': 'decide_sale',
  'outbox.sendAgain': 'decide_sale',
  'outbox.correct': ({ cart }) => ['decide_sale', ...lowering(cart)],
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

/** A sale's approval is for what is sold at what price, however it is paid. A digest, since there may be a password in it. */
function whatIs(name: RequestName, argument: unknown): string {
  const what = name === 'sell.finish' ? (argument as Argument<'sell.finish'>).cart : argument;
  return createHash('sha256')
    .update(JSON.stringify([name, what]))
    .digest('hex');
}

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
  async (name, argument, act) =>
    isForLockedPage(name, argument)
      ? act()
      : context.lock.act(wanted(name, argument, context), act);

function wanted<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: GuardContext,
): Wanted {
  const actions = managerActionsOf(name, argument, context);
  return { actions, what: actions.length === 0 ? name : whatIs(name, argument) };
}

/** What a locked page shows: whose till it is, its connection, how much waits, and who may unlock it. */
export const asLocked = (state: TillState): TillState => ({
  ...state,
  profiles: state.profiles.filter(({ id }) => id === state.profileId),
  held: [],
  notices: [],
  troubledJobs: [],
});

const lowering = (cart: Cart): readonly ManagerAction[] => (isLowered(cart) ? ['lower_price'] : []);

/** A discount is a lower unit price, with the line's own beside it. */
const isLowered = ({ discount, lines }: Cart): boolean =>
  discount > 0 ||
  lines.some(({ unitPrice, listPrice }) => listPrice !== undefined && unitPrice < listPrice);

/** Language, theme, columns, sounds and the number pad are whoever's who works with them. */
function isOfTheShop(
  { paymentMethods, keepTokenWeakly, selling }: Argument<'settings.update'>,
  now: SellingSettings,
): boolean {
  if (paymentMethods !== undefined || keepTokenWeakly !== undefined) return true;
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
