// A receipt as one HTML page, which is shown by the preview, the PDF and the system printer alike.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Language } from '../contract/languages.ts';
import { assertNever, type AppError } from '../contract/errors.ts';
import { zName } from '../contract/day-report.ts';
import type { Paper } from '../contract/printing.ts';
import {
  isolateEnd,
  isolateStart,
  receiptContent,
  type Block,
  type ContentLine,
  type Pair,
} from './content.ts';
import { dayPaperContent, type DayPaperModel } from './day-paper.ts';
import { cleanLine } from '../contract/foreign-text.ts';
import type { ReceiptModel } from './model.ts';
import { dotsPerMm } from './scan-codes.ts';

const cssPixelsPerInch = 96;

/** Draws codes as SVG; returns undefined for what cannot be drawn. */
export interface CodeDrawer {
  readonly key: (data: string, paper: Paper) => string | undefined;
  readonly qr: (data: string) => string | undefined;
}

interface Page {
  readonly paper: Paper;
  readonly draw: CodeDrawer;
}

/** Returns a page without scripts or inline styles; its stylesheet is `/receipt.css`. */
export const receiptHtml = (model: ReceiptModel, options: Page): string =>
  pageHtml(model.language, receiptTitle(model), 'receipt', [
    `<main class="paper on-${options.paper} ${model.kind}">`,
    ...receiptContent(model).map((block) => blockHtml(block, options)),
    '</main>',
  ]);

/** Returns the page of an X or a Z report, which is made of the same blocks. */
export function dayPaperHtml(model: DayPaperModel, options: Page): string {
  const { report, snapshot, language } = model;
  const texts = messagesFor(language).dayPaper;
  const title = report ? `${texts.z} ${zName(report)}` : `${texts.x} ${snapshot.date}`;
  return pageHtml(language, title, 'receipt', [
    `<main class="paper on-${options.paper} day">`,
    ...dayPaperContent(model).map((block) => blockHtml(block, options)),
    '</main>',
  ]);
}

/** Returns the page that is shown if there is no receipt. */
export function noReceiptHtml(language: Language, error: AppError): string {
  const { receipt, errors } = messagesFor(language);
  const sentence = escapeHtml(errorSentence(errors, error));
  const body = [`<p class="no-receipt">${sentence}</p>`];
  return pageHtml(language, receipt.notAvailable, 'receipt', body);
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`);

/** Isolates others' text from the text around it. */
const html = (text: string): string =>
  escapeHtml(text).replaceAll(isolateStart, '<bdi>').replaceAll(isolateEnd, '</bdi>');

function receiptTitle(model: ReceiptModel): string {
  const texts = messagesFor(model.language).receipt;
  switch (model.kind) {
    case 'receipt':
      return texts.title(cleanLine(model.docKey));
    case 'gift':
      return `${texts.giftTitle} ${cleanLine(model.docKey)}`;
    case 'provisional':
      return `${texts.provisionalTitle} ${model.reference}`;
  }
}

/** Returns a page with one of our stylesheets. The title is text, and the body HTML. */
export const pageHtml = (
  language: Language,
  title: string,
  stylesheet: 'receipt' | 'labels' | 'command-sheet',
  body: readonly string[],
): string => `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/${stylesheet}.css">
</head>
<body>
${body.filter((part) => part !== '').join('\n')}
</body>
</html>
`;

function blockHtml(block: Block, { paper, draw }: Page): string {
  switch (block.kind) {
    case 'training':
    case 'copy':
      return `<p class="${block.kind}">${inPortuguese(block)}</p>`;
    case 'not_fiscal':
      return `<p class="not-fiscal">${inPortuguese(block)}</p>`;
    case 'heading':
      return `<h2>${html(block.text)}</h2>`;
    case 'provisional':
      return `<h1>${inPortuguese(block)}</h1>`;
    case 'logo':
      return logoHtml(block);
    case 'shop':
    case 'note':
    case 'thanks':
    case 'printed':
    case 'fiscal':
      return `<p class="${block.kind}">${html(block.text)}</p>`;
    case 'text':
      return `<p class="text">${block.lines.map(html).join('<br>')}</p>`;
    case 'title':
      return `<h1>${html(block.name)} <strong>${html(block.key)}</strong></h1>`;
    case 'reference':
      return `<p class="reference">${html(block.name)} <strong>${html(block.value)}</strong></p>`;
    case 'pairs':
      return `<dl class="${block.group}">\n${block.pairs.map(pairHtml).join('\n')}\n</dl>`;
    case 'lines':
      return linesTable(block);
    case 'key':
      return codeHtml(draw.key(block.data, paper));
    case 'qr':
      return codeHtml(draw.qr(block.data));
    default:
      return assertNever(block);
  }
}

/** Shows the logo as wide as a thermal printer prints it, with one dot for each of its pixels. */
function logoHtml({ png, name }: Extract<Block, { kind: 'logo' }>): string {
  const bytes = Buffer.from(png);
  const width = Math.round((bytes.readUInt32BE(16) / dotsPerMm / 25.4) * cssPixelsPerInch);
  const address = `data:image/png;base64,${bytes.toString('base64')}`;
  return `<p class="logo"><img src="${address}" width="${width}" alt="${escapeHtml(name)}"></p>`;
}

export const inPortuguese = ({
  portuguese,
  translation,
}: Pick<Extract<Block, { portuguese: string }>, 'portuguese' | 'translation'>): string => {
  const sentence = `<strong lang="pt-PT">${html(portuguese)}</strong>`;
  return translation === '' ? sentence : `${sentence} <span lang="en">${html(translation)}</span>`;
};

/** Hides the code from assistive technology: its content stands beside it in words. */
const codeHtml = (svg: string | undefined): string =>
  svg === undefined ? '' : `<div class="code" aria-hidden="true">${svg}</div>`;

const pairHtml = ({ name, value, emphasis }: Pair): string =>
  `<div${emphasis ? ` class="${emphasis}"` : ''}><dt>${html(name)}</dt><dd>${html(value)}</dd></div>`;

/** Makes each line a group of rows below its name, which has the whole width. */
function linesTable({ titles, lines }: Extract<Block, { kind: 'lines' }>): string {
  const [detail, amount] = titles;
  const amountTitle = amount === '' ? '<td></td>' : `<th scope="col">${html(amount)}</th>`;
  const head = `<thead><tr><th scope="col">${html(detail)}</th>${amountTitle}</tr></thead>`;
  return `<table>\n${head}\n${lines.map(lineHtml).join('\n')}\n</table>`;
}

function lineHtml({ name, detail, amount, discount }: ContentLine): string {
  const first = `<tr><th scope="rowgroup" colspan="2">${html(name)}</th></tr>`;
  const lowered = discount === '' ? '' : `<tr><td colspan="2">${html(discount)}</td></tr>`;
  return detail === ''
    ? `<tbody>${first}</tbody>`
    : `<tbody>${first}<tr><td>${html(detail)}</td><td>${html(amount)}</td></tr>${lowered}</tbody>`;
}
