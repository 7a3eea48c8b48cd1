// The settings. Some are of this computer; others are of the shop and need its till to be open.
import { err, ok, type Result } from '../contract/errors.ts';
import { parseScriptAddress } from '../service/proxy-script.ts';
import { readSeenPaymentMethods } from '../store/seen-in-answers.ts';
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
      if (paymentMethods !== undefined || invoiceKind !== undefined) {
        const { till } = context.session;
        if (!till) return err({ code: 'not_signed_in' });
        if (invoiceKind !== undefined) {
          const chosen = await till.documents.chooseInvoiceKind(invoiceKind);
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
 * Returns the change with the script's address in the form that is kept. Errors: `invalid_value`.
 */
function withScript<Change extends { readonly proxyScript?: string | null }>(
  change: Change,
): Result<Change> {
  if (change.proxyScript === undefined || change.proxyScript === null) return ok(change);
  const read = parseScriptAddress(change.proxyScript);
  return read.ok ? ok({ ...change, proxyScript: read.value }) : read;
}
