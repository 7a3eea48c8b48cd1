// Who works at the till, what they need a manager for, and who may recover a manager's PIN. Their
// PINs are typed in the PIN window.
import { err, ok, type Result } from '../contract/errors.ts';
import { isPinFor, type NewCashier } from '../contract/lock.ts';
import {
  addPerson,
  changePerson,
  changeRules,
  removePerson,
  unregisterUser,
  type Place,
} from '../staff/people.ts';
import { proofWayOf } from '../staff/recovery.ts';
import { readCashier } from '../store/cashiers.ts';
import { readRecoveryUsers } from '../store/recovery-users.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function cashierHandlers(context: Context): HandlersOf<'cashiers'> {
  const { lock, recovery, pinWindow } = context;
  const placeOf = ({ db }: Till): Place => ({ db, keys: context.staffKeys() });
  const changed = (result: Result<null>): Result<null> => {
    if (result.ok) {
      context.session.noteCashiers();
      context.stateChanged();
    }
    return result;
  };

  const askNewPin = ({ name, role }: NewCashier): Promise<Result<string>> =>
    pinWindow.ask({ kind: 'new_pin', name, role }, ({ pin }) =>
      Promise.resolve(isPinFor(role, pin) ? ok(pin) : err({ code: 'invalid_value', field: 'pin' })),
    );

  return {
    'cashiers.add': async (cashier, till) => {
      const pin = await askNewPin(cashier);
      if (!pin.ok) return pin;
      const added = await addPerson(placeOf(till), { ...cashier, pin: pin.value });
      if (!added.ok) return added;
      // The person who sets the lock up is not locked out by it.
      if (added.value.isFirst) lock.enter(added.value.cashierId);
      return changed(ok(null));
    },
    'cashiers.change': async ({ hasNewPin, ...cashier }, till) => {
      const before = readCashier(till.db, cashier.cashierId);
      if (!before) return err({ code: 'not_found' });
      const becomesManager = before.role === 'cashier' && cashier.role === 'manager';
      const pin = hasNewPin || becomesManager ? await askNewPin(cashier) : ok(null);
      if (!pin.ok) return pin;
      const result = await changePerson(placeOf(till), { ...cashier, pin: pin.value });
      if (result.ok && pin.value !== null) lock.forgetFailedAttempts(cashier.cashierId);
      return changed(result);
    },
    'cashiers.remove': ({ cashierId }, till) => changed(removePerson(placeOf(till), cashierId)),
    'cashiers.setRules': (rules, till) => {
      const result = changeRules(placeOf(till), rules);
      lock.watchIdle();
      return changed(result);
    },
    'cashiers.recoveryUsers': (_nothing, { db }) => ok(readRecoveryUsers(db)),
    'cashiers.addRecoveryUser': async (_nothing, { profile }) => {
      const way = proofWayOf(profile);
      if (way === null) return err({ code: 'not_found' });
      return changed(
        await pinWindow.ask({ kind: 'recovery_user', way }, ({ proof }, isAsked) =>
          recovery.register(proof, isAsked),
        ),
      );
    },
    'cashiers.removeRecoveryUser': ({ recoveryUserId }, till) =>
      changed(unregisterUser(placeOf(till), recoveryUserId)),
  };
}
