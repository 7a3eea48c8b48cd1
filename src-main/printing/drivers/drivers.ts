// The drivers of the printers' languages. A new language does not compile without a driver, its
// code pages, its name on screen, and an encoder that knows it. If the driver lacks the number of
// one of the code pages, a test fails.
import type { PrinterLanguage } from '../../contract/printing.ts';
import type { PrinterDriver } from './driver.ts';
import { escPos } from './esc-pos.ts';
import { starPrnt } from './star-prnt.ts';

export const drivers: Readonly<Record<PrinterLanguage, PrinterDriver>> = {
  'esc-pos': escPos,
  'star-prnt': starPrnt,
};
