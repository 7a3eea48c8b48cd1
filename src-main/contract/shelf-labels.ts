// Labels for the shelf: which products, on which paper, how many, and where a begun sheet goes on.
import * as v from 'valibot';
import { languages } from './languages.ts';
import { chosenSchema } from './many-products.ts';
import { systemPrinterNameSchema } from './printing.ts';

/** How a sheet of A4 is cut, as the makers of such sheets sell them. */
export interface LabelSheet {
  readonly across: number;
  readonly down: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** The sheets; `labels.css` places the labels on them. */
export const labelSheets = {
  '3x8': { across: 3, down: 8, widthMm: 70, heightMm: 37 },
  '4x10': { across: 4, down: 10, widthMm: 52.5, heightMm: 29.7 },
  '3x7': { across: 3, down: 7, widthMm: 63.5, heightMm: 38.1 },
  '2x7': { across: 2, down: 7, widthMm: 99.1, heightMm: 38.1 },
  '5x13': { across: 5, down: 13, widthMm: 38.1, heightMm: 21.2 },
} as const satisfies Readonly<Record<string, LabelSheet>>;
export const sheetKinds = ['3x8', '4x10', '3x7', '2x7', '5x13'] as const satisfies SheetKind[];
export type SheetKind = keyof typeof labelSheets;

export const labelsOn = (sheet: SheetKind): number =>
  labelSheets[sheet].across * labelSheets[sheet].down;

/** More than a shop prints at a time; a mistake costs no more than a ream. */
export const mostLabels = 2_000;
export const mostCopies = 100;

const labelPaperSchema = v.variant('kind', [
  /** The thermal printer that receipts are printed on. */
  v.strictObject({ kind: v.literal('roll') }),
  v.pipe(
    v.strictObject({
      kind: v.literal('sheet'),
      sheet: v.picklist(sheetKinds),
      /** The first label that is not used yet, counted from 1, row by row. */
      first: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      /** Null for the system's default printer. */
      printer: v.nullable(systemPrinterNameSchema),
    }),
    v.check(({ sheet, first }) => first <= labelsOn(sheet)),
  ),
]);
export type LabelPaper = v.InferOutput<typeof labelPaperSchema>;
export type SheetPaper = Extract<LabelPaper, { readonly kind: 'sheet' }>;

/** The last choice, which the till keeps. */
export const labelChoiceSchema = v.strictObject({
  paper: labelPaperSchema,
  /** How many labels of each product. */
  copies: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostCopies)),
  /** The customers' language. */
  language: v.picklist(languages),
});
export type LabelChoice = v.InferOutput<typeof labelChoiceSchema>;

export const labelOrderSchema = v.strictObject({
  /** The chosen products. More than are printed may be chosen, and are refused. */
  chosen: chosenSchema,
  choice: labelChoiceSchema,
});
export type LabelOrder = v.InferOutput<typeof labelOrderSchema>;

/** What an order comes to. */
export interface LabelLook {
  readonly products: number;
  /** How many products are left out: those without a price are sold at one that is typed. */
  readonly unpriced: number;
  readonly labels: number;
  /** How many sheets of A4; null on a roll. */
  readonly sheets: number | null;
  /** Where the page shows the first labels, as they will be printed. */
  readonly preview: string;
}

/** Returns the first unused label after so many were printed, beginning with the first. */
export const firstAfter = ({ sheet, first }: SheetPaper, labels: number): number =>
  ((first - 1 + labels) % labelsOn(sheet)) + 1;

export const sheetsFor = ({ sheet, first }: SheetPaper, labels: number): number =>
  Math.ceil((first - 1 + labels) / labelsOn(sheet));
