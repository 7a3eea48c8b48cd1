// A receipt as one HTML page: the preview on screen, the PDF and the system printer all show this same page.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Language } from '../contract/api.ts';
import type { Party } from '../contract/documents.ts';
import { assertNever, type AppError } from '../contract/errors.ts';
import { cleanLine, escapeHtml, foreignLine, foreignText } from './foreign-text.ts';
import { paperFormatFor, type PaperFormat } from './format.ts';
import type { ProvisionalSlip, Receipt, ReceiptLine, ReceiptModel } from './model.ts';

/** What every part of the page is written with. */
interface Pen {
  readonly texts: Messages['receipt'];
  readonly format: PaperFormat;
}

/** A name, its value as HTML, and a class where the pair stands out. */
type Pair = readonly [name: string, value: string, className?: string];

/** A complete page without scripts or inline styles; its stylesheet is `/receipt.css` of the same origin. */
export function receiptHtml(model: ReceiptModel): string {
  const pen: Pen = {
    texts: messagesFor(model.language).receipt,
    format: paperFormatFor(model.language),
  };
  const body = [
    `<main class="paper ${model.kind}">`,
    model.practice
      ? `<p class="training">${inBoth(pen.texts.training, pen.texts.trainingTranslation)}</p>`
      : '',
    `<p class="shop">${foreignLine(model.shop.companyName)}</p>`,
    ...content(model, pen),
    `<p class="printed">${pen.texts.printed(foreignLine(model.shop.tillName), foreignLine(model.shop.userName))}</p>`,
    '</main>',
  ];
  return page(model.language, receiptTitle(model), body);
}

/** The page in place of a receipt that there is not. */
export function noReceiptHtml(language: Language, error: AppError): string {
  const { receipt, errors } = messagesFor(language);
  const sentence = escapeHtml(errorSentence(errors, error));
  return page(language, receipt.notAvailable, [`<p class="no-receipt">${sentence}</p>`]);
}

function receiptTitle(model: ReceiptModel): string {
  const texts = messagesFor(model.language).receipt;
  return model.kind === 'receipt'
    ? texts.title(cleanLine(model.docKey))
    : `${texts.provisionalTitle} ${model.reference}`;
}

function page(language: Language, title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/receipt.css">
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`;
}

function content(model: ReceiptModel, pen: Pen): readonly string[] {
  switch (model.kind) {
    case 'receipt':
      return receiptContent(model, pen);
    case 'provisional':
      return slipContent(model, pen);
    default:
      return assertNever(model);
  }
}

function receiptContent(receipt: Receipt, pen: Pen): readonly string[] {
  const { texts, format } = pen;
  const { netCents, taxesCents } = receipt;
  const breakdown: Pair[] = [];
  if (netCents !== null) breakdown.push([texts.net, format.amount(netCents)]);
  if (taxesCents !== null) breakdown.push([texts.taxes, format.amount(taxesCents)]);
  return [
    paragraph('text', foreignText(receipt.headerText)),
    `<h1>${foreignLine(receipt.documentName)} <strong>${foreignLine(receipt.docKey)}</strong></h1>`,
    receipt.copy
      ? `<p class="copy">${inBoth(texts.secondCopy, texts.secondCopyTranslation)}</p>`
      : '',
    pairs('facts', [
      [texts.date, moment(format.date(receipt.date), format.time(receipt.time))],
      ...customerPairs(receipt.customer, texts),
    ]),
    linesTable(receipt.lines, pen),
    pairs('sums', sums(receipt, pen)),
    paragraph('note', receipt.totalDiffers ? texts.totalOfDocument : ''),
    pairs('breakdown', breakdown),
    pairs('payment', paymentPairs(receipt, pen)),
    receipt.reference === '' ? '' : referenceLine(receipt, pen),
    paragraph('text', foreignText(receipt.footerText)),
    paragraph('thanks', receipt.payment ? texts.thanks : ''),
  ];
}

function slipContent(slip: ProvisionalSlip, pen: Pen): readonly string[] {
  const { texts, format } = pen;
  const saved = format.instant(slip.savedAtMs);
  return [
    `<h1>${inBoth(texts.provisional, texts.provisionalTranslation)}</h1>`,
    referenceLine(slip, pen),
    pairs('facts', [
      [texts.date, moment(saved.date, saved.time)],
      ...customerPairs(slip.customer, texts),
    ]),
    linesTable(slip.lines, pen),
    pairs('sums', sums(slip, pen)),
    pairs('payment', paymentPairs(slip, pen)),
    paragraph('note', texts.provisionalNext),
  ];
}

const paragraph = (className: string, html: string): string =>
  html === '' ? '' : `<p class="${className}">${html}</p>`;

/** What Portuguese papers say in Portuguese whatever the till's language is, and the same in English. */
const inBoth = (portuguese: string, english: string): string =>
  `<strong lang="pt-PT">${portuguese}</strong> <span lang="en">${english}</span>`;

const moment = (date: string, time: string): string => `${foreignLine(date)} ${foreignLine(time)}`;

const referenceLine = ({ reference }: ReceiptModel, { texts }: Pen): string =>
  `<p class="reference">${texts.reference} <strong>${foreignLine(reference)}</strong></p>`;

function pairs(className: string, list: readonly Pair[]): string {
  if (list.length === 0) return '';
  const rows = list.map(
    ([name, value, ownClass]) =>
      `<div${ownClass ? ` class="${ownClass}"` : ''}><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return `<dl class="${className}">\n${rows.join('\n')}\n</dl>`;
}

