// What each request needs: an open till, which its handler is then given, and for some acts a
// manager.
import { isDeepStrictEqual } from 'node:util';
import type { Argument, RequestName } from '../contract/api.ts';
import type { Cart } from '../contract/cart.ts';
import type { ProductSave } from '../contract/catalogue.ts';
import { drawerTables, type FigureTable } from '../contract/figures.ts';
import type { ManagerAction } from '../contract/lock.ts';
import { actionFor, type LoweredPrice } from '../contract/lowered-prices.ts';
import type { KnownProfile } from '../contract/profiles.ts';
import type { SellingSettings } from '../contract/selling.ts';
import type { SetupPart } from '../contract/setup-file.ts';
import type { Service } from '../contract/sign-in.ts';
import { isSameCode } from '../account/sign-in.ts';
import type { Float } from '../contract/day.ts';
import { isCountBeyondLimit } from '../day/close.ts';
import { isFloatBeyondLimit } from '../day/open-day.ts';
import { parseServiceAddress } from '../service/client.ts';
import { readDayPaperTitle } from '../store/print-jobs.ts';
import type { Context } from './context.ts';
import { loweredBy } from './lowering.ts';

export type GuardContext = Pick<Context, 'lock' | 'session' | 'settings' | 'counterWindow'>;

interface Permission<Name extends RequestName> {
  /** Whether it needs an open till. Without one the answer is `not_signed_in`. */
  readonly till: boolean;
  /**
   * Null for what everybody at the till may do. `each_price` for a sale at the counter: a manager
   * approves its lowered prices one by one, each by the action that `actionFor` names, and not the
   * request (`loweredSale` in `carts.ts`).
   */
  readonly actions:
    | ManagerAction
    | null
    | (Argument<Name> extends { readonly cart: Cart } ? 'each_price' : never)
    | ((argument: Argument<Name>, context: GuardContext) => readonly ManagerAction[]);
  /** True if it changes what all tills of this computer share. */
  readonly isShared?: true | ((argument: Argument<Name>, context: GuardContext) => boolean);
}

/**
 * Tells whether it is a product as a cashier adds it after a scan: a new one with one barcode at
 * most, and no place among the quick keys.
 */
const isPlainNewProduct = ({ id, product }: ProductSave): boolean =>
  id === null && product.barcodes.length <= 1 && product.quickKey === null && product.unitPrice > 0;

/** Each part needs the same as if somebody set it without a file. */
const actionOfPart: Readonly<Record<SetupPart, ManagerAction>> = {
  paymentMethods: 'change_settings',
  catalogue: 'change_catalogue',
  quickKeys: 'change_settings',
  receiptTexts: 'change_settings',
  sellingRules: 'change_settings',
  day: 'change_settings',
  lockRules: 'manage_cashiers',
};

