// The frame of the window, and the settings.
import { ok } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { readMetPaymentMethods } from '../store/met.ts';
import { replacePaymentMethods } from '../store/payment-methods.ts';
import { openTill, type Context } from './context.ts';

export function appHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'app.state'
  | 'app.dismissNotices'
  | 'settings.update'
  | 'settings.metPaymentMethods'
  | 'settings.backUp'
> {
  return {
    'app.state': () => ok(context.state()),
    'app.dismissNotices': () => {
      context.dismissNotices();
      return ok(null);
    },
    'settings.update': async ({ paymentMethods, ...change }) => {
      if (paymentMethods) {
        const till = openTill(context);
        if (!till.ok) return till;
        replacePaymentMethods(till.value.db, paymentMethods);
      }
      context.settings.update(change);
      if (change.keepTokenWeakly !== undefined) await context.session.keepToken();
      context.stateChanged();
      return ok(null);
    },
    'settings.metPaymentMethods': () => {
      const till = openTill(context);
      return till.ok ? ok(readMetPaymentMethods(till.value.db)) : till;
    },
    'settings.backUp': () => context.session.backUp(),
  };
}
