// What the drawer holds of a sale once it is corrected and its money moved. What a manager is told
// beforehand and what is done follow this one rule.
import { totals } from '../contract/cart.ts';
import { zeroCents, type Cents } from '../contract/money.ts';
import type { NewDocument } from '../contract/new-document.ts';
import { isCorrectedInCash, type CounterSale } from '../contract/sales.ts';
import { wasPaidInCash } from '../store/cash-movements.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { readSaleDetail } from '../store/sales.ts';

/** Returns the total if it is paid into the drawer, else zero. */
export function heldOfCorrection(
  db: Store,
  { reference, ...content }: (CounterSale | NewDocument) & { readonly reference: string },
): Cents {
  if (!('payment' in content)) return zeroCents;
  const { id } = content.payment.method;
  const former = readSaleDetail(db, reference);
  if (!former) return zeroCents;
  const sold = { ...former, isCash: wasPaidInCash(db, reference) };
  const isCash = isCorrectedInCash(id, sold, readDaySettings(db).cashMethods);
  return isCash ? totals(content.cart).totalCents : zeroCents;
}
