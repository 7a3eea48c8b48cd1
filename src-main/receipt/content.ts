// What a receipt says, in the order in which it says it: plain text, from which both the page and
// the printer's bytes are made.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import { discountOf } from '../contract/cart.ts';
import type { FiscalMarks, Party, TaxAmount } from '../contract/documents.ts';
import { assertNever } from '../contract/errors.ts';
import { cents, noDiscount, subtractCents } from '../contract/money.ts';
import type { Returned } from '../contract/returns.ts';
import { cleanLine, cleanLines } from '../contract/foreign-text.ts';
import { paperFormatFor, type PaperFormat } from './format.ts';
import type {
  GiftReceipt,
  PaperHead,
  ProvisionalSlip,
  Receipt,
  ReceiptLine,
  ReceiptModel,
} from './model.ts';

/** A name and its value; some stand out. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly emphasis?: 'total' | 'owed';
}

export interface ContentLine {
  readonly name: string;
  /** How much at which price; empty if neither is known. */
  readonly detail: string;
  readonly amount: string;
  /** How much less than the list price it costs, in a row of its own; empty for no discount. */
  readonly discount: string;
}

/** A text that every paper has in Portuguese, whatever its language is. */
interface InPortuguese {
  readonly portuguese: string;
  /** Empty if the paper's language needs none. */
  readonly translation: string;
}

export type Block =
  | ({ readonly kind: 'training' | 'provisional' | 'copy' | 'not_fiscal' } & InPortuguese)
  /** A PNG. */
  | { readonly kind: 'logo'; readonly png: Uint8Array; readonly name: string }
  | {
      readonly kind: 'shop' | 'note' | 'thanks' | 'printed' | 'fiscal' | 'heading';
      readonly text: string;
    }
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'title'; readonly name: string; readonly key: string }
  | { readonly kind: 'reference'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'pairs';
      readonly group: 'facts' | 'sums' | 'breakdown' | 'payment';
      readonly pairs: readonly Pair[];
    }
  | {
      readonly kind: 'lines';
      readonly titles: readonly [detail: string, amount: string];
      readonly lines: readonly ContentLine[];
    }
  /** A code to be scanned: the document's key, the sale's reference, or the authority's code. */
  | { readonly kind: 'key' | 'qr'; readonly data: string };

/** What every part is written with. */
interface Pen {
  readonly messages: Messages;
  readonly texts: Messages['receipt'];
  readonly format: PaperFormat;
}

/**
 * The marks around others' text (Unicode's first strong isolate), so that its direction of writing
 * does not affect the text around it.
 */
export const isolateStart = '\u2068';
export const isolateEnd = '\u2069';

const isolated = (line: string): string =>
  line === '' ? '' : `${isolateStart}${line}${isolateEnd}`;

export const foreign = (text: string): string => isolated(cleanLine(text));

/** Returns a receipt's blocks, without control characters, and others' texts without isolates. */
export function receiptContent(model: ReceiptModel): readonly Block[] {
  const messages = messagesFor(model.language);
  const pen: Pen = {
    messages,
    texts: messages.receipt,
    format: paperFormatFor(model.language),
  };
  return [...head(model, pen), ...middle(model, pen), printedBy(model.shop, pen.texts)];
}

export const printedBy = (
  { tillName, userName }: PaperHead['shop'],
  texts: Pen['texts'],
): Block => ({
  kind: 'printed',
  text: texts.printed(foreign(tillName), foreign(userName)),
});

/** Returns whose paper it is; practice comes first. */
export function head(
  { practice, shop, settings }: PaperHead,
  { texts }: Pick<Pen, 'texts'>,
): readonly Block[] {
  const { logo, addressLines, companyTaxNumber } = settings;
  const blocks: Block[] = [];
  if (practice) {
    blocks.push({
      kind: 'training',
      portuguese: texts.training,
      translation: texts.trainingTranslation,
    });
  }
  if (logo) blocks.push({ kind: 'logo', png: logo, name: cleanLine(shop.companyName) });
  blocks.push({ kind: 'shop', text: foreign(shop.companyName) });
  const address = foreignLines(addressLines);
  if (companyTaxNumber !== '') address.push(texts.companyTaxNumber(foreign(companyTaxNumber)));
  return [...blocks, ...text(address)];
}

const foreignLines = (lines: string): string[] => cleanLines(lines).map(isolated);

