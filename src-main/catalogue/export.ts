// The catalogue as a CSV file that a spreadsheet opens and that an import reads as the same catalogue.
import { stringify } from 'csv-stringify/sync';
import type { Language } from '../contract/api.ts';
import { productFields, type Product, type ProductField } from '../contract/catalogue.ts';
import { formatDecimal } from '../contract/money.ts';
import { barcodesOf, isShortenedNumber, textOf } from './import-cells.ts';

/** How a file is written in a language: what separates its cells, and the names of its columns, which imports know. */
interface Writing {
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
  readonly names: Readonly<Record<ProductField, string>>;
}

const writings: Readonly<Record<Language, Writing>> = {
  en: {
    delimiter: ',',
    decimalMark: '.',
    names: {
      code: 'Code',
      description: 'Description',
      barcodes: 'Barcodes',
      unitPrice: 'Unit price',
      unit: 'Unit',
      vatLabel: 'VAT',
      group: 'Group',
      quickKey: 'Quick key',
      colour: 'Colour',
    },
  },
  'pt-PT': {
    delimiter: ';',
    decimalMark: ',',
    names: {
      code: 'Código',
      description: 'Designação',
      barcodes: 'Códigos de barras',
      unitPrice: 'Preço unitário',
      unit: 'Unidade',
      vatLabel: 'IVA',
      group: 'Família',
      quickKey: 'Tecla',
      colour: 'Cor',
    },
  },
};

const productsATurn = 500;

/** In parts, so that the till has turns in between. */
export function* catalogueCsv(products: Iterable<Product>, language: Language): Generator<string> {
  const { delimiter, decimalMark, names } = writings[language];
  const csvOf = (rows: readonly (readonly string[])[]): string =>
    stringify([...rows], { delimiter, record_delimiter: 'windows', quoted_match: /^\s|\s$/u });

  yield `\uFEFF${csvOf([productFields.map((field) => names[field])])}`;
  let rows: (readonly string[])[] = [];
  for (const product of products) {
    rows.push(cellsOf(product, decimalMark));
    if (rows.length === productsATurn) {
      yield csvOf(rows);
      rows = [];
    }
  }
  yield csvOf(rows);
}

function cellsOf(product: Product, decimalMark: Writing['decimalMark']): readonly string[] {
  const { quickKey, colour } = product;
  const cells: Readonly<Record<ProductField, string>> = {
    code: asText(product.code),
    description: asText(product.description),
    barcodes: asList(product.barcodes),
    unitPrice: formatDecimal(product.unitPrice, 6, decimalMark),
    unit: asText(product.unit),
    vatLabel: asText(product.vatLabel),
    group: asText(product.group),
    quickKey: quickKey === null ? '' : String(quickKey),
    colour: colour ?? '',
  };
  return productFields.map((field) => cells[field]);
}

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/** An apostrophe before what a spreadsheet or an import would take for something else; an import takes it off. */
const asText = (text: string): string =>
  formula.test(text) || isShortenedNumber(text) || textOf(text) !== text ? `'${text}` : text;

function asList(barcodes: readonly string[]): string {
  const list = barcodes.join(' ');
  const isPlain =
    !formula.test(list) &&
    !isShortenedNumber(list) &&
    JSON.stringify(barcodesOf(list)) === JSON.stringify(barcodes);
  return isPlain ? list : JSON.stringify(barcodes);
}
