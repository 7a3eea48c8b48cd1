// Cashiers for tests, with hashes that are cheap to make. Their PINs are checked as at the till.
import { scryptSync } from 'node:crypto';
import type { Cashier, Role } from '../../../src-main/contract/lock.ts';
import { addCashier } from '../../../src-main/store/cashiers.ts';
import type { Store } from '../../../src-main/store/open.ts';

export const person = (number: number, name: string, role: Role): Cashier => ({
  cashierId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name,
  role,
});

export const ines = person(1, 'Inês', 'manager');
export const rui = person(2, 'Rui', 'cashier');

/** Each has a PIN of their own. */
export const pinOf = ({ cashierId }: Cashier): string => `73${cashierId.slice(-6)}`;
export const entryOf = (cashier: Cashier) => ({
  cashierId: cashier.cashierId,
  pin: pinOf(cashier),
});

export function cheapHash(pin: string): string {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(pin, salt, 32, { N: 2, r: 1, p: 1 });
  return `scrypt:2:1:1:${salt.toString('hex')}:${hash.toString('hex')}`;
}

export function addPeople(db: Store, ...cashiers: readonly Cashier[]): void {
  for (const cashier of cashiers) {
    const added = addCashier(db, cashier, cheapHash(pinOf(cashier)));
    if (!added.ok) throw new Error(added.error.code);
  }
}
