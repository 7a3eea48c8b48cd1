// A receipt as the bytes of a thermal printer.
import type { CodePage, Thermal } from '../../contract/printing.ts';
import type { ReceiptModel } from '../model.ts';

export const encodeReceipt = (model: ReceiptModel, _thermal: Thermal): Uint8Array =>
  Buffer.from(`${model.kind} ${model.reference}\n`);

export interface TestPageTexts {
  readonly title: string;
  readonly width: string;
  readonly letters: (codePage: CodePage) => string;
  readonly cut: string;
}

export const encodeTestPage = (_thermal: Thermal, texts: TestPageTexts): Uint8Array =>
  Buffer.from(`${texts.title}\n`);
