// What differs between a sale and a document of the service, as far as the service shows the document.
import { buyerNumber, type CartLine } from '../../src-main/contract/cart.ts';
import {
  isFinalized,
  simplifiedInvoiceCode,
  type DocumentDetail,
  type DocumentLine,
} from '../../src-main/contract/documents.ts';
import type { SaleDetail } from '../../src-main/contract/sales.ts';
import { finalConsumerNumber } from '../../src-main/contract/tax-number.ts';

interface Differences {
  readonly kind: boolean;
  readonly notFinalized: boolean;
  readonly taxNumber: boolean;
}

export function differencesOf(sale: SaleDetail, document: DocumentDetail): Differences {
  const shown = document.party?.fiscalNumber ?? '';
  return {
    kind: document.nature.code !== simplifiedInvoiceCode,
    notFinalized: !isFinalized(document),
    // A document without any party shows none that could differ.
    taxNumber:
      document.party !== null && (shown === finalConsumerNumber ? '' : shown) !== buyerNumber(sale),
  };
}

/** `unknown`: the document shows no lines at all. */
export type LineDifference = 'same' | 'differs' | 'not_there' | 'not_sold' | 'unknown';

/** Of the line that was sold and the one that the document shows in its place: what is not shown does not differ. */
export function lineDifference(
  sold: CartLine | undefined,
  shown: DocumentLine | undefined,
  showsLines: boolean,
): LineDifference {
  if (!showsLines) return 'unknown';
  if (!sold) return shown ? 'not_sold' : 'same';
  if (!shown) return 'not_there';
  const same =
    (shown.code === '' || shown.code === sold.code) &&
    (shown.quantity === null || shown.quantity === sold.quantity) &&
    (shown.unitPrice === null || shown.unitPrice === sold.unitPrice);
  return same ? 'same' : 'differs';
}

/** Whether anything that the document shows is not as it was sold. */
export function differs(sale: SaleDetail, document: DocumentDetail): boolean {
  const places = Math.max(sale.lines.length, document.lines.length);
  return (
    document.totalCents !== sale.totalCents ||
    Object.values(differencesOf(sale, document)).includes(true) ||
    Array.from({ length: places }, (_, place) =>
      lineDifference(sale.lines[place], document.lines[place], document.lines.length > 0),
    ).some((difference) => difference !== 'same' && difference !== 'unknown')
  );
}
