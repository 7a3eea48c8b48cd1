// Who works at the till, what they need a manager for, and who may recover a manager's PIN. Their
// PINs are typed in the PIN window.
import { err, ok, type Result } from '../contract/errors.ts';
import { addAskingPin, changeAskingPin, type AskingPins } from '../staff/new-pins.ts';
import { changeRules, removePerson, unregisterUser, type Place } from '../staff/people.ts';
import { proofWayOf } from '../staff/recovery.ts';
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

  const askingAt = (till: Till): AskingPins => ({ place: placeOf(till), lock, pinWindow });

  return {
    'cashiers.add': async (cashier, till) => changed(await addAskingPin(askingAt(till), cashier)),
    'cashiers.change': async ({ hasNewPin, ...cashier }, till) =>
      changed(await changeAskingPin(askingAt(till), cashier, hasNewPin)),
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
