// Who works at the till, and what they need a manager for.
import { randomUUID } from 'node:crypto';
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { hashPin } from '../staff/pin.ts';
import {
  addCashier,
  changeCashier,
  hasCashiers,
  removeCashier,
  writeLockRules,
} from '../store/cashiers.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function cashierHandlers(context: Context): HandlersOf<'cashiers'> {
  const { lock } = context;
  const changed = (result: Result<null>): Result<null> => {
    if (result.ok) context.stateChanged();
    return result;
  };

  return {
    'cashiers.add': async (cashier, till) => changed(await add(context, till, cashier)),
    'cashiers.change': async ({ pin, ...cashier }, { db }) => {
      const pinHash = pin === null ? null : await hashPin(pin);
      if (!db.open) return err({ code: 'not_signed_in' });
      const result = changeCashier(db, cashier, pinHash);
      if (result.ok && pinHash !== null) lock.forgetFailedAttempts(cashier.cashierId);
      return changed(result);
    },
    'cashiers.remove': ({ cashierId }, { db }) => changed(removeCashier(db, cashierId)),
    'cashiers.setRules': (rules, { db }) => {
      writeLockRules(db, rules);
      lock.watchIdle();
      return changed(ok(null));
    },
  };
}

async function add(
  { lock }: Context,
  { db }: Till,
  { pin, ...named }: Argument<'cashiers.add'>,
): Promise<Result<null>> {
  const pinHash = await hashPin(pin);
  if (!db.open) return err({ code: 'not_signed_in' });
  const isFirst = !hasCashiers(db);
  const cashierId = randomUUID();
  const added = addCashier(db, { cashierId, ...named }, pinHash);
  // Whoever sets the lock up is not locked out by it.
  if (added.ok && isFirst) lock.enter(cashierId);
  return added;
}
