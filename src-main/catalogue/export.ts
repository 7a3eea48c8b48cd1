// Writes the catalogue as a CSV file for spreadsheets, which an import reads as the same.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { productFields, type Product, type ProductField } from '../contract/catalogue.ts';
import type { Language } from '../contract/languages.ts';
import { formatDecimal } from '../contract/money.ts';
import type { SoldBy } from '../contract/sold-by.ts';
import { asSpelt, beginsAsFormula, isShortenedNumber } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Cells, type Writing } from '../csv/writing.ts';
import { isAmbiguousPrice, readBarcodes } from './import-cells.ts';

const productsATurn = 500;

/** Yields the text in parts, so that the till has turns in between. */
export function* catalogueCsv(products: Iterable<Product>, language: Language): Generator<string> {
  const writing = writings[language];
  const { columns, soldBy } = messagesFor(language).catalogueFile;
  yield headCsv(
    productFields.map((field) => columns[field]),
    writing,
  );
  let rows: Cells[] = [];
  for (const product of products) {
    rows.push(cellsOf(product, writing.decimalMark, soldBy));
    if (rows.length === productsATurn) {
      yield rowsCsv(rows, writing);
      rows = [];
    }
  }
  yield rowsCsv(rows, writing);
}

function cellsOf(
  product: Product,
  decimalMark: Writing['decimalMark'],
  words: Readonly<Record<SoldBy, string>>,
): Cells {
  const { quickKey, colour, soldBy } = product;
  const cells: Readonly<Record<ProductField, string>> = {
    code: asSpelt(product.code),
    description: asSpelt(product.description),
    barcodes: asList(product.barcodes),
    unitPrice: priceCell(product.unitPrice, decimalMark),
    unit: asSpelt(product.unit),
    soldBy: soldBy === null ? '' : words[soldBy],
    vatLabel: asSpelt(product.vatLabel),
    group: asSpelt(product.group),
    quickKey: quickKey === null ? '' : String(quickKey),
    colour: colour ?? '',
  };
  return productFields.map((field) => cells[field]);
}

/** Three decimals alone could be thousands. */
function priceCell(price: Product['unitPrice'], decimalMark: Writing['decimalMark']): string {
  const text = formatDecimal(price, 6, decimalMark);
  return isAmbiguousPrice(text) ? `${text}0` : text;
}

function asList(barcodes: readonly string[]): string {
  const list = barcodes.length === 1 ? asSpelt(barcodes.join()) : barcodes.join(' ');
  const isPlain =
    !beginsAsFormula(list) &&
    !isShortenedNumber(list) &&
    JSON.stringify(readBarcodes(list).barcodes) === JSON.stringify(barcodes);
  return isPlain ? list : JSON.stringify(barcodes);
}
