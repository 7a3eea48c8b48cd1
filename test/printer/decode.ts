// Reads a job as a printer of this language would.
import type { PrinterLanguage } from '../../src-main/contract/printing.ts';
import { decodeEscPos } from './esc-pos.ts';
import type { Job } from './printed.ts';
import { decodeStarPrnt } from './star-prnt.ts';

const decoders: Readonly<Record<PrinterLanguage, (bytes: Uint8Array) => Job>> = {
  'esc-pos': decodeEscPos,
  'star-prnt': decodeStarPrnt,
};

export const decode = (language: PrinterLanguage, bytes: Uint8Array): Job =>
  decoders[language](bytes);
