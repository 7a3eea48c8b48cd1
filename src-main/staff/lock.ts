// Knows who is at the till, whether it is locked, and what a manager has allowed. A till without
// cashiers is never locked.
import { AsyncLocalStorage } from 'node:async_hooks';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import {
  alwaysManagers,
  isUnproven,
  type Cashier,
  type DoneBy,
  type LockState,
  type ManagerAction,
  type PinEntry,
  type Standing,
} from '../contract/lock.ts';
import type { Cart } from '../contract/cart.ts';
import { actionFor, type LoweredPrice } from '../contract/lowered-prices.ts';
import type { Clock } from '../clock.ts';
import { PinAttempts } from './pin-attempts.ts';
import { PriceApprovals, type LoweredSale } from './price-approvals.ts';
import { plantedUsers, rulesOf, standingOf, unprovenOf } from './seal.ts';
import type { StaffKeys } from './staff-key.ts';
import { approvedPrice } from '../contract/exceptions.ts';
import { hasCashiers, readCashier, readCashiers } from '../store/cashiers.ts';
import { noteDecision } from '../store/decisions.ts';
import type { Store } from '../store/open.ts';

export interface ToApprove {
  /** The name of the person who asks. */
  readonly by: string;
  readonly action: ManagerAction;
  readonly managers: readonly Cashier[];
  /** The prices of a sale; empty for anything else. */
  readonly prices: readonly LoweredPrice[];
}

/** Has a manager type their PIN until `check` is right. Returns its answer, or why not. */
export type AskManager = (
  toApprove: ToApprove,
  check: (entry: PinEntry) => Promise<Result<Cashier>>,
) => Promise<Result<Cashier>>;

/** What somebody wants to do. */
export type Wanted = { readonly askManager: AskManager } & (
  | {
      /** The actions that the shop may have left to managers. */
      readonly actions: readonly ManagerAction[];
      readonly lowered?: never;
    }
  /** A sale at the counter, with its lowered prices. Once finished, its approvals end. */
  | { readonly lowered: LoweredSale & { readonly isFinished: boolean } }
);

/** Somebody who is at the till until it is locked. */
interface Presence {
  /** The till that they are at. Another till knows nothing of them. */
  readonly db: Store;
  readonly cashierId: string;
  /** True if their PIN has shown who they are. Else a manager is treated as a cashier. */
  readonly isProven: boolean;
  touchedAtMs: number;
}

export interface LockOptions {
  /** Returns the file of the open till, if one is open. */
  readonly db: () => Store | undefined;
  readonly keys: () => StaffKeys;
  readonly clock: Clock;
  /** Tells that the till was locked or unlocked. */
  readonly onChanged: () => void;
}

export class Lock {
  readonly #options: LockOptions;
  readonly #attempts: PinAttempts;
  /** Approvals of prices outlast the person: another may finish a sale that was put aside. */
  readonly #prices = new WeakMap<Store, PriceApprovals>();
  #presence: Presence | null = null;
  /** The person who was there when the till was locked, until what they left half-typed is kept. */
  #left: Pick<Presence, 'db' | 'cashierId'> | null = null;
  #watch = new AbortController();
  /** The person who did what is being done, which may take longer than they stay at the till. */
  readonly #doing = new AsyncLocalStorage<DoneBy>();

  constructor(options: LockOptions) {
    this.#options = options;
    this.#attempts = new PinAttempts(options.clock);
  }