const permissions = {
  'app.state': { till: false, actions: null },
  'app.dismissNotices': { till: false, actions: null },
  'app.saveReport': { till: false, actions: null },
  'session.tryAgain': { till: false, actions: null },
  'session.practise': { till: false, actions: 'change_connection' },
  'session.findTills': { till: false, actions: elsewhere },
  'session.demoPlans': { till: false, actions: elsewhere },
  'session.signIn': {
    till: false,
    actions: (argument, { session }) =>
      isOfTheTill(argument, session) ? [] : ['change_connection'],
  },
  'session.signOut': { till: false, actions: 'change_connection' },
  'profiles.open': { till: false, actions: 'change_connection' },
  'profiles.change': { till: false, actions: 'change_connection', isShared: true },
  'profiles.remove': { till: false, actions: 'change_connection', isShared: true },
  'lock.unlock': { till: true, actions: null },
  'lock.recover': { till: true, actions: null },
  'lock.lock': { till: false, actions: null },
  'lock.keepDrafts': { till: true, actions: null },
  'lock.takeDrafts': { till: true, actions: null },
  'lock.touch': { till: false, actions: null },
  'cashiers.add': { till: true, actions: 'manage_cashiers' },
  'cashiers.change': { till: true, actions: 'manage_cashiers' },
  'cashiers.remove': { till: true, actions: 'manage_cashiers' },
  'cashiers.setRules': { till: true, actions: 'manage_cashiers' },
  'cashiers.recoveryUsers': { till: true, actions: null },
  'cashiers.addRecoveryUser': { till: true, actions: 'manage_cashiers' },
  'cashiers.removeRecoveryUser': { till: true, actions: 'manage_cashiers' },
  'settings.update': {
    till: false,
    actions: (change, { settings }) =>
      isOfTheShop(change, settings.value.selling) ? ['change_settings'] : [],
    isShared: (change, { settings }) => isOfTheComputer(change, settings.value.selling),
  },
  'settings.seenPaymentMethods': { till: true, actions: null },
  'settings.invoiceKinds': { till: true, actions: null },
  'settings.backUp': { till: true, actions: 'back_up' },
  'settings.makeRecoveryKey': { till: true, actions: 'make_recovery_key' },
  'counter.screens': { till: false, actions: null },
  'counter.update': { till: false, actions: 'change_settings', isShared: true },
  'counter.leaveKiosk': {
    till: false,
    actions: 'change_settings',
    // A till that cannot be opened has no manager to ask.
    isShared: (_, { session }) => session.till !== null,
  },
  'update.setAddress': { till: false, actions: 'change_settings', isShared: true },
  'update.look': { till: false, actions: null },
  'update.fetch': { till: false, actions: null },
  'update.install': { till: false, actions: 'change_settings', isShared: true },
  'display.state': { till: false, actions: null },
  'display.update': { till: false, actions: 'change_settings', isShared: true },
  'display.addPicture': { till: false, actions: 'change_settings', isShared: true },
  'display.removePicture': { till: false, actions: 'change_settings', isShared: true },
  'restore.list': { till: false, actions: null },
  'restore.look': {
    till: false,
    actions: ({ from }, context) => (from === 'file' ? besideKiosk(context) : []),
  },
  'restore.use': { till: false, actions: 'restore_backup' },
  'setup.save': { till: true, actions: 'export' },
  'setup.look': { till: true, actions: (_, context) => besideKiosk(context) },
  'setup.use': {
    till: true,
    actions: ({ parts }) => [...new Set(parts.map((part) => actionOfPart[part]))],
    isShared: ({ parts }) => parts.includes('sellingRules'),
  },
  'practice.rehearse': { till: false, actions: null },
  'practice.reset': { till: false, actions: 'reset_practice' },
  'sell.findProducts': { till: true, actions: null },
  'sell.scan': { till: true, actions: null },
  'sell.openCart': { till: true, actions: null },
  'sell.saveCart': { till: true, actions: null },
  'sell.lower': { till: false, actions: 'each_price' },
  'sell.paying': { till: true, actions: null },
  'sell.finish': { till: true, actions: 'each_price' },
  'sell.hold': { till: true, actions: null },
  'sell.resume': { till: true, actions: null },
  'sell.latestCart': { till: true, actions: null },
  'sell.findCustomers': { till: true, actions: null },
  'sell.quickKeys': { till: true, actions: null },
  'sell.arrangeQuickKeys': { till: true, actions: 'change_settings' },
  'sell.saveCommandSheet': { till: true, actions: null },
  'catalogue.summary': { till: true, actions: null },
  // The parts after the first go on with an import that the person was allowed to begin.
  'catalogue.list': { till: true, actions: null },
  'catalogue.range': { till: true, actions: null },
  'catalogue.groups': { till: true, actions: null },
  'catalogue.receive': {
    till: true,
    actions: ({ isFirst }) => (isFirst ? ['change_catalogue'] : []),
  },
  'catalogue.preview': { till: true, actions: null },
  'catalogue.read': { till: true, actions: null },
  'catalogue.discard': { till: true, actions: null },
  'catalogue.use': { till: true, actions: 'change_catalogue' },
  'catalogue.export': { till: true, actions: 'export' },
  'catalogue.keep': { till: true, actions: 'change_catalogue' },
  // Whoever may see the catalogue may put its prices on the shelf.
  'labels.choice': { till: true, actions: null },
  'labels.look': { till: true, actions: null },
  'labels.print': { till: true, actions: null },
  'labels.savePdf': { till: true, actions: null },
  'learning.state': { till: true, actions: null },
  'learning.start': { till: true, actions: null },
  'learning.stop': { till: true, actions: null },
  'learning.methods': { till: true, actions: null },
  'learning.findMethods': { till: true, actions: null },
  'learning.products': { till: true, actions: null },
  'learning.choices': { till: true, actions: null },
  'learning.takeProducts': { till: true, actions: 'change_catalogue' },
  'catalogue.save': {
    till: true,
    // Cashiers may add a plain new product if the shop allows it, but may not change an existing
    // one.
    actions: (save, { settings }) =>
      isPlainNewProduct(save) && settings.value.selling.cashiersAddProducts
        ? []
        : ['change_catalogue'],
  },
  'catalogue.remove': { till: true, actions: 'change_catalogue' },
  'catalogue.previewMany': { till: true, actions: null },
  'catalogue.previewedProducts': { till: true, actions: null },
  'catalogue.changeMany': { till: true, actions: 'change_catalogue' },
  'catalogue.stopChange': { till: true, actions: null },
  'catalogue.lastChange': { till: true, actions: null },
  'catalogue.undo': { till: true, actions: 'change_catalogue' },
  'documents.list': { till: true, actions: null },
  'documents.choices': { till: true, actions: null },
  'documents.get': { till: true, actions: null },
  'documents.create': {
    till: true,
    actions: ({ cart }, context) => ['create_document', ...lowering(loweredBy(cart, context))],
  },
  'documents.export': { till: true, actions: 'export' },
  'documents.stopExport': { till: true, actions: null },
  'outbox.list': { till: true, actions: null },
  'outbox.parties': { till: true, actions: null },
  'outbox.get': { till: true, actions: null },
  'outbox.report': { till: true, actions: null },
  'outbox.tryNow': { till: true, actions: null },
  'outbox.release': { till: true, actions: 'decide_sale' },
  'outbox.sendAllAgain': { till: true, actions: 'decide_sale' },
  'outbox.cancel': { till: true, actions: deciding },
  'outbox.sendAgain': { till: true, actions: 'decide_sale' },
  'outbox.correct': {
    till: true,
    actions: (correction, context) => [
      ...deciding(correction),
      ...lowering(loweredBy(correction.cart, context)),
    ],
  },
  'outbox.settle': { till: true, actions: deciding },
  'outbox.tickOff': { till: true, actions: null },
  'outbox.saveEvidence': { till: true, actions: null },
  'day.state': { till: true, actions: null },
  'day.changeSettings': { till: true, actions: 'change_settings' },
  'day.open': { till: true, actions: ({ float }, context) => opening(float, context) },
  'day.moveCash': { till: true, actions: 'move_cash' },
  'day.takeBack': { till: true, actions: 'move_cash' },
  'day.saveDraft': { till: true, actions: null },
  'day.count': { till: true, actions: null },
  'day.toClose': { till: true, actions: null },
  'day.close': { till: true, actions: (_, context) => closing(context) },
  'day.report': { till: true, actions: 'see_drawer' },
  'day.compare': { till: true, actions: 'see_drawer' },
  'day.preview': { till: true, actions: 'see_drawer' },
  'day.print': { till: true, actions: 'see_drawer' },
  'day.export': { till: true, actions: () => ['see_drawer', 'export'] },
  'day.savePdf': { till: true, actions: 'see_drawer' },
  'exceptions.list': { till: true, actions: 'see_exceptions' },
  'exceptions.export': { till: true, actions: () => ['see_exceptions', 'export'] },
  'figures.read': { till: true, actions: 'see_figures' },
  'figures.export': {
    till: true,
    actions: ({ table }) => [
      ...(isOfDrawer(table) ? (['see_drawer'] as const) : []),
      ...(['see_figures', 'export'] as const),
    ],
  },
  'receipt.savePdf': { till: true, actions: null },
  'receipt.print': { till: true, actions: null },
  'receipt.showFolder': { till: false, actions: (_, context) => besideKiosk(context) },
  'receipt.settings': { till: true, actions: null },
  'receipt.changeSettings': { till: true, actions: 'change_settings' },
  'printing.update': { till: false, actions: 'change_settings', isShared: true },
  'printing.findPrinters': { till: false, actions: null },
  'printing.testPage': { till: true, actions: 'change_settings' },
  'printing.testDrawer': { till: true, actions: 'open_drawer' },
  'printing.openDrawer': { till: true, actions: 'open_drawer' },
  'printing.jobs': { till: true, actions: null },
  'printing.openings': { till: true, actions: null },
  'printing.again': { till: true, actions: ({ jobId }, context) => printingAgain(jobId, context) },
  'printing.giveUp': { till: true, actions: null },
} as const satisfies { readonly [Name in RequestName]: Permission<Name> };

