// The texts of the catalogue and its import, in English.
import type {
  BadRow,
  ColumnField,
  ImportDoubt,
  ProductField,
  Remark,
} from '../../../src-main/contract/catalogue.ts';
import type { decimalMarks, delimiters, encodings } from '../../../src-main/contract/catalogue.ts';
import type { SoldBy } from '../../../src-main/contract/sold-by.ts';
import { count, numeral } from './formats.ts';

const products = (amount: number): string => count(amount, { one: 'product', other: 'products' });

const fields: Record<ColumnField, string> = {
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
  variant: 'Variant',
  active: 'Still sold',
  inactive: 'No longer sold',
};

const problems: Record<BadRow['problem'] | Remark['problem'], string> = {
  missing: 'Missing',
  invalid: 'Cannot be used',
  too_long: 'Too long',
  taken: 'Used by an earlier row',
  no_value: 'Holds an error, or a formula without a result',
  ambiguous: 'Can be read in two ways',
  unreadable: 'Does not fit the columns, or cannot be read',
  not_sold: 'Marked as no longer sold',
  left_empty: 'Cannot be used, and is left empty',
  barcode_taken: 'Another product of the file has it, so this one goes without',
  repaired: 'Was spoilt by a spreadsheet, and is put right',
  digits_lost:
    'A spreadsheet has lost digits of it, so it is left out: the product keeps what it has here, or type it again',
  digit_missing: 'Has eleven digits: one is missing. It is read as it stands: check it',
  check_digit: 'Wrong check digit. It is read as it stands: check it against the packet',
  name_above: 'Empty, as in rows of variants: takes the name above',
  zeros_lost: 'A spreadsheet has lost zeros before it: it is the product that has them here',
  rounded: 'Was worked out by a spreadsheet: rounded to cents',
  code_from_barcode: 'Empty: its barcode is taken for it',
  code_from_name: 'Empty: made of the name',
  passed_over: 'No code, name or price: passed over',
  stays_with: 'Stays with the product that was given it by hand',
  code_of: 'A scan finds the product of this row, not the one that has it as its code',
};

const doubts = {
  decimal_mark: ({ example }: Doubt<'decimal_mark'>) =>
    `“${example}” can be read in two ways. Choose the decimal mark.`,
  no_codes: () =>
    'No column has codes: a product has its barcode as its code, or one made of its name. If a column has them, choose it.',
  other_sheets: ({ sheets }: Doubt<'other_sheets'>) =>
    `Other sheets look like lists of products too: ${sheets.join(', ')}. One sheet is read at a time: import the file again for each.`,
  not_sold: ({ rows, columns }: Doubt<'not_sold'>) =>
    `${count(rows, { one: 'row is', other: 'rows are' })} left out, as ${columns.map((name) => `“${name}”`).join(', ')} marks products that are no longer sold. To read these too, choose “Not read” there.`,
  both_marks: ({ rows }: Doubt<'both_marks'>) =>
    `Prices are written with a comma and with a point. ${count(rows, {
      one: 'price that can be read in two ways is',
      other: 'prices that can be read in two ways are',
    })} left out.`,
  zero_prices: ({ rows, of }: Doubt<'zero_prices'>) =>
    `${numeral(rows)} of ${numeral(of)} prices are zero. Is this the column of the price?`,
  nameless_rows: ({ rows, of }: Doubt<'nameless_rows'>) =>
    `${numeral(rows)} of ${numeral(of)} rows have no name. If they go on with the row above, as variants do, choose the column that tells them apart (size, colour) as “Variant”: then they get the name above.`,
  repeated_codes: ({ codes, rows }: Doubt<'repeated_codes'>) =>
    `${count(codes, { one: 'code comes', other: 'codes come' })} ${numeral(rows)} times, with different prices. Is this a list of products, or of sales? Only the first row of each code is read.`,
  other_list: ({ columns }: Doubt<'other_list'>) =>
    `Columns as lists of customers or of sales have them: ${columns.join(', ')}. Is this a list of products?`,
  several_prices: ({ columns: [first = '', ...others] }: Doubt<'several_prices'>) =>
    `“${first}” is read as the price. Or is the price in ${others.map((name) => `“${name}”`).join(', ')}?`,
  other_currency: ({ example }: Doubt<'other_currency'>) =>
    `“${example}” is in another currency. The number is read as euros.`,
} satisfies Record<ImportDoubt['kind'], unknown>;

type Doubt<Kind extends ImportDoubt['kind']> = Extract<ImportDoubt, { kind: Kind }>;

/** Writes the lines of some rows: "2–5, 8". */
const stretches = (lines: readonly (readonly [number, number])[]): string =>
  lines.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');

const delimiterNames: Record<(typeof delimiters)[number], string> = {
  ';': 'Semicolon',
  ',': 'Comma',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

const encodingNames: Record<(typeof encodings)[number], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250 (Polish, Czech)',
  'utf-16le': 'UTF-16',
  cp850: 'DOS (850)',
  macintosh: 'Macintosh',
  'utf-8-twice': 'UTF-8, encoded twice',
};

