// A receipt's page, or that of a day's report. What draws its codes is loaded with the first one.
import type { Paper } from '../contract/printing.ts';
import type { DayPaperModel } from './day-paper.ts';
import { dayPaperHtml, receiptHtml } from './html.ts';
import type { ReceiptModel } from './model.ts';

export async function receiptPageOf(model: ReceiptModel, paper: Paper): Promise<string> {
  const { codeDrawer: draw } = await import('./draw-codes.ts');
  return receiptHtml(model, { paper, draw });
}

export async function dayPageOf(model: DayPaperModel, paper: Paper): Promise<string> {
  const { codeDrawer: draw } = await import('./draw-codes.ts');
  return dayPaperHtml(model, { paper, draw });
}
