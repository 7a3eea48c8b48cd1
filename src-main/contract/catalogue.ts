// The till's own catalogue, since the API documents no products: what a product is, and how a file
// of products is read.
import * as v from 'valibot';
import { isOneLine, lineSchema } from './one-line.ts';
import { productCodeSchema, productDescriptionSchema } from './cart.ts';
import { unitPriceSchema } from './money.ts';
import { soldBys } from './sold-by.ts';

/** The colours of quick keys: names, so that each theme can give them its own shade. */
export const keyColours = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const;
export type KeyColour = (typeof keyColours)[number];

export const groupSchema = lineSchema(80);

export const barcodeSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80), isOneLine);

export const mostBarcodes = 20;
export const maxQuickKeys = 480;

export const productSchema = v.strictObject({
  code: productCodeSchema,
  description: productDescriptionSchema,
  barcodes: v.pipe(v.array(barcodeSchema), v.maxLength(mostBarcodes)),
  unitPrice: unitPriceSchema,
  /** The unit as the shop writes it: "un", "kg". */
  unit: lineSchema(20),
  /** Null if nobody has said and the unit says nothing: any quantity can be sold. */
  soldBy: v.nullable(v.picklist(soldBys)),
  /** A text for the person at the till only: the service taxes by its own product. */
  vatLabel: lineSchema(40),
  group: groupSchema,
  /** The product's place among the quick keys, counted from 1 through all pages; null for none. */
  quickKey: v.nullable(
    v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxQuickKeys)),
  ),
  colour: v.nullable(v.picklist(keyColours)),
});
export type Product = v.InferOutput<typeof productSchema>;

export const sourceKinds = ['file', 'typed', 'document'] as const;

export interface ProductSource {
  /** A file that was imported, a person who typed it, or a document of the service. */
  readonly kind: (typeof sourceKinds)[number];
  /** The name of the file; empty for the other kinds. */
  readonly name: string;
  readonly atMs: number;
}

export interface ListedProduct {
  /** The product's number in the current catalogue. An import gives new ones. */
  readonly id: number;
  readonly product: Product;
  /** Null if it is not known. */
  readonly source: ProductSource | null;
  /** When a person last changed it since it came; null if nobody did. */
  readonly editedAtMs: number | null;
}

const productId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const productIdSchema = v.strictObject({ id: productId });

/** Which products are shown: those that `text` finds, or all by name. */
export const catalogueViewSchema = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(200)),
  /** Null shows all groups. */
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
  /** How many products this view has. */
  readonly total: number;
  /** How many products the catalogue has. */
  readonly all: number;
  readonly products: readonly ListedProduct[];
}

/** `id` names the product to change; null adds a new one. */
export const productSaveSchema = v.strictObject({
  id: v.nullable(productId),
  product: productSchema,
});
export type ProductSave = v.InferOutput<typeof productSaveSchema>;

