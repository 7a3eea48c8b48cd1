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
  const isCounter = 'payment' in content;
  const method = isCounter ? content.payment.method : content.particulars.paymentMethod;
  const mayBeCash = isCounter || takenBy(content.particulars) !== null;
  const cashMethods = mayBeCash ? readDaySettings(db).cashMethods : [];
  const sale = readSaleDetail(db, reference);
  const paid = readPaidInCash(db, reference);
  const isCash =
    method !== null &&
    sale !== undefined &&
    paid !== undefined &&
    isCorrectedInCash(method.id, { ...sale, ...paid }, cashMethods);
  return { isCash, heldCents: isCash ? totals(content.cart).totalCents : zeroCents };
}
