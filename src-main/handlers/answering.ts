// Takes a parsed request to its answer. Around what it does stands, in this order: who is at the
// till, whether what it is about is still there, a manager's approval, the act, and telling.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { requests, type Answer, type Argument, type RequestName } from '../contract/api.ts';
import type { Cart } from '../contract/cart.ts';
import { err, type AppError, type Result } from '../contract/errors.ts';
import { sharedFormat } from '../contract/format.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { LoweredPrice } from '../contract/lowered-prices.ts';
import type { Act } from '../ipc.ts';
import type { AskManager, Wanted } from '../staff/lock.ts';
import { noteDecision, type Decision } from '../store/decisions.ts';
import { storeError } from '../store/store-errors.ts';
import type { Till } from '../till/till.ts';
import { isLockedOrSwitching } from '../staff/locked-or-switching.ts';
import { appRequests } from './app.ts';
import { cleaned, loweredBy, saleWords, type Known } from './approval.ts';
import { cashierRequests } from './cashiers.ts';
import { catalogueRequests } from './catalogue.ts';
import { actingNow, type Context } from './context.ts';
import { counterRequests } from './counter.ts';
import { dayRequests } from './day.ts';
import { displayRequests } from './display.ts';
import { documentRequests } from './documents.ts';
import { exceptionRequests } from './exceptions.ts';
import { figureRequests } from './figures.ts';
import { labelRequests } from './labels.ts';
import { learningRequests } from './learning.ts';
import { lockRequests } from './lock.ts';
import { outboxRequests } from './outbox.ts';
import { practiceRequests } from './practice.ts';
import { printingRequests } from './printing.ts';
import { profileRequests } from './profiles.ts';
import { receiptRequests } from './receipt.ts';
import type { AllRequests, Declared } from './request.ts';
import { restoreRequests } from './restore.ts';
import { returnRequests } from './returns.ts';
import { secondCopyRequests } from './second-copy.ts';
import { sellRequests } from './sell.ts';
import { sessionRequests } from './session.ts';
import { settingsRequests } from './settings.ts';
import { setupFileRequests } from './setup-file.ts';
import { updateRequests } from './update.ts';

export const requestsOf = (context: Context): AllRequests => ({
  ...appRequests(context),
  ...cashierRequests(context),
  ...catalogueRequests(context),
  ...counterRequests(context),
  ...dayRequests(context),
  ...displayRequests(context),
  ...documentRequests(context),
  ...exceptionRequests(context),
  ...figureRequests(context),
  ...labelRequests(context),
  ...learningRequests(context),
  ...lockRequests(context),
  ...outboxRequests(context),
  ...practiceRequests(context),
  ...printingRequests(context),
  ...profileRequests(context),
  ...receiptRequests(context),
  ...restoreRequests(context),
  ...returnRequests(context),
  ...secondCopyRequests(context),
  ...sellRequests(context),
  ...sessionRequests(context),
  ...settingsRequests(context),
  ...setupFileRequests(context),
  ...updateRequests(context),
});

export function answering(context: Context): Act {
  const all = requestsOf(context);
  return async <Name extends RequestName>(name: Name, argument: Argument<Name>) => {
    const declared: Declared<Name> = all[name];
    if (declared.isSelling) context.session.till?.learning.giveWay();
    const answered = await admitted({ name, declared, argument }, context, async (lowered) => {
      // The till is read only now, as a manager may have been waited for.
      const { till } = context.session;
      if (!till) return declared.till === false ? declared.run(argument) : notSignedIn;
      const change = changeOfSetup({ declared, argument }, till, context);
      const done = await declared.run(argument, till, lowered);
      // The till may have been closed meanwhile.
      if (done.ok && done.value !== false && change && till.db.open) note(change, till, context);
      return done;
    });
    if (answered.ok) declared.tells?.(context.display, argument, answered.value);
    return answered;
  };
}

const notSignedIn = err({ code: 'not_signed_in' });

/** What decides who may do what, and which money the drawer has to hold. */
const ofSetup: readonly ManagerAction[] = ['change_settings', 'manage_cashiers'];

/**
 * Returns the note of a change of the setup, whoever makes it, before it is made: it may hide what
 * is done next. Undefined for any other request.
 */
function changeOfSetup<Name extends RequestName>(
  request: Pick<Asked<Name>, 'declared' | 'argument'>,
  { whoIsAtIt }: Till,
  context: Context,
): Decision | undefined {
  if (request.declared.changesNothing) return undefined;
  const actions = managerActionsOf(request.declared, request.argument);
  if (!actions.some((action) => ofSetup.includes(action))) return undefined;
  const doing = actingNow(context, whoIsAtIt);
  const [, ...words] = wordsOf({ ...request, by: doing.by, prices: [] }, context);
  return { ...doing, what: { kind: 'setup_changed', words } };
}