const text = (lines: readonly string[]): readonly Block[] =>
  lines.length === 0 ? [] : [{ kind: 'text', lines }];

function middle(model: ReceiptModel, pen: Pen): readonly Block[] {
  switch (model.kind) {
    case 'receipt':
      return ofReceipt(model, pen);
    case 'gift':
      return ofGift(model, pen);
    case 'provisional':
      return ofSlip(model, pen);
    default:
      return assertNever(model);
  }
}

function ofReceipt(receipt: Receipt, pen: Pen): readonly Block[] {
  const { texts, format } = pen;
  const { settings, docKey } = receipt;
  const key = foreign(docKey);
  return [
    ...text([...foreignLines(settings.headerText), ...foreignLines(receipt.headerText)]),
    { kind: 'title', name: foreign(receipt.documentName), key },
    ...(receipt.copy ? [secondCopy(texts)] : []),
    ...pairs('facts', [
      { name: texts.date, value: moment(format.date(receipt.date), format.time(receipt.time)) },
      ...customerPairs(receipt.customer, texts),
      ...returnPairs(receipt, pen),
    ]),
    ...soldLines(receipt.lines, pen),
    ...(receipt.lacksLines ? [note(texts.withoutLines)] : []),
    ...pairs('sums', sums(receipt, pen)),
    ...(receipt.totalDiffers ? [note(texts.totalOfDocument)] : []),
    ...pairs('breakdown', breakdown(receipt, pen)),
    ...pairs('payment', paymentPairs(receipt, pen)),
    ...(receipt.reference === '' ? [] : [reference(receipt, pen)]),
    ...(receipt.marks ? fiscal(receipt.marks, pen) : []),
    ...(receipt.lacksMarks ? withoutMarks(receipt, pen) : []),
    ...text([...foreignLines(receipt.footerText), ...foreignLines(settings.footerText)]),
    ...(receipt.payment ? [{ kind: 'thanks', text: texts.thanks } as const] : []),
    ...scannedKey(docKey),
    ...(receipt.returned ? shopCopy(receipt, receipt.returned, pen) : []),
  ];
}

/** Says which goods, and neither their prices nor who bought them. */
function ofGift(gift: GiftReceipt, pen: Pen): readonly Block[] {
  const { texts, format } = pen;
  const { docKey, lines, settings } = gift;
  const withoutPrices = lines.map((line) => ({
    ...line,
    ...{ unitPrice: null, listPrice: null, amountCents: null },
  }));
  return [
    { kind: 'title', name: texts.giftTitle, key: foreign(docKey) },
    {
      kind: 'not_fiscal',
      portuguese: texts.provisional,
      translation: texts.provisionalTranslation,
    },
    ...pairs('facts', [{ name: texts.date, value: foreign(format.date(gift.date)) }]),
    ...soldLines(withoutPrices, pen),
    ...(gift.lacksLines ? [note(texts.withoutLines)] : []),
    note(texts.giftNext),
    ...text(foreignLines(settings.footerText)),
    ...scannedKey(docKey),
  ];
}

function ofSlip(slip: ProvisionalSlip, pen: Pen): readonly Block[] {
  const { texts, format } = pen;
  const saved = format.instant(slip.savedAtMs);
  const isReturn = slip.returned !== null;
  return [
    {
      kind: 'provisional',
      portuguese: isReturn ? texts.provisionalReturn : texts.provisional,
      translation: isReturn ? texts.provisionalReturnTranslation : texts.provisionalTranslation,
    },
    reference(slip, pen),
    ...pairs('facts', [
      { name: texts.date, value: moment(saved.date, saved.time) },
      ...customerPairs(slip.customer, texts),
      ...returnPairs(slip, pen),
    ]),
    ...soldLines(slip.lines, pen),
    ...pairs('sums', sums(slip, pen)),
    ...pairs('payment', paymentPairs(slip, pen)),
    ...(slip.returned?.wasAsked === false ? [note(texts.notAsked)] : []),
    ...text(foreignLines(slip.footerText)),
    note(isReturn ? texts.provisionalReturnNext : texts.provisionalNext),
    // Scanned at the till, it opens the sale.
    { kind: 'key', data: slip.reference },
  ];
}

export const note = (sentence: string) => ({ kind: 'note', text: sentence }) as const;

const moment = (date: string, time: string): string => `${foreign(date)} ${foreign(time)}`.trim();

