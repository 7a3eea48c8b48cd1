// Who works at the till, what they need a manager for, and who may recover a manager's PIN.
import { ok, type Result } from '../contract/errors.ts';
import {
  addPerson,
  changePerson,
  changeRules,
  removePerson,
  unregisterUser,
  type Place,
} from '../staff/people.ts';
import { readRecoveryUsers } from '../store/recovery-users.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function cashierHandlers(context: Context): HandlersOf<'cashiers'> {
  const { lock, recovery } = context;
  const placeOf = ({ db }: Till): Place => ({ db, keys: context.staffKeys() });
  const changed = (result: Result<null>): Result<null> => {
    if (result.ok) context.stateChanged();
    return result;
  };

  return {
    'cashiers.add': async (cashier, till) => {
      const added = await addPerson(placeOf(till), cashier);
      if (!added.ok) return added;
      // Whoever sets the lock up is not locked out by it.
      if (added.value.isFirst) lock.enter(added.value.cashierId);
      return changed(ok(null));
    },
    'cashiers.change': async (cashier, till) => {
      const result = await changePerson(placeOf(till), cashier);
      if (result.ok && cashier.pin !== null) lock.forgetFailedAttempts(cashier.cashierId);
      return changed(result);
    },
    'cashiers.remove': ({ cashierId }, till) => changed(removePerson(placeOf(till), cashierId)),
    'cashiers.setRules': (rules, till) => {
      const result = changeRules(placeOf(till), rules);
      lock.watchIdle();
      return changed(result);
    },
    'cashiers.recoveryUsers': (_nothing, { db }) => ok(readRecoveryUsers(db)),
    'cashiers.addRecoveryUser': async ({ proof }) => changed(await recovery.register(proof)),
    'cashiers.removeRecoveryUser': ({ recoveryUserId }, till) =>
      changed(unregisterUser(placeOf(till), recoveryUserId)),
  };
}