const permissionOf: { readonly [Name in RequestName]: Permission<Name> } = permissions;

/** Requests that may need a manager. */
export type ReservedRequest = {
  [Name in RequestName]: (typeof permissions)[Name]['actions'] extends null ? never : Name;
}[RequestName];

/** Requests whose lowered prices are approved one by one. */
export type PricedRequest = {
  [Name in RequestName]: (typeof permissions)[Name]['actions'] extends 'each_price' ? Name : never;
}[RequestName];

/** Requests that only an open till can answer. */
export type TillRequest = {
  [Name in RequestName]: (typeof permissions)[Name]['till'] extends true ? Name : never;
}[RequestName];

export const mayNeedManager = (name: RequestName): name is ReservedRequest =>
  permissions[name].actions !== null;

export const needsTill = (name: RequestName): name is TillRequest => permissions[name].till;

/** Returns none for a request whose lowered prices are approved one by one. */
export function managerActionsOf<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: GuardContext,
): readonly ManagerAction[] {
  const { actions } = permissionOf[name];
  if (typeof actions === 'function') return actions(argument, context);
  return actions === null || actions === 'each_price' ? [] : [actions];
}

/** Returns the till whose managers decide about the request, if the open one's cannot. */
export function guardElsewhere<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: GuardContext,
): KnownProfile | undefined {
  const { isShared = false } = permissionOf[name];
  const asks = typeof isShared === 'function' ? isShared(argument, context) : isShared;
  return asks ? context.session.guardElsewhere : undefined;
}

