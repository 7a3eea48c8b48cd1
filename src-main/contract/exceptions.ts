// What a manager wants to see of a day: prices below a product's own, free lines that stand for a
// product, sales on account, sales and carts that came to nothing, goods that came back, the
// drawer, copies of receipts, changed settings, approvals, wrong and forgotten PINs.
import * as v from 'valibot';
import { daySchema } from './calendar.ts';
import { productCodeSchema, productDescriptionSchema, type CartLine } from './cart.ts';
import { barcodeSchema } from './catalogue.ts';
import type { DrawerOpening } from './drawer.ts';
import { allManagerActions } from './lock.ts';
import type { LoweredPrice } from './lowered-prices.ts';
import { manyChangeSchema } from './many-products.ts';
import {
  addCents,
  centsSchema,
  higherPrice,
  lineTotalCents,
  percentSchema,
  quantitySchema,
  sumCents,
  unitPriceSchema,
  zeroCents,
  type Cents,
} from './money.ts';
import type { ProofWay } from './recovery.ts';
import { copyChangeSchema } from './second-copy.ts';
import { restoredFromSchema } from './sales.ts';
import { soldBys } from './sold-by.ts';

/** The kinds in the order in which they are summed up. */
export const exceptionKinds = [
  'lowered_price',
  'discount',
  'free_line',
  'on_account',
  'sale_cancelled',
  'sale_corrected',
  'goods_returned',
  'returned_beyond',
  'cart_cleared',
  'lines_removed',
  'cart_left',
  'drawer_opened',
  'receipt_reprinted',
  'approval',
  'pin_wrong',
  'pin_recovered',
  'records_restored',
  'backup_restored',
  'second_copy_changed',
  'records_changed',
  'days_restored',
  'money_given_back',
  'money_not_booked',
  'setup_changed',
  'catalogue_changed',
  'catalogue_many_changed',
  'catalogue_imported',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

const listedLineSchema = v.object({
  code: productCodeSchema,
  description: productDescriptionSchema,
  quantity: quantitySchema,
  unitPrice: unitPriceSchema,
});
export type ListedLine = v.InferOutput<typeof listedLineSchema>;

export const listedLine = ({
  code,
  description,
  quantity,
  unitPrice,
}: Pick<CartLine, keyof ListedLine>): ListedLine => ({ code, description, quantity, unitPrice });

/** The line at the price that it had before it was lowered: the customer may have read that. */
export const unloweredLine = (line: CartLine): ListedLine =>
  listedLine({ ...line, unitPrice: higherPrice(line.unitPrice, line.listPrice) });

const loweredLine = { line: listedLineSchema, ownPrice: unitPriceSchema };

/** What a finished sale keeps about itself, by what main then knew of the catalogue. */
export const saleExceptionSchema = v.variant('kind', [
  v.object({ kind: v.literal('lowered_price'), ...loweredLine }),
  v.object({
    kind: v.literal('discount'),
    discount: percentSchema,
    discountCents: centsSchema,
  }),
  /** A free line with a product's code and another name, or its name and another code. */
  v.object({
    kind: v.literal('free_line'),
    ...loweredLine,
    product: v.object({ code: productCodeSchema, description: productDescriptionSchema }),
  }),
  /** Nothing was paid: the goods left on the customer's account. */
  v.object({ kind: v.literal('on_account'), customer: v.string(), onAccountCents: centsSchema }),
  /** Goods of that document came back. `wasAsked`: whether the service was asked for others. */
  v.object({
    kind: v.literal('goods_returned'),
    docKey: v.string(),
    backCents: centsSchema,
    wasAsked: v.boolean(),
  }),
]);
export type SaleException = v.InferOutput<typeof saleExceptionSchema>;

const approvedPriceSchema = v.variant('kind', [
  v.object({ kind: v.literal('line'), ...loweredLine }),
  v.object({ kind: v.picklist(['free', 'fraction']), line: listedLineSchema }),
  v.object({ kind: v.literal('discount'), discount: percentSchema }),
]);

type ApprovedPrice = v.InferOutput<typeof approvedPriceSchema>;

export const approvedPrice = (price: LoweredPrice): ApprovedPrice =>
  price.kind === 'discount'
    ? { kind: price.kind, discount: price.discount }
    : { ...price, line: listedLine(price.line) };

const someLines = v.pipe(v.array(listedLineSchema), v.minLength(1));

/** What an unreadable row of a day was. */
export const lostKinds = ['day', 'sale', 'cash_movement', 'count', 'z_report'] as const;
export type LostKind = (typeof lostKinds)[number];

/** A Z report, known by its name and its hash in hexadecimal. */
const namedZ = v.object({ name: v.string(), hash: v.string() });

/** What is known of the days after the file was rebuilt, copied or replaced by a backup. */
export const daysRestoredSchema = v.object({
  /** The last Z report that the file has; null if it has none. */
  last: v.nullable(namedZ),
  /** Later Z reports that are known to have been printed, and that the file does not have. */
  later: v.array(namedZ),
  /** Whether the replaced file could be asked for later ones. */
  isLaterKnown: v.boolean(),
  /** Rows that no reading of the file returned, by their numbers in it. */
  lost: v.array(
    v.object({ what: v.picklist(lostKinds), number: v.pipe(v.number(), v.safeInteger()) }),
  ),
});
export type DaysRestored = v.InferOutput<typeof daysRestoredSchema>;

/** Money of a sale, which is known by its reference. */
const moneyOfSale = { sale: v.string(), movedCents: centsSchema };

const amountOfProducts = v.pipe(v.number(), v.safeInteger());

const soldBySchema = v.nullable(v.picklist(soldBys));

/** What was done at the till and is told by no sale's row. */
export const notedSchema = v.variant('kind', [
  /** More came back of that document than was sold with it: two tills saw nothing of each other. */
  v.object({ kind: v.literal('returned_beyond'), docKey: v.string() }),
  /** The sale under way had these lines, and then had none. */
  v.object({ kind: v.literal('cart_cleared'), lines: someLines }),
  /** The sale under way had these lines, and then had fewer of them. */
  v.object({ kind: v.literal('lines_removed'), lines: someLines }),
  /** A sale under way or put aside had these lines when the day was closed. */
  v.object({ kind: v.literal('cart_left'), lines: someLines }),
  /** A copy of a receipt was printed or saved. */
  v.object({ kind: v.literal('receipt_reprinted'), docKey: v.string() }),
  /** Somebody has typed a PIN of this manager that is not theirs. */
  v.object({ kind: v.literal('pin_wrong'), manager: v.string() }),
  v.object({
    kind: v.literal('approval'),
    action: v.picklist(allManagerActions),
    prices: v.array(approvedPriceSchema),
  }),
  /** The file is not the one that was written to: it was rebuilt, or it is a copy. */
  v.object({ kind: v.literal('records_restored'), from: restoredFromSchema }),
  /** A person has put a backup in the place of the file; only that file had the `lost` sales. */
  v.object({
    kind: v.literal('backup_restored'),
    lost: v.nullable(v.pipe(v.number(), v.safeInteger())),
  }),
  /** A person has changed where the second copy is, its encryption, or which computer goes on. */
  v.object({ kind: v.literal('second_copy_changed'), change: copyChangeSchema }),
  /** Noted by earlier versions only, which looked for it; exceptions and Z reports keep it. */
  v.object({ kind: v.literal('records_changed') }),
  v.object({ kind: v.literal('days_restored'), ...daysRestoredSchema.entries }),
  /**
   * Money was moved for a decision about a sale in doubt, but the service has the sale as it was.
   * Money out of the drawer is negative.
   */
  v.object({ kind: v.literal('money_given_back'), ...moneyOfSale }),
  /** A decision moved money while no day was open. Money out of the drawer is negative. */
  v.object({ kind: v.literal('money_not_booked'), ...moneyOfSale }),
  /** Settings or people were changed: the words for it, in the language of then. */
  v.object({ kind: v.literal('setup_changed'), words: v.array(v.string()) }),
  /**
   * A product was changed by hand: its price (null before it had one, or once it has none), or what
   * else decides what is paid for it.
   */
  v.object({
    kind: v.literal('catalogue_changed'),
    product: v.object({ code: productCodeSchema, description: productDescriptionSchema }),
    before: v.nullable(unitPriceSchema),
    after: v.nullable(unitPriceSchema),
    /** The barcodes that find it from now on, and those that no longer do. */
    barcodes: v.exactOptional(
      v.object({ added: v.array(barcodeSchema), gone: v.array(barcodeSchema) }),
    ),
    /** Whether it is sold in parts. */
    soldBy: v.exactOptional(v.object({ before: soldBySchema, after: soldBySchema })),
  }),
  /** Many products were changed by hand at once, or such a change was undone. */
  v.object({ kind: v.literal('catalogue_many_changed'), ...manyChangeSchema.entries }),
  /** A file was imported, and changed so many products; null for an import that was undone. */
  v.object({
    kind: v.literal('catalogue_imported'),
    products: v.nullable(
      v.object({ added: amountOfProducts, changed: amountOfProducts, removed: amountOfProducts }),
    ),
  }),
]);
export type Noted = v.InferOutput<typeof notedSchema>;

type ExceptionFact =
  | SaleException
  | Noted
  | { readonly kind: 'sale_cancelled'; readonly note: string }
  | {
      readonly kind: 'sale_corrected';
      readonly note: string;
      readonly formerTotalCents: Cents;
      readonly totalCents: Cents;
    }
  | ({ readonly kind: 'drawer_opened' } & Pick<DrawerOpening, 'reason' | 'outcome'>)
  | { readonly kind: 'pin_recovered'; readonly way: ProofWay };

export type TillException = ExceptionFact & {
  readonly atMs: number;
  /** Who did it or had it done; null if the till knew nobody's name. */
  readonly by: string | null;
  /** The managers who allowed it, by name. */
  readonly approvedBy: string | null;
  /** The amount that it is about; null if it is about none. */
  readonly amountCents: Cents | null;
  /** The reference of the sale, if it is about one. */
  readonly reference: string | null;
};

export const linesCents = (lines: readonly ListedLine[]): Cents =>
  addCents(zeroCents, ...lines.map((line) => lineTotalCents(line.quantity, line.unitPrice)));

interface KindTotal {
  readonly kind: ExceptionKind;
  readonly count: number;
  /** Null if nothing of the kind has an amount. */
  readonly amountCents: Cents | null;
}

/** Counts and sums each kind that occurs. */
export const totalsByKind = (exceptions: readonly TillException[]): readonly KindTotal[] =>
  exceptionKinds.flatMap((kind) => {
    const ofKind = exceptions.filter((exception) => exception.kind === kind);
    const amounts = ofKind.flatMap(({ amountCents }) => amountCents ?? []);
    const amountCents = amounts.length === 0 ? null : sumCents(amounts);
    return ofKind.length === 0 ? [] : [{ kind, count: ofKind.length, amountCents }];
  });

/** The names of those who did them, sorted; an empty name stands for nobody's. */
export const namesIn = (exceptions: readonly TillException[]): readonly string[] =>
  [...new Set(exceptions.map(({ by }) => by ?? ''))].sort((one, other) => one.localeCompare(other));

/** Returns the exceptions of one name of `namesIn`; of everybody if `name` is null. */
export const exceptionsOf = (
  exceptions: readonly TillException[],
  name: string | null,
): readonly TillException[] =>
  name === null ? exceptions : exceptions.filter(({ by }) => (by ?? '') === name);

/** Asks for a day of this computer, as `yyyy-mm-dd`. */
export const exceptionsQuerySchema = v.strictObject({
  date: daySchema,
});

export const exceptionsExportSchema = v.strictObject({
  ...exceptionsQuerySchema.entries,
  /** A name of `namesIn`; null for everybody's. */
  by: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
