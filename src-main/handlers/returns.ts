// Goods that come back, and how the shop is set up for them.
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { isSameInvoiceKind } from '../contract/invoice-kind.ts';
import type { ManagerAction } from '../contract/lock.ts';
import { changeReturnSetup } from '../documents/return-setup.ts';
import { openReturn } from '../returns/open-return.ts';
import { returnSetupState } from '../returns/setup.ts';
import { payOut, takeBack } from '../returns/take-back.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import type { Till } from '../till/till.ts';
import { clean, type Known } from './approval.ts';
import { sellingNow, type Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';

export function returnRequests(context: Context): Requests<'returns'> {
  return {
    'returns.open': forEverybody(({ source }, till) => openReturn(till, source)),
    'returns.finish': {
      changesNothing: true,
      actions: ({ withoutAsking }) => finishActions(context, withoutAsking),
      words: finishWords,
      run: async (wanted, till) => {
        const done = await takeBack(till, wanted, sellingNow(context));
        if (done.ok && wanted.isExchange === true) context.stateChanged();
        return done;
      },
    },
    // The return itself was approved.
    'returns.payOut': forEverybody(({ reference }, till) => {
      const done = payOut(till, reference);
      context.stateChanged();
      return done;
    }),
    'returns.setup': forEverybody((_, { db }) => ok(returnSetupState(db))),
    'returns.kinds': forEverybody(({ lookUp }, { documents }) => documents.returnKinds(lookUp)),
    'returns.changeSetup': {
      actions: 'change_settings',
      words: ({ kind, unaskedLimitCents: limit }, { says, format }) => [
        says.returnKind(kind?.name ?? says.nothing),
        ...(limit === null ? [] : [says.returnLimit(format.money(limit))]),
      ],
      run: async (setup, till) => {
        const changed = await changeSetup(till, setup);
        if (changed.ok) context.stateChanged();
        return changed;
      },
    },
  };
}

/** The first return decides how all others are made, as the settings do. */
function finishActions({ session }: Context, withoutAsking: boolean): readonly ManagerAction[] {
  const isTrial = session.till ? returnSetupState(session.till.db).needsTrial : false;
  return [
    'return_goods',
    ...(isTrial ? (['change_settings'] as const) : []),
    ...(withoutAsking ? (['return_unasked'] as const) : []),
  ];
}

function finishWords(
  { docKey, totalCents, method, withoutAsking }: Argument<'returns.finish'>,
  { says, format, context }: Known,
): readonly string[] {
  const { till } = context.session;
  // The page may have given it another name; one that the shop does not have is refused afterwards.
  const own = till && readPaymentMethods(till.db).find(({ id }) => id === method.id);
  const { label } = own ?? method;
  return [
    says.returnGoods(format.money(totalCents), says.quoted(docKey), says.quoted(clean(label))),
    ...(withoutAsking ? [says.returnUnasked] : []),
  ];
}

/** Takes a kind as the service has shown it. Errors: `invalid_value`, those of looking it up. */
async function changeSetup(
  { documents, db }: Till,
  setup: Argument<'returns.changeSetup'>,
): Promise<Result<null>> {
  const { kind: wanted } = setup;
  const seen = await documents.returnKinds(false);
  if (!seen.ok) return seen;
  const kind = wanted && seen.value.find((one) => isSameInvoiceKind(one, wanted));
  if (kind === undefined) return err({ code: 'invalid_value', field: 'kind' });
  // The till may have been closed meanwhile.
  if (!db.open) return err({ code: 'not_signed_in' });
  changeReturnSetup(db, { ...setup, kind });
  return ok(null);
}
