// Somebody who works at the till while they are being added or changed.
import * as v from 'valibot';
import { cashierNameSchema, type Cashier, type Role } from '../../src-main/contract/lock.ts';
import { NewPin } from './new-pin.svelte.ts';

export class CashierDraft {
  name = $state('');
  role = $state<Role>('cashier');
  readonly newPin: NewPin;

  constructor(cashier: Cashier | null, isFirst: boolean) {
    this.name = cashier?.name ?? '';
    this.role = cashier?.role ?? (isFirst ? 'manager' : 'cashier');
    // Whoever becomes a manager needs another PIN than a cashier's.
    this.newPin = new NewPin(
      () => this.role,
      () => cashier !== null && (cashier.role === 'manager' || this.role === 'cashier'),
    );
  }

  get nameWrong(): boolean {
    return !v.is(cashierNameSchema, this.name);
  }

  get isWrong(): boolean {
    return this.nameWrong || this.newPin.isWrong;
  }
}
