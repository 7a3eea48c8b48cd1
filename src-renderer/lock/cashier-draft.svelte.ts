// Somebody who works at the till, while they are being added or changed.
import * as v from 'valibot';
import { cashierNameSchema, type Cashier, type Role } from '../../src-main/contract/lock.ts';

export class CashierDraft {
  readonly #before: Cashier | null;
  name = $state('');
  role = $state<Role>('cashier');
  /** True if somebody has asked for a new PIN. */
  #wantsNewPin = $state(false);

  constructor(cashier: Cashier | null, isFirst: boolean) {
    this.#before = cashier;
    this.name = cashier?.name ?? '';
    this.role = cashier?.role ?? (isFirst ? 'manager' : 'cashier');
  }

  /** A cashier who becomes a manager needs another PIN. */
  get needsNewPin(): boolean {
    return this.#before?.role === 'cashier' && this.role === 'manager';
  }

  get hasNewPin(): boolean {
    return this.needsNewPin || this.#wantsNewPin;
  }

  set hasNewPin(wants: boolean) {
    this.#wantsNewPin = wants;
  }

  get nameWrong(): boolean {
    return !v.is(cashierNameSchema, this.name);
  }
}
