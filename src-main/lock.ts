// Who is at the till, whether it is locked, and what a manager has allowed. A till without cashiers is never locked.
import { AsyncLocalStorage } from 'node:async_hooks';
import { err, ok, type Result } from './contract/errors.ts';
import type { Cashier, DoneBy, LockState, ManagerAction, PinEntry } from './contract/lock.ts';
import type { Clock } from './outbox/clock.ts';
import { PinTries } from './pin-tries.ts';
import { hasCashiers, readCashier, readCashiers, readLockRules } from './store/cashiers.ts';
import type { Store } from './store/open.ts';

const approvalMs = 60_000;

/** Somebody at the till, until it is locked. */
interface Presence {
  /** The till that they are at: another one knows nothing of them. */
  readonly db: Store;
  readonly cashierId: string;
  /** What was last asked for and needs a manager, by the action. */
  readonly asked: Map<ManagerAction, string>;
  readonly approvals: Map<ManagerAction, Approval>;
  touchedAtMs: number;
}

interface Approval {
  readonly manager: string;
  readonly what: string;
  readonly untilMs: number;
}

/** What somebody wants done. */
export interface Wanted {
  /** Those that the shop may have left to managers. */
  readonly actions: readonly ManagerAction[];
  /** The same for the same thing alone: an approval is for nothing else. */
  readonly what: string;
}

export interface LockOptions {
  /** Of the till that is open, if one is. */
  readonly db: () => Store | undefined;
  readonly clock: Clock;
  /** It was locked or unlocked. */
  readonly onChanged: () => void;
}

export class Lock {
  readonly #options: LockOptions;
  readonly #tries: PinTries;
  #presence: Presence | null = null;
  #watch = new AbortController();
  /** Who did what is being done: it may take longer than they stay at the till. */
  readonly #doing = new AsyncLocalStorage<DoneBy>();

  constructor(options: LockOptions) {
    this.#options = options;
    this.#tries = new PinTries(options.clock);
  }

  /** Null where the till has no cashiers. */
  get state(): LockState | null {
    const db = this.#options.db();
    if (!db || !hasCashiers(db)) return null;
    return { cashiers: readCashiers(db), atTill: this.atTill, rules: readLockRules(db) };
  }

  get isLocked(): boolean {
    const db = this.#options.db();
    return db !== undefined && this.atTill === null && hasCashiers(db);
  }

  /** As the till's file has them now. Null while it is locked, and where it has no cashiers. */
  get atTill(): Cashier | null {
    const present = this.#present();
    return (present && readCashier(present.db, present.cashierId)) ?? null;
  }

  /** For the history. Null where nobody has said who they are. */
  get doneBy(): DoneBy | null {
    const { atTill } = this;
    return this.#doing.getStore() ?? (atTill && { name: atTill.name });
  }

  /** The sale under way stays, and is from now on this cashier's to finish. Errors: `pin_wrong`, `pin_wait`. */
  async unlock(entry: PinEntry): Promise<Result<null>> {
    const db = this.#options.db();
    if (!db) return err({ code: 'not_signed_in' });
    const right = await this.#tries.check(db, entry);
    if (!right.ok) return right;
    if (this.#options.db() !== db) return err({ code: 'pin_wrong' });
    this.enter(entry.cashierId);
    return ok(null);
  }

  /** For whoever has just said who they are. */
  enter(cashierId: string): void {
    const db = this.#options.db();
    if (!db) return;
    const touchedAtMs = this.#options.clock.monotonicMs();
    this.#presence = { db, cashierId, asked: new Map(), approvals: new Map(), touchedAtMs };
    this.watchIdle();
    this.#options.onChanged();
  }

  lock(): void {
    this.#watch.abort();
    if (!this.#presence) return;
    this.#presence = null;
    this.#options.onChanged();
  }

  /** Somebody is busy at the till. */
  touch(): void {
    const present = this.#present();
    if (present) present.touchedAtMs = this.#options.clock.monotonicMs();
  }

  /**
   * A manager allows once what the cashier at the till has last asked for and needs that action. Errors: `manager_needed`
   * for whoever is none, `pin_wrong`, `pin_wait`.
   */
  async approve(entry: PinEntry, action: ManagerAction): Promise<Result<null>> {
    const present = this.#present();
    if (!present) return ok(null);
    const manager = readCashier(present.db, entry.cashierId);
    if (manager?.role === 'cashier') return err({ code: 'manager_needed', action });
    const what = present.asked.get(action);
    const right = await this.#tries.check(present.db, entry);
    if (!right.ok || !manager || what === undefined) return right;
    const untilMs = this.#options.clock.monotonicMs() + approvalMs;
    present.approvals.set(action, { manager: manager.name, what, untilMs });
    return ok(null);
  }

  /**
   * Does what somebody at the till has asked for, in their name. Where several actions are left to managers the first one is
   * asked for: whoever approves it sees the whole. An approval is used up by what was done, and not by what failed. Errors:
   * `locked`, `manager_needed`.
   */
  async act<Value>(
    { actions, what }: Wanted,
    act: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    if (this.isLocked) return err({ code: 'locked' });
    const present = this.#present();
    const { atTill } = this;
    if (!present || !atTill) return act();
    const { name } = atTill;
    const action = actions.find((one) => isReserved(one, atTill, present.db));
    if (action === undefined) return this.#doing.run({ name }, async () => act());
    const approval = present.approvals.get(action);
    present.approvals.delete(action);
    const isApproved =
      approval?.what === what && approval.untilMs > this.#options.clock.monotonicMs();
    if (!isApproved) {
      present.asked.set(action, what);
      return err({ code: 'manager_needed', action });
    }
    const answer = await this.#doing.run({ name, approvedBy: approval.manager }, async () => act());
    if (!answer.ok) present.approvals.set(action, approval);
    return answer;
  }

  /** After a new PIN: the waits were for the former one. */
  forgetTries(cashierId: string): void {
    this.#tries.forget(cashierId);
  }

  /** Anew after each change of the rules. A file that cannot be read locks the till. */
  watchIdle(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    this.#lockWhenIdle(this.#watch.signal).catch(() => {
      this.lock();
    });
  }

  async #lockWhenIdle(signal: AbortSignal): Promise<void> {
    for (;;) {
      const present = this.#present();
      const idleSeconds = present && readLockRules(present.db).idleSeconds;
      if (!present || idleSeconds === null || signal.aborted) return;
      const untilMs = present.touchedAtMs + idleSeconds * 1000;
      const restMs = untilMs - this.#options.clock.monotonicMs();
      if (restMs <= 0) {
        this.lock();
        return;
      }
      await this.#options.clock.sleep(restMs, signal);
    }
  }

  #present(): Presence | null {
    const present = this.#presence;
    return present && present.db === this.#options.db() ? present : null;
  }
}

function isReserved(action: ManagerAction, { role }: Cashier, db: Store): boolean {
  if (role === 'manager') return false;
  return action === 'manage_cashiers' || readLockRules(db).managerActions.includes(action);
}
