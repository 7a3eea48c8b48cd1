// The texts of the catalogue's screen, in English.
import type { ProductSource } from '../../../src-main/contract/catalogue.ts';
import type { SoldByChoice } from '../../../src-main/contract/sold-by.ts';
import { count, numeral } from './formats.ts';

/** The rule that a field of a product breaks. */
export type EntryProblem =
  | { readonly field: 'code' | 'description' | 'unitPrice'; readonly kind: 'missing' | 'invalid' }
  | { readonly field: 'code' | 'description' | 'unit' | 'group'; readonly kind: 'too_long' }
  | { readonly field: 'barcodes'; readonly kind: 'invalid' };

const products = (amount: number): string => count(amount, { one: 'product', other: 'products' });

const soldBys: Record<SoldByChoice, string> = {
  unit: 'As the unit says',
  piece: 'By the piece',
  measure: 'By weight or measure',
};

const sources: Record<ProductSource['kind'], (name: string) => string> = {
  file: (name) => (name === '' ? 'From a file' : name),
  typed: () => 'Typed',
  document: () => 'From a document',
};

const problems: Record<EntryProblem['field'], Partial<Record<EntryProblem['kind'], string>>> = {
  code: {
    missing: 'Every product needs a code.',
    invalid: 'A code is one line of text.',
    too_long: 'A code has at most 60 characters.',
  },
  description: {
    missing: 'Every product needs a name.',
    invalid: 'A name is one line of text.',
    too_long: 'A name has at most 200 characters.',
  },
  unitPrice: {
    missing: 'What does it cost, with tax?',
    invalid: 'A price is a number such as 2.50, with at most six decimals.',
  },
  unit: { too_long: 'A unit has at most 20 characters.' },
  group: { too_long: 'A group has at most 80 characters.' },
  barcodes: { invalid: 'At most 20 barcodes, of at most 80 characters each.' },
};

export const enProducts = {
  title: 'Catalogue',
  search: 'Search products',
  placeholder: 'Name, code or barcode',
  group: 'Group',
  allGroups: 'All groups',
  table: 'Products',
  columns: {
    code: 'Code',
    name: 'Name',
    group: 'Group',
    barcode: 'Barcode',
    unit: 'Unit',
    source: 'Came from',
    price: 'Price',
  },
  noBarcode: 'none',
  more: (amount: number) => `and ${numeral(amount)} more`,
  amount: products,
  amountOf: (some: number, all: number) => `${numeral(some)} of ${numeral(all)}`,
  empty: 'The catalogue is empty. Add a product, or import a file.',
  nothingFound: 'No product was found.',
  showAll: 'Show all products',
  add: 'Add a product',
  import: 'Import',
  importTitle: 'Import a file',
  export: 'Export',
  edit: (name: string) => `Change ${name}`,
  newProduct: 'A new product',
  code: 'Code',
  name: 'Name',
  price: 'Price with tax',
  unit: 'Unit',
  soldBy: 'Sold by',
  soldBys,
  barcodes: 'Barcodes',
  anotherBarcode: 'Scan or type another barcode',
  removeBarcode: (barcode: string) => `Remove the barcode ${barcode}`,
  misprinted: (barcodes: readonly string[]) =>
    `Wrong check digit, no scanner reads it as it stands: ${barcodes.join(', ')}`,
  problem: ({ field, kind }: EntryProblem) => problems[field][kind] ?? 'This cannot be used.',
  taken: (value: string, name: string, code: string) => `${value} is that of “${name}” (${code}).`,
  save: 'Save',
  addIt: 'Add the product',
  cancel: 'Cancel',
  remove: 'Remove',
  source: (kind: ProductSource['kind'], name: string) => sources[kind](name),
  since: (source: string, at: string) => `${source}, ${at}`,
  edited: (at: string) => `Changed by hand ${at}`,
  unknownSource: 'Where it came from is not known',
  said: {
    saved: (name: string) => `${name} was saved.`,
    added: (name: string) => `${name} was added.`,
    removed: (name: string) => `${name} was removed. Documents that name it stay as they are.`,
    undone: () => 'Undone.',
  },
  keepTitle: 'A new product',
  keepHint: (barcode: string) =>
    `Not in the catalogue: ${barcode}. It is added with this barcode, and sold.`,
  sellAndKeep: 'Sell and keep',
  undo: 'Undo',
  dismiss: 'Dismiss this message',
};
