// What a till has learnt of the shop from the service's documents, as it is offered: nothing of it
// is used before a person has taken it.
import * as v from 'valibot';
import { productSchema, type Product } from './catalogue.ts';
import type { AppError } from './errors.ts';
import type { UnitPriceMicros } from './money.ts';
import type { PaymentMethod } from './payment.ts';

/**
 * `waiting`: for a sale that is being made or sent, or for the service. `stopped`: by a person, or
 * by an error that only a person can end. `ended`: it has read enough.
 */
export type LearningPhase = 'never' | 'reading' | 'waiting' | 'stopped' | 'ended';

export interface LearningState {
  readonly phase: LearningPhase;
  /** Documents read since it was begun, and how many it will read at most. */
  readonly read: number;
  readonly most: number;
  /** What it waits for, or why it has ended before its time. */
  readonly error: AppError | null;
  /** The service does not show the lines of documents: products must be typed or imported. */
  readonly withoutLines: boolean;
  /** Documents in which neither lines nor payments could be recognised. */
  readonly unrecognised: number;
  readonly found: {
    readonly methods: number;
    readonly products: number;
    readonly customers: number;
    readonly kinds: number;
  };
}

export interface LearntMethod extends PaymentMethod {
  /** How many documents were paid so. */
  readonly documents: number;
  /** `yyyy-mm-dd` of the latest of them; empty where no document says its date. */
  readonly lastOn: string;
}

/** The latest price of a product, and the lowest and highest at which it was seen. */
export interface LearntPrice {
  readonly unitPrice: UnitPriceMicros;
  readonly lowest: UnitPriceMicros;
  readonly highest: UnitPriceMicros;
  /** `yyyy-mm-dd`; empty where the document does not say. */
  readonly on: string;
  /** Whether tax is in it; null where the documents do not say. */
  readonly isTaxIncluded: boolean | null;
}

export interface LearntProduct {
  readonly code: string;
  /** As the newest document calls it first; another one is a contradiction. */
  readonly names: readonly string[];
  readonly unit: string;
  readonly price: LearntPrice | null;
  /** In how many documents it was sold. */
  readonly documents: number;
  readonly lastOn: string;
}

/** What is not in the catalogue yet, sold most first. */
export interface LearntOffer {
  readonly products: readonly LearntProduct[];
  /** Of those that were found, how many the catalogue has already. */
  readonly inCatalogue: number;
  /** As many of these as fit a page of quick keys, sold most first, as the catalogue has them. */
  readonly bestSold: readonly Product[];
}

/** Something of the service that a document names beside its id. */
export interface LearntChoice {
  readonly id: number;
  readonly name: string;
}

/** What "New document" offers in place of a number to type. */
export interface LearntChoices {
  /** The company's document types. */
  readonly kinds: readonly LearntChoice[];
  /** `kindId`: the type of the documents that have shown it; null where they do not say. */
  readonly series: readonly (LearntChoice & { readonly kindId: number | null })[];
  readonly warehouses: readonly LearntChoice[];
  readonly salesmen: readonly LearntChoice[];
  readonly paymentTerms: readonly LearntChoice[];
}

/** About as many as a shop sells in five hundred documents, and what a page takes at once. */
export const mostLearntProducts = 1_500;

/** What a person has ticked and perhaps changed. */
export const takenProductSchema = v.strictObject({
  code: productSchema.entries.code,
  description: productSchema.entries.description,
  unitPrice: productSchema.entries.unitPrice,
  unit: productSchema.entries.unit,
});
export type TakenProduct = v.InferOutput<typeof takenProductSchema>;

export const takenProductsSchema = v.pipe(
  v.array(takenProductSchema),
  v.minLength(1),
  v.maxLength(mostLearntProducts),
);
