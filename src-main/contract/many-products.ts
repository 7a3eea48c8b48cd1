// Products that are chosen so that the same is done to all of them, and what that is.
import * as v from 'valibot';
import {
  browseSchema,
  catalogueViewSchema,
  groupSchema,
  productIdSchema,
  type Product,
} from './catalogue.ts';
import { changedUnitPrice, roundingWays, unitPriceSchema, wholeNumber } from './money.ts';
import { soldByChoices, soldByUnit } from './sold-by.ts';

/** How many products can be ticked one by one; "all that are found" may be any number. */
export const mostTicked = 5_000;

/** Each product occurs once: what is done to it, or printed of it, is done once. */
const productIds = v.pipe(
  v.array(productIdSchema.entries.id),
  v.maxLength(mostTicked),
  v.check((ids) => new Set(ids).size === ids.length),
);

/** The products that were ticked, or all of a view but those that were unticked. */
export const chosenSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('some'), ids: v.pipe(productIds, v.minLength(1)) }),
  v.strictObject({ kind: v.literal('all'), view: catalogueViewSchema, except: productIds }),
]);
export type Chosen = v.InferOutput<typeof chosenSchema>;

/** A part of a view, from one tick to another. */
export const rangeSchema = v.strictObject({
  ...browseSchema.entries,
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostTicked)),
});

const cent = 10_000;
const unit = 100 * cent;

/**
 * What prices are rounded to, in millionths: a multiple of `stepMicros`, plus `endMicros`. The
 * choices are those of other shops' programs: a multiple or an ending, to the nearest, up or down.
 */
export const priceSteps = {
  millionth: { stepMicros: 1, endMicros: 0 },
  cent: { stepMicros: cent, endMicros: 0 },
  cents5: { stepMicros: 5 * cent, endMicros: 0 },
  cents10: { stepMicros: 10 * cent, endMicros: 0 },
  cents50: { stepMicros: 50 * cent, endMicros: 0 },
  unit: { stepMicros: unit, endMicros: 0 },
  ends9: { stepMicros: 10 * cent, endMicros: 9 * cent },
  ends90: { stepMicros: unit, endMicros: 90 * cent },
  ends95: { stepMicros: unit, endMicros: 95 * cent },
  ends99: { stepMicros: unit, endMicros: 99 * cent },
} as const;
export type PriceStep = keyof typeof priceSteps;
export const priceStepNames = Object.keys(priceSteps) as [PriceStep, ...PriceStep[]];

/** A change in hundredths of a percent; the largest makes the price ten times as high. */
const changePercentSchema = wholeNumber(1, 90_000, 'PercentHundredths');

/** What is done to each of the products. */
export const deedSchema = v.variant('kind', [
  v.pipe(
    v.strictObject({
      kind: v.literal('price'),
      direction: v.picklist(['up', 'down']),
      percent: changePercentSchema,
      step: v.picklist(priceStepNames),
      way: v.picklist(roundingWays),
    }),
    // A price that falls by 100 % or more is no price.
    v.check(({ direction, percent }) => direction === 'up' || percent < 10_000),
  ),
  /** An empty group takes the products out of theirs. */
  v.strictObject({ kind: v.literal('group'), group: groupSchema }),
  v.strictObject({ kind: v.literal('sold_by'), soldBy: v.picklist(soldByChoices) }),
  v.strictObject({ kind: v.literal('remove') }),
]);
export type Deed = v.InferOutput<typeof deedSchema>;
export const deedKinds = ['price', 'group', 'sold_by', 'remove'] as const;

/** Why a price cannot be changed: there is none, or it would be 0 or less, or above the highest. */
export const refusals = ['no_price', 'too_low', 'too_high'] as const;
export type Refusal = (typeof refusals)[number];

/** The fields of a product that a change reads or writes. */
export type DeedFields = Pick<Product, 'unitPrice' | 'group' | 'unit' | 'soldBy'>;

export type Outcome =
  | { readonly kind: 'changed'; readonly to: Partial<DeedFields> }
  | { readonly kind: 'removed' }
  /** The product is like this already. */
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly why: Refusal };

/** Returns what becomes of a product. */
export function outcomeOf(deed: Deed, product: DeedFields): Outcome {
  switch (deed.kind) {
    case 'price':
      return priceOutcome(deed, product);
    case 'group':
      return changed(product.group !== deed.group, { group: deed.group });
    case 'sold_by': {
      const soldBy = deed.soldBy === 'unit' ? (soldByUnit(product.unit) ?? null) : deed.soldBy;
      return changed(product.soldBy !== soldBy, { soldBy });
    }
    case 'remove':
      return { kind: 'removed' };
  }
}

const changed = (differs: boolean, to: Partial<DeedFields>): Outcome =>
  differs ? { kind: 'changed', to } : { kind: 'same' };

function priceOutcome(
  { direction, percent, step, way }: Extract<Deed, { kind: 'price' }>,
  { unitPrice }: DeedFields,
): Outcome {
  if (unitPrice === 0) return { kind: 'refused', why: 'no_price' };
  const signed = direction === 'up' ? percent : 0 - percent;
  const price = changedUnitPrice(unitPrice, signed, { ...priceSteps[step], way });
  if (price <= 0) return { kind: 'refused', why: 'too_low' };
  const parsed = v.safeParse(unitPriceSchema, price);
  if (!parsed.success) return { kind: 'refused', why: 'too_high' };
  return changed(parsed.output !== unitPrice, { unitPrice: parsed.output });
}

/** What a person asks to see before it is done. */
export const manyPreviewSchema = v.strictObject({ chosen: chosenSchema, deed: deedSchema });

export interface ManyPreview {
  /** The preview's number, valid until the next one. */
  readonly previewId: number;
  readonly chosen: number;
  readonly changing: number;
  /** How many are like this already. */
  readonly same: number;
  readonly refused: Readonly<Record<Refusal, number>>;
}

const previewId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const previewIdSchema = v.strictObject({ previewId });

export const previewParts = ['changing', 'refused'] as const;
export const previewPageSchema = v.strictObject({
  previewId,
  part: v.picklist(previewParts),
  offset: browseSchema.entries.offset,
  limit: browseSchema.entries.limit,
});
export type PreviewPage = v.InferOutput<typeof previewPageSchema>;

/** A product of a preview, as it is and as it would be. */
export interface PreviewedProduct {
  readonly id: number;
  readonly product: Pick<Product, 'code' | 'description' | keyof DeedFields>;
  readonly outcome: Outcome;
}

export interface ManyProgress {
  readonly done: number;
  readonly products: number;
}

/** How many prices go down, and the one that loses the largest part of itself. */
const dropsSchema = v.object({
  products: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  before: unitPriceSchema,
  after: unitPriceSchema,
});
export type Drops = Readonly<v.InferOutput<typeof dropsSchema>>;

export const manyChangeSchema = v.object({
  deed: deedSchema,
  products: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The view whose products were all changed; null if they were ticked one by one. */
  view: v.nullable(catalogueViewSchema),
  /** Null if no price goes down; earlier notes do not say. */
  drops: v.optional(v.nullable(dropsSchema), null),
  isUndone: v.boolean(),
});
export type ManyChange = v.InferOutput<typeof manyChangeSchema>;

/** Up to this number, products are named one by one. */
export const mostNamed = 20;

/**
 * Returns whether each product is named to whoever approves the change, and noted. Ticked products
 * have no other name, and neither has the rest of a list in which the others were unticked.
 */
export const namesEach = ({ products }: Pick<ManyChange, 'products'>): boolean =>
  products <= mostNamed;