function customerPairs(customer: Party | null, texts: Pen['texts']): readonly Pair[] {
  if (!customer) return [];
  const { name, fiscalNumber } = customer;
  if (name === '' && fiscalNumber === '') return [[texts.customer, texts.finalConsumer]];
  const list: Pair[] = [];
  if (name !== '') list.push([texts.customer, foreignLine(name)]);
  if (fiscalNumber !== '') list.push([texts.taxNumber, foreignLine(fiscalNumber)]);
  return list;
}

/** Each line is a group of rows under its name, so that the name has the whole width of the paper. */
function linesTable(lines: readonly ReceiptLine[], pen: Pen): string {
  const { texts, format } = pen;
  if (lines.length === 0) return '';
  const groups = lines.map((line) => {
    const { description, amountCents } = line;
    const detail = lineDetail(line, pen);
    const amount = amountCents === null ? '' : format.amount(amountCents);
    const name = `<tr><th scope="rowgroup" colspan="2">${foreignLine(description)}</th></tr>`;
    return detail === ''
      ? `<tbody>${name}</tbody>`
      : `<tbody>${name}<tr><td>${detail}</td><td>${amount}</td></tr></tbody>`;
  });
  const hasAmounts = lines.some(({ amountCents }) => amountCents !== null);
  const amountTitle = hasAmounts ? `<th scope="col">${texts.lineTotal}</th>` : '<td></td>';
  const titles = `<th scope="col">${texts.quantity} × ${texts.unitPrice}</th>${amountTitle}`;
  return `<table>\n<thead><tr>${titles}</tr></thead>\n${groups.join('\n')}\n</table>`;
}

/** How much at which price, and beside a price that was lowered the one it would have been. */
function lineDetail(
  { quantity, unit, unitPrice, listPrice }: ReceiptLine,
  { texts, format }: Pen,
): string {
  const amount = quantity === null ? '' : format.quantity(quantity);
  const count = unit === '' ? amount : `${amount} ${foreignLine(unit)}`;
  if (unitPrice === null) return count;
  const price = `${count || '–'} × ${format.unitPrice(unitPrice)}`;
  return listPrice === null ? price : `${price} (${texts.listPrice(format.unitPrice(listPrice))})`;
}

function sums({ discount, roundCents, totalCents }: ReceiptModel, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  const total: Pair = [texts.total, format.amountWithCurrency(totalCents), 'total'];
  const rounding: Pair[] = roundCents === 0 ? [] : [[texts.rounding, format.amount(roundCents)]];
  if (!discount) return [...rounding, total];
  const { linesCents, percent, discountCents } = discount;
  return [
    [texts.subtotal, format.amount(linesCents)],
    [`${texts.discount} ${format.percent(percent)}`, `−${format.amount(discountCents)}`],
    ...rounding,
    total,
  ];
}

function paymentPairs({ payment }: ReceiptModel, { texts, format }: Pen): readonly Pair[] {
  if (!payment) return [];
  const { method, tenderedCents, changeCents, stillToPayCents } = payment;
  const list: Pair[] = [[texts.payment, foreignLine(method)]];
  if (changeCents > 0 || stillToPayCents > 0) {
    list.push([texts.tendered, format.amount(tenderedCents)]);
  }
  if (changeCents > 0) list.push([texts.change, format.amount(changeCents)]);
  if (stillToPayCents > 0) list.push([texts.stillToPay, format.amount(stillToPayCents), 'owed']);
  return list;
}