export const secondCopy = ({ secondCopy: portuguese, secondCopyTranslation }: Pen['texts']) =>
  ({ kind: 'copy', portuguese, translation: secondCopyTranslation }) as const;

/**
 * Returns the code that opens the document when it is scanned at the till. A key that is not
 * printed as it is could not be found so.
 */
const scannedKey = (docKey: string): readonly Block[] =>
  cleanLine(docKey) === docKey ? [{ kind: 'key', data: docKey }] : [];

const reference = (model: ReceiptModel, { texts }: Pen) =>
  ({ kind: 'reference', name: texts.reference, value: foreign(model.reference) }) as const;

export const pairs = (
  group: Extract<Block, { kind: 'pairs' }>['group'],
  list: readonly Pair[],
): readonly Block[] => (list.length === 0 ? [] : [{ kind: 'pairs', group, pairs: list }]);

function customerPairs(customer: Party | null, texts: Pen['texts']): readonly Pair[] {
  if (!customer) return [];
  const [name, fiscalNumber] = [foreign(customer.name), foreign(customer.fiscalNumber)];
  if (name === '' && fiscalNumber === '') {
    return [{ name: texts.customer, value: texts.finalConsumer }];
  }
  const list: Pair[] = [];
  if (name !== '') list.push({ name: texts.customer, value: name });
  if (fiscalNumber !== '') list.push({ name: texts.taxNumber, value: fiscalNumber });
  return list;
}

/** Returns what comes back of which document, and why. */
function returnPairs({ returned }: ReceiptModel, { texts, messages }: Pen): readonly Pair[] {
  if (!returned) return [];
  const { origin, reason, note: said } = returned;
  const why = messages.returns.reasons[reason];
  return [
    { name: texts.returnOf, value: foreign(origin.docKey) },
    { name: texts.returnReason, value: said === '' ? why : `${why}: ${foreign(said)}` },
  ];
}

/** Returns the part that the shop keeps: the customer signs that they know of the credit note. */
function shopCopy(receipt: Receipt, { origin, wasAsked }: Returned, pen: Pen): readonly Block[] {
  const { texts, format } = pen;
  return [
    { kind: 'heading', text: texts.shopCopy },
    ...pairs('facts', [
      { name: foreign(receipt.documentName), value: foreign(receipt.docKey) },
      { name: texts.returnOf, value: foreign(origin.docKey) },
      { name: texts.total, value: format.money(receipt.totalCents) },
    ]),
    ...(wasAsked ? [] : [note(texts.notAsked)]),
    note(texts.signature),
    { kind: 'text', lines: ['', '________________________'] },
  ];
}

function soldLines(lines: readonly ReceiptLine[], pen: Pen): readonly Block[] {
  const { texts, format } = pen;
  if (lines.length === 0) return [];
  const hasAmounts = lines.some(({ amountCents }) => amountCents !== null);
  return [
    {
      kind: 'lines',
      titles: [
        lines.every(({ unitPrice }) => unitPrice === null)
          ? texts.quantity
          : `${texts.quantity} × ${texts.unitPrice}`,
        hasAmounts ? texts.lineTotal : '',
      ],
      lines: lines.map((line) => ({
        name: foreign(line.description),
        detail: lineDetail(line, pen),
        amount: line.amountCents === null ? '' : format.amount(line.amountCents),
        discount: lineDiscount(line, pen),
      })),
    },
  ];
}

/** Returns how much at which price. */
function lineDetail({ quantity, unit, unitPrice }: ReceiptLine, { format }: Pen): string {
  const amount = quantity === null ? '' : format.quantity(quantity);
  const count = `${amount} ${foreign(unit)}`.trimEnd();
  if (unitPrice === null) return count;
  return `${count || '–'} × ${format.unitPrice(unitPrice)}`;
}

function lineDiscount({ unitPrice, listPrice }: ReceiptLine, { texts, format }: Pen): string {
  if (unitPrice === null || listPrice === null) return '';
  const percent = discountOf({ unitPrice, listPrice });
  return percent === noDiscount
    ? ''
    : texts.lowered(format.percent(percent), format.unitPrice(listPrice));
}