/** What was changed stays changed though it cannot be noted: a person is told why. */
function note(change: Decision, { db, environment }: Till, { log }: Context): void {
  try {
    noteDecision(db, change);
  } catch (error) {
    const id = log.failure('a change of the setup was not noted', error);
    environment.notify(storeError(error, db.name) ?? { code: 'unexpected', id });
  }
}

interface Asked<Name extends RequestName> {
  readonly name: Name;
  readonly declared: Declared<Name>;
  readonly argument: Argument<Name>;
}

/** Has the request done, or returns why it may not be. */
export async function admitted<Name extends RequestName>(
  request: Asked<Name>,
  context: Context,
  act: (lowered: readonly LoweredPrice[]) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>,
): Promise<Result<Answer<Name>>> {
  const { name, declared, argument } = request;
  const { gate } = requests[name];
  if (isForLockedPage(name, argument)) return act([]);
  // While a till is closed, and between two tills, nobody guards requests.
  if (context.isStarting() || context.session.isSwitching) return err({ code: 'not_signed_in' });
  // What a manager is asked about stays as it is until the manager has answered.
  if (context.pinWindow.isOpen && gate === 'act') return err({ code: 'pin_window_open' });
  const why = guardedElsewhere(request, context) ?? staleness(request, context);
  if (why) return err(why);
  const lowered = approvesOneByOne(declared) ? loweredBy(cartOf(argument), context) : [];
  const answer = await context.lock.act(wanted(request, lowered, context), () => act(lowered));
  if (answer.ok && declared.cart === 'kept') context.lock.noteCart(cartOf(argument));
  // The service may have been asked meanwhile, and the till locked or closed.
  if (gate === 'shown' && isLockedOrSwitching(context)) return err({ code: 'locked' });
  return answer;
}

/** A locked page may also change the language to one that somebody there can read. */
function isForLockedPage(name: RequestName, argument: unknown): boolean {
  if (name !== 'settings.update') return requests[name].gate === 'open';
  return Object.keys(argument as Argument<'settings.update'>).join() === 'language';
}

/** Names the till whose managers decide about the request, if the open one's cannot. */
function guardedElsewhere<Name extends RequestName>(
  { declared: { isShared }, argument }: Asked<Name>,
  { session }: Context,
): AppError | null {
  const asks = typeof isShared === 'function' ? isShared(argument) : isShared === true;
  const guard = asks ? session.guardElsewhere : undefined;
  return guard ? { code: 'guarded_by_till', name: guard.name } : null;
}

/** A locked page is not told whether it is gone. */
const staleness = <Name extends RequestName>(
  { declared, argument }: Asked<Name>,
  { lock }: Context,
): AppError | null => (lock.isLocked ? null : (declared.isStale?.(argument) ?? null));

/** Where the type of a request says that it has a cart, its argument has one. */
const cartOf = (argument: unknown): Cart => (argument as { readonly cart: Cart }).cart;

const approvesOneByOne = <Name extends RequestName>({ cart }: Declared<Name>): boolean =>
  cart === 'lowered' || cart === 'finished';

function wanted<Name extends RequestName>(
  request: Asked<Name>,
  prices: readonly LoweredPrice[],
  context: Context,
): Wanted {
  const { declared, argument } = request;
  // Main keeps the request, and says in its own words what it is.
  const askManager: AskManager = ({ by, managers, prices }, check) => {
    const asks = wordsOf({ ...request, by, prices }, context);
    return context.pinWindow.ask({ kind: 'approve', asks, managers }, check);
  };
  if (!approvesOneByOne(declared))
    return { actions: managerActionsOf(declared, argument), askManager };
  const { cartId } = cartOf(argument);
  return { lowered: { cartId, prices, isFinished: declared.cart === 'finished' }, askManager };
}

/** Returns none for a sale at the counter, whose lowered prices are approved one by one. */
export function managerActionsOf<Name extends RequestName>(
  { actions }: Declared<Name>,
  argument: Argument<Name>,
): readonly ManagerAction[] {
  if (typeof actions === 'function') return actions(argument);
  return actions === null ? [] : [actions];
}

/**
 * Returns what a manager is asked to approve: from the parsed request, and from what main knows
 * itself wherever it knows more than the page. The words for a price name the person who sells; all
 * others are shown under the name of the person who asks.
 */
export function wordsOf<Name extends RequestName>(
  {
    declared,
    argument,
    by,
    prices,
  }: Omit<Asked<Name>, 'name'> & {
    readonly by: string;
    /** The lowered prices of a sale at the counter. */
    readonly prices: readonly LoweredPrice[];
  },
  context: Context,
): readonly string[] {
  const language = context.language();
  const texts = messagesFor(language);
  const known: Known = {
    ...{ texts, says: texts.lock.approval, format: sharedFormat(language) },
    ...{ by, context },
  };
  if (prices.length > 0) return saleWords(prices, known);
  const words =
    declared.words?.(cleaned(argument) as Argument<Name>, known) ??
    managerActionsOf(declared, argument).map((action) => texts.lock.actions[action]);
  return [known.says.by(by), ...words];
}
