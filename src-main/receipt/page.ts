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

export async function receiptPageOf(model: ReceiptModel, paper: Paper): Promise<string> {
  const { codeDrawer: draw } = await import('./draw-codes.ts');
  return receiptHtml(model, { paper, draw });
}

export async function dayPageOf(model: DayPaperModel, paper: Paper): Promise<string> {
  const { codeDrawer: draw } = await import('./draw-codes.ts');
  return dayPaperHtml(model, { paper, draw });
}

export async function labelSheetsOf(
  labels: readonly ShelfLabel[],
  paper: Pick<SheetPaper, 'sheet' | 'first'>,
  language: Language,
): Promise<string> {
  const { drawBars: draw } = await import('./draw-codes.ts');
  return sheetsHtml(labels, paper, { language, draw });
}

export async function labelRollOf(
  labels: readonly ShelfLabel[],
  language: Language,
): Promise<string> {
  const { drawBars: draw } = await import('./draw-codes.ts');
  return rollHtml(labels, { language, draw });
}

export async function commandSheetOf(sheet: CommandSheet): Promise<string> {
  const { drawBars } = await import('./draw-codes.ts');
  return commandSheetHtml(sheet, drawBars);
}
