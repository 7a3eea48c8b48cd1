// The settings. Some are of this computer; others are of the shop and need its till to be open.
import { err, ok, type Result } from '../contract/errors.ts';
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import { writeInvoiceKind } from '../documents/invoice-kinds.ts';
import { parseScriptAddress } from '../service/proxy-script.ts';
import { readSeenPaymentMethods } from '../store/seen-in-answers.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { replacePaymentMethods } from '../store/payment-methods.ts';
import { changeRecoveryKey } from '../staff/people.ts';
import { backUpForKey, makeRecoveryKey } from '../till/recovery-key.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function settingsHandlers(context: Context): HandlersOf<'settings'> {
  return {
    'settings.update': async ({ paymentMethods, invoiceKind, ...given }) => {
      const read = withScript(given);
      if (!read.ok) return read;
      const change = read.value;
      const ofShop = await shopChange(context, paymentMethods, invoiceKind);
      if (!ofShop.ok) return ofShop;
      // If this throws, nothing has changed.
      context.settings.update(change);
      ofShop.value();
      context.followProxyScript();
      if (change.keepTokenWeakly !== undefined) await context.session.keepToken();
      context.stateChanged();
      return ok(null);
    },
    'settings.seenPaymentMethods': (_, { db }) => ok(readSeenPaymentMethods(db)),
    'settings.invoiceKinds': ({ lookUp }, { documents }) => documents.invoiceKinds(lookUp),
    'settings.backUp': (_, till) =>
      backUpForKey(till, () => context.session.backUp(), {
        ...{ folder: context.receiptFolder(), log: context.log },
      }),
    'settings.makeRecoveryKey': ({ way }, till) =>
      makeRecoveryKey(till, {
        ...{ way, showOnce: context.showOnce },
        use: (recipient) => {
          const changed = changeRecoveryKey({ db: till.db, keys: context.staffKeys() }, recipient);
          context.stateChanged();
          return changed;
        },
      }),
  };
}

/**
 * Returns how to write what belongs to the shop. Errors: `not_signed_in`, `invalid_value` for a
 * kind of invoice that the service has not shown.
 */
async function shopChange(
  { session }: Context,
  paymentMethods: readonly PaymentMethod[] | undefined,
  invoiceKind: InvoiceKind | null | undefined,
): Promise<Result<() => void>> {
  if (paymentMethods === undefined && invoiceKind === undefined) return ok(() => undefined);
  const { till } = session;
  if (!till) return err({ code: 'not_signed_in' });
  const kind = invoiceKind ? await till.documents.seenInvoiceKind(invoiceKind) : ok(null);
  if (!kind.ok) return kind;
  const { db } = till;
  // The till may have been closed meanwhile.
  if (!db.open) return err({ code: 'not_signed_in' });
  return ok(() => {
    inTransaction(db, () => {
      if (invoiceKind !== undefined) writeInvoiceKind(db, kind.value);
      if (paymentMethods) replacePaymentMethods(db, paymentMethods);
    });
  });
}

/**
 * Returns the change with the script's address in the form that is kept. Errors: `invalid_value`.
 */
function withScript<Change extends { readonly proxyScript?: string | null }>(
  change: Change,
): Result<Change> {
  if (change.proxyScript === undefined || change.proxyScript === null) return ok(change);
  const read = parseScriptAddress(change.proxyScript);
  return read.ok ? ok({ ...change, proxyScript: read.value }) : read;
}
