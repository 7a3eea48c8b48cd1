// A manager's forgotten PIN is set anew by a user of the service: the one whose sign-in opened the
// till first, or one whom a manager has added.
import { randomUUID } from 'node:crypto';
import type { Profile } from '../contract/profiles.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { Cashier } from '../contract/lock.ts';
import {
  isSameUser,
  userText,
  type Proof,
  type ProofWay,
  type RecoverPin,
  type ServiceUser,
} from '../contract/recovery.ts';
import type { SignIn } from '../contract/sign-in.ts';
import type { Lock } from './lock.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../clock.ts';
import type { Session } from '../session/session.ts';
import { addCashier, changeCashier, readCashiers, removeLockRules } from '../store/cashiers.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import {
  markRecoveriesRead,
  noAttempts,
  noteRecovery,
  readRecoveryAttempts,
  readSignInAttempts,
  readUnreadRecoveries,
  writeAttempts,
  type Recovery as Recovered,
} from '../store/recoveries.ts';
import { removeRecoveryRecipient } from '../store/recovery-recipient.ts';
import { restartRecoveryUsers } from '../store/recovery-users.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { hashFor, registerUser, type Place } from './people.ts';
import {
  believedUsers,
  dropPlantedUsers,
  sealingKey,
  sealPeople,
  standingOf,
  unprovenOf,
} from './seal.ts';
import type { StaffKey, StaffKeys } from './staff-key.ts';

const calmMs = 3_600_000;

