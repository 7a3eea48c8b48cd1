// Somebody who works at the till while they are being added or changed.
import * as v from 'valibot';
import {
  cashierNameSchema,
  pinSchema,
  type Cashier,
  type Role,
} from '../../src-main/contract/lock.ts';

export class CashierDraft {
  readonly #cashier: Cashier | null;
  name = $state('');
  role = $state<Role>('cashier');
  /** Empty keeps the former one, where there is one. */
  pin = $state('');
  pinAgain = $state('');

  constructor(cashier: Cashier | null, isFirst: boolean) {
    this.#cashier = cashier;
    this.name = cashier?.name ?? '';
    this.role = cashier?.role ?? (isFirst ? 'manager' : 'cashier');
  }

  get nameWrong(): boolean {
    return !v.is(cashierNameSchema, this.name);
  }

  get pinWrong(): boolean {
    return !this.#keepsPin && !v.is(pinSchema, this.pin);
  }

  get pinDiffers(): boolean {
    return this.pin !== this.pinAgain;
  }

  get isWrong(): boolean {
    return this.nameWrong || this.pinWrong || this.pinDiffers;
  }

  /** Null for the former one. */
  get newPin(): string | null {
    return this.#keepsPin ? null : this.pin;
  }

  get #keepsPin(): boolean {
    return this.#cashier !== null && this.pin === '';
  }
}
