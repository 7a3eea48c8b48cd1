// How a shop sells: the sell screen's settings, sales that wait for their customer, quick keys.
import * as v from 'valibot';
import { isOneLine, lineSchema } from './one-line.ts';
import { inStoreRuleSchema, type InStoreRule, type NearRule } from './barcodes.ts';
import { productCodeSchema, type customerSchema } from './cart.ts';
import { keyColours, maxQuickKeys, type KeyColour, type Product } from './catalogue.ts';
import { cents, centsSchema, type QuantityThousandths, type UnitPriceMicros } from './money.ts';
import { extraButtons } from './sale-extras.ts';

const positiveCents = v.pipe(centsSchema, v.minValue(cents(1)));

/** The legal limit of a simplified invoice (CIVA, article 40), which depends on the buyer. */
export const simplifiedLimitsSchema = v.strictObject({
  /** Goods sold to a private person. */
  privateCents: positiveCents,
  /** Everything and everybody else. */
  otherCents: positiveCents,
});
export type SimplifiedLimits = v.InferOutput<typeof simplifiedLimitsSchema>;

export const scannerSchema = v.strictObject({
  /** What the scanner types before each code; empty for nothing. It is not part of the code. */
  prefix: v.pipe(v.string(), v.maxLength(5)),
  /** The key that ends a code. */
  suffix: v.picklist(['Enter', 'Tab']),
  /** The longest pause between two keys of one scan, in milliseconds. */
  gapMs: v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(200)),
});
export type ScannerSettings = v.InferOutput<typeof scannerSchema>;

/** The keys that end a scan; keyboards make the last two of a line feed. */
export type ScanEnd = 'Enter' | 'Tab' | 'ArrowDown' | 'Ctrl+J';

export const sellingSettingsSchema = v.strictObject({
  limits: simplifiedLimitsSchema,
  scanner: scannerSchema,
  inStoreRules: v.pipe(v.array(inStoreRuleSchema), v.maxLength(20)),
  sounds: v.boolean(),
  /** Whether digits are shown on screen, for a till without a keyboard. */
  numberPad: v.boolean(),
  /** Whether buttons show the keys that press them. */
  keyHints: v.boolean(),
  /** Whether cashiers, and not only managers, may add to the catalogue what was not found. */
  cashiersAddProducts: v.boolean(),
  /** Whether the till asks about a sale with the same lines as the one just before. */
  asksSameSale: v.optional(v.boolean(), true),
  /** What has a button of its own in the payment, besides being behind "More". */
  extraButtons: v.optional(v.array(v.picklist(extraButtons)), []),
});
export type SellingSettings = v.InferOutput<typeof sellingSettingsSchema>;

export const defaultSelling: SellingSettings = {
  limits: { privateCents: cents(100_000), otherCents: cents(10_000) },
  scanner: { prefix: '', suffix: 'Enter', gapMs: 60 },
  inStoreRules: [],
  sounds: true,
  numberPad: false,
  keyHints: true,
  cashiersAddProducts: false,
  asksSameSale: true,
  extraButtons: [],
};

/** A sale that was put aside for a customer who comes back to it. */
export const heldSaleSchema = v.object({
  cartId: v.string(),
  /** The name that the cashier gave; may be empty. */
  name: lineSchema(40),
  /** The customer's name or tax number, else the first line's: told where no name was given. */
  about: v.string(),
  heldAtMs: v.pipe(v.number(), v.safeInteger()),
  lines: v.pipe(v.number(), v.safeInteger()),
  totalCents: centsSchema,
});
export type HeldSale = Readonly<v.InferOutput<typeof heldSaleSchema>>;

export const heldNameSchema = heldSaleSchema.entries.name;

/** A customer seen in a document of the service. */
export type Customer = v.InferOutput<typeof customerSchema>;

export const keysPerPage = 24;
const quickKeySchema = v.strictObject({
  code: productCodeSchema,
  colour: v.nullable(v.picklist(keyColours)),
});
/** Pages of keys in their order; null leaves a place empty. */
export const quickKeyPagesSchema = v.pipe(
  v.array(
    v.strictObject({
      name: heldNameSchema,
      keys: v.pipe(v.array(v.nullable(quickKeySchema)), v.maxLength(keysPerPage)),
    }),
  ),
  v.maxLength(maxQuickKeys / keysPerPage),
);
export type QuickKeyPages = v.InferOutput<typeof quickKeyPagesSchema>;

/** A page with what the catalogue says of each key's product: null if it no longer has the code. */
export interface QuickKeyPage {
  readonly name: string;
  readonly keys: readonly (QuickKey | null)[];
}
export interface QuickKey {
  readonly code: string;
  readonly colour: KeyColour | null;
  readonly product: Product | null;
}

/** What is looked up of a scan: longer than a barcode, as a QR code may hold an address. */
export const scannedTextSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(2000), isOneLine);

/** What a scanned text stands for. */
export type Scanned =
  | {
      readonly kind: 'product';
      readonly product: Product;
      /** One piece, or the weight that the code carries or that its price stands for. */
      readonly quantity: QuantityThousandths;
      /** Whether the code carries the weight or the price. */
      readonly isFromLabel: boolean;
      /** The catalogue's price, or the label's. */
      readonly unitPrice: UnitPriceMicros;
      /** The price on the label, if the quantity was worked out from it. */
      readonly labelPrice?: UnitPriceMicros;
    }
  /** A label of the shop's own for this product, without a weight or a price. */
  | { readonly kind: 'empty'; readonly product: Product; readonly value: InStoreRule['value'] }
  /** The check digit is wrong: the scanner misread it. */
  | { readonly kind: 'misread' }
  | {
      readonly kind: 'unknown';
      /** The number of the trade item, if the text is one of GS1's with more than that. */
      readonly gtin?: string;
      /** The rule for the shop's own labels that nearly reads it. */
      readonly near?: NearRule;
    };
