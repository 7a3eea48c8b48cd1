// Who works at the till: saying who one is, and managing those who can.
import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../contract/errors.ts';
import type { Argument } from '../contract/api.ts';
import type { Handlers } from '../ipc.ts';
import { hashPin } from '../staff/pin.ts';
import {
  addCashier,
  changeCashier,
  hasCashiers,
  removeCashier,
  writeLockRules,
} from '../store/cashiers.ts';
import { openTill, type Context } from './context.ts';

export function lockHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'lock.unlock'
  | 'lock.recover'
  | 'lock.lock'
  | 'lock.touch'
  | 'lock.approve'
  | 'cashiers.add'
  | 'cashiers.change'
  | 'cashiers.remove'
  | 'cashiers.setRules'
> {
  const { lock } = context;
  const changed = (result: Result<null>): Result<null> => {
    if (result.ok) context.stateChanged();
    return result;
  };

  return {
    'lock.unlock': (entry) => lock.unlock(entry),
    'lock.recover': (request) => context.recovery.recover(request),
    'lock.lock': () => {
      lock.lock();
      return ok(null);
    },
    'lock.touch': () => {
      lock.touch();
      return ok(null);
    },
    'lock.approve': ({ action, ...entry }) => lock.approve(entry, action),
    'cashiers.add': async (cashier) => changed(await add(context, cashier)),
    'cashiers.change': async ({ pin, ...cashier }) => {
      const pinHash = pin === null ? null : await hashPin(pin);
      const till = openTill(context);
      if (!till.ok) return till;
      const result = changeCashier(till.value.db, cashier, pinHash);
      if (result.ok && pinHash !== null) lock.forgetTries(cashier.cashierId);
      return changed(result);
    },
    'cashiers.remove': ({ cashierId }) => {
      const till = openTill(context);
      return till.ok ? changed(removeCashier(till.value.db, cashierId)) : till;
    },
    'cashiers.setRules': (rules) => {
      const till = openTill(context);
      if (!till.ok) return till;
      writeLockRules(till.value.db, rules);
      lock.watchIdle();
      return changed(ok(null));
    },
  };
}

async function add(
  context: Context,
  { pin, ...named }: Argument<'cashiers.add'>,
): Promise<Result<null>> {
  const pinHash = await hashPin(pin);
  const till = openTill(context);
  if (!till.ok) return till;
  const { db } = till.value;
  const isFirst = !hasCashiers(db);
  const cashierId = randomUUID();
  const added = addCashier(db, { cashierId, ...named }, pinHash);
  // Whoever sets the lock up is not locked out by it.
  if (added.ok && isFirst) context.lock.enter(cashierId);
  return added;
}
