// The till's own catalogue, since the API documents no products: what a product is, and how a file
// of them is read.
import * as v from 'valibot';
import { productCodeSchema, productDescriptionSchema } from './cart.ts';
import { unitPriceSchema } from './money.ts';
import { soldBys } from './sold-by.ts';

/** The colours of quick keys: names, so that each theme can give them its own shade. */
export const keyColours = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const;
export type KeyColour = (typeof keyColours)[number];

/** One line of print; empty where there is nothing to say. */
const label = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(maxLength), v.regex(/^\P{Cc}*$/u));

export const groupSchema = label(80);

export const barcodeSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(80),
  v.regex(/^\P{Cc}*$/u),
);

export const maxQuickKeys = 480;

export const productSchema = v.strictObject({
  code: productCodeSchema,
  description: productDescriptionSchema,
  barcodes: v.pipe(v.array(barcodeSchema), v.maxLength(20)),
  unitPrice: unitPriceSchema,
  /** As the shop writes it: "un", "kg". */
  unit: label(20),
  /** Null where nobody has said and its unit says nothing: any quantity of it is sold. */
  soldBy: v.nullable(v.picklist(soldBys)),
  /** For the person at the till only: the service taxes by its own product. */
  vatLabel: label(40),
  group: groupSchema,
  /** Its place among the quick keys, counted from 1 through all pages; null for none. */
  quickKey: v.nullable(
    v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxQuickKeys)),
  ),
  colour: v.nullable(v.picklist(keyColours)),
});
export type Product = v.InferOutput<typeof productSchema>;

export const sourceKinds = ['file', 'typed', 'document'] as const;

/** Where a product came from. */
export interface ProductSource {
  /** A file that was imported, a person who typed it, or a document of the service. */
  readonly kind: (typeof sourceKinds)[number];
  /** The file's; else empty. */
  readonly name: string;
  readonly atMs: number;
}

/** A product as the catalogue's screen lists it. */
export interface ListedProduct {
  /** Its number in the catalogue as it is now: an import gives others, that nothing had before. */
  readonly id: number;
  readonly product: Product;
  /** Null where it is not known. */
  readonly source: ProductSource | null;
  /** When it was changed by hand since it came; null where it was not. */
  readonly editedAtMs: number | null;
}

const productId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const productIdSchema = v.strictObject({ id: productId });

/** Which products are looked at: those that are found by `text`, or all by name. */
export const catalogueViewSchema = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(200)),
  /** Null for all. */
  group: v.nullable(groupSchema),
});
export type CatalogueView = v.InferOutput<typeof catalogueViewSchema>;

export const mostListed = 200;
export const browseSchema = v.strictObject({
  ...catalogueViewSchema.entries,
  offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostListed)),
});

export interface ListedProducts {
  /** How many there are in this view. */
  readonly total: number;
  /** How many the catalogue has. */
  readonly all: number;
  readonly products: readonly ListedProduct[];
}

/** `id`: of the product that is changed; null for a new one. */
export const productSaveSchema = v.strictObject({
  id: v.nullable(productId),
  product: productSchema,
});
export type ProductSave = v.InferOutput<typeof productSaveSchema>;

