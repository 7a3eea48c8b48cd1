// Which of the service's salesmen each cashier is.
import { salesmenSchema, type Salesman } from '../contract/lock.ts';
import { readCashiers } from './cashiers.ts';
import type { Store } from './open.ts';
import { readTillSettingOr, writeTillSetting } from './till-settings.ts';

const setting = 'salesmen';

/** Returns the salesmen by the cashiers' identifiers. What cannot be read is none. */
export const readSalesmen = (db: Store): Readonly<Record<string, Salesman>> =>
  readTillSettingOr(db, setting, salesmenSchema, {}) ?? {};

export function writeSalesman(db: Store, cashierId: string, salesman: Salesman | null): void {
  const others = Object.entries(readSalesmen(db)).filter(([id]) => id !== cashierId);
  const all = salesman ? [...others, [cashierId, salesman] as const] : others;
  writeTillSetting(db, setting, Object.fromEntries(all));
}

/** Returns the salesman whom the cashier of this name is. No two cashiers have one name. */
export function salesmanOf(db: Store, name: string): Salesman | undefined {
  const cashier = readCashiers(db).find((each) => each.name === name);
  return cashier && readSalesmen(db)[cashier.cashierId];
}
