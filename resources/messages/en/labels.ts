// The texts of labels for the shelf, in English.
import type { LabelPaper, SheetKind } from '../../../src-main/contract/shelf-labels.ts';
import { count, numeral, plural } from './formats.ts';

const sheets: Record<SheetKind, string> = {
  '3x8': '24 a sheet, 70 × 37 mm',
  '4x10': '40 a sheet, 52.5 × 29.7 mm',
  '3x7': '21 a sheet, 63.5 × 38.1 mm',
  '2x7': '14 a sheet, 99.1 × 38.1 mm',
  '5x13': '65 a sheet, 38.1 × 21.2 mm',
};

const papers: Record<LabelPaper['kind'], string> = {
  sheet: 'A4 sheets',
  roll: 'Receipt printer',
};

export const enLabels = {
  title: 'Shelf labels',
  open: 'Labels',
  openOf: (name: string) => `Print a label of ${name}`,
  print: 'Print labels',
  printOne: 'Print label',
  savePdf: 'Save PDF',
  what: 'What is printed',
  comesTo: (products: number, labels: number, paper: number | null) =>
    `${count(products, { one: 'product', other: 'products' })}, ${count(labels, { one: 'label', other: 'labels' })}${
      paper === null ? '' : `, ${count(paper, { one: 'sheet', other: 'sheets' })}`
    }.`,
  leftOut: (products: number) =>
    products === 0
      ? ''
      : `${count(products, { one: 'product', other: 'products' })} without a price: no label.`,
  looking: 'Counting…',
  paper: 'Paper',
  papers,
  sheet: 'Labels on the sheet',
  sheets,
  first: 'First free label',
  firstHint: (most: number) =>
    `From 1 to ${most}, counted row by row: what has been used of the sheet stays blank.`,
  firstWrong: (most: number) => `A number from 1 to ${most}.`,
  copies: 'Copies of each',
  copiesWrong: (most: number) => `A number from 1 to ${most}.`,
  printer: 'Printer',
  usualPrinter: 'The system’s default printer',
  language: 'Language',
  noRoll: 'Needs a thermal printer, which is set up in Settings, Printer.',
  rollHint: 'Receipts can still come out in between.',
  preview: 'The first page, as it is printed',
  printed: 'Sent to the printer.',
  /** The title of a print job. */
  jobTitle: (labels: number) =>
    plural(labels, { one: 'One label', other: `Set of ${numeral(labels)} labels` }),
  pageTitle: 'Labels',
  /** Stands beside a price that is not for a piece if no unit says how much it is for. */
  byMeasure: 'by weight or measure',
  /** Portuguese on every label of practice. */
  practice: 'PRÁTICA',
  practiceTranslation: 'PRACTICE',
};
