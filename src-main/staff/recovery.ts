// A manager's forgotten PIN is set anew by whoever may sign in to the service for this very till.
import type { Profile } from '../contract/profiles.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { Cashier } from '../contract/lock.ts';
import type { Proof, RecoverPin } from '../contract/recovery.ts';
import type { SignIn } from '../contract/sign-in.ts';
import type { Lock } from './lock.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../clock.ts';
import { hashPin } from './pin.ts';
import type { Session } from '../session.ts';
import { changeCashier, readCashier, readCashiers } from '../store/cashiers.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import {
  readRecoveries,
  readRecoveryAttempts,
  writeRecoveries,
  writeRecoveryAttempts,
  type Recovery as Recovered,
} from '../store/recoveries.ts';
import { AttemptLimit } from './attempt-limit.ts';

export interface RecoveryOptions {
  readonly session: Pick<Session, 'till' | 'prove'>;
  readonly lock: Lock;
  readonly clock: Clock;
  readonly log: Log;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  /** One of its own: whoever waits for the service keeps nobody from unlocking. */
  readonly #limit: AttemptLimit;

  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#limit = new AttemptLimit(options.clock);
  }

  /**
   * The manager is at the till then. Errors: `not_signed_in`, `not_found` for whoever is no
   * manager, `invalid_value` for what is no proof for this till, `pin_wait`, and those of signing
   * in.
   */
  async recover({ cashierId, pin, proof }: RecoverPin): Promise<Result<null>> {
    const { session, lock, clock, log } = this.#options;
    const { till } = session;
    if (!till) return err({ code: 'not_signed_in' });
    const { db } = till;
    if (!findManager(db, cashierId)) return err({ code: 'not_found' });
    const proven = await this.#prove(db, till.profile, proof);
    if (!proven.ok) return proven;
    const pinHash = await hashPin(pin);
    if (session.till !== till) return err({ code: 'not_signed_in' });
    const manager = findManager(db, cashierId);
    if (!manager) return err({ code: 'not_found' });
    const changed = inTransaction(db, () => {
      const result = changeCashier(db, manager, pinHash);
      if (result.ok && proof) {
        const { way } = proof;
        const recovered = { cashierId, name: manager.name, atMs: clock.nowMs(), way };
        writeRecoveries(db, [...readRecoveries(db), recovered]);
      }
      return result;
    });
    if (!changed.ok) return changed;
    log.info('a forgotten PIN was set anew', {
      name: manager.name,
      proof: proof?.way ?? 'practice',
    });
    lock.forgetFailedAttempts(cashierId);
    lock.enter(cashierId);
    return ok(null);
  }

  async #prove(db: Store, profile: Profile, proof: Proof | null): Promise<Result<null>> {
    // Its account is published, and there is nothing to guard.
    if (profile.kind === 'practice') return proof ? notAProof : ok(null);
    const request = proof && requestOf(profile, proof);
    if (!request) return notAProof;
    return this.#limit.attempt(
      {
        id: db.name,
        read: () => readRecoveryAttempts(db),
        write: (attempts) => {
          writeRecoveryAttempts(db, attempts);
        },
      },
      () => this.#options.session.prove(request),
    );
  }

  /** For the manager who is at the till. */
  get notices(): readonly AppError[] {
    return this.#shown.map(({ name, atMs, way }) => ({ code: 'pin_recovered', name, atMs, way }));
  }

  /** Those that the manager who is at the till has read. */
  dismiss(): void {
    const { till } = this.#options.session;
    const shown = this.#shown;
    if (!till || shown.length === 0) return;
    const kept = readRecoveries(till.db).filter(
      ({ cashierId }) => !shown.some((one) => one.cashierId === cashierId),
    );
    writeRecoveries(till.db, kept);
  }

  /** Whoever has the new PIN is not the one to tell, as long as there is another manager. */
  get #shown(): readonly Recovered[] {
    const { session, lock } = this.#options;
    const { till } = session;
    const { atTill } = lock;
    if (!till || atTill?.role !== 'manager') return [];
    const managers = readCashiers(till.db).filter(({ role }) => role === 'manager');
    return readRecoveries(till.db).filter(
      ({ cashierId }) => managers.length === 1 || cashierId !== atTill.cashierId,
    );
  }
}

const notAProof = err({ code: 'invalid_value', field: 'proof' });

function findManager(db: Store, cashierId: string): Cashier | undefined {
  const cashier = readCashier(db, cashierId);
  return cashier?.role === 'manager' ? cashier : undefined;
}

/** As the till itself was signed in to; undefined where that is another way than the proof's. */
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
