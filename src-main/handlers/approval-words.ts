// What a manager is asked to approve, in main's words: from the parsed request, and from what main
// knows itself wherever it knows more than the page.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import type { Argument, RequestName } from '../contract/api.ts';
import type { Product } from '../contract/catalogue.ts';
import type { InStoreRule } from '../contract/barcodes.ts';
import { totals, type Cart } from '../contract/cart.ts';
import type { FiguresQuery } from '../contract/figures.ts';
import { sharedFormat, type SharedFormat } from '../contract/format.ts';
import { type LoweredPrice } from '../contract/lowered-prices.ts';
import { cents, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { requestedKindText } from '../contract/new-document.ts';
import { periodOf } from '../contract/periods.ts';
import { printerName, type Printer } from '../contract/printing.ts';
import { shortLine } from '../receipt/foreign-text.ts';
import { differenceOf, floatCents, floatDifference, type Float } from '../contract/day.ts';
import { zName } from '../contract/day-report.ts';
import { readCashier } from '../store/cashiers.ts';
import { readHeldOfSale, readMovements } from '../store/cash-movements.ts';
import { readLargestDifference, readLastCount } from '../store/drawer-counts.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readOpenShift } from '../store/shifts.ts';
import { readDayPaperTitle } from '../store/print-jobs.ts';
import { readLeftBefore, readZReport } from '../store/z-reports.ts';
import { readRecoveryUsers } from '../store/recovery-users.ts';
import type { Context } from './context.ts';
import { heldOfCorrection } from './held-of-correction.ts';
import { loweredBy } from './lowering.ts';
import type { ReservedRequest } from './permissions.ts';

export type WordsContext = Pick<
  Context,
  'lock' | 'session' | 'settings' | 'setupFiles' | 'language' | 'counterWindow' | 'updates'
>;

interface Known {
  readonly texts: Messages;
  readonly says: Messages['lock']['approval'];
  readonly format: SharedFormat;
  /** Who asks. */
  readonly by: string;
  readonly context: WordsContext;
}

type Words = {
  readonly [Name in ReservedRequest]: (argument: Argument<Name>, known: Known) => readonly string[];
};

interface Asked<Name extends RequestName> {
  readonly name: Name;
  readonly argument: Argument<Name>;
  readonly by: string;
  /** Of a sale at the counter. */
  readonly prices: readonly LoweredPrice[];
}

/** A price names who sells; anything else stands under who asks for it. */
export function wordsOf<Name extends RequestName>(
  { name, argument, by, prices }: Asked<Name>,
  context: WordsContext,
): readonly string[] {
  const language = context.language();
  const texts = messagesFor(language);
  const known: Known = {
    ...{ texts, says: texts.lock.approval, format: sharedFormat(language) },
    ...{ by, context },
  };
  if (prices.length > 0) return saleWords(prices, known);
  // The table's type pairs each name with its own argument; the compiler cannot follow that through
  // an index.
  const say = (
    words as Partial<Record<RequestName, (of: unknown, known: Known) => readonly string[]>>
  )[name];
  return [known.says.by(by), ...(say?.(cleaned(argument), known) ?? [])];
}

const longestText = 120;
const clean = (text: string): string => shortLine(text, longestText);

/**
 * Every text of the request on one line, without what turns its neighbours around, and no longer
 * than a person reads.
 */
function cleaned(given: unknown): unknown {
  if (typeof given === 'string') return shortLine(given, longestText);
  if (Array.isArray(given)) return given.map(cleaned);
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleaned(value)]));
}

/** What was looked at, whoever is asked; nothing where that is another backup by now. */
export function restoreWords(
  lookId: number,
  { session, language }: Pick<WordsContext, 'session' | 'language'>,
): readonly string[] {
  const looked = session.backups.looked(lookId);
  if (!looked) return [];
  const { lock, restore } = messagesFor(language());
  return [
    lock.approval.restoreBackup(shortLine(looked.name, longestText)),
    restore.holds(looked.sales, looked.newestAtMs),
    restore.lost(looked.lost?.count ?? null),
  ];
}