const decimalMarkNames: Record<(typeof decimalMarks)[number], string> = {
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
    'A spreadsheet (xlsx, xls, ods), or a text file (CSV) as spreadsheets save it. You see how it is read before anything changes, and sales can go on meanwhile.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  used: (amount: number) => `The catalogue is updated: ${products(amount)}.`,
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
  delimiters: delimiterNames,
  encoding: 'Encoding',
  encodings: encodingNames,
  decimalMark: 'Decimal mark',
  decimalMarks: decimalMarkNames,
  chooseMark: 'Choose one',
  hasHeader: 'The first row names the columns',
  firstRows: 'First rows',
  becomes: 'Becomes',
  column: (name: string) => `Column “${name}” holds`,
  notRead: 'Not read',
  fieldTable: 'What each field is read from',
  columnOf: (field: string) => `Column for: ${field}`,
  columnHead: 'Column',
  valuesHead: 'What it holds',
  filledHead: 'Filled rows',
  noColumn: 'None',
  another: (field: string, number: number) => `${field} ${number}`,
  filled: (rows: number, all: number) => `${numeral(rows)} of ${numeral(all)}`,
  looked: (amount: number, rows: number, isAll: boolean) =>
    isAll
      ? `${products(amount)} from ${count(rows, { one: 'row', other: 'rows' })}.`
      : `${products(amount)} from the first ${numeral(rows)} rows. The rest is looked at when the file is read.`,
  fields,
  problems,
  problem: (field: string | null, problem: string) =>
    field === null ? problem : `${field}: ${problem.toLowerCase()}`,
  missing: (missing: readonly string[]) =>
    `No column looks like this: ${missing.join(', ')}. Choose one.`,
  doubts,
  read: 'Read the file',
  reading: (name: string) => `Reading ${name}`,
  readingProgress: 'Read so far',
  rows: (rows: number) => count(rows, { one: 'row', other: 'rows' }),
  readHint: 'The catalogue in use stays as it is. You can go on selling, and come back.',
  report: (name: string) => `${name} has been read`,
  readProducts: (amount: number) => `${products(amount)} can be used.`,
  badRows: (rows: number) =>
    count(rows, {
      one: 'row is left out.',
      other: 'rows are left out.',
    }),
  noBadRows: 'Every row could be read.',
  badRowsTable: 'Rows left out',
  remarksTable: 'What else to know',
  remarks: (rows: number) =>
    count(rows, {
      one: 'remark that leaves no product out:',
      other: 'remarks that leave no product out:',
    }),
  addsUp: (rows: number, amount: number, bad: number, passedOver: number, removed: number) =>
    `${count(rows, { one: 'row', other: 'rows' })}: ${[
      products(amount),
      `${numeral(bad)} left out`,
      ...(passedOver > 0 ? [`${numeral(passedOver)} passed over`] : []),
      ...(removed > 0 ? [`${numeral(removed)} removed by hand before`] : []),
    ].join(', ')}.`,
  linesHead: 'Lines',
  stretches,
  unlike: 'and others',
  field: 'Field',
  problemColumn: 'Problem',
  text: 'What the file says',
  wholeRow: 'Whole row',
  emptySoFar: 'The catalogue is empty so far.',
  nothingGoes: 'Products that the file does not have stay as they are.',
  goes: (amount: number, keys: number) =>
    `${products(amount)} and ${count(keys, { one: 'quick key', other: 'quick keys' })} will be removed.`,
  keysGone: (names: readonly string[]) => `Quick keys: ${names.join(', ')}.`,
  replaceAll: 'Replace everything',
  replaceAllHint:
    'Products that the file does not have are removed. Otherwise the file adds products and updates those with the same code.',
  useReplacing: 'Replace everything',
  undoImport: 'Undo the import',
  using: 'The products are being put into the catalogue. Until then the till sells as before.',
  undoing: 'The products of before are being put back. Until then the till sells as it is.',
  keepEdits: 'Keep what was changed by hand',
  keepEditsHint:
    'Prices, names and other fields that somebody changed here stay, as do products that were added or removed here. All else is as the file says. You see what it comes to before it is used.',
  differences: {
    added: 'Added',
    changed: 'Changed',
    removed: 'Removed',
    kept: 'Kept by hand',
  },
  /** What happens to one product. */
  happens: { added: 'Added', changed: 'Changed', removed: 'Removed', kept: 'Kept by hand' },
  differencesTable: 'What changes in the catalogue',
  moreDifferences: (amount: number) =>
    `And ${numeral(amount)} more, which the table does not show.`,
  difference: 'What happens',
  priceBefore: 'Price now',
  priceAfter: 'New price',
  use: 'Update the catalogue',
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