  /** Null if the till has no cashiers, and had none when it was last sealed. */
  get state(): LockState | null {
    const db = this.#options.db();
    if (!db || !this.#isLockable(db)) return null;
    return {
      cashiers: readCashiers(db),
      atTill: this.atTill,
      standing: this.#standing(db),
      rules: this.#rules(db),
    };
  }

  /** The notices for people at the till, as long as their reason lasts. */
  get notices(): readonly AppError[] {
    const db = this.#options.db();
    if (!db) return [];
    const standing = this.#standing(db);
    if (isUnproven(standing)) return [{ code: 'manager_unproven', why: standing }];
    const planted = plantedUsers(db, this.#options.keys());
    return planted.length > 0 ? [{ code: 'recovery_users_changed' }] : [];
  }

  get isLocked(): boolean {
    const db = this.#options.db();
    return db !== undefined && this.atTill === null && this.#isLockable(db);
  }

  /**
   * The cashier at the till, as the till's file has them now. A manager who is not proven is a
   * cashier. Null while the till is locked, and if it has no cashiers.
   */
  get atTill(): Cashier | null {
    const present = this.#present();
    const cashier = present && readCashier(present.db, present.cashierId);
    if (!cashier) return null;
    const isBelieved =
      cashier.role === 'cashier' ||
      (present.isProven && unprovenOf(this.#standing(present.db)) === null);
    return isBelieved ? cashier : { ...cashier, role: 'cashier' };
  }

  /** The name to write into the history. Null if nobody has said who they are. */
  get doneBy(): DoneBy | null {
    const { atTill } = this;
    return this.#doing.getStore() ?? (atTill && { name: atTill.name });
  }

  /**
   * Unlocks the till. The sale under way stays, and from now on this cashier may finish it.
   * `isAsked` returns whether the answer is still wanted once the PIN is checked. Errors:
   * `pin_wrong`, `pin_wait`, `pin_not_given`.
   */
  async unlock(entry: PinEntry, isAsked: () => boolean = () => true): Promise<Result<null>> {
    const db = this.#options.db();
    if (!db) return err({ code: 'not_signed_in' });
    const right = await this.#attempts.check({ db, keys: this.#options.keys(), by: null }, entry);
    if (!right.ok) return right;
    if (this.#options.db() !== db) return err({ code: 'pin_wrong' });
    if (!isAsked()) return err({ code: 'pin_not_given' });
    this.enter(entry.cashierId, right.value.isProven);
    return ok(null);
  }

  /** Lets somebody in who has just said and shown who they are. */
  enter(cashierId: string, isProven = true): void {
    const db = this.#options.db();
    if (!db) return;
    const touchedAtMs = this.#options.clock.monotonicMs();
    this.#presence = { db, cashierId, isProven, touchedAtMs };
    this.watchIdle();
    this.#options.onChanged();
  }

  lock(): void {
    this.#watch.abort();
    if (!this.#presence) return;
    this.#left = this.#presence;
    this.#presence = null;
    this.#options.onChanged();
  }

  /** Returns, once for each locking, whose drafts the page hands over; null for nobody's. */
  takeLeaver(db: Store): string | null {
    const left = this.#left;
    this.#left = null;
    return left?.db === db && this.isLocked ? left.cashierId : null;
  }

  /** Notes that somebody is busy at the till. */
  touch(): void {
    const present = this.#present();
    if (present) present.touchedAtMs = this.#options.clock.monotonicMs();
  }

  /**
   * Asks a manager, and writes the approval down before it counts. Returns the manager's name.
   * Errors: `manager_unproven` if nobody can be shown to be one, `manager_needed` if nobody has
   * approved it or the till was locked meanwhile, and those of asking.
   */
  async #approved(
    present: Presence,
    toApprove: Omit<ToApprove, 'managers'>,
    askManager: AskManager,
  ): Promise<Result<string>> {
    const { db } = present;
    const { by, action, prices } = toApprove;
    const why = unprovenOf(this.#standing(db));
    if (why !== null) return err({ code: 'manager_unproven', why });
    const managers = readCashiers(db).filter(({ role }) => role === 'manager');
    const manager = await askManager({ ...toApprove, managers }, (entry) =>
      this.#checkManager(present, entry, toApprove),
    );
    if (!manager.ok) {
      const { error } = manager;
      return error.code === 'pin_not_given' ? err({ code: 'manager_needed', action }) : manager;
    }
    if (this.#present() !== present) return err({ code: 'manager_needed', action });
    const { name } = manager.value;
    noteDecision(db, {
      ...{ atMs: this.#options.clock.nowMs(), by, approvedBy: name },
      what: { kind: 'approval', action, prices: prices.map(approvedPrice) },
    });
    return ok(name);
  }

  /**
   * Errors: `manager_needed` for a cashier, `manager_unproven` for a manager who cannot be shown to
   * be one, `pin_wrong`, `pin_wait`.
   */
  async #checkManager(
    { db }: Presence,
    entry: PinEntry,
    { by, action }: Pick<ToApprove, 'by' | 'action'>,
  ): Promise<Result<Cashier>> {
    const manager = readCashier(db, entry.cashierId);
    if (manager?.role === 'cashier') return err({ code: 'manager_needed', action });
    const right = await this.#attempts.check({ db, keys: this.#options.keys(), by }, entry);
    if (!right.ok) return right;
    if (!manager) return err({ code: 'pin_wrong' });
    if (right.value.isProven) return ok(manager);
    const why = unprovenOf(this.#standing(db)) ?? 'old_pin';
    return err({ code: 'manager_unproven', why });
  }

  /**
   * Does what somebody at the till has asked for, in their name. If several actions are left to
   * managers, the first one is asked for: the manager sees the whole request. An approval is for
   * what is done then, whether it succeeds or fails. Errors: `locked`, `manager_needed`, and
   * `manager_unproven` if nobody can be shown to be a manager.
   */
  async act<Value>(
    wanted: Wanted,
    act: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    if (this.isLocked) return err({ code: 'locked' });
    const present = this.#present();
    const { atTill } = this;
    if (!present || !atTill) return act();
    const { askManager } = wanted;
    if (wanted.lowered) return this.#sell(present, atTill, wanted, act);
    const { name } = atTill;
    const action = wanted.actions.find((one) => this.#isReserved(one, atTill, present.db));
    if (action === undefined) return this.#doing.run({ name }, async () => act());
    const approved = await this.#approved(present, { by: name, action, prices: [] }, askManager);
    if (!approved.ok) return approved;
    return this.#doing.run({ name, approvedBy: approved.value }, async () => act());
  }

  /** Handles a change of the sale under way, or of one that is put aside. */
  noteCart(cart: Cart): void {
    const present = this.#present();
    if (present) this.#pricesOf(present.db).noteCart(cart);
  }

  /** Asks for each unapproved price, and names the managers who have approved the others. */
  async #sell<Value>(
    present: Presence,
    atTill: Cashier,
    { askManager, lowered }: Extract<Wanted, { readonly lowered: LoweredSale }>,
    act: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const { isFinished, cartId, prices } = lowered;
    const { db } = present;
    const { name } = atTill;
    const approvals = this.#pricesOf(db);
    const reserved = approvals
      .check({ cartId, prices })
      .missing.filter((price) => this.#isReserved(actionFor(price), atTill, db));
    const [first] = reserved;
    if (first) {
      // The manager who approves one of them sees them all.
      const toApprove = { by: name, action: actionFor(first), prices: reserved };
      const approved = await this.#approved(present, toApprove, askManager);
      if (!approved.ok) return approved;
      approvals.approve({ cartId, prices: reserved }, approved.value);
    }
    const { missing, managers } = approvals.check({ cartId, prices });
    // Somebody else may finish the sale.
    if (atTill.role === 'manager') approvals.approve({ cartId, prices: missing }, name);
    const others = managers.filter((manager) => manager !== name);
    const doneBy = { name, ...(others.length > 0 && { approvedBy: others.join(', ') }) };
    const answer = await this.#doing.run(doneBy, async () => act());
    if (isFinished && answer.ok) approvals.end(cartId);
    return answer;
  }

  #pricesOf(db: Store): PriceApprovals {
    const known = this.#prices.get(db) ?? new PriceApprovals();
    this.#prices.set(db, known);
    return known;
  }

  /** Forgets the waits after a new PIN: they were for the former one. */
  forgetFailedAttempts(cashierId: string): void {
    this.#attempts.forget(cashierId);
  }

  /** Begins anew after each change of the rules. A file that cannot be read locks the till. */
  watchIdle(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    this.#lockWhenIdle(this.#watch.signal).catch(() => this.lock());
  }

  async #lockWhenIdle(signal: AbortSignal): Promise<void> {
    for (;;) {
      const present = this.#present();
      const idleSeconds = present && this.#rules(present.db).idleSeconds;
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

  #isReserved(action: ManagerAction, { role }: Cashier, db: Store): boolean {
    if (role === 'manager') return false;
    return [...alwaysManagers, ...this.#rules(db).managerActions].includes(action);
  }

  #isLockable(db: Store): boolean {
    return hasCashiers(db) || this.#standing(db) === 'people_gone';
  }

  #standing(db: Store): Standing {
    return standingOf(db, this.#options.keys());
  }

  #rules(db: Store) {
    return rulesOf(db, this.#options.keys());
  }
}