/** What is lowered most comes first, so that nothing dear hides among much that is cheap. */
function saleWords(prices: readonly LoweredPrice[], known: Known): readonly string[] {
  const sorted = prices.toSorted((one, other) => weightOf(other) - weightOf(one));
  const said = sorted.map((price) => priceWords(price, known));
  return said.length > 1 ? [known.says.prices(said.length), ...said] : said;
}

/** What nobody can compare weighs most. */
const weightOf = (price: LoweredPrice): number =>
  price.kind === 'line'
    ? (price.ownPrice - price.line.unitPrice) * price.line.quantity
    : Number.MAX_VALUE;

function priceWords(price: LoweredPrice, { says, format, by, context }: Known): string {
  if (price.kind === 'discount') return says.discounts(by, format.percent(price.discount));
  const { code, quantity, unitPrice } = price.line;
  const what = nameOf(code, shortLine(price.line.description, longestText), context);
  const lines =
    format.quantity(quantity) === '1' ? what : says.lines(format.quantity(quantity), what);
  const sold = format.unitPrice(unitPrice);
  switch (price.kind) {
    case 'free':
      return says.sellsFree(by, lines, sold);
    case 'fraction':
      return says.sellsFraction(by, lines, sold);
    case 'line':
      return says.sells(by, lines, format.unitPrice(price.ownPrice), sold);
  }
}

/** As the catalogue calls it; another name that the page gives stands beside. */
function nameOf(code: string, description: string, { session }: WordsContext): string {
  try {
    const found = session.till?.catalogue.byCode(code)?.description;
    const own = found === undefined ? undefined : shortLine(found, longestText);
    if (own === undefined) return quoted(description);
    return own === description ? quoted(own) : `${quoted(own)} (${quoted(description)})`;
  } catch (error) {
    if (catalogueError(error)) return quoted(description);
    throw error;
  }
}

/** Isolated: a name that is written from right to left leaves the prices beside it alone. */
const quoted = (text: string): string => `“\u2068${text}\u2069”`;

function figureDays({ period, date }: FiguresQuery, format: SharedFormat): string {
  const { from, until } = periodOf(period, date);
  return from === until ? format.date(from) : `${format.date(from)}–${format.date(until)}`;
}

const totalOf = (cart: Cart, { format }: Known): string => format.money(totals(cart).totalCents);

function decided(what: string, { note }: { readonly note: string }, { says }: Known) {
  return note === '' ? [what] : [what, says.note(note)];
}

function cashierName(cashierId: string, { session }: WordsContext): string {
  return (session.till && readCashier(session.till.db, cashierId)?.name) ?? cashierId;
}

const profileName = (id: string | null, { session }: WordsContext): string =>
  session.profiles.known.find((known) => known.id === id)?.name ?? String(id);

function recoveryUserName(id: number, { session }: WordsContext): string {
  const users = session.till ? readRecoveryUsers(session.till.db) : [];
  return users.find(({ recoveryUserId }) => recoveryUserId === id)?.name ?? String(id);
}

const printerIn = (printer: Printer | null, { says }: Known): string =>
  printer === null ? says.systemPrinter : printerName(printer);

const labelText = ({ prefix, itemDigits, value }: InStoreRule): string =>
  `${prefix}: ${itemDigits}, ${value}`;