function sums({ discount, roundCents, totalCents }: ReceiptModel, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  const total: Pair = {
    name: texts.total,
    value: format.money(totalCents),
    emphasis: 'total',
  };
  const rounding: Pair[] =
    roundCents === 0 ? [] : [{ name: texts.rounding, value: format.amount(roundCents) }];
  if (!discount) return [...rounding, total];
  const { linesCents, percent, discountCents } = discount;
  return [
    { name: texts.subtotal, value: format.amount(linesCents) },
    {
      name: `${texts.discount} ${format.percent(percent)}`,
      value: `−${format.amount(discountCents)}`,
    },
    ...rounding,
    total,
  ];
}

/** Returns the tax figures as the service gave them: the till adds up no taxes. */
function breakdown({ netCents, taxes, taxesCents }: Receipt, pen: Pen): Pair[] {
  const { texts, format } = pen;
  const list: Pair[] = [];
  if (netCents !== null) list.push({ name: texts.net, value: format.amount(netCents) });
  const each = taxes.flatMap((tax) => taxPair(tax, pen));
  list.push(...each);
  const isTold = each.length === 1 && taxes.some(({ amountCents }) => amountCents === taxesCents);
  if (taxesCents !== null && !isTold) {
    list.push({ name: texts.taxesTotal, value: format.amount(taxesCents) });
  }
  return list;
}

/** Returns nothing unless words, or a rate that agrees with the name, say what the amount is. */
function taxPair(tax: TaxAmount, { texts, format }: Pen): Pair[] {
  const { name, rate, baseCents, amountCents } = tax;
  const words = /\p{L}|%/u.test(name) ? foreign(name) : '';
  const rateInName = rateIn(words);
  const isContradicted = rate !== undefined && rateInName !== null && rateInName !== rate / 100;
  if (amountCents === null || isContradicted || (words === '' && rate === undefined)) return [];
  const percent = rate === undefined || rateInName !== null ? '' : format.percent(rate);
  const base = baseCents === undefined ? '' : texts.taxedOn(format.amount(baseCents));
  const parts = [words || texts.tax, percent, base].filter((part) => part !== '');
  return [{ name: parts.join(' '), value: format.amount(amountCents) }];
}

/** Returns the rate in the name of a tax, such as 23 in "IVA 23 %". */
function rateIn(name: string): number | null {
  const digits = /(\d{1,3}(?:[.,]\d{1,2})?)\s*%/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits.replace(',', '.'));
}

function paymentPairs(
  { payment, returned, totalCents }: ReceiptModel,
  { texts, format }: Pen,
): readonly Pair[] {
  if (returned) {
    const name = texts.refundBy(foreign(returned.method.label));
    return [{ name, value: format.money(cents(Math.abs(totalCents))) }];
  }
  if (!payment) return [];
  const { method, tenderedCents, changeCents, paidCents } = payment;
  const list: Pair[] = [{ name: texts.payment, value: foreign(method) }];
  if (paidCents !== null) {
    list.push(
      { name: texts.paid, value: format.amount(paidCents), emphasis: 'owed' },
      {
        name: texts.paidDifference,
        value: format.signed(subtractCents(paidCents, totalCents)),
      },
    );
  }
  if (changeCents > 0) {
    list.push(
      { name: texts.tendered, value: format.amount(tenderedCents) },
      { name: texts.change, value: format.amount(changeCents) },
    );
  }
  return list;
}

/**
 * Returns the fiscal marks. The ATCUD stands above its QR code, as the law demands; the sentence is
 * the law's or the service's own.
 */
function fiscal({ atcud, qrText, hashExtract, certificate }: FiscalMarks, { texts }: Pen): Block[] {
  const blocks: Block[] = [];
  if (atcud !== '') blocks.push({ kind: 'fiscal', text: texts.atcud(foreign(atcud)) });
  if (qrText !== '') blocks.push({ kind: 'qr', data: qrText });
  const sentence = /^\d+$/.test(certificate)
    ? texts.certified(foreign(hashExtract), foreign(certificate))
    : foreign(
        certificate.startsWith(hashExtract)
          ? certificate
          : [hashExtract, certificate].filter((part) => part !== '').join('-'),
      );
  if (sentence !== '') blocks.push({ kind: 'fiscal', text: sentence });
  return blocks;
}

function withoutMarks({ settings }: Receipt, { texts }: Pen): readonly Block[] {
  const own = foreignLines(settings.withoutMarksText);
  return own.length === 0 ? [note(texts.withoutMarks)] : own.map(note);
}
