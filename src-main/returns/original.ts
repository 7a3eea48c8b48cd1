// The document that goods were sold with, as a return needs it: its lines with the prices that were
// paid, and whom it names.
import * as v from 'valibot';
import {
  cartLineSchema,
  customerSchema,
  totals,
  type Cart,
  type CartLine,
} from '../contract/cart.ts';
import {
  isFinalized,
  isNoteDocument,
  type DocumentDetail,
  type Party,
} from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { namedLines } from '../contract/line-names.ts';
import { cents, noDiscount, percentOfCents, percentSchema, type Cents } from '../contract/money.ts';
import { isSimplifiedNature, isTotalKnown } from '../contract/new-document.ts';
import type { NotReturnable } from '../contract/not-returnable.ts';
import { isOnAccount } from '../contract/payment.ts';
import type { Returned } from '../contract/returns.ts';
import { partyOf, type OpenedDocument } from '../contract/sales.ts';
import { isUsableTaxNumber, plainTaxNumber } from '../contract/tax-number.ts';
import { readMoneyOfFoundSale } from '../store/cash-movements.ts';
import type { Store } from '../store/open.ts';
import { readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { Till } from '../till/till.ts';

export interface Original extends Pick<Cart, 'discount' | 'taxNumber' | 'customer'> {
  readonly origin: Returned['origin'];
  readonly documentName: string;
  /** `yyyy-mm-dd` */
  readonly date: string;
  readonly party: Party | null;
  /** Null where nobody knows what was paid for what. */
  readonly lines: readonly Omit<CartLine, 'lineId'>[] | null;
  readonly totalCents: Cents;
  /** Whether it was sold at this till's counter, so that it is an invoice. */
  readonly isSold: boolean;
  readonly nature: DocumentDetail['nature'];
  readonly typeId: DocumentDetail['typeId'];
}

const not = (why: NotReturnable) => err({ code: 'not_returnable', why });

/** Returns one of this till's own sales. Errors: `not_found`, `not_returnable`. */
export function ownOriginal(db: Store, reference: string): Result<Original> {
  const sale = readSaleDetail(db, reference);
  if (!sale) return err({ code: 'not_found' });
  if (sale.returned) return not('kind');
  if (sale.state === 'queued' || sale.state === 'cancelled') return not(sale.state);
  if (sale.state !== 'confirmed') return not('unsettled');
  // It was cancelled or corrected too late: the customer may have had the money back.
  if (readMoneyOfFoundSale(db, reference) !== null) return not('money_moved');
  // Nobody knows here whether it was paid.
  const madeWith = sale.particulars?.paymentMethod ?? null;
  const isPaid = sale.payment ? !isOnAccount(sale.payment) : madeWith !== null;
  if (!isPaid) return not('on_account');
  const document = readSaleDocument(db, reference);
  const { documentId, docKey, particulars, discount, taxNumber, customer } = sale;
  if (!document || !isFinalized(document) || documentId === null || !docKey)
    return not('not_finalized');
  const isKnown = isTotalKnown(particulars);
  return ok({
    origin: { documentId, docKey, reference },
    documentName: document.documentName,
    date: document.date,
    party: document.party ?? partyOf(sale),
    discount: isKnown ? discount : noDiscount,
    taxNumber,
    ...(customer && { customer }),
    lines: isKnown
      ? sale.lines.map(({ code, description, quantity, unitPrice, unit }) => ({
          ...{ code, description, quantity, unitPrice },
          ...(unit !== undefined && { unit }),
        }))
      : null,
    totalCents: sale.serviceTotalCents ?? (isKnown ? sale.totalCents : document.totalCents),
    isSold: sale.payment !== null,
    nature: document.nature,
    typeId: document.typeId,
  });
}

/**
 * Returns a document that another till made, with its lines where the service shows what was paid
 * for what. Errors: `not_returnable`.
 */
export function shownOriginal(opened: OpenedDocument): Result<Original> {
  const { detail } = opened;
  if (!isFinalized(detail)) return not('not_finalized');
  const known = provenLines(opened);
  return ok({
    origin: { documentId: detail.id, docKey: detail.docKey, reference: null },
    documentName: detail.documentName,
    date: detail.date,
    party: detail.party,
    discount: known?.discount ?? noDiscount,
    ...buyerOf(detail),
    lines: known?.lines ?? null,
    totalCents: detail.totalCents,
    isSold: false,
    nature: detail.nature,
    typeId: detail.typeId,
  });
}

/** Returns the lines at the prices that were paid; undefined if the service does not show both. */
function provenLines(
  opened: OpenedDocument,
): (Pick<Cart, 'discount'> & { readonly lines: readonly Omit<CartLine, 'lineId'>[] }) | undefined {
  const { detail } = opened;
  const lines = namedLines(detail.lines, opened).map((line) =>
    v.safeParse(v.omit(cartLineSchema, ['lineId']), {
      ...{ code: line.code, quantity: line.quantity, unitPrice: line.unitPrice },
      description: line.description || line.code,
    }),
  );
  const read = lines.flatMap((line) => (line.success ? [line.output] : []));
  if (read.length === 0 || read.length < lines.length || lacksLines(detail)) return undefined;
  const discount = provenDiscount(read, detail);
  return discount === undefined ? undefined : { discount, lines: read };
}

export const lacksLines = ({ lineCount, lines }: DocumentDetail): boolean =>
  lineCount !== undefined && lineCount !== lines.length;

/**
 * Returns the discount with which the lines, at prices with tax, come to the document's total:
 * none, or the document's own but for rounding. Undefined if it is neither: the prices are without
 * tax, or something was taken off a single line.
 */
function provenDiscount(
  lines: readonly Omit<CartLine, 'lineId'>[],
  { isTaxIncluded, totalCents, discount = noDiscount }: DocumentDetail,
): Cart['discount'] | undefined {
  const { linesCents } = totals({
    discount: noDiscount,
    lines: lines.map((line) => ({ ...line, lineId: '' })),
  });
  if (isTaxIncluded === false || totalCents <= 0 || linesCents < totalCents) return undefined;
  if (linesCents === totalCents) return noDiscount;
  const comesToCents = linesCents - percentOfCents(linesCents, discount);
  if (Math.abs(comesToCents - totalCents) > lines.length) return undefined;
  const percent = v.safeParse(
    percentSchema,
    Math.round(((linesCents - totalCents) * 10_000) / linesCents),
  );
  if (!percent.success) return undefined;
  const takenCents = percentOfCents(linesCents, percent.output);
  return cents(linesCents - takenCents) === totalCents ? percent.output : undefined;
}

function buyerOf({ party, partyId }: DocumentDetail): Pick<Original, 'taxNumber' | 'customer'> {
  const fiscalNumber = party?.fiscalNumber ?? '';
  const customer = v.safeParse(customerSchema, {
    ...{ partyId, name: (party?.name ?? '').slice(0, 200), fiscalNumber },
  });
  if (customer.success) return { taxNumber: null, customer: customer.output };
  const taxNumber = plainTaxNumber(fiscalNumber);
  return { taxNumber: isUsableTaxNumber(taxNumber) ? taxNumber : null };
}

/** Errors: `not_returnable`, and those of asking the service. */
export async function checkIsInvoice(
  { documents }: Pick<Till, 'documents'>,
  { nature, typeId, documentName }: Pick<DocumentDetail, 'nature' | 'typeId' | 'documentName'>,
): Promise<Result<null>> {
  if (isNoteDocument({ documentName, nature })) return not('kind');
  if (isSimplifiedNature(nature)) return ok(null);
  for (const lookUp of [false, true]) {
    const kinds = await documents.invoiceKinds(lookUp);
    if (!kinds.ok) return kinds;
    const isSeen = kinds.value.some(
      ({ kind }) => kind.id === (kind.by === 'natureId' ? nature.id : typeId),
    );
    if (isSeen) return ok(null);
  }
  return not('kind');
}
