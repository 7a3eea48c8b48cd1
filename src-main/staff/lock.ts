// Who is at the till, whether it is locked, and what a manager has allowed. A till without cashiers
// is never locked.
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
  type Unproven,
} from '../contract/lock.ts';
import type { Cart } from '../contract/cart.ts';
import { actionFor } from '../contract/lowered-prices.ts';
import type { Clock } from '../clock.ts';
import { PinAttempts } from './pin-attempts.ts';
import type { Asked, Presence } from './presence.ts';
import { PriceApprovals, type LoweredSale } from './price-approvals.ts';
import { plantedUsers, rulesOf, standingOf, unprovenOf } from './seal.ts';
import type { StaffKeys } from './staff-key.ts';
import { approvedPrice } from '../contract/exceptions.ts';
import { hasCashiers, readCashier, readCashiers } from '../store/cashiers.ts';
import { noteDecision } from '../store/decisions.ts';
import type { Store } from '../store/open.ts';

const approvalMs = 60_000;

/** What somebody wants done. */
export type Wanted =
  | {
      /** Those that the shop may have left to managers. */
      readonly actions: readonly ManagerAction[];
      /** The same for the same thing alone: an approval is for nothing else. */
      readonly what: string;
      readonly lowered?: never;
    }
  /**
   * A sale at the counter, with what it has below its own price; finished, it takes its approvals
   * with it.
   */
  | { readonly lowered: LoweredSale & { readonly isFinished: boolean } };

export interface LockOptions {
  /** Of the till that is open, if one is. */
  readonly db: () => Store | undefined;
  /** Of that till. */
  readonly keys: () => StaffKeys;
  readonly clock: Clock;
  /** It was locked or unlocked. */
  readonly onChanged: () => void;
}

export class Lock {
  readonly #options: LockOptions;
  readonly #attempts: PinAttempts;
  /**
   * They outlast whoever was at the till: a sale that was put aside is finished by whoever comes.
   */
  readonly #prices = new WeakMap<Store, PriceApprovals>();
  #presence: Presence | null = null;
  #watch = new AbortController();
  /** Who did what is being done: it may take longer than they stay at the till. */
  readonly #doing = new AsyncLocalStorage<DoneBy>();

  constructor(options: LockOptions) {
    this.#options = options;
    this.#attempts = new PinAttempts(options.clock);
  }

  /** Null where the till has no cashiers, and had none when it was last sealed. */
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

  /** For those who are at the till, as long as it is so. */
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
   * As the till's file has them now; a manager who is not proven is a cashier. Null while it is
   * locked, and where it has no cashiers.
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

  /** For the history. Null where nobody has said who they are. */
  get doneBy(): DoneBy | null {
    const { atTill } = this;
    return this.#doing.getStore() ?? (atTill && { name: atTill.name });
  }

