// What a thermal printer has put on paper: what its commands come to, without the commands.

export interface Style {
  readonly bold: boolean;
  readonly underline: boolean;
  readonly inverted: boolean;
  /** How many times as wide and as high as usual. */
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
  /** A row of it is a text of blanks and `#`. */
  | { readonly kind: 'image'; readonly align: Align; readonly rows: readonly string[] }
  | {
      readonly kind: 'code128';
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
  /** Every command by its name, in order: two jobs with the same names differ in text only. */
  readonly commands: readonly string[];
  /** Bytes that no documented command begins with, and commands that end too early. */
  readonly problems: readonly string[];
}
