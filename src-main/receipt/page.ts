// A receipt's page, whole. What draws its codes is loaded with the first receipt.
import type { Paper } from '../contract/printing.ts';
import { receiptHtml } from './html.ts';
import type { ReceiptModel } from './model.ts';

export async function receiptPageOf(model: ReceiptModel, paper: Paper): Promise<string> {
  const { codeDrawer: draw } = await import('./draw-codes.ts');
  return receiptHtml(model, { paper, draw });
}