function settingsWords(
  {
    paymentMethods,
    invoiceKind,
    selling,
    keepTokenWeakly,
    proxyScript,
  }: Argument<'settings.update'>,
  { says, format, context }: Known,
): readonly string[] {
  const names = (all: readonly string[]) => (all.length > 0 ? all.join(', ') : says.nothing);
  const now = context.settings.value.selling;
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...(paymentMethods
      ? [says.paymentMethods(names(paymentMethods.map(({ id, label }) => `${label} (${id})`)))]
      : []),
    ...(invoiceKind === undefined ? [] : [says.invoiceKind(invoiceKind?.name ?? says.nothing)]),
    ...(selling && isOther(selling.limits, now.limits)
      ? [
          says.limits(
            format.money(selling.limits.privateCents),
            format.money(selling.limits.otherCents),
          ),
        ]
      : []),
    ...(selling && isOther(selling.scanner, now.scanner) ? [says.scanner] : []),
    ...(selling && isOther(selling.inStoreRules, now.inStoreRules)
      ? [says.labels(names(selling.inStoreRules.map(labelText)))]
      : []),
    ...(selling && isOther(selling.cashiersAddProducts, now.cashiersAddProducts)
      ? [selling.cashiersAddProducts ? says.cashiersAdd : says.managersAdd]
      : []),
    ...(proxyScript === undefined ? [] : [says.proxyScript(proxyScript ?? says.nothing)]),
    ...(keepTokenWeakly === undefined ? [] : [keepTokenWeakly ? says.keepToken : says.forgetToken]),
  ];
}

/** By the labels that the shop gave them. */
function methodNames(ids: readonly number[], { says, context }: Known): string {
  const methods = context.session.till ? readPaymentMethods(context.session.till.db) : [];
  const names = ids.map((id) => methods.find((one) => one.id === id)?.label ?? String(id));
  return names.length > 0 ? names.join(', ') : says.nothing;
}

/** As main has it: what the page says of a count is not asked. */
function countWords({ says, format, context }: Known): readonly string[] {
  const { till } = context.session;
  const shift = till && readOpenShift(till.db);
  const last = shift && readLastCount(till.db, shift.shiftId);
  if (!last) return [];
  const { countedCents, expectedCents } = last.counted;
  const difference = format.money(differenceOf(last.counted));
  const largest = readLargestDifference(till.db, shift.shiftId);
  const isSaid = largest > Math.abs(differenceOf(last.counted));
  return [
    says.closeDay(format.money(countedCents), format.money(expectedCents), difference),
    ...(isSaid ? [says.earlierCount(format.money(largest))] : []),
  ];
}

function paperName(zId: number, { texts, context }: Known): string {
  const report = context.session.till && readZReport(context.session.till.db, zId);
  return `${texts.dayPaper.z} ${report ? zName(report) : String(zId)}`;
}

const askedName = (asked: Argument<'day.print'>, known: Known): string =>
  asked.kind === 'x' ? known.texts.dayPaper.x : paperName(asked.zId, known);

/** The money that moves with a decision, as main knows what the drawer holds of the sale. */
function moneyWords(
  { reference, moneyMoved }: { readonly reference: string; readonly moneyMoved?: boolean },
  heldCents: (held: Cents) => Cents,
  { says, format, context }: Known,
): readonly string[] {
  const held = context.session.till && readHeldOfSale(context.session.till.db, reference);
  if (moneyMoved !== true || held === undefined || held === null) return [];
  const moved = subtractCents(heldCents(held), held);
  if (moved === 0) return [];
  const amount = format.money(cents(Math.abs(moved)));
  return [moved > 0 ? says.moneyComes(amount) : says.moneyGoes(amount)];
}

const nothingHeld = (): Cents => zeroCents;

/** As the handler will have it: the sale's new total, where that is paid into the drawer. */
const heldCorrected =
  (correction: Argument<'outbox.correct'>, { context }: Known) =>
  (): Cents => {
    const { till } = context.session;
    return till ? heldOfCorrection(till.db, correction) : zeroCents;
  };

/** How far a float is from what was left. */
function floatWords(float: Float, { says, format, context }: Known): readonly string[] {
  const { till } = context.session;
  const leftCents = till && readLeftBefore(till.db);
  const amount = floatCents(float);
  const difference = floatDifference(amount, leftCents);
  if (leftCents === null || difference === null) return [];
  return [says.openDay(format.money(amount), format.money(leftCents), format.money(difference))];
}

/** Nothing where it cannot be read. */
function inTillCatalogue<Value>(
  { context: { session } }: Known,
  read: (catalogue: Catalogue) => readonly Value[],
): readonly Value[] {
  try {
    return session.till ? read(session.till.catalogue) : [];
  } catch (error) {
    if (catalogueError(error)) return [];
    throw error;
  }
}