/** A change by hand, which can be undone until the next one. */
export interface CatalogueChange {
  readonly changeId: number;
  /** How many products it has changed. */
  readonly products: number;
}
export const undoSchema = v.strictObject({
  changeId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** What a column of a catalogue file can hold. Several columns may hold barcodes. */
export const productFields = [
  'code',
  'description',
  'barcodes',
  'unitPrice',
  'unit',
  'soldBy',
  'vatLabel',
  'group',
  'quickKey',
  'colour',
] as const;
export type ProductField = (typeof productFields)[number];

/**
 * A part of the file that a person chose. The page hands over bytes, so that main opens no path
 * that a page names.
 */
export const filePartSchema = v.strictObject({
  isFirst: v.boolean(),
  bytes: v.pipe(v.instance(Uint8Array), v.maxLength(4 * 1024 * 1024)),
});

export const delimiters = [',', ';', '\t', '|'] as const;
export const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export const decimalMarks = ['.', ','] as const;

/**
 * How a file is read: guessed from its beginning, and changed by a person where the guess is wrong.
 * Separator and encoding count for text files alone.
 */
export const readingSchema = v.strictObject({
  /** Which of a spreadsheet's sheets, from 0; null for a text file. */
  sheet: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  delimiter: v.picklist(delimiters),
  encoding: v.picklist(encodings),
  /** The other one, where it comes before this, groups thousands. */
  decimalMark: v.picklist(decimalMarks),
  /**
   * The line, as the file counts them from 1, where the table begins: what stands above is not
   * read. 0 where that is to be guessed, and with it all that is said of the columns.
   */
  firstLine: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Whether the table's first row names the columns. */
  hasHeader: v.boolean(),
  /** For each column what it holds; null for a column that is not read. */
  columns: v.pipe(v.array(v.nullable(v.picklist(productFields))), v.maxLength(200)),
});
export type Reading = v.InferOutput<typeof readingSchema>;

/** A row that gave no product. */
export interface BadRow {
  /** In the file, counted from 1. */
  readonly line: number;
  /** Null where it is the row as a whole: too few columns, a quote that never ends. */
  readonly field: ProductField | null;
  readonly problem:
    | 'missing'
    | 'invalid'
    | 'too_long'
    /** A code that an earlier row has, or a barcode that another product has. */
    | 'taken'
    /** An error of the spreadsheet, or a formula that it has not worked out. */
    | 'no_value'
    | 'unreadable';
  /** What stands there, shortened. */
  readonly text: string;
}

/** The beginning of a file, read in one way. */
export interface Preview {
  readonly reading: Reading;
  /** The names of a spreadsheet's sheets; none for a text file. */
  readonly sheets: readonly string[];
  /** The first lines that are not blank, shortened: one of them is where the table begins. */
  readonly beginnings: readonly { readonly line: number; readonly text: string }[];
  /** The names of the columns, or their numbers where the file has none. */
  readonly header: readonly string[];
  /** The first rows as text, and what becomes of each. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly outcome: Product | BadRow;
  }[];
}

/**
 * A barcode that no scanner reads as it stands: its last digit is not the check digit of the
 * others.
 */
export interface WrongCheckDigit {
  /** In the file, counted from 1. */
  readonly line: number;
  /** Of the product, which is read all the same. */
  readonly code: string;
  readonly barcode: string;
}

/** A barcode that the file's product does not get: a person has given it to another one. */
export interface WithheldBarcode {
  /** In the file, counted from 1. */
  readonly line: number;
  /** Of the product, which is read all the same. */
  readonly code: string;
  readonly barcode: string;
  readonly owner: Pick<Product, 'code' | 'description'>;
}

/**
 * A barcode that is the code of another product, `owner`: a scan finds the one whose barcode it is.
 */
export type CodeBarcode = WithheldBarcode;

export const mostDifferences = 1000;

/** A product by which the catalogue that was read differs from the one in use. */
export interface ImportDifference {
  /** `kept`: what a person has changed, added or (without a price after) removed stays so. */
  readonly kind: 'added' | 'changed' | 'removed' | 'kept';
  readonly code: string;
  readonly description: string;
  /** Null where there is none. */
  readonly before: Product['unitPrice'] | null;
  readonly after: Product['unitPrice'] | null;
}

export interface ImportComparison {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** How many products stay as a person has made them, in a field at least, or stay removed. */
  readonly kept: number;
  /** Some of them, at most `mostDifferences`. */
  readonly differences: readonly ImportDifference[];
}

/** How a file is taken in beside the catalogue in use. */
export const importOptionsSchema = v.strictObject({
  reading: readingSchema,
  /** Whether what a person has changed, added or removed stays so. */
  keepsEdits: v.boolean(),
  /** Of the file, for a person to know it by. */
  name: v.pipe(v.string(), v.maxLength(300)),
});
export type ImportOptions = v.InferOutput<typeof importOptionsSchema>;

/** A catalogue that was read whole, and waits to be used or discarded. */
export interface ImportReport {
  readonly products: number;
  readonly comparison: ImportComparison;
  readonly badRowCount: number;
  /** At most the first 1000. */
  readonly badRows: readonly BadRow[];
  readonly wrongCheckDigitCount: number;
  /** At most the first 1000. */
  readonly wrongCheckDigits: readonly WrongCheckDigit[];
  readonly withheldBarcodeCount: number;
  /** At most the first 1000. */
  readonly withheldBarcodes: readonly WithheldBarcode[];
  readonly codeBarcodeCount: number;
  /** At most the first 1000. */
  readonly codeBarcodes: readonly CodeBarcode[];
}

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

/** A group of products, as the shop calls it; empty for those of none. */
export interface ProductGroup {
  readonly name: string;
}

export interface CatalogueSummary {
  readonly products: number;
  /** Null for a catalogue that was never imported. */
  readonly importedAtMs: number | null;
}
