// Finished sales as the screens see them, and the evidence that is kept of each step of a sale's life.
import * as v from 'valibot';
import { cartSchema, type CartLine } from './cart.ts';
import type { DocumentSummary } from './documents.ts';
import { centsSchema, type Cents, type PercentHundredths } from './money.ts';
import type { SaleEvent, SaleState } from './outbox-states.ts';
import type { Customer } from './selling.ts';

/** `CF-XXXX-XXXX-XXXX` in Crockford's base 32, which has no I, L, O or U to be misheard. */
export const referenceSchema = v.pipe(
  v.string(),
  v.regex(/^CF-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
);

export const paymentMethodSchema = v.strictObject({
  /** The service's `payment_method_id`. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40), v.regex(/^\P{Cc}*$/u)),
});
export type PaymentMethod = v.InferOutput<typeof paymentMethodSchema>;

export const paymentSchema = v.strictObject({
  method: paymentMethodSchema,
  tenderedCents: centsSchema,
});
export type Payment = v.InferOutput<typeof paymentSchema>;

/** What the till remembers of a finished sale beside the bytes that it sends: enough to print its receipt. */
export const soldSchema = v.strictObject({ cart: cartSchema, payment: paymentSchema });
export type Sold = v.InferOutput<typeof soldSchema>;

const serviceErrorsSchema = v.array(
  v.object({ field: v.string(), message: v.string(), code: v.string() }),
);
const seenDocumentSchema = v.object({
  id: v.number(),
  docKey: v.string(),
  /** Null where the service's own words could not be read. */
  totalCents: v.nullable(centsSchema),
});

/** What identifies a document of the service in the evidence. */
export const seen = (document: DocumentSummary): v.InferOutput<typeof seenDocumentSchema> => ({
  id: document.id,
  docKey: document.docKey,
  totalCents: document.totalCents,
});

/** What stands behind one step: kept in the history, parsed when read. */
export const evidenceSchema = v.variant('kind', [
  v.object({ kind: v.literal('committed') }),
  v.object({ kind: v.literal('attempt'), number: v.number() }),
  v.object({ kind: v.literal('created'), document: seenDocumentSchema }),
  /** `what`: an undici or socket error code; the request never left. */
  v.object({ kind: v.literal('not_sent'), what: v.string() }),
  v.object({ kind: v.literal('turned_away'), status: v.number() }),
  v.object({ kind: v.literal('refused'), errors: serviceErrorsSchema }),
  /** `what`: a status, an error code or the field that could not be read; the request may have been carried out. */
  v.object({ kind: v.literal('no_clear_answer'), what: v.string() }),
  v.object({ kind: v.literal('program_started') }),
  v.object({ kind: v.literal('found'), documents: v.array(seenDocumentSchema) }),
  /** A complete look-up that changed nothing: how many documents bear the reference. */
  v.object({ kind: v.literal('looked'), documents: v.number() }),
  /** `what`: the error's code, and the field where it names one. Proves nothing. */
  v.object({ kind: v.literal('look_failed'), what: v.string() }),
  v.object({ kind: v.literal('absent'), lookUps: v.number(), settledMs: v.number() }),
  /**
   * The record was brought over from a damaged file, is a copy (a backup, or another computer's), or may lack its last
   * change after a power cut.
   */
  v.object({ kind: v.literal('restored'), from: v.picklist(['damaged_file', 'copy', 'torn_log']) }),
  v.object({
    kind: v.literal('corrected'),
    by: v.string(),
    note: v.string(),
    formerTotalCents: centsSchema,
    totalCents: centsSchema,
  }),
  v.object({ kind: v.literal('decided'), by: v.string(), note: v.string() }),
]);
export type Evidence = v.InferOutput<typeof evidenceSchema>;

export interface SaleStep {
  /** Milliseconds since 1970, as all instants between main and renderer. */
  readonly atMs: number;
  readonly event: SaleEvent | 'committed' | 'looked';
  readonly state: SaleState;
  readonly evidence: Evidence;
}

export interface SaleSummary {
  readonly reference: string;
  readonly committedAtMs: number;
  readonly totalCents: Cents;
  readonly state: SaleState;
  readonly documentId: number | null;
  readonly docKey: string | null;
  /** The total that the service answered: where it differs from ours, it is the one that counts. */
  readonly serviceTotalCents: Cents | null;
  readonly lastEvidence: Evidence;
  /** When the outbox will try or look next, as far as it has decided. */
  readonly nextStepAtMs: number | null;
}

/** What a correction replaced. */
export interface FormerSale {
  readonly replacedAtMs: number;
  readonly totalCents: Cents;
  readonly sold: Sold;
}

export interface SaleDetail extends SaleSummary {
  readonly lines: readonly CartLine[];
  readonly discount: PercentHundredths;
  readonly taxNumber: string | null;
  readonly customer?: Customer;
  readonly payment: Payment;
  readonly changeCents: Cents;
  readonly steps: readonly SaleStep[];
  /** What corrections have replaced, oldest first. */
  readonly former: readonly FormerSale[];
}

/** Who decides, and why: kept with the sale for ever. */
export const decisionSchema = v.strictObject({
  reference: referenceSchema,
  by: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  note: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
});

/** A refused sale, put right: the same sale with another body. */
export const correctionSchema = v.strictObject({
  ...decisionSchema.entries,
  cart: cartSchema,
  payment: paymentSchema,
});
