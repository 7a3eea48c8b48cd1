// The sheet of command barcodes as pages of A4, for a PDF.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import {
  methodCells,
  numberCells,
  saleCells,
  type CommandCell,
} from '../../resources/messages/command-cells.ts';
import type { Product } from '../contract/catalogue.ts';
import { barcodesOf } from '../contract/commands.ts';
import type { Language } from '../contract/languages.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import { drawnInTurns } from './draw-in-turns.ts';
import { escapeHtml, pageHtml } from './html.ts';
import type { DrawBars } from './labels-page.ts';

export interface CommandSheet {
  readonly language: Language;
  /** The shop and the till to which the payment methods and products belong. */
  readonly owner: string;
  readonly methods: readonly PaymentMethod[];
  readonly products: readonly Product[];
}

/** As the stylesheet has them. */
const cellMm = 46;
const methodsOnFirst = 4;
const cellsAPage = 28;

export async function commandSheetHtml(sheet: CommandSheet, draw: DrawBars): Promise<string> {
  const { scanning } = messagesFor(sheet.language);
  const { commandGroups: groups } = scanning;
  const drawn = (cells: readonly CommandCell[]) =>
    cells.map((cell) => cellHtml(cell, barsOf(cell, draw)));
  // Twice on the keys, a product is once on the sheet.
  const products = new Map(
    (await drawnInTurns(sheet.products, (product) => productCell(product, draw))).flatMap((cell) =>
      cell ? [cell] : [],
    ),
  );
  const group = (title: string, cells: readonly string[]) =>
    cells.length === 0 ? '' : `<h2>${title}</h2>\n<div class="cells">\n${cells.join('\n')}\n</div>`;
  const ways = drawn(
    methodCells(sheet.methods).map((cell) => ({ ...cell, does: scanning.methodCommand })),
  );
  const first = [
    group(groups.numbers, drawn(numberCells(scanning, sheet.language))),
    group(groups.sale, drawn(saleCells(scanning))),
    group(groups.methods, ways.slice(0, methodsOnFirst)),
  ];
  const pages = [
    `<h1>${scanning.commandSheet}</h1>\n<p>${escapeHtml(sheet.owner)}</p>\n<p class="hint">${scanning.commandHint}</p>\n${first.join('\n')}`,
    ...portions(ways.slice(methodsOnFirst)).map((cells) => group(groups.methods, cells)),
    ...portions([...products.values()]).map((cells) => group(groups.products, cells)),
  ];
  return pageHtml(sheet.language, scanning.commandSheet, 'command-sheet', [
    '<main class="paper">',
    ...pages.map((page) => `<section class="sheet">\n${page}\n</section>`),
    '</main>',
  ]);
}

const portions = (cells: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(cells.length / cellsAPage) }, (_, page) =>
    cells.slice(page * cellsAPage, (page + 1) * cellsAPage),
  );

const barsOf = ({ code }: Pick<CommandCell, 'code'>, draw: DrawBars): string | undefined =>
  draw({ symbology: 'code128', data: code }, cellMm);

/** Returns the code that is not too long to be drawn, and its cell; undefined if none is. */
function productCell(
  product: Product,
  draw: DrawBars,
): readonly [code: string, html: string] | undefined {
  for (const code of barcodesOf(product)) {
    const bars = barsOf({ code }, draw);
    if (bars !== undefined) return [code, cellHtml({ code, name: product.description }, bars)];
  }
  return undefined;
}

/** The codes of commands, which are short, always have bars. */
const cellHtml = ({ code, name, does }: CommandCell, bars = ''): string =>
  [
    `<article><h3><bdi>${escapeHtml(name)}</bdi></h3>`,
    `<div class="bars" aria-hidden="true">${bars}</div>`,
    `<p class="code"><bdi>${escapeHtml(code)}</bdi></p>`,
    does === undefined ? '' : `<p>${does}</p>`,
    '</article>',
  ].join('');