export interface RecoveryOptions {
  readonly session: Pick<Session, 'till' | 'access'>;
  readonly lock: Lock;
  readonly keys: () => StaffKeys;
  readonly clock: Clock;
  readonly log: Log;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  /** A limit of its own, so that somebody who waits for the service keeps nobody from unlocking. */
  readonly #limit: AttemptLimit;
  readonly #signIns: AttemptLimit;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#limit = new AttemptLimit(options.clock);
    this.#signIns = new AttemptLimit(options.clock);
  }

  /**
   * Limits how often somebody at the till may try a password at the till's own service: it may be
   * that of a user who may recover a PIN. An hour without a wrong one makes all free again. Errors:
   * `pin_wait`, and those of `look`.
   */
  trySignIn<Value>(look: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const { session, lock, clock } = this.#options;
    if (!session.till || lock.state === null) return look();
    const { db } = session.till;
    return this.#signIns.attempt(
      {
        id: db.name,
        // The till may have been closed meanwhile.
        read: () => {
          if (!db.open) return undefined;
          const attempts = readSignInAttempts(db);
          return clock.nowMs() - attempts.waitUntilMs < calmMs ? attempts : noAttempts;
        },
        write: (attempts) => {
          if (db.open) writeAttempts(db, 'signIn', attempts);
        },
        outlastsRight: true,
      },
      look,
    );
  }

  /**
   * Gives a manager a new PIN; the manager is at the till then. `isAsked` returns whether it is
   * still wanted once the service has answered. Errors: `pin_not_given`, `not_signed_in`,
   * `not_found` for anybody but a manager, `invalid_value` for a proof that does not fit this till,
   * `recovery_not_allowed`, `recovery_user_unknown`, `cashier_name_taken` for a new manager,
   * `pin_wait`, and those of signing in.
   */
  async recover(request: RecoverPin, isAsked: () => boolean = () => true): Promise<Result<null>> {
    const { cashierId, pin, proof } = request;
    const { session, lock, log } = this.#options;
    const { till } = session;
    if (!till) return err({ code: 'not_signed_in' });
    const place = { db: till.db, keys: this.#options.keys() };
    const newId = randomUUID();
    const find = () => managerOf(place.db, request, newId);
    const person = find();
    if (!person.ok) return person;
    // If nobody works at the till yet, the first manager is added as usual.
    if (cashierId === null && lock.state === null) return err({ code: 'not_found' });
    const proven = await this.#prove(place, till.profile, proof);
    if (!proven.ok) return proven;
    const isUnproven = await staysUnproven(place);
    const key = isUnproven ? await newKey(place.keys) : sealingKey(place.db, place.keys);
    const pinHash = await hashFor({ ...person.value, pin }, key);
    if (session.till !== till) return err({ code: 'not_signed_in' });
    if (!isAsked()) return err({ code: 'pin_not_given' });
    const manager = find();
    if (!manager.ok) return manager;
    const by = proof && proven.value ? { user: proven.value, way: proof.way } : null;
    const isNew = cashierId === null;
    const anew = { manager: manager.value, isNew, pinHash, by, key, isUnproven };
    const changed = this.#write(place, anew);
    if (!changed.ok) return changed;
    log.info('a forgotten PIN was set anew', {
      cashierId: manager.value.cashierId,
      proof: proof?.way ?? 'practice',
    });
    lock.forgetFailedAttempts(manager.value.cashierId);
    lock.enter(manager.value.cashierId);
    return ok(null);
  }

  #write(
    { db, keys }: Place,
    { manager, isNew, pinHash, by, key, isUnproven }: Anew,
  ): Result<null> {
    const atMs = this.#options.clock.nowMs();
    const changed = inTransaction(db, () => {
      const why = isUnproven ? null : unprovenOf(standingOf(db, keys));
      if (why !== null) return err({ code: 'manager_unproven', why });
      const write = isNew ? addCashier : changeCashier;
      const result = write(db, manager, pinHash);
      if (!result.ok) return result;
      if (!isUnproven) dropPlantedUsers(db, keys);
      else {
        // What nobody can vouch for is not sealed. The rules are the strictest again, and the other
        // managers' PINs do not fit the new key.
        removeLockRules(db);
        removeRecoveryRecipient(db);
        if (by) restartRecoveryUsers(db, by.user, atMs);
      }
      if (by) {
        const { cashierId, name } = manager;
        noteRecovery(db, { cashierId, name, atMs, way: by.way, serviceUser: userText(by.user) });
      }
      sealPeople(db, key);
      return result;
    });
    if (!changed.ok || !isUnproven) return changed;
    if (key) keys.use(key);
    else keys.forget();
    return changed;
  }

  /** Returns null for practice, which asks for nobody. */
  async #prove(
    place: Place,
    profile: Profile,
    proof: Proof | null,
  ): Promise<Result<ServiceUser | null>> {
    // Practice's account is published, and there is nothing to guard.
    if (profile.kind === 'practice') return proof ? notAProof : ok(null);
    const request = proof && requestOf(profile, proof);
    if (!request) return notAProof;
    const { db } = place;
    return this.#limit.attempt(
      {
        id: db.name,
        read: () => readRecoveryAttempts(db),
        write: (attempts) => writeAttempts(db, 'recovery', attempts),
      },
      async () => {
        const user = await this.#options.session.access.prove(request);
        return user.ok ? allowed(place, user.value) : user;
      },
    );
  }

  /**
   * Registers a user, who from now on may give a manager a new PIN. Errors: `not_signed_in`,
   * `invalid_value` for a proof that does not fit this till, `recovery_user_unknown`, and those of
   * signing in.
   */
  async register(proof: Proof, isAsked: () => boolean = () => true): Promise<Result<null>> {
    const { session, lock, clock } = this.#options;
    const { till } = session;
    if (!till) return err({ code: 'not_signed_in' });
    const place = { db: till.db, keys: this.#options.keys() };
    const addedBy = lock.doneBy?.approvedBy ?? lock.doneBy?.name ?? till.profile.userName;
    const request = requestOf(till.profile, proof);
    const user = request ? await session.access.prove(request) : notAProof;
    if (!user.ok) return user;
    if (session.till !== till) return err({ code: 'not_signed_in' });
    if (!isAsked()) return err({ code: 'pin_not_given' });
    return registerUser(place, user.value, { addedBy, atMs: clock.nowMs() });
  }

  /** The notices for the manager who is at the till. */
  get notices(): readonly AppError[] {
    return this.#unread.map(({ name, atMs, way, serviceUser: by }) => ({
      ...{ code: 'pin_recovered', name, atMs, way, by },
    }));
  }

  /** Notes that the manager at the till has read the notices. Every other manager still has to. */
  dismiss(): void {
    const { till } = this.#options.session;
    const { atTill } = this.#options.lock;
    const last = this.#unread.at(-1);
    if (till && atTill && last) markRecoveriesRead(till.db, atTill.cashierId, last.recoveryId);
  }

  get #unread(): readonly Recovered[] {
    const { session, lock } = this.#options;
    const { till } = session;
    const { atTill } = lock;
    if (!till || atTill?.role !== 'manager') return [];
    return readUnreadRecoveries(till.db, atTill.cashierId);
  }
}

