// The display that faces the customer: its settings, and what main tells it. It tells main nothing.
import * as v from 'valibot';
import { lineSchema } from './one-line.ts';
import type { CounterScreen } from './counter.ts';
import { languages, type Language } from './languages.ts';
import type { Cents, PercentHundredths, QuantityThousandths, UnitPriceMicros } from './money.ts';
import type { Profile } from './profiles.ts';
import type { Theme } from './settings.ts';

/** A picture's file is named by its content, so that no name leads out of the folder. */
export const pictureFileSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(png|jpg|webp)$/));

export const displayPictureSchema = v.strictObject({
  file: pictureFileSchema,
  /** The name of the file that somebody chose. */
  name: lineSchema(100),
});
export type DisplayPicture = v.InferOutput<typeof displayPictureSchema>;

export const displayChangeSchema = v.strictObject({
  /** Electron's id of a display; null for no customer display. */
  screenId: v.nullable(v.pipe(v.number(), v.integer())),
  /** The language of whoever buys, whichever the cashier works in. */
  language: v.picklist(languages),
  /** What the display says while nobody buys; empty for the till's own words. */
  greeting: lineSchema(60),
  notice: lineSchema(160),
});
export type DisplayChange = v.InferOutput<typeof displayChangeSchema>;

export const mostPictures = 12;

export const displaySettingsSchema = v.strictObject({
  ...displayChangeSchema.entries,
  pictures: v.pipe(v.array(displayPictureSchema), v.maxLength(mostPictures)),
});
export type DisplaySettings = v.InferOutput<typeof displaySettingsSchema>;

export const defaultDisplay: DisplaySettings = {
  screenId: null,
  language: 'pt-PT',
  greeting: '',
  notice: '',
  pictures: [],
};

export interface DisplayScreen extends Omit<CounterScreen, 'isFirst'> {
  /** Whether the till is on it; the display never covers the till. */
  readonly isTills: boolean;
}

/** What the card in the settings shows. */
export interface DisplayState {
  readonly settings: DisplaySettings;
  readonly screens: readonly DisplayScreen[];
  /** Whether a display is open now. */
  readonly isShown: boolean;
}

export interface DisplayLine {
  readonly lineId: string;
  readonly description: string;
  readonly quantity: QuantityThousandths;
  /** Empty if the catalogue names none. */
  readonly unit: string;
  readonly unitPrice: UnitPriceMicros;
  /** The price before it was lowered for this sale. */
  readonly listPrice: UnitPriceMicros | null;
  readonly totalCents: Cents;
}

export type DisplayView =
  /** Nobody is at the till, or no till is open. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sale';
      /** The latest lines, as many as fit; the one that changed last comes last. */
      readonly lines: readonly DisplayLine[];
      readonly lineCount: number;
      readonly pieces: number;
      readonly discount: PercentHundredths;
      readonly discountCents: Cents;
      readonly totalCents: Cents;
      /** The buyer's tax number; empty for none. */
      readonly taxNumber: string;
    }
  | {
      readonly kind: 'to_pay';
      readonly totalCents: Cents;
      readonly method: string;
      readonly taxNumber: string;
    }
  /** The sale is saved. */
  | {
      readonly kind: 'paid';
      readonly totalCents: Cents;
      readonly tenderedCents: Cents;
      readonly changeCents: Cents;
      readonly method: string;
    };

export interface DisplayShown {
  readonly language: Language;
  readonly theme: Theme;
  readonly shop: {
    readonly name: string;
    readonly address: string;
    readonly kind: Profile['kind'];
  } | null;
  readonly greeting: string;
  readonly notice: string;
  /** Paths at the display's own origin. */
  readonly pictures: readonly string[];
  readonly view: DisplayView;
}
