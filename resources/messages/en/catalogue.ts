// The texts of the catalogue and its import, in English.
import type { BadRow, ProductField, Reading } from '../../../src-main/contract/catalogue.ts';
import type { SoldBy } from '../../../src-main/contract/sold-by.ts';
import { count, numeral } from './formats.ts';

const products = (amount: number): string => count(amount, { one: 'product', other: 'products' });

const fields: Record<ProductField, string> = {
  code: 'Code',
  description: 'Name',
  barcodes: 'Barcode',
  unitPrice: 'Price',
  unit: 'Unit',
  soldBy: 'Sold by',
  vatLabel: 'VAT',
  group: 'Group',
  quickKey: 'Quick key',
  colour: 'Colour',
};

const problems: Record<BadRow['problem'], string> = {
  missing: 'Missing',
  invalid: 'Cannot be used',
  too_long: 'Too long',
  taken: 'Used by an earlier row',
  no_value: 'Holds an error, or a formula without a result',
  unreadable: 'Does not fit the columns, or cannot be read',
};

const delimiters: Record<Reading['delimiter'], string> = {
  ';': 'Semicolon',
  ',': 'Comma',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

const encodings: Record<Reading['encoding'], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
};

const decimalMarks: Record<Reading['decimalMark'], string> = {
  ',': 'Comma (1,50)',
  '.': 'Point (1.50)',
};

export const enCatalogue = {
  title: 'Import and export',
  current: 'In use now',
  products: 'Products',
  number: numeral,
  importedAt: 'Imported',
  never: 'Not yet',
  export: 'Export the catalogue',
  exportHint: 'As a file that a spreadsheet opens, and that can be imported again.',
  import: 'Import a file',
  importHint:
    'A spreadsheet (xlsx, ods), or a text file (CSV) as spreadsheets save it. You see how it is read before anything changes, and sales can go on meanwhile.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  used: (amount: number) => `The new catalogue is in use: ${products(amount)}.`,
  sending: (name: string) => `Opening ${name}`,
  sendingProgress: 'Opened so far',
  stop: 'Stop',
  discard: 'Discard',
  preview: (name: string) => `How is ${name} to be read?`,
  previewHint:
    'Check what each column holds, and what the first rows become. Columns without a choice are left out.',
  sheet: 'Sheet',
  firstLine: 'Table begins at',
  beginning: (line: number, text: string) => `Line ${line}: ${text}`,
  delimiter: 'Separator',
  delimiters,
  encoding: 'Encoding',
  encodings,
  decimalMark: 'Decimal mark',
  decimalMarks,
  hasHeader: 'The first row names the columns',
  firstRows: 'First rows',
  becomes: 'Becomes',
  column: (name: string) => `Column “${name}” holds`,
  notRead: 'Not read',
  fields,
  problems,
  problem: (field: string | null, problem: string) =>
    field === null ? problem : `${field}: ${problem.toLowerCase()}`,
  missing: (missing: readonly string[]) => `Choose a column for: ${missing.join(', ')}.`,
  read: 'Read the file',
  reading: (name: string) => `Reading ${name}`,
  readingProgress: 'Read so far',
  rows: (rows: number) => count(rows, { one: 'row', other: 'rows' }),
  readHint: 'The catalogue in use stays as it is. You can go on selling, and come back.',
  report: (name: string) => `${name} has been read`,
  readProducts: (amount: number) => `${products(amount)} can be used.`,
  badRows: (rows: number) =>
    count(rows, {
      one: 'row could not be read and is left out.',
      other: 'rows could not be read and are left out.',
    }),
  noBadRows: 'Every row could be read.',
  firstBadRows: (rows: number) => `The first ${numeral(rows)} of them:`,
  badRowsTable: 'Rows left out',
  withheldBarcodes: (barcodes: number) =>
    count(barcodes, {
      one: 'barcode stays with the product that was given it by hand.',
      other: 'barcodes stay with the products that were given them by hand.',
    }),
  withheldBarcodesTable: 'Barcodes that stay with other products',
  barcodeOwner: 'Stays with',
  codeBarcodes: (barcodes: number) =>
    count(barcodes, {
      one: 'barcode is the code of another product. A scan of it finds the product that has it as a barcode.',
      other:
        'barcodes are the codes of other products. A scan of one finds the product that has it as a barcode.',
    }),
  codeBarcodesTable: 'Barcodes that are other products’ codes',
  codeOwner: 'Code of',
  line: 'Line',
  field: 'Field',
  problemColumn: 'Problem',
  text: 'What stands there',
  wholeRow: 'Whole row',
  wrongCheckDigits: (amount: number) =>
    count(amount, {
      one: 'barcode has a wrong check digit. Its product is read all the same, with the barcode as it stands: check it against the packet.',
      other:
        'barcodes have a wrong check digit. Their products are read all the same, with the barcodes as they stand: check them against the packets.',
    }),
  wrongCheckDigit: 'Wrong check digit',
  wrongCheckDigitsTable: 'Barcodes with a wrong check digit',
  emptySoFar: 'The catalogue is empty so far.',
  nothingGoes: 'Products that the file does not have stay as they are.',
  goes: (amount: number, keys: number) =>
    `${products(amount)} and ${count(keys, { one: 'quick key', other: 'quick keys' })} go.`,
  replaceAll: 'Replace everything',
  replaceAllHint:
    'Products that the file does not have are removed. Otherwise the file adds products and updates those with the same code.',
  useReplacing: 'Replace everything',
  undoImport: 'Undo the import',
  keepEdits: 'Keep what was changed by hand',
  keepEditsHint:
    'Prices, names and other fields that somebody changed here stay, as do products that were added or removed here. All else is as the file says. You see what it comes to before it is used.',
  differences: {
    added: 'Added',
    changed: 'Changed',
    removed: 'Removed',
    kept: 'Kept by hand',
  },
  differencesTable: 'What changes in the catalogue',
  difference: 'What happens',
  priceBefore: 'Price now',
  priceAfter: 'Price then',
  use: 'Use this catalogue',
  add: 'Add to catalogue',
  addNamed: (code: string) => `Add to catalogue: ${code}`,
  added: 'Added to the catalogue',
  known: 'Already in the catalogue',
};

/** The words of the CSV file that an import can read again: imports know each of them. */
export const enCatalogueFile = {
  columns: {
    code: 'Code',
    description: 'Description',
    barcodes: 'Barcodes',
    unitPrice: 'Unit price',
    unit: 'Unit',
    soldBy: 'Sold by',
    vatLabel: 'VAT',
    group: 'Group',
    quickKey: 'Quick key',
    colour: 'Colour',
  } satisfies Record<ProductField, string>,
  soldBy: { piece: 'piece', measure: 'weight or measure' } satisfies Record<SoldBy, string>,
};
