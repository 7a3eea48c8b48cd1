// A shop that adds to its receipts everything that it may.
import type { ReceiptSettings } from '../../../src-main/contract/printing.ts';
import { pngOf } from '../../printer/png-file.ts';

export const shopSettings: ReceiptSettings = {
  addressLines: 'Rua das Flores, 12\n1100-123 Lisboa',
  companyTaxNumber: '509442013',
  headerText: 'Aberto todos os dias',
  footerText: 'Trocas em 15 dias com este talão',
  logo: Uint8Array.from(pngOf(Array.from({ length: 24 }, (_, y) => '# '.repeat(y + 1).padEnd(64)))),
  withoutMarks: 'print',
  withoutMarksText: '',
};
