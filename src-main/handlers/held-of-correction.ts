// What the drawer holds of a sale once it is corrected and its money moved: said to a manager
// before it is done, and done by the same rule.
import { totals } from '../contract/cart.ts';
import { zeroCents, type Cents } from '../contract/money.ts';
import type { NewDocument } from '../contract/new-document.ts';
import type { CounterSale } from '../contract/sales.ts';
import { wasPaidInCash } from '../store/cash-movements.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { readSaleDetail } from '../store/sales.ts';

/**
 * The total, where it is paid into the drawer. A method that stays is what it was when it was sold,
 * whatever the settings say by now.
 */
export function heldOfCorrection(
  db: Store,
  { reference, ...sold }: (CounterSale | NewDocument) & { readonly reference: string },
): Cents {
  if (!('payment' in sold)) return zeroCents;
  const { id } = sold.payment.method;
  const former = readSaleDetail(db, reference);
  const isAsSold = former?.payment?.method.id === id && former.former.length === 0;
  const isCash = isAsSold
    ? wasPaidInCash(db, reference)
    : readDaySettings(db).cashMethods.includes(id);
  return isCash ? totals(sold.cart).totalCents : zeroCents;
}
