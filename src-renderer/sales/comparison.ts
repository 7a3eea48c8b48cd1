// What differs between what was sent from here and a document of the service, as far as the service
// shows the document.
import { buyerNumber, type CartLine } from '../../src-main/contract/cart.ts';
import {
  isFinalized,
  type DocumentDetail,
  type DocumentLine,
} from '../../src-main/contract/documents.ts';
import type { Cents } from '../../src-main/contract/money.ts';
import { isOfKind, isTotalKnown, type DocumentKind } from '../../src-main/contract/new-document.ts';
import type { SaleDetail } from '../../src-main/contract/sales.ts';
import { plainTaxNumber } from '../../src-main/contract/tax-number.ts';

interface Differences {
  readonly kind: boolean;
  readonly notFinalized: boolean;
  readonly taxNumber: boolean;
}

export function differencesOf(sale: SaleDetail, document: DocumentDetail): Differences {
  const { kind, finalize } = sale.requestedKind;
  return {
    kind: isKindShown(kind, document) && !isOfKind(document, kind),
    notFinalized: finalize && !isFinalized(document),
    taxNumber: taxNumberDiffers(sale, document),
  };
}

const isKindShown = ({ by }: DocumentKind, { typeId }: DocumentDetail): boolean =>
  by !== 'documentTypeId' || typeId !== null;

function taxNumberDiffers(sale: SaleDetail, { party }: DocumentDetail): boolean {
  const number = buyerNumber(sale);
  // A document without any party shows none that could differ; and of one that was asked for
  // without a number the service knows whose it is.
  if (party === null || (sale.particulars && number === '')) return false;
  return plainTaxNumber(party.fiscalNumber) !== plainTaxNumber(number);
}

export const totalDiffers = ({ particulars, totalCents }: SaleDetail, shownCents: Cents): boolean =>
  isTotalKnown(particulars) && shownCents !== totalCents;

/** `unknown`: the document shows no lines at all. */
export type LineDifference = 'same' | 'differs' | 'not_there' | 'not_sold' | 'unknown';

/**
 * Says how the line that the document shows differs from the one that was sold in its place. What
 * is not shown does not differ.
 */
export function lineDifference(
  sold: CartLine | undefined,
  shownLine: DocumentLine | undefined,
  showsLines: boolean,
): LineDifference {
  if (!showsLines) return 'unknown';
  if (!sold) return shownLine ? 'not_sold' : 'same';
  if (!shownLine) return 'not_there';
  const same =
    (shownLine.code === '' || shownLine.code === sold.code) &&
    (shownLine.quantity === null || shownLine.quantity === sold.quantity) &&
    (shownLine.unitPrice === null || shownLine.unitPrice === sold.unitPrice);
  return same ? 'same' : 'differs';
}

/** Returns whether anything that the document shows is not as it was sent. */
export function differs(sale: SaleDetail, document: DocumentDetail): boolean {
  const places = Math.max(sale.lines.length, document.lines.length);
  return (
    totalDiffers(sale, document.totalCents) ||
    Object.values(differencesOf(sale, document)).includes(true) ||
    Array.from({ length: places }, (_, place) =>
      lineDifference(sale.lines[place], document.lines[place], document.lines.length > 0),
    ).some((difference) => difference !== 'same' && difference !== 'unknown')
  );
}