  /**
   * The sale under way stays, and is from now on this cashier's to finish. Errors: `pin_wrong`,
   * `pin_wait`.
   */
  async unlock(entry: PinEntry): Promise<Result<null>> {
    const db = this.#options.db();
    if (!db) return err({ code: 'not_signed_in' });
    const right = await this.#attempts.check({ db, keys: this.#options.keys() }, entry);
    if (!right.ok) return right;
    if (this.#options.db() !== db) return err({ code: 'pin_wrong' });
    this.enter(entry.cashierId, right.value.isProven);
    return ok(null);
  }

  /** For whoever has just said who they are, and shown it. */
  enter(cashierId: string, isProven = true): void {
    const db = this.#options.db();
    if (!db) return;
    const touchedAtMs = this.#options.clock.monotonicMs();
    this.#presence = {
      db,
      cashierId,
      isProven,
      asked: new Map(),
      approvals: new Map(),
      touchedAtMs,
    };
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
   * A manager allows what the cashier at the till has last asked for and needs that action: once,
   * or the prices for as long as the sale has them. Errors: `manager_needed` for whoever is none,
   * `manager_unproven` for whoever cannot be shown to be one, `pin_wrong`, `pin_wait`.
   */
  async approve(entry: PinEntry, action: ManagerAction): Promise<Result<null>> {
    const present = this.#present();
    if (!present) return ok(null);
    const manager = readCashier(present.db, entry.cashierId);
    if (manager?.role === 'cashier') return err({ code: 'manager_needed', action });
    const asked = present.asked.get(action);
    const { db } = present;
    const right = await this.#attempts.check({ db, keys: this.#options.keys() }, entry);
    if (!right.ok) return right;
    if (!right.value.isProven) {
      const why = unprovenOf(this.#standing(db)) ?? 'old_pin';
      return err({ code: 'manager_unproven', why });
    }
    if (!manager || asked === undefined) return ok(null);
    this.#noteApproval(present, manager, action, asked);
    if ('lowered' in asked) {
      this.#pricesOf(db).approve(asked.lowered, manager.name);
      present.asked.delete(action);
      return ok(null);
    }
    const { what } = asked;
    const untilMs = this.#options.clock.monotonicMs() + approvalMs;
    present.approvals.set(action, { manager: manager.name, what, untilMs });
    return ok(null);
  }

  /** Before it counts: what cannot be written down is not approved. */
  #noteApproval(
    { db, cashierId }: Presence,
    { name }: Cashier,
    action: ManagerAction,
    asked: Asked,
  ): void {
    noteDecision(db, {
      atMs: this.#options.clock.nowMs(),
      by: readCashier(db, cashierId)?.name ?? null,
      approvedBy: name,
      what: {
        kind: 'approval',
        action,
        prices: 'lowered' in asked ? asked.lowered.prices.map(approvedPrice) : [],
      },
    });
  }

  /**
   * Does what somebody at the till has asked for, in their name. Where several actions are left to
   * managers the first one is asked for: whoever approves it sees the whole. An approval is used up
   * by what was done, and not by what failed. Errors: `locked`, `manager_needed`, and
   * `manager_unproven` where nobody can be shown to be a manager.
   */
  async act<Value>(
    wanted: Wanted,
    act: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    if (this.isLocked) return err({ code: 'locked' });
    const present = this.#present();
    const { atTill } = this;
    if (!present || !atTill) return act();
    if (wanted.lowered) return this.#sell(present, atTill, wanted.lowered, act);
    const { actions, what } = wanted;
    const { name } = atTill;
    const action = actions.find((one) => this.#isReserved(one, atTill, present.db));
    if (action === undefined) return this.#doing.run({ name }, async () => act());
    const approval = present.approvals.get(action);
    present.approvals.delete(action);
    const isApproved =
      approval?.what === what && approval.untilMs > this.#options.clock.monotonicMs();
    if (!isApproved) {
      const why = this.#whyNobody(present.db);
      if (why !== null) return err({ code: 'manager_unproven', why });
      present.asked.set(action, { what });
      return err({ code: 'manager_needed', action });
    }
    const answer = await this.#doing.run({ name, approvedBy: approval.manager }, async () => act());
    if (!answer.ok) present.approvals.set(action, approval);
    return answer;
  }

  /** The sale under way, or one that is put aside, is now like this. */
  noteCart(cart: Cart): void {
    const present = this.#present();
    if (present) this.#pricesOf(present.db).noteCart(cart);
  }

  /**
   * Each price that nobody has approved is asked for, and whoever has approved the others is named.
   */
  async #sell<Value>(
    { db, asked }: Presence,
    atTill: Cashier,
    { isFinished, ...sale }: LoweredSale & { readonly isFinished: boolean },
    act: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const prices = this.#pricesOf(db);
    const { missing, managers } = prices.check(sale);
    const { cartId } = sale;
    const reserved = missing.filter((price) => this.#isReserved(actionFor(price), atTill, db));
    const [first] = reserved;
    if (first) {
      const why = this.#whyNobody(db);
      if (why !== null) return err({ code: 'manager_unproven', why });
      // Whoever approves one of them sees them all.
      const action = actionFor(first);
      asked.set(action, { lowered: { cartId, prices: reserved } });
      return err({ code: 'manager_needed', action, lowered: reserved });
    }
    // Whoever finishes it may be somebody else.
    if (atTill.role === 'manager') prices.approve({ cartId, prices: missing }, atTill.name);
    const { name } = atTill;
    const others = managers.filter((manager) => manager !== name);
    const doneBy = { name, ...(others.length > 0 && { approvedBy: others.join(', ') }) };
    const answer = await this.#doing.run(doneBy, async () => act());
    if (isFinished && answer.ok) prices.end(sale.cartId);
    return answer;
  }

  #pricesOf(db: Store): PriceApprovals {
    const known = this.#prices.get(db) ?? new PriceApprovals();
    this.#prices.set(db, known);
    return known;
  }

  /** After a new PIN: the waits were for the former one. */
  forgetFailedAttempts(cashierId: string): void {
    this.#attempts.forget(cashierId);
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
    const actions: readonly ManagerAction[] = [
      ...alwaysManagers,
      ...this.#rules(db).managerActions,
    ];
    return actions.includes(action);
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

  /** Why no manager can approve anything; null where one can. */
  #whyNobody(db: Store): Unproven | null {
    return unprovenOf(this.#standing(db));
  }
}
