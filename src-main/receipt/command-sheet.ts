// The sheet of command barcodes as pages of A4, for a PDF.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Product } from '../contract/catalogue.ts';
import {
  commandCode,
  commandNames,
  numberKeys,
  productBarcodes,
  type NamedCode,
} from '../contract/commands.ts';
import { languageTraits, type Language } from '../contract/languages.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import { escapeHtml } from './html.ts';
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

interface Cell extends NamedCode {
  readonly does?: string;
}

export function commandSheetHtml(sheet: CommandSheet, draw: DrawBars): string {
  const { scanning } = messagesFor(sheet.language);
  const { commandGroups: groups } = scanning;
  const { decimalMark } = languageTraits[sheet.language];
  const numbers = numberKeys.map((key): Cell => ({
    code: commandCode({ kind: 'key', key }),
    name: key === 'mark' ? scanning.decimalMark(decimalMark) : key,
  }));
  const commands = commandNames.map((kind): Cell => {
    const [name, does] = scanning.commands[kind];
    return { code: commandCode({ kind }), name, does };
  });
  const methods = sheet.methods.map(({ id, label }): Cell => ({
    code: commandCode({ kind: 'method', methodId: id }),
    name: label,
    does: scanning.methodCommand,
  }));
  const cells = (some: readonly Cell[]) => some.map((cell) => cellHtml(cell, draw)).join('\n');
  const group = (title: string, some: readonly Cell[]) =>
    some.length === 0 ? '' : `<h2>${title}</h2>\n<div class="cells">\n${cells(some)}\n</div>`;
  const first = [
    group(groups.numbers, numbers),
    group(groups.sale, commands),
    group(groups.methods, methods.slice(0, methodsOnFirst)),
  ];
  const pages = [
    `<h1>${scanning.commandSheet}</h1>\n<p>${escapeHtml(sheet.owner)}</p>\n<p class="hint">${scanning.commandHint}</p>\n${first.join('\n')}`,
    ...portions(methods.slice(methodsOnFirst)).map((some) => group(groups.methods, some)),
    ...portions(productBarcodes(sheet.products)).map((some) => group(groups.products, some)),
  ];
  return `<!doctype html>
<html lang="${sheet.language}" dir="ltr">
<head>
<meta charset="utf-8">
<title>${scanning.commandSheet}</title>
<link rel="stylesheet" href="/command-sheet.css">
</head>
<body>
<main class="paper">
${pages.map((page) => `<section class="sheet">\n${page}\n</section>`).join('\n')}
</main>
</body>
</html>
`;
}

const portions = (cells: readonly Cell[]): readonly (readonly Cell[])[] =>
  Array.from({ length: Math.ceil(cells.length / cellsAPage) }, (_, page) =>
    cells.slice(page * cellsAPage, (page + 1) * cellsAPage),
  );

function cellHtml({ code, name, does }: Cell, draw: DrawBars): string {
  const bars = draw({ symbology: 'code128', data: code }, cellMm) ?? '';
  return [
    `<article><h3><bdi>${escapeHtml(name)}</bdi></h3>`,
    `<div class="bars" aria-hidden="true">${bars}</div>`,
    `<p class="code"><bdi>${escapeHtml(code)}</bdi></p>`,
    does === undefined ? '' : `<p>${does}</p>`,
    '</article>',
  ].join('');
}