/** A change by hand, which can be undone until the next one. */
export interface CatalogueChange {
  readonly changeId: number;
  /** How many products it changed. */
  readonly products: number;
}
export const undoSchema = v.strictObject({
  changeId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** What a column of a catalogue file can hold. */
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
 * What a column can hold beside the fields of a product: what tells variants apart, such as a size,
 * which is added to the name; and whether a product is sold, where yes says that it is, or is not.
 */
export const columnFields = [...productFields, 'variant', 'active', 'inactive'] as const;
export type ColumnField = (typeof columnFields)[number];

export const severalMayHold = (field: ColumnField | null): boolean =>
  field === 'barcodes' || field === 'variant' || field === 'active' || field === 'inactive';

/** Columns further to the right are not read. */
export const mostColumns = 200;

/** A part of the chosen file: main opens no path that a page names. */
export const filePartSchema = v.strictObject({
  isFirst: v.boolean(),
  bytes: v.pipe(v.instance(Uint8Array), v.maxLength(4 * 1024 * 1024)),
});

export const delimiters = [',', ';', '\t', '|'] as const;
export const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'utf-16le',
  'cp850',
  'macintosh',
  'utf-8-twice',
] as const;
export const decimalMarks = ['.', ','] as const;

/**
 * How a file is read: guessed from its beginning, and changed by a person if the guess is wrong.
 * Separator and encoding matter for text files only.
 */
export const readingSchema = v.strictObject({
  /** The index of a spreadsheet's sheet, from 0; null for a text file. */
  sheet: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  delimiter: v.picklist(delimiters),
  encoding: v.picklist(encodings),
  /**
   * The other mark, if it comes before this one, groups thousands. Null if the prices do not tell:
   * then a price with two readings is none.
   */
  decimalMark: v.nullable(v.picklist(decimalMarks)),
  /**
   * The line where the table begins, as the file counts from 1: what stands above is not read. With
   * 0 the till guesses it and everything about the columns.
   */
  firstLine: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Whether the table's first row names the columns. */
  hasHeader: v.boolean(),
  /** What each column holds; null for a column that is not read. */
  columns: v.pipe(v.array(v.nullable(v.picklist(columnFields))), v.maxLength(mostColumns)),
});
export type Reading = v.InferOutput<typeof readingSchema>;

/** A row that gave no product. */
export interface BadRow {
  /** The line in the file, counted from 1. */
  readonly line: number;
  /** Null if the problem is the whole row: too few columns, a quote that never ends. */
  readonly field: ProductField | null;
  readonly problem:
    | 'missing'
    | 'invalid'
    | 'too_long'
    /** An earlier row has the code, or another product has the barcode. */
    | 'taken'
    /** The spreadsheet has an error there, or a formula without a stored result. */
    | 'no_value'
    /** A price with two readings, such as "1.250". */
    | 'ambiguous'
    | 'unreadable'
    /** The list marks the product as one that is no longer sold. */
    | 'not_sold';
  /** What the field holds, shortened. */
  readonly text: string;
}

/** What a person should know of a row that all the same was read, or that is no row of its own. */
export interface Remark {
  readonly line: number;
  /** Null for the whole row. */
  readonly field: ProductField | null;
  readonly problem:
    /** A value that cannot be used is left out, and the product is there all the same. */
    | 'left_empty'
    /** Another product of the file has the barcode. */
    | 'barcode_taken'
    /** A spreadsheet had spoilt the barcode, in a way that leaves no doubt of what it was. */
    | 'repaired'
    /** Digits are lost; or a barcode has eleven, and one more would not be right. */
    | 'digits_lost'
    | 'digit_missing'
    /** No scanner reads the barcode as it stands: its last digit is not the check digit. */
    | 'check_digit'
    /** The name is that of a row above, as this one is another variant. */
    | 'name_above'
    /** Zeros before the code are lost that the product of this name has in the catalogue. */
    | 'zeros_lost'
    /** A spreadsheet has worked out the price, and its cents are taken. */
    | 'rounded'
    /** The code is empty, and its first barcode is taken for it. */
    | 'code_from_barcode'
    /** The code is empty, and so is the barcode: one is made of the name. */
    | 'code_from_name'
    /** The row has neither code, name nor price. */
    | 'passed_over'
    /** A person has given the barcode to `owner`, which keeps it. */
    | 'stays_with'
    /** The barcode is also the code of `owner`: a scan finds the product whose barcode it is. */
    | 'code_of';
  readonly text: string;
  readonly owner?: Owner;
}

/** Another product that has the barcode. */
export type Owner = Pick<Product, 'code' | 'description'>;

/** Rows with the same fault. */
export interface RowGroup<Problem extends string = BadRow['problem'] | Remark['problem']> {
  readonly field: ProductField | null;
  readonly problem: Problem;
  /** What stands there, shortened; some of it if it differs. */
  readonly texts: readonly string[];
  readonly rows: number;
  /** The lines from the first to the last of each stretch, counted from 1. */
  readonly lines: readonly (readonly [number, number])[];
  /** The product that all of them have to do with. */
  readonly owner?: Owner;
}

/** What makes a person ask whether a file is read as it is meant. */
export type ImportDoubt =
  | { readonly kind: 'decimal_mark'; readonly example: string }
  /** No column has codes, so that they are made of the names. */
  | { readonly kind: 'no_codes' }
  /** Sheets of a spreadsheet that are like the one that is read. */
  | { readonly kind: 'other_sheets'; readonly sheets: readonly string[] }
  /** Rows that columns of these names mark as no longer sold, which are left out. */
  | {
      readonly kind: 'not_sold';
      readonly rows: number;
      readonly columns: readonly string[];
    }
  /** Prices are written with both marks; so many with two readings are left out. */
  | { readonly kind: 'both_marks'; readonly rows: number }
  | { readonly kind: 'zero_prices'; readonly rows: number; readonly of: number }
  /** Rows that are products but for their names, as where rows go on with the row above. */
  | { readonly kind: 'nameless_rows'; readonly rows: number; readonly of: number }
  /** Codes that come in several rows, with different prices: perhaps a list of sales. */
  | { readonly kind: 'repeated_codes'; readonly codes: number; readonly rows: number }
  /** Columns as a list of sales or of people has them. */
  | { readonly kind: 'other_list'; readonly columns: readonly string[] }
  /** Columns whose names make them the price alike; the first is read. */
  | { readonly kind: 'several_prices'; readonly columns: readonly string[] }
  /** A price in another currency than the till's. */
  | { readonly kind: 'other_currency'; readonly example: string };

/** What stands in a column. */
export interface ColumnFacts {
  /** How many of the rows looked at have something there. */
  readonly filled: number;
  /** The first different ones, shortened. */
  readonly values: readonly string[];
}

/** The beginning of a file, read in one way. */
export interface Preview {
  readonly reading: Reading;
  /** The names of a spreadsheet's sheets; none for a text file. */
  readonly sheets: readonly string[];
  /** The first lines that are not blank, shortened: the table begins at one of them. */
  readonly beginnings: readonly { readonly line: number; readonly text: string }[];
  /** The names of the columns, or their numbers if the file has none. */
  readonly header: readonly string[];
  /** The first rows as text, and what becomes of each. */
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** Null for a row that is passed over. */
    readonly outcome: Product | BadRow | null;
  }[];
  /** One for each column. */
  readonly facts: readonly ColumnFacts[];
  /** How many rows were looked at, and whether these are all. */
  readonly looked: { readonly rows: number; readonly isAll: boolean };
  /** How many of them become products. */
  readonly products: number;
  readonly doubts: readonly ImportDoubt[];
}

