// Makes the page of a receipt, of a day's report, of labels, or of command barcodes. What draws
// codes is loaded with the first one.
import type { Language } from '../contract/languages.ts';
import type { Paper } from '../contract/printing.ts';
import type { SheetPaper } from '../contract/shelf-labels.ts';
import { commandSheetHtml, type CommandSheet } from './command-sheet.ts';
import type { DayPaperModel } from './day-paper.ts';
import { dayPaperHtml, receiptHtml } from './html.ts';
import { rollHtml, sheetsHtml } from './labels-page.ts';
import type { ReceiptModel } from './model.ts';
import type { ShelfLabel } from './shelf-label.ts';

const codes = () => import('./draw-codes.ts');

export const receiptPageOf = async (model: ReceiptModel, paper: Paper): Promise<string> =>
  receiptHtml(model, { paper, draw: (await codes()).codeDrawer });

export const dayPageOf = async (model: DayPaperModel, paper: Paper): Promise<string> =>
  dayPaperHtml(model, { paper, draw: (await codes()).codeDrawer });

export const labelSheetsOf = async (
  labels: readonly ShelfLabel[],
  paper: Pick<SheetPaper, 'sheet' | 'first'>,
  language: Language,
): Promise<string> => sheetsHtml(labels, paper, { language, draw: (await codes()).drawBars });

export const labelRollOf = async (
  labels: readonly ShelfLabel[],
  language: Language,
): Promise<string> => rollHtml(labels, { language, draw: (await codes()).drawBars });

export const commandSheetOf = async (sheet: CommandSheet): Promise<string> =>
  commandSheetHtml(sheet, (await codes()).drawBars);
