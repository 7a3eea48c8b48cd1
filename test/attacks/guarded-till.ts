// A till signed in to a real service, with cashiers under a key, on files that somebody else may
// write while it is closed.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { ok } from '../../src-main/contract/errors.ts';
import type { Cashier, ManagerAction } from '../../src-main/contract/lock.ts';
import type { Proof } from '../../src-main/contract/recovery.ts';
import { createLog } from '../../src-main/log.ts';
import { practiceAccount, restrictedAccount } from '../../src-main/practice-service/accounts.ts';
import { KeyRing } from '../../src-main/staff/key-ring.ts';
import { Lock } from '../../src-main/staff/lock.ts';
import { addPerson } from '../../src-main/staff/people.ts';
import { Recovery } from '../../src-main/staff/recovery.ts';
import { readCashiers } from '../../src-main/store/cashiers.ts';
import { startFreshPractice } from '../faults/practice-file.ts';
import { HandClock } from '../hand-clock.ts';
import { newFolder, startSession } from '../integration/session-rig.ts';
import { direct } from '../integration/service/networks.ts';
import { must } from '../must.ts';
import { PlayedKeyStore } from '../played-key-store.ts';
import { PlayedManager } from '../played-manager.ts';
import { tamper } from './tamper.ts';

const { username, password, companyCode, tillCode } = practiceAccount;
/** The sign-in of the user who set up the till. */
export const owner = { way: 'password', username, password } as const;
/** The sign-in of another user of the same company, who may sign in to the same till. */
export const counterUser = {
  way: 'password',
  username: restrictedAccount.username,
  password: restrictedAccount.password,
} as const;

export const pins = { Inês: '735190', Maria: '902817', Rui: '4081' } as const;
export type Name = keyof typeof pins;

export async function startService() {
  const databaseFile = join(newFolder(), 'service.db');
  const service = await startFreshPractice(databaseFile);
  onTestFinished(() => service.close());
  return { baseUrl: service.baseUrl, databaseFile };
}

export interface Computer {
  readonly folder: string;
  readonly store: PlayedKeyStore;
  readonly isWeak: boolean;
}

export const newComputer = (change: Partial<Computer> = {}): Computer => ({
  folder: newFolder(),
  store: new PlayedKeyStore(),
  isWeak: false,
  ...change,
});

/** Starts the program on that computer. */
export function startTill({ folder, store, isWeak }: Computer) {
  const { session, notices, stop } = startSession(folder, direct, new Map(), {
    environment: { doneBy: () => lock.doneBy },
  });
  const clock = new HandClock();
  const log = createLog(join(folder, 'till.log'));
  const ring: KeyRing = new KeyRing({
    ...{ safeStorage: store, isWeak: () => isWeak, clock, log },
    folder: join(folder, 'staff-keys'),
    onAnswered: () => {
      lock.watchIdle();
    },
  });
  const keys = () => ring.of(session.till?.profile);
  const db = () => {
    if (!session.till) throw new Error('no till is open');
    return session.till.db;
  };
  const lock: Lock = new Lock({
    db: () => session.till?.db,
    ...{ keys, clock, onChanged: () => undefined },
  });
  const recovery = new Recovery({ session, lock, keys, clock, log });
  const idOf = (name: string): string =>
    readCashiers(db()).find((cashier) => cashier.name === name)?.cashierId ?? '';
  const manager = new PlayedManager();
  const unlock = (name: Name, pin: string = pins[name]) =>
    lock.unlock({ cashierId: idOf(name), pin });
  return {
    session,
    notices,
    stop,
    clock,
    lock,
    recovery,
    manager,
    keys,
    db,
    idOf,
    unlock,
    place: () => ({ db: db(), keys: keys() }),
    file: () => db().name,
    /** Returns the role of who is at the till, or why nobody is. */
    enter: async (name: Name, pin?: string) => {
      const entered = await unlock(name, pin);
      return entered.ok ? (lock.atTill?.role ?? 'nobody') : entered.error.code;
    },
    /** Returns the outcome of an action that the shop reserves to managers. */
    ask: async (action: ManagerAction = 'export') => {
      const wanted = { actions: [action], askManager: manager.ask };
      const answer = await lock.act(wanted, () => ok('done'));
      if (answer.ok) return answer.value;
      const { error } = answer;
      return error.code === 'manager_unproven' ? `${error.code}: ${error.why}` : error.code;
    },
    recover: (proof: Proof | null, name: Name = 'Inês', pin = '918273') =>
      recovery.recover({ cashierId: idOf(name), pin, proof }),
  };
}
export type RunningTill = ReturnType<typeof startTill>;

/** A till signed in by its owner, with Inês and Maria as managers and Rui as a cashier. */
export async function guardedTill(computer = newComputer()) {
  const service = await startService();
  const till = startTill(computer);
  const signIn = { ...owner, serviceAddress: service.baseUrl, companyCode, tillCode };
  must(await till.session.signIn(signIn));
  for (const [name, role] of people) {
    must(await addPerson(till.place(), { name, role, pin: pins[name] }));
  }
  return { ...till, computer, service };
}

const people: readonly (readonly [Name, Cashier['role']])[] = [
  ['Inês', 'manager'],
  ['Maria', 'manager'],
  ['Rui', 'cashier'],
];

/** Closes the till, lets somebody write to its files, and starts it again. */
export async function attacked(
  till: RunningTill & { readonly computer: Computer },
  attack: string | ((file: string) => void),
  computer: Computer = till.computer,
): Promise<RunningTill> {
  const file = till.file();
  await till.stop();
  if (typeof attack === 'string') tamper(file, attack);
  else attack(file);
  const again = startTill(computer);
  await again.session.resume();
  await answered(again, computer);
  return again;
}

/** Waits until a key store that answers has answered. */
export async function answered(till: RunningTill, { store }: Computer): Promise<void> {
  while (!store.isSilent && till.lock.state?.standing === 'asking') await turn();
}