/** From the system's windows for files and folders somebody could start other programs. */
const besideKiosk = ({ counterWindow }: GuardContext): readonly ManagerAction[] =>
  counterWindow.isKiosk ? ['change_settings'] : [];

/** Giving the money of a sale back also moves cash. */
function deciding(decision: {
  readonly reference: string;
  readonly moneyMoved?: boolean;
}): readonly ManagerAction[] {
  return decision.moneyMoved === true ? ['decide_sale', 'move_cash'] : ['decide_sale'];
}

/** If the drawer differs by too much, no shop leaves the closing to others. */
function closing({ session }: GuardContext): readonly ManagerAction[] {
  const { till } = session;
  const differs = till !== null && isCountBeyondLimit(till.db);
  return differs ? ['close_with_difference', 'close_day'] : ['close_day'];
}

/** A drawer that is not as it was left needs the same as at the closing. */
function opening(float: Float, { session }: GuardContext): readonly ManagerAction[] {
  const { till } = session;
  return till !== null && isFloatBeyondLimit(till.db, float) ? ['close_with_difference'] : [];
}

const isOfDrawer = (table: FigureTable): boolean => drawerTables.some((one) => one === table);

/** The report of a day needs what its first printing needs. */
function printingAgain(jobId: number, { session }: GuardContext): readonly ManagerAction[] {
  const { till } = session;
  return till !== null && readDayPaperTitle(till.db, jobId) !== undefined ? ['see_drawer'] : [];
}

/** A discount on a line is a lower unit price, with the line's own price beside it. */
const lowering = (prices: readonly LoweredPrice[]): readonly ManagerAction[] => [
  ...new Set(prices.map(actionFor)),
];

/**
 * Tells whether the change is of the shop, which payment methods and the kind of invoice always
 * are.
 */
function isOfTheShop(change: Argument<'settings.update'>, now: SellingSettings): boolean {
  const { paymentMethods, invoiceKind } = change;
  return paymentMethods !== undefined || invoiceKind !== undefined || isOfTheComputer(change, now);
}

/**
 * Tells whether the change is of the computer. Language, theme, columns, sounds, the number pad and
 * key hints belong to whoever works with them.
 */
function isOfTheComputer(
  { keepTokenWeakly, proxyScript, selling }: Argument<'settings.update'>,
  now: SellingSettings,
): boolean {
  if (keepTokenWeakly !== undefined || proxyScript !== undefined) return true;
  if (selling === undefined) return false;
  const { sounds, numberPad, keyHints } = now;
  return !isDeepStrictEqual({ ...selling, sounds, numberPad, keyHints }, now);
}

/** What is typed goes only to the service of the open till, unless a manager approves another. */
function elsewhere(
  { serviceAddress }: Service,
  { session }: GuardContext,
): readonly ManagerAction[] {
  const { till } = session;
  const isHere = !till || isAt(serviceAddress, till.profile.serviceAddress);
  return isHere ? [] : ['change_connection'];
}

/**
 * Tells whether the text is this address. It may be of plain http: for the till's own address
 * somebody has accepted that.
 */
function isAt(text: string, address: string | null): boolean {
  const parsed = parseServiceAddress(text, () => true);
  return parsed.ok && parsed.value === address;
}

/**
 * Tells whether signing in anew changes nothing but the token. It must go to the same service,
 * company and till in the same way, so that the password goes nowhere else than before.
 */
function isOfTheTill(
  request: Argument<'session.signIn'>,
  { till }: GuardContext['session'],
): boolean {
  if (!till) return true;
  const { way, serviceAddress, earlierAddress, companyCode, tillCode } = till.profile;
  return (
    request.way === way &&
    isAt(request.serviceAddress, serviceAddress) &&
    (request.way !== 'earlier' || isAt(request.earlierAddress, earlierAddress)) &&
    request.companyCode !== null &&
    request.tillCode !== null &&
    isSameCode(request.companyCode, companyCode) &&
    isSameCode(request.tillCode, tillCode)
  );
}
