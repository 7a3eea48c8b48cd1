// The bytes that open a cash drawer at a printer's socket.
import { assertNever } from '../../contract/errors.ts';
import type { Drawer, PrinterLanguage } from '../../contract/printing.ts';

/** ESC/POS counts a pulse in units of 2 ms, up to 255 of them; StarPRNT in units of 10 ms, up to 127. */
export function encodeDrawerKick(
  language: PrinterLanguage,
  { pin, onMs, offMs }: Drawer,
): Uint8Array {
  switch (language) {
    case 'esc-pos': {
      // ESC p m t1 t2
      const units = (ms: number) => Math.min(255, Math.ceil(ms / 2));
      return Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, units(onMs), units(offMs));
    }
    case 'star-prnt': {
      // ESC BEL n1 n2 sets the pulse of the first drawer, BEL gives it; SUB gives the second's, whose 200 ms are fixed.
      const units = (ms: number) => Math.min(127, Math.max(1, Math.ceil(ms / 10)));
      return pin === 2
        ? Uint8Array.of(0x1b, 0x07, units(onMs), units(offMs), 0x07)
        : Uint8Array.of(0x1a);
    }
    default:
      return assertNever(language);
  }
}
