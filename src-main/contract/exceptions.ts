// What a manager wants to see of a day: prices below a product's own, free lines that stand for a
// product, sales and carts that came to nothing, the drawer, approvals and forgotten PINs.
import * as v from 'valibot';
import { dayAtMs } from './calendar.ts';
import { productCodeSchema, productDescriptionSchema, type CartLine } from './cart.ts';
import { barcodeSchema } from './catalogue.ts';
import type { DrawerOpening } from './drawer.ts';
import { allManagerActions } from './lock.ts';
import type { LoweredPrice } from './lowered-prices.ts';
import { manyChangeSchema } from './many-products.ts';
import {
  addCents,
  centsSchema,
  lineTotalCents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
  zeroCents,
  type Cents,
} from './money.ts';
import type { ProofWay } from './recovery.ts';
import { restoredFromSchema } from './sales.ts';
import { soldBys } from './sold-by.ts';

/** In the order in which they are summed up. */
export const exceptionKinds = [
  'lowered_price',
  'discount',
  'free_line',
  'sale_cancelled',
  'sale_corrected',
  'cart_cleared',
  'lines_removed',
  'drawer_opened',
  'approval',
  'pin_recovered',
  'records_restored',
  'backup_restored',
  'records_changed',
  'days_restored',
  'money_given_back',
  'money_not_booked',
  'catalogue_changed',
  'catalogue_many_changed',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** What a list says of a line. */
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

const loweredLine = { line: listedLineSchema, ownPrice: unitPriceSchema };

/** What a finished sale keeps of itself, as main knew the catalogue when it was finished. */
export const saleExceptionSchema = v.variant('kind', [
  v.object({ kind: v.literal('lowered_price'), ...loweredLine }),
  v.object({
    kind: v.literal('discount'),
    discount: percentSchema,
    discountCents: centsSchema,
  }),
  /** It bears a product's code under another name, or a product's name under another code. */
  v.object({
    kind: v.literal('free_line'),
    ...loweredLine,
    product: v.object({ code: productCodeSchema, description: productDescriptionSchema }),
  }),
]);
export type SaleException = v.InferOutput<typeof saleExceptionSchema>;

/** What a manager has approved of a sale's prices. */
const approvedPriceSchema = v.variant('kind', [
  v.object({ kind: v.literal('line'), ...loweredLine }),
  v.object({ kind: v.picklist(['free', 'fraction']), line: listedLineSchema }),
  v.object({ kind: v.literal('discount'), discount: percentSchema }),
]);

type ApprovedPrice = v.InferOutput<typeof approvedPriceSchema>;

export const approvedPrice = (price: LoweredPrice): ApprovedPrice =>
  price.kind === 'discount' ? price : { ...price, line: listedLine(price.line) };

const someLines = v.pipe(v.array(listedLineSchema), v.minLength(1));

/** What is chained is not as the till has chained it, or sealed it. */
const recordsChangedSchema = v.object({
  /** What tells it. */
  found: v.picklist(['seal', 'chain']),
  /** The entry that was sealed last (0: no seal is there), or the first that does not fit. */
  entryId: v.pipe(v.number(), v.safeInteger()),
});
export type RecordsChanged = v.InferOutput<typeof recordsChangedSchema>;

/** What a row of a day can be that cannot be read any more. */
export const lostKinds = ['day', 'sale', 'cash_movement', 'count', 'z_report'] as const;
export type LostKind = (typeof lostKinds)[number];

/** A Z report by its name and its hash in hexadecimal. */
const namedZ = v.object({ name: v.string(), hash: v.string() });

/** What the days are known by after the file was rebuilt, copied or replaced by a backup. */
export const daysRestoredSchema = v.object({
  /** The last Z report that the file has; null where it has none. */
  last: v.nullable(namedZ),
  /** Later ones that are known to have been printed, and that it has not. */
  later: v.array(namedZ),
  /** Whether the file that was in its place could be asked for later ones. */
  isLaterKnown: v.boolean(),
  /** Rows that no reading of the file has, by their numbers in it. */
  lost: v.array(
    v.object({ what: v.picklist(lostKinds), number: v.pipe(v.number(), v.safeInteger()) }),
  ),
});
export type DaysRestored = v.InferOutput<typeof daysRestoredSchema>;

/** Of a sale by its reference. */
const moneyOfSale = { sale: v.string(), movedCents: centsSchema };

const soldBySchema = v.nullable(v.picklist(soldBys));

/** What was done at the till that the row of no sale tells. */
export const notedSchema = v.variant('kind', [
  /** The sale under way had these lines, and has none now. */
  v.object({ kind: v.literal('cart_cleared'), lines: someLines }),
  /** Or fewer of them. */
  v.object({ kind: v.literal('lines_removed'), lines: someLines }),
  v.object({
    kind: v.literal('approval'),
    action: v.picklist(allManagerActions),
    prices: v.array(approvedPriceSchema),
  }),
  /** The file is not the one that was written to: it was rebuilt, or is a copy. */
  v.object({ kind: v.literal('records_restored'), from: restoredFromSchema }),
  /** A person has put a backup in the place of the file; `lost` sales were in that file alone. */
  v.object({
    kind: v.literal('backup_restored'),
    lost: v.nullable(v.pipe(v.number(), v.safeInteger())),
  }),
  v.object({ kind: v.literal('records_changed'), ...recordsChangedSchema.entries }),
  v.object({ kind: v.literal('days_restored'), ...daysRestoredSchema.entries }),
  /**
   * Money was moved for a decision about a sale in doubt, and the service has the sale as it was.
   * Out of the drawer is negative.
   */
  v.object({ kind: v.literal('money_given_back'), ...moneyOfSale }),
  /**
   * Money was moved with a decision while no day was open: no day counts it. Out of the drawer is
   * negative.
   */
  v.object({ kind: v.literal('money_not_booked'), ...moneyOfSale }),
  /**
   * A product was changed by hand: its price, null where there was none, or is none any more; and
   * what else decides what is paid for it.
   */
  v.object({
    kind: v.literal('catalogue_changed'),
    product: v.object({ code: productCodeSchema, description: productDescriptionSchema }),
    before: v.nullable(unitPriceSchema),
    after: v.nullable(unitPriceSchema),
    /** What a scan finds it by since, and no longer. */
    barcodes: v.exactOptional(
      v.object({ added: v.array(barcodeSchema), gone: v.array(barcodeSchema) }),
    ),
    /** Whether it is sold in parts. */
    soldBy: v.exactOptional(v.object({ before: soldBySchema, after: soldBySchema })),
  }),
  /** The same was done by hand to many products at once, or undone. */
  v.object({ kind: v.literal('catalogue_many_changed'), ...manyChangeSchema.entries }),
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
  /** Who did it, or had it done; null where the till knew nobody's name. */
  readonly by: string | null;
  /** The managers who allowed it. */
  readonly approvedBy: string | null;
  /** What it is about; null where that is no amount. */
  readonly amountCents: Cents | null;
  /** Of the sale, where it is one. */
  readonly reference: string | null;
};

export const linesCents = (lines: readonly ListedLine[]): Cents =>
  addCents(zeroCents, ...lines.map((line) => lineTotalCents(line.quantity, line.unitPrice)));

interface KindTotal {
  readonly kind: ExceptionKind;
  readonly count: number;
  /** Null where nothing of the kind has an amount. */
  readonly amountCents: Cents | null;
}

/** Of the kinds that there are. */
export const totalsByKind = (exceptions: readonly TillException[]): readonly KindTotal[] =>
  exceptionKinds.flatMap((kind) => {
    const ofKind = exceptions.filter((exception) => exception.kind === kind);
    const amounts = ofKind.flatMap(({ amountCents }) => amountCents ?? []);
    const amountCents = amounts.length === 0 ? null : addCents(zeroCents, ...amounts);
    return ofKind.length === 0 ? [] : [{ kind, count: ofKind.length, amountCents }];
  });

/** Whose they are, by name; empty for those that are nobody's. */
export const namesIn = (exceptions: readonly TillException[]): readonly string[] =>
  [...new Set(exceptions.map(({ by }) => by ?? ''))].sort((one, other) => one.localeCompare(other));

/** `name` as in `namesIn`; null for everybody's. */
export const exceptionsOf = (
  exceptions: readonly TillException[],
  name: string | null,
): readonly TillException[] =>
  name === null ? exceptions : exceptions.filter(({ by }) => (by ?? '') === name);

/** A day of this computer, as `yyyy-mm-dd`. */
export const exceptionsQuerySchema = v.strictObject({
  date: v.pipe(
    v.string(),
    v.check((date) => dayAtMs(date) !== undefined),
  ),
});

export const exceptionsExportSchema = v.strictObject({
  ...exceptionsQuerySchema.entries,
  /** As in `namesIn`; null for everybody's. */
  by: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
