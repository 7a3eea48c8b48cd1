// Labels for the shelf as pages: A4 for a printer or a PDF, and the preview of both papers.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../contract/languages.ts';
import {
  labelSheets,
  labelsOn,
  type SheetKind,
  type SheetPaper,
} from '../contract/shelf-labels.ts';
import { drawnInTurns } from './draw-in-turns.ts';
import { escapeHtml, inPortuguese, pageHtml } from './html.ts';
import type { BarCode, ShelfLabel } from './shelf-label.ts';

/** Draws bars; undefined if they do not fit a label of this width. */
export type DrawBars = (code: BarCode, labelMm: number) => string | undefined;

interface Look {
  readonly language: Language;
  readonly draw: DrawBars;
}

/** The printable width of a roll of 80 mm. */
const rollMm = 72;

/** Returns the sheets. Labels begin at place `first`; those before it stay white. */
export async function sheetsHtml(
  labels: readonly ShelfLabel[],
  { sheet, first }: Pick<SheetPaper, 'sheet' | 'first'>,
  look: Look,
): Promise<string> {
  const { widthMm } = labelSheets[sheet];
  const drawn = await drawnLabels(labels, look, widthMm);
  const places = [...Array.from({ length: first - 1 }, () => '<div></div>'), ...drawn];
  const sheets: string[] = [];
  for (let at = 0; at < places.length; at += labelsOn(sheet)) {
    const part = places.slice(at, at + labelsOn(sheet)).join('\n');
    sheets.push(`<section class="sheet">\n${part}\n</section>`);
  }
  return page(look.language, sheet, sheets);
}

/** Returns the labels as they will come out of the receipt printer, one below the other. */
export async function rollHtml(labels: readonly ShelfLabel[], look: Look): Promise<string> {
  const drawn = await drawnLabels(labels, look, rollMm);
  return page(look.language, 'roll', [`<section class="sheet">\n${drawn.join('\n')}\n</section>`]);
}

function drawnLabels(
  labels: readonly ShelfLabel[],
  look: Look,
  labelMm: number,
): Promise<readonly string[]> {
  /** The bars that were drawn already, for copies: drawing takes milliseconds. */
  const known = new Map<string, string | undefined>();
  const draw: DrawBars = (code, mm) => {
    if (!known.has(code.data)) known.set(code.data, look.draw(code, mm));
    return known.get(code.data);
  };
  return drawnInTurns(labels, (label) => labelHtml(label, draw, labelMm));
}

/**
 * Makes a price smaller if it has no room beside the date. The unit's letters are half as wide, and
 * words take two rows of small letters.
 */
function priceClass({ price, per, measured }: ShelfLabel): string {
  const letters = price.length + per.length / 2 + measured.length / 6;
  return letters <= 9 ? 'price' : letters <= 12 ? 'price long' : 'price longest';
}

function labelHtml(label: ShelfLabel, draw: DrawBars, labelMm: number): string {
  const { name, price, per, measured, code, codeText, date, practice } = label;
  const bars = code ? draw(code, labelMm) : undefined;
  return [
    '<article class="label">',
    practice ? `<p class="practice">${inPortuguese(practice)}</p>` : '',
    `<h2><bdi>${escapeHtml(name)}</bdi></h2>`,
    `<p class="${priceClass(label)}"><strong>${escapeHtml(price)}</strong>${
      per === '' ? '' : `<span><bdi>${escapeHtml(per)}</bdi></span>`
    }${measured === '' ? '' : `<small>${measured}</small>`}<time>${escapeHtml(date)}</time></p>`,
    bars === undefined ? '' : `<div class="bars" aria-hidden="true">${bars}</div>`,
    `<p class="digits"><bdi>${escapeHtml(codeText)}</bdi></p>`,
    '</article>',
  ].join('');
}

function page(language: Language, kind: SheetKind | 'roll', sheets: readonly string[]): string {
  const { pageTitle } = messagesFor(language).labels;
  return pageHtml(language, pageTitle, 'labels', [
    `<main class="paper labels-${kind}">`,
    `<h1>${pageTitle}</h1>`,
    ...sheets,
    '</main>',
  ]);
}
