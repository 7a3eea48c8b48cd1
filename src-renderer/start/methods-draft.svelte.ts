// The payment methods while a person ticks them: those in use first, then those that documents
// name.
import * as v from 'valibot';
import type { LearntMethod } from '../../src-main/contract/learning.ts';
import { paymentMethodSchema, type PaymentMethod } from '../../src-main/contract/payment.ts';

/** The least share of the documents: a method with a smaller one is offered, and not ticked. */
const leastShare = 0.02;

/** Offered first, as each sale begins with the first one. */
const isCash = ({ label }: MethodRow): boolean => /numer[aá]rio|dinheiro|\bcash\b/iu.test(label);

export class MethodRow {
  readonly key: number;
  /** Null for a method that is typed. */
  readonly learnt: LearntMethod | null;
  /** True if its number is typed. */
  readonly isNew: boolean;
  isUsed = $state(false);
  id = $state('');
  label = $state('');

  constructor(key: number, method: PaymentMethod | null, learnt: LearntMethod | null) {
    this.key = key;
    this.learnt = learnt;
    this.isNew = method === null;
    this.id = method === null ? '' : String(method.id);
    this.label = method?.label ?? '';
  }
}

export type MethodProblem = 'none_used' | 'wrong' | 'twice' | 'cash';

/** Stands in place of a method's number. */
export const noCash = 'none';

export class MethodsDraft {
  rows = $state.raw<readonly MethodRow[]>([]);
  /** The number of the method that is cash, or `noCash`; null as long as nobody has said. */
  #cash = $state<string | null>(null);

  /** `cashMethods` are those of the working day. */
  constructor(
    inUse: readonly PaymentMethod[],
    learnt: readonly LearntMethod[],
    cashMethods: readonly number[],
  ) {
    const most = Math.max(0, ...learnt.map(({ documents }) => documents));
    const own = inUse.map((method) =>
      this.#row(method, learnt.find(({ id }) => id === method.id) ?? null, true),
    );
    const others = learnt
      .filter(({ id }) => !inUse.some((method) => method.id === id))
      .map((method) =>
        this.#row(method, method, inUse.length === 0 && method.documents >= most * leastShare),
      );
    this.rows = [...own, ...others.filter(isCash), ...others.filter((row) => !isCash(row))];
    const [first] = cashMethods.filter((id) => inUse.some((method) => method.id === id));
    this.#cash = first === undefined ? null : String(first);
  }

  #row(method: PaymentMethod, learnt: LearntMethod | null, isUsed: boolean): MethodRow {
    const row = new MethodRow(method.id, method, learnt);
    row.isUsed = isUsed;
    return row;
  }

  add(): void {
    const key = Math.min(0, ...this.rows.map((row) => row.key)) - 1;
    const row = new MethodRow(key, null, null);
    row.isUsed = true;
    this.rows = [...this.rows, row];
  }

  get cash(): string | null {
    return this.#cash;
  }

  /** The first method is the one that each sale begins with, and so cash. */
  set cash(cash: string | null) {
    this.#cash = cash;
    const row = this.rows.find(({ id }) => id.trim() === cash);
    if (row) this.rows = [row, ...this.rows.filter((other) => other !== row)];
  }

  /** Moves a row one place up or down. */
  move(row: MethodRow, by: -1 | 1): void {
    const from = this.rows.indexOf(row);
    const rows = this.rows.filter((other) => other !== row);
    rows.splice(Math.max(0, from + by), 0, row);
    this.rows = rows;
  }

  get used(): readonly MethodRow[] {
    return this.rows.filter(({ isUsed }) => isUsed);
  }

  get canAdd(): boolean {
    return this.used.length < 20;
  }

  get learntCount(): number {
    return this.rows.filter(({ learnt }) => learnt !== null).length;
  }

  /** Returns the methods and which of them is cash, or why they cannot be used. */
  read(): { readonly methods: PaymentMethod[]; readonly cashId: number | null } | MethodProblem {
    const used = this.used.map(({ id, label }) => ({
      id: /^\d{1,15}$/.test(id.trim()) ? Number(id) : NaN,
      label,
    }));
    if (used.length === 0) return 'none_used';
    const methods = v.safeParse(v.array(paymentMethodSchema), used);
    if (!methods.success) return 'wrong';
    const ids = methods.output.map(({ id }) => id);
    if (ids.some((id, index) => ids.indexOf(id) !== index)) return 'twice';
    const cashId = ids.find((id) => String(id) === this.cash) ?? null;
    if (cashId === null && this.cash !== noCash) return 'cash';
    return { methods: methods.output, cashId };
  }
}
