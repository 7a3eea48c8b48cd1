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
import { forEverybody, type Requests } from './request.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Argument } from '../contract/api.ts';
import type { ExtraButton } from '../contract/sale-extras.ts';
import type { SellingSettings } from '../contract/selling.ts';
import type { InStoreRule } from '../contract/barcodes.ts';
import type { Known } from './approval.ts';

export function settingsRequests(context: Context): Requests<'settings'> {
  return {
    'settings.update': {
      till: false,
      actions: (change) =>
        isOfTheShop(change, context.settings.value.selling) ? ['change_settings'] : [],
      isShared: (change) => isOfTheComputer(change, context.settings.value.selling),
      words: settingsWords,
      tells: (display) => display.changed(),
      run: async ({ paymentMethods, invoiceKind, ...given }) => {
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
    },
    'settings.seenPaymentMethods': forEverybody((_, { db }) => ok(readSeenPaymentMethods(db))),
    'settings.invoiceKinds': forEverybody(({ lookUp }, { documents }) =>
      documents.invoiceKinds(lookUp),
    ),
    'settings.backUp': {
      actions: 'back_up',
      words: (_, { says }) => [says.backUp],
      run: (_, till) =>
        backUpForKey(till, () => context.session.backUp(), {
          ...{ folder: context.receiptFolder(), log: context.log },
        }),
    },
    'settings.makeRecoveryKey': {
      actions: 'make_recovery_key',
      words: (_, { says }) => [says.makeRecoveryKey],
      run: ({ way }, till) =>
        makeRecoveryKey(till, {
          ...{ way, showOnce: context.dialogs.showOnce },
          use: (recipient) => {
            const changed = changeRecoveryKey(
              { db: till.db, keys: context.staffKeys() },
              recipient,
            );
            context.stateChanged();
            return changed;
          },
        }),
    },
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

/** Returns the change with the script's address as it is kept. Errors: `invalid_value`. */
function withScript<Change extends { readonly proxyScript?: string | null }>(
  change: Change,
): Result<Change> {
  if (change.proxyScript === undefined || change.proxyScript === null) return ok(change);
  const read = parseScriptAddress(change.proxyScript);
  return read.ok ? ok({ ...change, proxyScript: read.value }) : read;
}

/** Returns whether the change is of the shop, as methods and the kind of invoice always are. */
function isOfTheShop(change: Argument<'settings.update'>, now: SellingSettings): boolean {
  const { paymentMethods, invoiceKind } = change;
  return paymentMethods !== undefined || invoiceKind !== undefined || isOfTheComputer(change, now);
}

/**
 * Returns whether the change is of the computer. Language, theme, columns, sounds, the number pad
 * and key hints belong to whoever works with them.
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

const labelText = ({ prefix, itemDigits, value }: InStoreRule): string =>
  `${prefix}: ${itemDigits}, ${value}`;

export function settingsWords(
  {
    paymentMethods,
    invoiceKind,
    selling,
    keepTokenWeakly,
    proxyScript,
  }: Argument<'settings.update'>,
  { says, texts, format, context }: Known,
): readonly string[] {
  const names = (all: readonly string[]) => (all.length > 0 ? all.join(', ') : says.nothing);
  const now = context.settings.value.selling;
  const buttonName = (button: ExtraButton) => texts.payment.more.names[button];
  /** The words for each part of `selling` that a manager is told of, if it changes. */
  const wordsOf = {
    limits: ({ limits: { privateCents, otherCents } }) =>
      says.limits(format.money(privateCents), format.money(otherCents)),
    scanner: () => says.scanner,
    inStoreRules: ({ inStoreRules }) => says.labels(names(inStoreRules.map(labelText))),
    cashiersAddProducts: ({ cashiersAddProducts }) =>
      cashiersAddProducts ? says.cashiersAdd : says.managersAdd,
    asksSameSale: ({ asksSameSale }) =>
      `${texts.scanning.asksSameSale}: ${asksSameSale ? says.on : says.off}`,
    extraButtons: ({ extraButtons }) =>
      `${texts.settings.extraButtons}: ${names(extraButtons.map(buttonName))}`,
  } satisfies Partial<Record<keyof SellingSettings, (selling: SellingSettings) => string>>;
  const parts = Object.keys(wordsOf) as (keyof typeof wordsOf)[];
  return [
    ...(paymentMethods
      ? [says.paymentMethods(names(paymentMethods.map(({ id, label }) => `${label} (${id})`)))]
      : []),
    ...(invoiceKind === undefined ? [] : [says.invoiceKind(invoiceKind?.name ?? says.nothing)]),
    ...parts.flatMap((part) =>
      selling && !isDeepStrictEqual(selling[part], now[part]) ? [wordsOf[part](selling)] : [],
    ),
    ...(proxyScript === undefined ? [] : [says.proxyScript(proxyScript ?? says.nothing)]),
    ...(keepTokenWeakly === undefined ? [] : [keepTokenWeakly ? says.keepToken : says.forgetToken]),
  ];
}
