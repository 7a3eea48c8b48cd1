// What a till has learnt of the shop from the service's documents, as an offer: nothing of it is
// used before a person has taken it.
import * as v from 'valibot';
import { productSchema, type Product } from './catalogue.ts';
import type { Choice } from './documents.ts';
import type { AppError } from './errors.ts';
import { centsSchema, type UnitPriceMicros } from './money.ts';
import type { PaymentMethod } from './payment.ts';

/**
 * `waiting`: for a sale that is being made or sent, or for the service. `stopped`: by a person, or
 * by an error that only a person can end. `ended`: the till has read enough.
 */
export type LearningPhase = 'never' | 'reading' | 'waiting' | 'stopped' | 'ended';

export interface LearningState {
  readonly phase: LearningPhase;
  /** How many documents were read since it began, and how many it reads at most. */
  readonly read: number;
  readonly most: number;
  /** The error that it waits for, or that ended it before its time. */
  readonly error: AppError | null;
  /** Whether the service does not show documents' lines, so that nothing is learnt of products. */
  readonly withoutLines: boolean;
  /** How many documents had neither lines nor payments that could be recognised. */
  readonly unrecognised: number;
  readonly found: {
    readonly methods: number;
    readonly products: number;
    readonly customers: number;
    readonly kinds: number;
  };
}

export interface LearntMethod extends PaymentMethod {
  /** How many documents were paid this way. */
  readonly documents: number;
  /** The date of the latest of them as `yyyy-mm-dd`; empty if no document says its date. */
  readonly lastOn: string;
  /** The latest of them, for a person to recognise a method by; null if it was not kept. */
  readonly example: MethodExample | null;
}

export const methodExampleSchema = v.object({ docKey: v.string(), totalCents: centsSchema });
export type MethodExample = v.InferOutput<typeof methodExampleSchema>;

/** The latest price of a product, and the lowest and highest at which it was seen. */
export interface LearntPrice {
  readonly unitPrice: UnitPriceMicros;
  readonly lowest: UnitPriceMicros;
  readonly highest: UnitPriceMicros;
  /** The date of that price as `yyyy-mm-dd`; empty if the document does not say it. */
  readonly on: string;
  /** Whether the price includes tax; null if the documents do not say. */
  readonly isTaxIncluded: boolean | null;
}

export interface LearntProduct {
  readonly code: string;
  /** Its names, the newest document's first; more than one is a contradiction. */
  readonly names: readonly string[];
  readonly unit: string;
  readonly price: LearntPrice | null;
  /** How many documents sold it. */
  readonly documents: number;
  readonly lastOn: string;
}

/** Products that are not in the catalogue yet, the most sold first. */
export interface LearntOffer {
  readonly products: readonly LearntProduct[];
  /** How many of the products found the catalogue has already. */
  readonly inCatalogue: number;
  /** The catalogue's version of as many of these as fit on a page, the most sold first. */
  readonly bestSold: readonly Product[];
}

/** What "New document" offers, so that nobody has to type a number. */
export interface LearntChoices {
  /** The company's document types. */
  readonly kinds: readonly Choice[];
  /**
   * `kindId` is the type of the documents that have shown the series; null if they do not say, or
   * are of several.
   */
  readonly series: readonly (Choice & { readonly kindId: number | null })[];
  readonly warehouses: readonly Choice[];
  readonly salesmen: readonly Choice[];
  readonly paymentTerms: readonly Choice[];
}

/** About as many as a shop sells in five hundred documents, and as a page takes at once. */
export const mostLearntProducts = 1_500;

/** A product that a person has ticked and perhaps changed. */
export const takenProductSchema = v.pick(productSchema, [
  'code',
  'description',
  'unitPrice',
  'unit',
]);
export type TakenProduct = v.InferOutput<typeof takenProductSchema>;

export const takenProductsSchema = v.pipe(
  v.array(takenProductSchema),
  v.minLength(1),
  v.maxLength(mostLearntProducts),
);
