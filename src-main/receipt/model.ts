// What a receipt says, as data: amounts in integers, texts as they came. Every way to put it on
// paper starts from here.
import type { Language } from '../contract/languages.ts';
import { totals } from '../contract/cart.ts';
import {
  isFinalized,
  showsTooFewLines,
  type DocumentDetail,
  type FiscalMarks,
  type Party,
  type TaxAmount,
} from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { namedLines } from '../contract/line-names.ts';
import { isTotalKnown } from '../contract/new-document.ts';
import {
  lineTotalCents,
  zeroCents,
  type Cents,
  type PercentHundredths,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../contract/money.ts';
import { changeOf, type Payment } from '../contract/payment.ts';
import type { ReceiptSettings } from '../contract/printing.ts';
import type { Profile } from '../contract/profiles.ts';
import type { Returned } from '../contract/returns.ts';
import { partyOf, type OpenedDocument, type SaleDetail } from '../contract/sales.ts';

/** What every paper has, whatever it is about. */
export interface PaperHead {
  readonly language: Language;
  readonly practice: boolean;
  /** The till that prints, and who is signed in there. */
  readonly shop: Pick<Profile, 'companyName' | 'tillName' | 'userName'>;
  /** What the company adds to each paper. */
  readonly settings: ReceiptSettings;
}

export interface ReceiptOptions extends PaperHead {
  /** Whether this receipt has left the till before, so that this one is a second copy. */
  readonly copy: boolean;
}

export interface ReceiptLine {
  readonly description: string;
  readonly quantity: QuantityThousandths | null;
  /** Empty if none is known. */
  readonly unit: string;
  readonly unitPrice: UnitPriceMicros | null;
  /** Null if the price was not lowered. */
  readonly listPrice: UnitPriceMicros | null;
  /** Null on others' documents: the API does not show where it says what lines come to. */
  readonly amountCents: Cents | null;
}

interface ReceiptDiscount {
  readonly linesCents: Cents;
  readonly percent: PercentHundredths;
  readonly discountCents: Cents;
}

interface ReceiptPayment {
  readonly method: string;
  /** What was paid, if nothing was handed over in cash. */
  readonly tenderedCents: Cents;
  readonly changeCents: Cents;
  /** The total that the till said, and the customer paid; null if the document has the same. */
  readonly paidCents: Cents | null;
}

interface Paper extends PaperHead {
  /** Empty if a document of others has none. */
  readonly reference: string;
  readonly lines: readonly ReceiptLine[];
  readonly discount: ReceiptDiscount | null;
  /** The rounding of a purchase; zero on all others. */
  readonly roundCents: Cents;
  readonly totalCents: Cents;
  readonly payment: ReceiptPayment | null;
  /** Null if it takes no goods back. */
  readonly returned: Returned | null;
}

/** The receipt of a document that the service has finalized. */
export interface Receipt extends Paper {
  readonly kind: 'receipt';
  readonly copy: boolean;
  readonly documentName: string;
  readonly docKey: string;
  /** `yyyy-mm-dd` and `hh:mm:ss`, perhaps with fractional seconds (service-api, Conventions). */
  readonly date: string;
  readonly time: string;
  /** Null if a document of others names none; nobody in particular is the final consumer. */
  readonly customer: Party | null;
  readonly netCents: Cents | null;
  readonly taxesCents: Cents | null;
  /** The taxes as far as the service has named them. */
  readonly taxes: readonly TaxAmount[];
  /** The marks as far as the service has sent any. */
  readonly marks: FiscalMarks | null;
  /** Whether ATCUD and QR code are missing of a document with a customer, named or not. */
  readonly lacksMarks: boolean;
  /** Whether the service has not shown all lines, and no earlier answer had any. */
  readonly lacksLines: boolean;
  /** Whether the service came to another total than the lines and the discount; its own counts. */
  readonly totalDiffers: boolean;
  readonly headerText: string;
  readonly footerText: string;
}

/** The receipt of goods that somebody gives away: it says what, and not for how much. */
export interface GiftReceipt extends Omit<Receipt, 'kind'> {
  readonly kind: 'gift';
}

/** The slip of an unconfirmed sale: it says that it is no invoice, and looks like none. */
export interface ProvisionalSlip extends Paper {
  readonly kind: 'provisional';
  readonly savedAtMs: number;
  /** Null for a final consumer. */
  readonly customer: Party | null;
  /** What somebody has written on the sale. */
  readonly footerText: string;
}

export type ReceiptModel = Receipt | GiftReceipt | ProvisionalSlip;

/** Errors: `not_finalized` for a slip, and for what takes goods back. */
export const giftOf = (model: ReceiptModel): Result<GiftReceipt> =>
  model.kind === 'provisional' || model.returned
    ? err({ code: 'not_finalized' })
    : ok({ ...model, kind: 'gift' });

/**
 * Returns the receipt of one of our sales. What identifies it and its totals come from the
 * service's answer, lines and payment from what was sent. An unconfirmed sale gives the provisional
 * slip, whatever document is known for it.
 * Errors: `not_finalized` for a cancelled sale, and for a confirmed one without a finalized
 * document; `no_fiscal_marks` if the company prints nothing without them.
 */
export function receiptOfSale(
  sale: SaleDetail,
  document: DocumentDetail | null,
  options: ReceiptOptions,
): Result<ReceiptModel> {
  if (sale.state === 'cancelled') return err({ code: 'not_finalized' });
  if (sale.state !== 'confirmed') return ok(provisionalSlip(sale, options));
  if (!document || !isFinalized(document)) return err({ code: 'not_finalized' });
  const customer = document.party ?? partyOf(sale) ?? anonymousOf(sale);
  const head = receiptHead(document, customer, options);
  if (!head.ok) return head;
  return ok({
    ...head.value,
    ...soldPart(sale, document.totalCents),
    reference: sale.reference,
    footerText: withOwnText(document.footerText, sale.particulars?.footerText ?? ''),
    lacksLines: false,
    totalDiffers:
      isTotalKnown(sale.particulars) &&
      (sale.returned ? Math.abs(document.totalCents) : document.totalCents) !== sale.totalCents,
  });
}

/** Adds the text that was sent if the service's answer does not have it. */
const withOwnText = (answered: string, sent: string): string =>
  answered.includes(sent) ? answered : [sent, answered].filter(Boolean).join('\n');

/** A buyer at the counter without a name is the final consumer; a stock entry has no customer. */
const anonymousOf = ({ payment }: SaleDetail): Party | null =>
  payment === null ? null : { name: '', fiscalNumber: '' };

/**
 * Returns the receipt of any document of the service, as far as its lines were recognised, with the
 * names that the screen shows.
 * Errors: `not_finalized`, `no_fiscal_marks`.
 */
export function receiptOfDocument(
  opened: Pick<OpenedDocument, 'detail' | 'sale' | 'products'>,
  options: ReceiptOptions,
): Result<ReceiptModel> {
  const { detail: document } = opened;
  if (!isFinalized(document)) return err({ code: 'not_finalized' });
  const head = receiptHead(document, document.party, options);
  if (!head.ok) return head;
  return ok({
    ...head.value,
    reference: document.ourReference,
    lines: namedLines(document.lines, opened).map((line) => ({
      description: line.description || line.code,
      quantity: line.quantity,
      unit: '',
      unitPrice: line.unitPrice,
      listPrice: null,
      amountCents: null,
    })),
    discount: null,
    roundCents: zeroCents,
    totalCents: document.totalCents,
    payment: null,
    returned: null,
    lacksLines: showsTooFewLines(document),
    totalDiffers: false,
  });
}

/** Returns what both have in common. A document without a customer needs no fiscal marks. */
function receiptHead(
  document: DocumentDetail,
  customer: Party | null,
  { language, practice, copy, shop, settings }: ReceiptOptions,
) {
  const { documentName, docKey, date, time, netCents, taxesCents, taxes, headerText, footerText } =
    document;
  const marks = document.marks ?? null;
  const hasBoth = marks !== null && marks.atcud !== '' && marks.qrText !== '';
  const isForSomebody = customer !== null || document.partyId !== undefined;
  const lacksMarks = isForSomebody && !hasBoth;
  if (lacksMarks && settings.withoutMarks === 'refuse') return err({ code: 'no_fiscal_marks' });
  const fromService = { documentName, docKey, date, time, netCents, taxesCents, taxes };
  const texts = { headerText, footerText };
  const common = { language, practice, copy, shop, settings };
  const head = { kind: 'receipt', customer, marks, lacksMarks } as const;
  return ok({ ...head, ...common, ...fromService, ...texts });
}

function provisionalSlip(sale: SaleDetail, options: ReceiptOptions): ProvisionalSlip {
  const { language, practice, shop, settings } = options;
  return {
    kind: 'provisional',
    language,
    practice,
    shop,
    settings,
    reference: sale.reference,
    savedAtMs: sale.committedAtMs,
    customer: partyOf(sale),
    footerText: sale.particulars?.footerText ?? '',
    ...soldPart(sale, sale.totalCents),
  };
}

function soldPart(
  sale: SaleDetail,
  totalCents: Cents,
): Pick<Paper, 'lines' | 'discount' | 'roundCents' | 'totalCents' | 'payment' | 'returned'> {
  const { linesCents, discountCents } = totals(sale);
  // Where only the service knows the total, that is what the customer was told.
  const saidCents = isTotalKnown(sale.particulars) ? sale.totalCents : totalCents;
  return {
    lines: sale.lines.map(({ description, quantity, unit, unitPrice, listPrice }) => ({
      description,
      quantity,
      unit: unit ?? '',
      unitPrice,
      listPrice: listPrice ?? null,
      amountCents: lineTotalCents(quantity, unitPrice),
    })),
    discount: sale.discount === 0 ? null : { linesCents, percent: sale.discount, discountCents },
    roundCents: sale.particulars?.roundCents ?? zeroCents,
    totalCents,
    payment: sale.payment && paymentPart(sale.payment, saidCents, totalCents),
    returned: sale.returned ?? null,
  };
}

function paymentPart(
  { tenderedCents, method }: Payment,
  saidCents: Cents,
  totalCents: Cents,
): ReceiptPayment {
  return {
    method: method.label,
    tenderedCents: tenderedCents ?? saidCents,
    changeCents: changeOf(saidCents, tenderedCents),
    paidCents: saidCents === totalCents ? null : saidCents,
  };
}
