// The drivers of the printers' languages. A language without a driver, or a driver that lacks a
// part, does not compile.
import type { PrinterLanguage } from '../../contract/printing.ts';
import type { PrinterDriver } from './driver.ts';
import { escPos } from './esc-pos.ts';
import { starPrnt } from './star-prnt.ts';

export const drivers: Readonly<Record<PrinterLanguage, PrinterDriver>> = {
  'esc-pos': escPos,
  'star-prnt': starPrnt,
};
