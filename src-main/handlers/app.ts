// The frame of the window, and the settings.
import { isSameInvoiceKind } from '../contract/invoice-kind.ts';
import { err, ok } from '../contract/errors.ts';
import { writeInvoiceKind } from '../documents/invoice-kinds.ts';
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
  | 'settings.invoiceKinds'
  | 'settings.backUp'
> {
  return {
    'app.state': () => ok(context.state()),
    'app.dismissNotices': () => {
      context.dismissNotices();
      return ok(null);
    },
    'settings.update': async ({ paymentMethods, invoiceKind, ...change }) => {
      if (invoiceKind !== undefined) {
        const till = openTill(context);
        if (!till.ok) return till;
        const { db, documents } = till.value;
        const seen = await documents.invoiceKinds(false);
        // The till asks the service for nothing that the service has not shown.
        const chosen =
          seen.ok && invoiceKind
            ? seen.value.find((kind) => isSameInvoiceKind(kind, invoiceKind))
            : undefined;
        if (invoiceKind && !chosen) return err({ code: 'invalid_value', field: 'invoiceKind' });
        writeInvoiceKind(db, chosen ?? null);
      }
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
    'settings.invoiceKinds': ({ lookUp }) => {
      const till = openTill(context);
      return till.ok ? till.value.documents.invoiceKinds(lookUp) : till;
    },
    'settings.backUp': () => context.session.backUp(),
  };
}