export const mostDifferences = 1000;

/** A difference between the catalogue that was read and the one in use. */
export interface ImportDifference {
  /** `kept`: a product that a person has changed, added or (no price after) removed stays so. */
  readonly kind: 'added' | 'changed' | 'removed' | 'kept';
  readonly code: string;
  readonly description: string;
  /** Null if there is no price; so is `after`. */
  readonly before: Product['unitPrice'] | null;
  readonly after: Product['unitPrice'] | null;
}

export interface ImportComparison {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** How many products stay as a person has made them, in a field at least, or stay removed. */
  readonly kept: number;
  /** Some of them, at most `mostDifferences`; what is removed comes first. */
  readonly differences: readonly ImportDifference[];
  /** How many more there are. */
  readonly moreDifferences: number;
}

/** How a file is imported into the catalogue in use. */
export const importOptionsSchema = v.strictObject({
  reading: readingSchema,
  /** Whether products that a person has changed, added or removed stay so. */
  keepsEdits: v.boolean(),
  /** Whether products that the file does not have are removed; else it adds and updates by code. */
  replacesAll: v.boolean(),
  /** The file's name, for a person to know it by. */
  name: v.pipe(v.string(), v.maxLength(300)),
});
export type ImportOptions = v.InferOutput<typeof importOptionsSchema>;

/** A catalogue that was read whole, and waits to be used or discarded. */
export interface ImportReport {
  /** Which reading of this till it is of: only what was approved is used. */
  readonly reportId: number;
  readonly products: number;
  readonly comparison: ImportComparison;
  /** The products that quick keys would lose, by their names now. */
  readonly quickKeysGone: readonly string[];
  /** All rows: those that became products, the bad ones, and the two kinds below. */
  readonly rows: number;
  readonly badRowCount: number;
  readonly badRows: readonly RowGroup<BadRow['problem']>[];
  readonly passedOver: number;
  /** Rows of products that a person has removed. */
  readonly removedByHand: number;
  readonly remarks: readonly RowGroup<Remark['problem']>[];
  readonly doubts: readonly ImportDoubt[];
}

export interface ImportProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

/** A group of products with the shop's name for it; empty for products without a group. */
export interface ProductGroup {
  readonly name: string;
}

export interface CatalogueSummary {
  readonly products: number;
  /** Null for a catalogue that was never imported. */
  readonly importedAtMs: number | null;
}