interface Anew {
  readonly manager: Cashier;
  readonly isNew: boolean;
  readonly pinHash: string;
  readonly by: { readonly user: ServiceUser; readonly way: Proof['way'] } | null;
  readonly key: StaffKey | null;
  readonly isUnproven: boolean;
}

const notAProof = err({ code: 'invalid_value', field: 'proof' });

/** Returns the manager whose PIN is set, or a first one. Errors: `not_found`, `invalid_value`. */
function managerOf(
  db: Store,
  { cashierId, name }: Pick<RecoverPin, 'cashierId' | 'name'>,
  newId: string,
): Result<Cashier> {
  const managers = readCashiers(db).filter(({ role }) => role === 'manager');
  if (cashierId === null && managers.length === 0) {
    if (name === undefined) return err({ code: 'invalid_value', field: 'name' });
    return ok({ cashierId: newId, name, role: 'manager' });
  }
  const manager = managers.find((one) => one.cashierId === cashierId);
  return manager ? ok(manager) : err({ code: 'not_found' });
}

/** Returns whether the managers are unproven even after the key store had its time. */
async function staysUnproven({ db, keys }: Place): Promise<boolean> {
  const isUnproven = () => unprovenOf(standingOf(db, keys)) !== null;
  if (!isUnproven()) return false;
  await keys.settled();
  return isUnproven();
}

/** Returns how to prove that one may recover a PIN; null in practice, which asks for nothing. */
export function proofWayOf({ kind, way }: Profile): ProofWay | null {
  if (kind === 'practice') return null;
  return way === 'token' ? 'token' : 'password';
}

/** Errors: `recovery_not_allowed`, `recovery_user_unknown`. */
function allowed({ db, keys }: Place, user: ServiceUser): Result<ServiceUser> {
  const isNamed = user.id !== null || user.username !== null;
  const compared = believedUsers(db, keys).map((one) => isSameUser(one, user));
  if (compared.includes(true)) return ok(user);
  const isNobodyToCompare = compared.length > 0 && !compared.includes(false);
  return !isNamed || isNobodyToCompare
    ? err({ code: 'recovery_user_unknown' })
    : err({ code: 'recovery_not_allowed', user: userText(user) });
}

/**
 * Returns null if this computer keeps no keys. A key that the key store does not take is good until
 * the next start: the till goes on with it meanwhile.
 */
async function newKey(keys: StaffKeys): Promise<StaffKey | null> {
  const { key, keeping } = keys.make();
  return (await keeping) === 'none' ? null : key;
}

/** Returns a sign-in like the till's own; undefined if that was in another way than the proof's. */
function requestOf(profile: Profile, proof: Proof): SignIn | undefined {
  const { way, serviceAddress, companyCode, tillCode, planId, earlierAddress } = profile;
  const bound = { serviceAddress, companyCode, tillCode };
  if (proof.way === 'token') return way === 'token' ? { ...bound, ...proof } : undefined;
  switch (way) {
    case 'password':
      return { ...bound, ...proof };
    case 'sandbox':
      return { ...bound, ...proof, way, planId };
    case 'earlier':
      return earlierAddress === null ? undefined : { ...bound, ...proof, way, earlierAddress };
    case 'token':
      return undefined;
  }
}