/** As the catalogue has it, whatever the page calls it. */
const listedIn = (id: number, known: Known): Product | undefined =>
  inTillCatalogue(known, (catalogue) => [catalogue.byId(id)?.product])[0];

const shownOf = ({ code, description }: Product) => ({
  code: shortLine(code, longestText),
  description: shortLine(description, longestText),
});

const words: Words = {
  'session.practise': (_, { says }) => [says.practise],
  'session.findTills': ({ serviceAddress, username }, { says }) => [
    says.askService(serviceAddress, username),
  ],
  'session.demoPlans': ({ serviceAddress }, { says }) => [says.askPlans(serviceAddress)],
  'session.signIn': (request, { says }) => [
    says.signIn(
      request.serviceAddress,
      request.companyCode ?? says.unnamed,
      request.tillCode ?? says.unnamed,
    ),
    ...(request.way === 'earlier' ? [says.earlierAddress(request.earlierAddress)] : []),
  ],
  'session.signOut': (_, { says, context }) => {
    const { companyName = '', tillName = '' } = context.session.till?.profile ?? {};
    return [says.signOut(companyName, tillName)];
  },
  'profiles.open': ({ id }, { says, context }) => [
    id === null ? says.closeProfile : says.openProfile(profileName(id, context)),
  ],
  'profiles.change': ({ id, name, colour }, { says, texts, context }) => [
    says.changeProfile(profileName(id, context), name, texts.profiles.colours[colour]),
  ],
  'profiles.remove': ({ id }, { says, context }) => [says.removeProfile(profileName(id, context))],
  'cashiers.add': ({ name, role }, { says, texts }) => [
    says.addCashier(name, texts.lock.roles[role]),
  ],
  'cashiers.change': ({ cashierId, name, role, hasNewPin }, { says, texts, context }) => [
    says.changeCashier(cashierName(cashierId, context), name, texts.lock.roles[role]),
    ...(hasNewPin ? [says.withNewPin] : []),
  ],
  'cashiers.remove': ({ cashierId }, { says, context }) => [
    says.removeCashier(cashierName(cashierId, context)),
  ],
  'cashiers.setRules': ({ idleSeconds, managerActions }, { says, texts }) => {
    const { actions, manage } = texts.lock;
    const reserved = managerActions.map((action) => actions[action]).join('; ');
    return [
      says.lockAfter(idleSeconds === null ? manage.never : manage.duration(idleSeconds)),
      says.reserve(reserved === '' ? says.nothing : reserved),
    ];
  },
  'cashiers.addRecoveryUser': (_, { says }) => [says.addRecoveryUser],
  'cashiers.removeRecoveryUser': ({ recoveryUserId }, { says, context }) => [
    says.removeRecoveryUser(recoveryUserName(recoveryUserId, context)),
  ],
  'settings.update': settingsWords,
  'settings.backUp': (_, { says }) => [says.backUp],
  'settings.makeRecoveryKey': (_, { says }) => [says.makeRecoveryKey],
  'counter.update': ({ windowKind, startsWithComputer, staysAwake }, { says, texts }) => [
    says.counter(texts.counter.windowKinds[windowKind]),
    ...(startsWithComputer ? [says.startsWithComputer] : []),
    ...(staysAwake ? [says.staysAwake] : []),
  ],
  'counter.leaveKiosk': (_, { says }) => [says.leaveKiosk],
  'update.setAddress': ({ address }, { says }) => [
    address === null ? says.noUpdates : says.updatesFrom(address),
  ],
  'update.install': (_, { says, context }) => [
    says.installUpdate(
      context.updates.state.kind === 'fetched' ? context.updates.state.version : '',
    ),
  ],
  'display.update': ({ screenId, greeting, notice }, { says }) => [
    screenId === null ? says.noDisplay : says.display,
    ...[greeting, notice].filter((text) => text !== '').map((text) => says.displaySays(text)),
  ],
  'display.addPicture': (_, { says }) => [says.addPicture],
  'display.removePicture': ({ file }, { says, context }) => {
    const { pictures } = context.settings.value.display;
    return [says.removePicture(pictures.find((picture) => picture.file === file)?.name ?? file)];
  },
  'restore.look': (_, { says }) => [says.chooseFile],
  'receipt.showFolder': (_, { says }) => [says.showFolder],
  'restore.use': ({ lookId }, { texts, context }) => {
    const asks = restoreWords(lookId, context);
    return asks.length > 0 ? asks : [texts.lock.actions.restore_backup];
  },
  'setup.save': (_, { says }) => [says.saveSetup],
  'setup.look': (_, { says }) => [says.chooseSetup],
  'setup.use': ({ lookId, parts }, { says, texts, context }) => {
    const found = context.setupFiles.looked(lookId, context.session.till?.db)?.verdict;
    if (!found) return [texts.setupFile.use];
    const chosen = found.parts.filter(({ part }) => parts.includes(part));
    return [
      says.useSetup(clean(found.name), clean(found.companyName), clean(found.tillName)),
      ...chosen.map(({ part, count }) => texts.setupFile.parts[part](count ?? 0)),
    ];
  },
  'practice.reset': (_, { says }) => [says.resetPractice],
  // Prices of a sale at the counter are asked about one by one.
  'sell.lower': () => [],
  'sell.finish': () => [],
  'sell.arrangeQuickKeys': ({ pages }, { says }) => [
    says.quickKeys(pages.flatMap(({ keys }) => keys).filter((key) => key !== null).length),
  ],
  'catalogue.receive': (_, { says }) => [says.importCatalogue],
  'catalogue.use': (_, { says }) => [says.useCatalogue],
  'catalogue.export': (_, { says }) => [says.exportCatalogue],
  'catalogue.keep': ({ product }, { says, format }) => {
    const { code, description, unitPrice } = product;
    return [says.keepProduct(code, description, format.unitPrice(unitPrice))];
  },
  'learning.takeProducts': ({ products }, { says }) => [says.takeProducts(products.length)],
  'catalogue.save': ({ id, product }, known) => {
    const { says, format } = known;
    const { code, description } = product;
    const price = format.unitPrice(product.unitPrice);
    const before = id === null ? undefined : listedIn(id, known);
    if (!before) return [says.addProduct(code, quoted(description), price)];
    const was = shownOf(before);
    const named = was.description === description ? [] : [quoted(was.description)];
    const coded = was.code === code ? [] : [was.code];
    return [
      before.unitPrice === product.unitPrice
        ? says.changeProduct(code, quoted(description), price)
        : says.changePrice(code, quoted(description), format.unitPrice(before.unitPrice), price),
      ...(named.length + coded.length > 0 ? [says.wasCalled([...coded, ...named].join(', '))] : []),
    ];
  },
  'catalogue.remove': ({ id }, known) => {
    const product = listedIn(id, known);
    if (!product) return [known.says.removeProduct('', String(id), '')];
    const { code, description } = shownOf(product);
    const price = known.format.unitPrice(product.unitPrice);
    return [known.says.removeProduct(code, quoted(description), price)];
  },
  'catalogue.undo': (_, known) => [
    known.says.undoCatalogue,
    ...inTillCatalogue(known, (catalogue) =>
      catalogue.undoing().map((product) => {
        const { code, description } = shownOf(product);
        const price = known.format.unitPrice(product.unitPrice);
        return known.says.keepProduct(code, quoted(description), price);
      }),
    ),
  ],
  'documents.create': ({ cart, particulars }, known) => [
    known.says.createDocument(
      // What the page calls it stands beside what is asked for.
      particulars.name === ''
        ? requestedKindText(particulars)
        : `${requestedKindText(particulars)} (${quoted(particulars.name)})`,
      totalOf(cart, known),
    ),
    ...saleWords(loweredBy(cart, known.context), known),
  ],
  'documents.export': (_, { says }) => [says.exportDocuments],
  'day.changeSettings': ({ mode, cashMethods, differenceLimitCents }, known) => [
    known.says.daySettings(
      known.texts.day.modes[mode],
      methodNames(cashMethods, known),
      known.format.money(differenceLimitCents),
    ),
  ],
  'day.open': ({ float }, known) => floatWords(float, known),
  'day.moveCash': ({ direction, amountCents, reason, note }, { says, texts, format }) => {
    const why = [texts.day.reasons[reason], note].filter((part) => part !== '').join(', ');
    const say = direction === 'in' ? says.cashIn : says.cashOut;
    return [say(format.money(amountCents), why)];
  },
  'day.takeBack': ({ movementId }, { says, format, texts, context }) => {
    const { till } = context.session;
    const shift = till && readOpenShift(till.db);
    const moved = shift && readMovements(till.db, shift.shiftId);
    const found = moved?.find((one) => one.movementId === movementId);
    if (!found) return [says.takeBack(String(movementId))];
    const say = found.direction === 'out' ? says.takeBackIn : says.takeBackOut;
    const { amountCents, reason, note } = found;
    const why = [texts.day.reasons[reason], note].filter((part) => part !== '').join(', ');
    return [say(format.money(amountCents), cleaned(why) as string)];
  },
  'day.close': ({ leftCents, note }, known) => [
    ...countWords(known),
    known.says.leaves(known.format.money(leftCents)),
    ...(note === '' ? [] : [known.says.note(note)]),
  ],
  'day.report': ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
  'day.compare': ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
  'day.print': (asked, known) => [known.says.seeReport(askedName(asked, known))],
  'day.export': ({ zId }, known) => [
    zId === null ? known.says.exportDays : known.says.seeReport(paperName(zId, known)),
  ],
  'day.savePdf': (asked, known) => [known.says.seeReport(askedName(asked, known))],
  'outbox.release': (decision, known) => decided(known.says.release, decision, known),
  'outbox.sendAllAgain': (decision, known) => decided(known.says.sendAllAgain, decision, known),
  'outbox.cancel': (decision, known) => [
    ...decided(known.says.cancelSale(decision.reference), decision, known),
    ...moneyWords(decision, nothingHeld, known),
  ],
  'outbox.sendAgain': (decision, known) =>
    decided(known.says.sendAgain(decision.reference), decision, known),
  'outbox.correct': (correction, known) => [
    ...decided(
      known.says.correctSale(correction.reference, totalOf(correction.cart, known)),
      correction,
      known,
    ),
    ...moneyWords(correction, heldCorrected(correction, known), known),
    ...saleWords(loweredBy(correction.cart, known.context), known),
  ],
  'outbox.settle': (settlement, known) => [
    ...decided(known.says.settleSale[settlement.as](settlement.reference), settlement, known),
    ...moneyWords(settlement, nothingHeld, known),
  ],
  'figures.read': (query, { says, format }) => [says.seeFigures(figureDays(query, format))],
  'figures.export': (query, { says, format }) => [says.exportFigures(figureDays(query, format))],
  'exceptions.list': ({ date }, { says, format }) => [says.seeExceptions(format.date(date))],
  'exceptions.export': ({ date }, { says, format }) => [says.exportExceptions(format.date(date))],
  'receipt.changeSettings': (_, { says }) => [says.receiptTexts],
  'printing.update': ({ printer, drawer, automatic }, known) => [
    ...(printer === undefined ? [] : [known.says.printer(printerIn(printer, known))]),
    ...(drawer === undefined ? [] : [known.says.drawer]),
    ...(automatic === undefined ? [] : [known.says.automatic]),
  ],
  'printing.testPage': ({ printer }, known) => [known.says.testPage(printerIn(printer, known))],
  'printing.testDrawer': ({ printer }, known) => [known.says.testDrawer(printerIn(printer, known))],
  'printing.openDrawer': ({ reason }, { says }) => [says.openDrawer(reason)],
  'printing.again': ({ jobId }, { says, context }) => {
    const { till } = context.session;
    return [says.seeReport((till && readDayPaperTitle(till.db, jobId)) ?? String(jobId))];
  },
};
