// What the customer is shown of a sale. It is bounded, however long the sale is.
import { buyerNumber, countPieces, totals, type Cart, type CartLine } from '../contract/cart.ts';
import type { DisplayLine, DisplayView } from '../contract/display.ts';
import { lineTotalCents, type Cents } from '../contract/money.ts';
import { changeOf, type Payment } from '../contract/payment.ts';

/** More than any screen has room for. */
const mostLines = 32;

export const saleView = (cart: Cart, lastLineId: string | null): DisplayView => {
  const { totalCents, discountCents } = totals(cart);
  return {
    kind: 'sale',
    lines: latest(cart.lines, lastLineId).map(shownLine),
    lineCount: cart.lines.length,
    pieces: countPieces(cart.lines),
    discount: cart.discount,
    discountCents,
    totalCents,
    taxNumber: buyerNumber(cart),
  };
};

export const toPayView = (cart: Cart, method: string): DisplayView => ({
  kind: 'to_pay',
  totalCents: totals(cart).totalCents,
  method,
  taxNumber: buyerNumber(cart),
});

export const paidView = (totalCents: Cents, { method, tenderedCents }: Payment): DisplayView => ({
  kind: 'paid',
  totalCents,
  tenderedCents: tenderedCents ?? totalCents,
  changeCents: changeOf(totalCents, tenderedCents),
  method: method.label,
});

/** Returns the line that is new or changed since `before`: the last of several, null for none. */
export function changedLine(before: Cart | null, now: Cart): string | null {
  const known = new Map(
    before?.cartId === now.cartId ? before.lines.map((line) => [line.lineId, line]) : [],
  );
  const isChanged = (line: CartLine): boolean => {
    const was = known.get(line.lineId);
    return was?.quantity !== line.quantity || was.unitPrice !== line.unitPrice;
  };
  return now.lines.findLast(isChanged)?.lineId ?? null;
}

/**
 * Picks the lines to show. The line that changed last comes last, where the eye is, though it may
 * be an old one.
 */
function latest(lines: readonly CartLine[], lastLineId: string | null): readonly CartLine[] {
  const last = lines.find(({ lineId }) => lineId === lastLineId) ?? lines.at(-1);
  if (!last) return [];
  return [...lines.filter((line) => line !== last).slice(1 - mostLines), last];
}

const shownLine = (line: CartLine): DisplayLine => ({
  lineId: line.lineId,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit ?? '',
  unitPrice: line.unitPrice,
  listPrice: line.listPrice ?? null,
  totalCents: lineTotalCents(line.quantity, line.unitPrice),
});
