// What a thermal printer put on paper: the result of its commands, without the commands.

export interface Style {
  readonly bold: boolean;
  readonly underline: boolean;
  readonly inverted: boolean;
  /** How many times the usual width and height. */
  readonly wide: number;
  readonly high: number;
}

export const plain: Style = { bold: false, underline: false, inverted: false, wide: 1, high: 1 };

export type Align = 'left' | 'center' | 'right';

export interface Run {
  readonly text: string;
  readonly style: Style;
}

export type Printed =
  | { readonly kind: 'line'; readonly align: Align; readonly runs: readonly Run[] }
  /** Each row is a text of blanks and `#`. */
  | { readonly kind: 'image'; readonly align: Align; readonly rows: readonly string[] }
  | {
      readonly kind: 'code128';
      readonly align: Align;
      readonly data: string;
      readonly dots: number;
    }
  | {
      readonly kind: 'ean';
      readonly symbology: 'ean13' | 'ean8' | 'upca';
      readonly align: Align;
      readonly data: string;
      readonly dots: number;
    }
  | {
      readonly kind: 'qr';
      readonly align: Align;
      readonly data: string;
      readonly moduleDots: number;
    }
  | { readonly kind: 'feed'; readonly lines: number }
  | { readonly kind: 'cut'; readonly how: 'full' | 'partial' }
  | { readonly kind: 'drawer'; readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number };

export interface Job {
  readonly printed: readonly Printed[];
  /** Every command by its name, in order: two jobs with the same names differ only in text. */
  readonly commands: readonly string[];
  /** Bytes with which no documented command begins, and commands that end too early. */
  readonly problems: readonly string[];
}

/** The modules of an EAN-13, of a UPC-A, which has the same bars, and of an EAN-8. */
export const eanModules = { ean13: 95, upca: 95, ean8: 67 } as const;
export type EanSymbology = keyof typeof eanModules;

/**
 * Returns whether the digits are as many as the symbology needs; the sender adds the check digit.
 */
export const isEan = (symbology: EanSymbology, data: string): boolean =>
  /^\d+$/.test(data) && data.length === { ean13: 13, upca: 12, ean8: 8 }[symbology];
