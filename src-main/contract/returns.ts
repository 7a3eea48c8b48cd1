// Goods that come back: what of a document can be returned, what a return asks for and keeps, and
// how a shop is set up for it. A return is a sale of another kind: it waits in the same outbox.
import * as v from 'valibot';
import { cartLineSchema, type Cart } from './cart.ts';
import type { Party } from './documents.ts';
import { invoiceKindSchema } from './invoice-kind.ts';
import { isOneLine, lineSchema } from './one-line.ts';
import {
  cents,
  centsSchema,
  quantitySchema,
  type Cents,
  type QuantityThousandths,
  type UnitPriceMicros,
} from './money.ts';
import type { NotAsked } from './not-returnable.ts';
import type { SaleState } from './outbox-states.ts';
import { paymentMethodSchema } from './payment.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const docKeySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(100), isOneLine);
const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999));

export const returnReasons = [
  'changed_mind',
  'defective',
  'wrong_item',
  'wrong_price',
  'other',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What a return keeps besides its lines, its buyer and its particulars. */
export const returnedSchema = v.strictObject({
  /** The document that the goods were sold with. */
  origin: v.strictObject({
    documentId: identifier,
    docKey: docKeySchema,
    /** The reference of this till's own sale; null if another till sold it. */
    reference: v.nullable(v.string()),
  }),
  /** For each line of the return, the original's line, from 0; empty where nobody knows. */
  positions: v.array(position),
  reason: v.picklist(returnReasons),
  note: lineSchema(200),
  /** How the money goes back. */
  method: paymentMethodSchema,
  /** Whether it was the one that shows what the service makes of returns. */
  isTrial: v.boolean(),
  /** Whether `our_reference` goes on with the original's key, for other tills to find. */
  namesOrigin: v.boolean(),
  /** Whether the service was asked for the returns of other tills. */
  wasAsked: v.boolean(),
});
export type Returned = v.InferOutput<typeof returnedSchema>;

/**
 * Returns what a return bears as `our_reference`: its own, which is looked for, and the original's
 * key, by which other tills find it.
 */
export const returnReference = (reference: string, docKey: string): string =>
  `${reference} ${docKey}`;

/** What is returned: one of this till's sales, or any document of the service. */
export const returnSourceSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('sale'), reference: v.pipe(v.string(), v.maxLength(100)) }),
  v.strictObject({ kind: v.literal('document'), id: identifier }),
]);
export type ReturnSource = v.InferOutput<typeof returnSourceSchema>;

export const returnFinishSchema = v.strictObject({
  /** Made once for each return: finishing it twice takes back once. */
  returnId: v.pipe(v.string(), v.uuid()),
  source: returnSourceSchema,
  /** The original's key, as the screen showed it. */
  docKey: docKeySchema,
  lines: v.pipe(v.array(v.strictObject({ position, quantity: quantitySchema })), v.maxLength(1000)),
  /** What somebody has typed instead, where the original's lines are not known. */
  typedLines: v.exactOptional(
    v.pipe(v.array(v.omit(cartLineSchema, ['lineId'])), v.maxLength(1000)),
  ),
  reason: v.picklist(returnReasons),
  note: lineSchema(200),
  method: paymentMethodSchema,
  /** What the customer was told to get back. */
  totalCents: centsSchema,
  /** True if a manager lets it go although the service could not be asked for other returns. */
  withoutAsking: v.boolean(),
  /** True if the cash stays in the drawer for a sale that follows. */
  isExchange: v.exactOptional(v.boolean()),
});
export type ReturnFinish = v.InferOutput<typeof returnFinishSchema>;

/** A line of the original with what of it came back. */
export interface ReturnableLine {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly unitPrice: UnitPriceMicros;
  readonly sold: QuantityThousandths;
  /** In thousandths; 0 if all of it came back. */
  readonly left: number;
}

/** An earlier return of the same document. */
export interface EarlierReturn {
  /** The document's key, or the reference while there is none. */
  readonly name: string;
  readonly totalCents: Cents;
  /** Null for a return of another till. */
  readonly state: SaleState | null;
}

/** What can still be returned of a document. */
export interface OpenedReturn {
  readonly origin: Returned['origin'];
  readonly documentName: string;
  /** `yyyy-mm-dd`; empty if it is not known. */
  readonly date: string;
  readonly party: Party | null;
  readonly discount: Cart['discount'];
  /** Null where the service does not show what was paid for what. */
  readonly lines: readonly ReturnableLine[] | null;
  /** What was paid and has not come back. */
  readonly leftCents: Cents;
  readonly earlier: readonly EarlierReturn[];
  /** Why the service was not asked for the returns of other tills; null if it was. */
  readonly notAsked: NotAsked | null;
  /** Whether other tills will find it, as far as the trial has shown. */
  readonly isSeenByOthers: boolean;
  /** If it was not: up to which amount a manager may let it go; null if not at all. */
  readonly unaskedLimitCents: Cents | null;
  readonly isTrial: boolean;
}

/** A return whose money the customer spends here: it counts as handed over with a sale in cash. */
export const openExchangeSchema = v.object({
  /** Of the return. */
  reference: v.string(),
  /** The document that the goods came back of. */
  docKey: v.string(),
  totalCents: centsSchema,
  /** True as long as nothing but exchanges came after it, so that its customer is the next one. */
  isNext: v.pipe(v.picklist([0, 1]), v.toBoolean()),
});
export type OpenExchange = Readonly<v.InferOutput<typeof openExchangeSchema>>;

export const returnSetupSchema = v.strictObject({
  /** The kind of document that takes goods back, as the service has shown it; null for none. */
  kind: v.nullable(invoiceKindSchema),
  /** Whether the way in which the money goes back is sent as the document's payment. */
  sendsPayment: v.boolean(),
  /** Whether `our_reference` bears the original's key, unless the trial has shown otherwise. */
  namesOrigin: v.boolean(),
  /** Up to which amount a manager may let own sales come back unasked; null for never. */
  unaskedLimitCents: v.nullable(v.pipe(centsSchema, v.minValue(cents(1)))),
});
export type ReturnSetup = v.InferOutput<typeof returnSetupSchema>;

/** What the service made of the first return. */
export interface TrialResult {
  readonly reference: string;
  readonly state: SaleState;
  readonly docKey: string | null;
  readonly documentName: string;
  readonly status: string;
  readonly sign: 'positive' | 'negative' | null;
  /** The field that names the original; null if none does. */
  readonly linkField: string | null;
  /** Whether `our_reference` came back as it was sent; null if it did not bear the key. */
  readonly keepsReference: boolean | null;
}

export interface ReturnSetupState {
  readonly setup: ReturnSetup;
  /** Null before the first return. Practice needs none. */
  readonly trial: TrialResult | null;
  readonly needsTrial: boolean;
}
