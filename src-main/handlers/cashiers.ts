// Who works at the till, what they need a manager for, and who may recover a manager's PIN. Their
// PINs are typed in the PIN window.
import { err, ok, type Result } from '../contract/errors.ts';
import { addAskingPin, changeAskingPin, type AskingPins } from '../staff/new-pins.ts';
import { changeRules, removePerson, unregisterUser, type Place } from '../staff/people.ts';
import { proofWayOf } from '../staff/recovery.ts';
import { readSalesmen, writeSalesman } from '../store/salesmen.ts';
import { readRecoveryUsers } from '../store/recovery-users.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';
import { readCashier } from '../store/cashiers.ts';
import type { Known } from './approval.ts';
import type { Argument } from '../contract/api.ts';

export function cashierRequests(context: Context): Requests<'cashiers'> {
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
    'cashiers.add': {
      actions: 'manage_cashiers',
      words: ({ name, role }, { says, texts }) => [says.addCashier(name, texts.lock.roles[role])],
      run: async (cashier, till) => changed(await addAskingPin(askingAt(till), cashier)),
    },
    'cashiers.change': {
      actions: 'manage_cashiers',
      words: ({ cashierId, name, role, hasNewPin }, { says, texts, context }) => [
        says.changeCashier(cashierName(cashierId, context), name, texts.lock.roles[role]),
        ...(hasNewPin ? [says.withNewPin] : []),
      ],
      run: async ({ hasNewPin, ...cashier }, till) =>
        changed(await changeAskingPin(askingAt(till), cashier, hasNewPin)),
    },
    'cashiers.remove': {
      actions: 'manage_cashiers',
      words: ({ cashierId }, { says, context }) => [
        says.removeCashier(cashierName(cashierId, context)),
      ],
      run: ({ cashierId }, till) => changed(removePerson(placeOf(till), cashierId)),
    },
    'cashiers.setRules': {
      actions: 'manage_cashiers',
      words: rulesWords,
      run: (rules, till) => {
        const result = changeRules(placeOf(till), rules);
        lock.watchIdle();
        return changed(result);
      },
    },
    'cashiers.salesmen': forEverybody((_nothing, { db }) => ok(readSalesmen(db))),
    'cashiers.setSalesman': {
      actions: 'manage_cashiers',
      words: ({ cashierId, salesman }, { says, context }) => [
        says.setSalesman(cashierName(cashierId, context), salesman?.name ?? says.nothing),
      ],
      run: ({ cashierId, salesman }, { db }) => {
        if (!readCashier(db, cashierId)) return err({ code: 'not_found' });
        writeSalesman(db, cashierId, salesman);
        return ok(null);
      },
    },
    'cashiers.recoveryUsers': forEverybody((_nothing, { db }) => ok(readRecoveryUsers(db))),
    'cashiers.addRecoveryUser': {
      actions: 'manage_cashiers',
      words: (_, { says }) => [says.addRecoveryUser],
      run: async (_nothing, { profile }) => {
        const way = proofWayOf(profile);
        if (way === null) return err({ code: 'not_found' });
        return changed(
          await pinWindow.ask({ kind: 'recovery_user', way }, ({ proof }, isAsked) =>
            recovery.register(proof, isAsked),
          ),
        );
      },
    },
    'cashiers.removeRecoveryUser': {
      actions: 'manage_cashiers',
      words: ({ recoveryUserId }, { says, context }) => [
        says.removeRecoveryUser(recoveryUserName(recoveryUserId, context)),
      ],
      run: ({ recoveryUserId }, till) => changed(unregisterUser(placeOf(till), recoveryUserId)),
    },
  };
}

const cashierName = (cashierId: string, { session }: Context): string =>
  (session.till && readCashier(session.till.db, cashierId)?.name) ?? cashierId;

function recoveryUserName(id: number, { session }: Context): string {
  const users = session.till ? readRecoveryUsers(session.till.db) : [];
  return users.find(({ recoveryUserId }) => recoveryUserId === id)?.name ?? String(id);
}

export function rulesWords(
  { idleSeconds, managerActions }: Argument<'cashiers.setRules'>,
  { says, texts }: Known,
): readonly string[] {
  const { actions, manage } = texts.lock;
  const reserved = managerActions.map((action) => actions[action]).join('; ');
  return [
    says.lockAfter(idleSeconds === null ? manage.never : manage.duration(idleSeconds)),
    says.reserve(reserved === '' ? says.nothing : reserved),
  ];
}
