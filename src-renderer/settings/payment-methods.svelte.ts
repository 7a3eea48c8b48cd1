// The payment methods while they are being edited: text until they are saved.
import * as v from 'valibot';
import { wholeNumber } from '../lines/entry.ts';
import { paymentMethodSchema, type PaymentMethod } from '../../src-main/contract/payment.ts';

export interface Row {
  id: string;
  label: string;
}

export class PaymentMethodsDraft {
  rows = $state<Row[]>([]);

  constructor(methods: readonly PaymentMethod[]) {
    this.rows = methods.map(({ id, label }) => ({ id: String(id), label }));
  }

  add(method?: PaymentMethod): void {
    this.rows.push({ id: method ? String(method.id) : '', label: method?.label ?? '' });
  }

  /** Returns those whose number no row has. */
  without(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
    const ids = this.rows.map(({ id }) => id.trim());
    return methods.filter(({ id }) => !ids.includes(String(id)));
  }

  remove(index: number): void {
    this.rows.splice(index, 1);
  }

  /** Returns the methods, or why they cannot be saved. */
  read(): PaymentMethod[] | 'wrong' | 'twice' {
    const methods = v.safeParse(
      v.array(paymentMethodSchema),
      this.rows.map(({ id, label }) => ({ id: wholeNumber(id), label })),
    );
    if (!methods.success) return 'wrong';
    const ids = methods.output.map(({ id }) => id);
    return ids.some((id, index) => ids.indexOf(id) !== index) ? 'twice' : methods.output;
  }
}
