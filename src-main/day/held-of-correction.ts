// What the drawer holds of a sale once it is corrected and its money moved. What a manager is told
// beforehand and what is done follow this one rule.
import { totals } from '../contract/cart.ts';
import { zeroCents, type Cents } from '../contract/money.ts';
import { takenBy, type NewDocument } from '../contract/new-document.ts';
import { isCorrectedInCash, type CounterSale } from '../contract/sales.ts';
import { readPaidInCash } from '../store/cash-movements.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { readSaleDetail } from '../store/sales.ts';

/** Returns the total if it is paid into the drawer, else zero. */
export function heldOfCorrection(
  db: Store,
  { reference, ...content }: (CounterSale | NewDocument) & { readonly reference: string },
): { readonly isCash: boolean; readonly heldCents: Cents } {
  const { method, mayBeCash } =
    'payment' in content
      ? { method: content.payment.method, mayBeCash: true }
      : {
          method: content.particulars.paymentMethod,
          mayBeCash: takenBy(content.particulars) !== null,
        };
  const sale = readSaleDetail(db, reference);
  const paid = readPaidInCash(db, reference);
  const isCash =
    method !== null &&
    sale !== undefined &&
    paid !== undefined &&
    isCorrectedInCash(
      method.id,
      { ...sale, ...paid },
      mayBeCash ? readDaySettings(db).cashMethods : [],
    );
  return { isCash, heldCents: isCash ? totals(content.cart).totalCents : zeroCents };
}
