// The display that faces the customer: its settings, and what main tells it. It tells main nothing.
import * as v from 'valibot';
import { languages, type Language } from './languages.ts';
import type { Cents, PercentHundredths, QuantityThousandths, UnitPriceMicros } from './money.ts';
import type { Profile } from './profiles.ts';
import type { Theme } from './settings.ts';

const oneLine = (most: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(most), v.regex(/^\P{Cc}*$/u));

/** Named by what is in it, so that no name leads out of the folder that they are kept in. */
export const pictureFileSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(png|jpg|webp)$/));

export const displayPictureSchema = v.strictObject({
  file: pictureFileSchema,
  /** As the file was called that somebody chose. */
  name: oneLine(100),
});
export type DisplayPicture = v.InferOutput<typeof displayPictureSchema>;

export const displayChangeSchema = v.strictObject({
  /** Electron's id of a display; null for no customer display. */
  screenId: v.nullable(v.pipe(v.number(), v.integer())),
  /** Of whoever buys, whichever language the cashier works in. */
  language: v.picklist(languages),
  /** While nobody buys; empty for the till's own words. */
  greeting: oneLine(60),
  notice: oneLine(160),
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

export interface DisplayScreen {
  readonly id: number;
  /** As the system names it, often nothing. */
  readonly name: string;
  /** In pixels of the screen. */
  readonly width: number;
  readonly height: number;
  /** The till is on it, which the display never covers. */
  readonly isTills: boolean;
}

/** For its card in the settings. */
export interface DisplayState {
  readonly settings: DisplaySettings;
  readonly screens: readonly DisplayScreen[];
  /** At this moment. */
  readonly isShown: boolean;
}

export interface DisplayLine {
  readonly lineId: string;
  readonly description: string;
  readonly quantity: QuantityThousandths;
  /** Empty where the catalogue names none. */
  readonly unit: string;
  readonly unitPrice: UnitPriceMicros;
  /** Before it was lowered for this sale. */
  readonly listPrice: UnitPriceMicros | null;
  readonly totalCents: Cents;
}

export type DisplayView =
  /** Nobody is at the till, or no till is open. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sale';
      /** The latest ones, no more than a screen has room for; the one that changed last is last. */
      readonly lines: readonly DisplayLine[];
      readonly lineCount: number;
      readonly pieces: number;
      readonly discount: PercentHundredths;
      readonly discountCents: Cents;
      readonly totalCents: Cents;
      /** Of whoever buys; empty for none. */
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

/** Everything that the display shows, in one value. */
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
