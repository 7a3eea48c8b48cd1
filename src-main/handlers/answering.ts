// Takes a parsed request to its answer: checks whether the page may have it, finds the till that it
// needs, and calls its handler.
import type { RequestName } from '../contract/api.ts';
import { err } from '../contract/errors.ts';
import type { Act } from '../ipc.ts';
import { appHandlers } from './app.ts';
import { cashierHandlers } from './cashiers.ts';
import { catalogueHandlers } from './catalogue.ts';
import type { Context } from './context.ts';
import type { Handlers } from './handlers.ts';
import { counterHandlers } from './counter.ts';
import { dayHandlers } from './day.ts';
import { tellCustomer } from './customer.ts';
import { displayHandlers } from './display.ts';
import { documentHandlers } from './documents.ts';
import { exceptionHandlers } from './exceptions.ts';
import { figureHandlers } from './figures.ts';
import { admitTo } from './guard.ts';
import { labelHandlers } from './labels.ts';
import { learningHandlers } from './learning.ts';
import { lockHandlers } from './lock.ts';
import { outboxHandlers } from './outbox.ts';
import { needsTill } from './permissions.ts';
import { practiceHandlers } from './practice.ts';
import { printingHandlers } from './printing.ts';
import { profileHandlers } from './profiles.ts';
import { receiptHandlers } from './receipt.ts';
import { restoreHandlers } from './restore.ts';
import { sellHandlers } from './sell.ts';
import { sessionHandlers } from './session.ts';
import { settingsHandlers } from './settings.ts';
import { setupFileHandlers } from './setup-file.ts';
import { updateHandlers } from './update.ts';

/** The requests of the sell screen. Learning from documents gives way to somebody who sells. */
const isSelling: Readonly<Record<Extract<RequestName, `sell.${string}`>, boolean>> = {
  'sell.scan': true,
  'sell.findProducts': true,
  'sell.saveCart': true,
  'sell.lower': true,
  'sell.paying': true,
  'sell.finish': true,
  'sell.hold': true,
  'sell.resume': true,
  'sell.openCart': false,
  'sell.latestCart': false,
  'sell.findCustomers': false,
  'sell.quickKeys': false,
  'sell.arrangeQuickKeys': false,
  'sell.saveCommandSheet': false,
};
const isOfASale = (name: RequestName): boolean =>
  (isSelling as Partial<Record<RequestName, boolean>>)[name] === true;

export function answering(context: Context): Act {
  const admit = admitTo(context);
  const handlers: Handlers = {
    ...appHandlers(context),
    ...cashierHandlers(context),
    ...catalogueHandlers(context),
    ...counterHandlers(context),
    ...dayHandlers(context),
    ...displayHandlers(context),
    ...documentHandlers(context),
    ...exceptionHandlers(context),
    ...labelHandlers(context),
    ...learningHandlers(context),
    ...figureHandlers(context),
    ...lockHandlers(context),
    ...outboxHandlers(context),
    ...practiceHandlers(context),
    ...printingHandlers(context),
    ...profileHandlers(context),
    ...receiptHandlers(context),
    ...restoreHandlers(context),
    ...sellHandlers(context),
    ...sessionHandlers(context),
    ...settingsHandlers(context),
    ...setupFileHandlers(context),
    ...updateHandlers(context),
  };
  return async (name, argument) => {
    if (isOfASale(name)) context.session.till?.learning.giveWay();
    const answered = await admit(name, argument, () => {
      // The till is read only now, as a manager may have been waited for.
      const till = needsTill(name) ? context.session.till : undefined;
      if (till === null) return err({ code: 'not_signed_in' });
      const answer: Handlers[typeof name] = handlers[name];
      return answer(argument, till as Parameters<typeof answer>[1]);
    });
    if (answered.ok) tellCustomer(context.display, name, argument, answered.value);
    return answered;
  };
}
