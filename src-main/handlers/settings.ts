// The settings. Some are of this computer; others are of the shop and need its till to be open.
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { isSameInvoiceKind } from '../contract/invoice-kind.ts';
import { writeInvoiceKind } from '../documents/invoice-kinds.ts';
import { parseScriptAddress } from '../service/proxy-script.ts';
import { readSeenPaymentMethods } from '../store/seen-in-answers.ts';
import { replacePaymentMethods } from '../store/payment-methods.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { backUp, makeRecoveryKey } from './recovery-key.ts';

export function settingsHandlers(context: Context): HandlersOf<'settings'> {
  return {
    'settings.update': async ({ paymentMethods, invoiceKind, ...given }) => {
      const read = withScript(given);
      if (!read.ok) return read;
      const change = read.value;
      if (paymentMethods !== undefined || invoiceKind !== undefined) {
        const { till } = context.session;
        if (!till) return err({ code: 'not_signed_in' });
        if (invoiceKind !== undefined) {
          const chosen = await chooseInvoiceKind(till, invoiceKind);
          if (!chosen.ok) return chosen;
        }
        if (paymentMethods) replacePaymentMethods(till.db, paymentMethods);
      }
      context.settings.update(change);
      context.followProxyScript();
      if (change.keepTokenWeakly !== undefined) await context.session.keepToken();
      context.stateChanged();
      return ok(null);
    },
    'settings.seenPaymentMethods': (_, { db }) => ok(readSeenPaymentMethods(db)),
    'settings.invoiceKinds': ({ lookUp }, { documents }) => documents.invoiceKinds(lookUp),
    'settings.backUp': (_, till) => backUp(context, till),
    'settings.makeRecoveryKey': ({ way }, till) => makeRecoveryKey(context, till, way),
  };
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

/** Accepts only a kind that the service has shown: the till asks for nothing else. */
async function chooseInvoiceKind(
  { db, documents }: Till,
  invoiceKind: NonNullable<Argument<'settings.update'>['invoiceKind']> | null,
): Promise<Result<null>> {
  const seen = await documents.invoiceKinds(false);
  const chosen =
    seen.ok && invoiceKind
      ? seen.value.find((kind) => isSameInvoiceKind(kind, invoiceKind))
      : undefined;
  if (invoiceKind && !chosen) return err({ code: 'invalid_value', field: 'invoiceKind' });
  writeInvoiceKind(db, chosen ?? null);
  return ok(null);
}
