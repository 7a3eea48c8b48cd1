// What customers have of returns and spend at the till: a return of the open day whose money stays
// in the drawer counts as handed over with a sale that follows. In the sums it is money that goes
// out and comes in again, so that nothing is lost with what is kept here.
import * as v from 'valibot';
import { openExchangeSchema, type OpenExchange } from '../contract/returns.ts';
import type { Store } from './open.ts';
import { readRows } from './prepared.ts';
import { readOpenShift } from './shifts.ts';
import { readTillSettingOr, writeTillSetting } from './till-settings.ts';

const setting = 'exchanges';
const references = v.array(v.string());

/** Returns those of the open day that are not spent, oldest first. */
export function readOpenExchanges(db: Store): readonly OpenExchange[] {
  const keptReferences = readTillSettingOr(db, setting, references, []) ?? [];
  const shift = keptReferences.length === 0 ? undefined : readOpenShift(db);
  if (!shift) return [];
  return readRows(
    db,
    openExchangeSchema,
    `SELECT reference, content ->> '$.returned.origin.docKey' AS docKey,
       total_cents AS totalCents,
       NOT EXISTS (SELECT 1 FROM sale AS later WHERE later.sale_id > sale.sale_id
         AND later.reference NOT IN (SELECT value FROM json_each(@references))) AS isNext
     FROM sale
     WHERE reference IN (SELECT value FROM json_each(@references)) AND shift_id = @shiftId
       AND cash_cents < 0 AND state <> 'cancelled'
     ORDER BY sale_id`,
    { references: JSON.stringify(keptReferences), shiftId: shift.shiftId },
  );
}

/** Must be called in the transaction that commits the return. */
export function beginExchange(db: Store, reference: string): void {
  const open = readOpenExchanges(db).map((one) => one.reference);
  writeTillSetting(db, setting, [...open, reference]);
}

/** Returns whether all of them were open. Nothing changes if one was not. */
export function endExchanges(db: Store, ended: readonly string[]): boolean {
  const open = readOpenExchanges(db).map(({ reference }) => reference);
  if (!ended.every((reference) => open.includes(reference))) return false;
  writeTillSetting(
    db,
    setting,
    open.filter((reference) => !ended.includes(reference)),
  );
  return true;
}
