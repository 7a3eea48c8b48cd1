// Finished sales as the screens see them, and the evidence of each step of their lives.
import * as v from 'valibot';
import { daySchema } from './calendar.ts';
import { cartSchema, customerName, type Cart, type CartLine } from './cart.ts';
import type { Product } from './catalogue.ts';
import type { Difference } from './compare-document.ts';
import type { HeldMoney } from './day.ts';
import type { DocumentDetail, DocumentSummary, Party } from './documents.ts';
import type { AppError } from './errors.ts';
import { doneBySchema, type DoneBy } from './lock.ts';
import { centsSchema, type Cents, type PercentHundredths } from './money.ts';
import {
  counterSale,
  newDocumentSchema,
  particularsSchema,
  requestedKindSchema,
  type RequestedKind,
  type Particulars,
} from './new-document.ts';
import { proofSchema, saleEvents, saleStateSchema } from './outbox-states.ts';
import { paymentSchema, type Payment } from './payment.ts';
import { returnedSchema, type Returned } from './returns.ts';
import type { Customer } from './selling.ts';

/** `CF-XXXX-XXXX-XXXX` in Crockford's base 32, which has no I, L, O or U to be misheard. */
export const referenceSchema = v.pipe(
  v.string(),
  v.regex(/^CF-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
);

/** Returns whether it is a reference of this till, or of another that runs this program. */
export const isTillReference = (text: string): boolean => v.is(referenceSchema, text);

/** Longer texts are no reference in another form. */
const longestForm = 100;

/**
 * Returns a reference of a till as the till wrote it, whatever a service has made of its letters'
 * case, its spaces and its dashes; any other text as it is.
 */
export function asTillReference(text: string): string {
  if (text.length > longestForm) return text;
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase();
  return isTillReference(plain) ? plain : text;
}

/** A reference in any form, whose groups keep their length, a space, and something behind it. */
const spacedParts = /^\s*(CF(?:\s*\p{Pd}\s*[0-9A-Z]{4}){3})\s+(\S.*?)\s*$/iu;

/**
 * Returns the reference of a document, and for a return the key of its original, which its till
 * has written behind its own reference.
 */
export function referenceParts(text: string): Pick<DocumentSummary, 'ourReference' | 'returnOf'> {
  const [, own = '', returnOf = ''] = spacedParts.exec(text) ?? [];
  const ourReference = asTillReference(own);
  return isTillReference(ourReference)
    ? { ourReference, returnOf }
    : { ourReference: asTillReference(text) };
}

/**
 * Returns whether two readings with one id are of one document: a service may begin its ids anew.
 * A till's reference stands for one sale for ever; any other text may stand in many documents, so
 * that the key decides.
 */
export const isSameDocument = (
  one: Pick<DocumentSummary, 'ourReference' | 'docKey'>,
  other: Pick<DocumentSummary, 'ourReference' | 'docKey'>,
): boolean =>
  isTillReference(one.ourReference) && isTillReference(other.ourReference)
    ? one.ourReference === other.ourReference
    : one.docKey === other.docKey;

export const counterSaleSchema = v.strictObject({ cart: cartSchema, payment: paymentSchema });
export type CounterSale = v.InferOutput<typeof counterSaleSchema>;

export const finishSchema = v.strictObject({
  ...counterSaleSchema.entries,
  /** True if a person has said that the same goods are sold once more. */
  isAnotherSale: v.boolean(),
  /** True if it becomes the kind of invoice that the shop has chosen, and not a simplified one. */
  asInvoice: v.exactOptional(v.boolean()),
  /** The returns, by their references, whose money is among what is handed over. */
  exchanges: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(20)),
  ),
});

/** Who finished the sale, if the till has cashiers. */
const sellerEntries = { by: v.exactOptional(doneBySchema) };

/** What the till remembers of a sale or another document, besides the bytes that it sends. */
export const saleContentSchema = v.union([
  v.strictObject({
    ...counterSaleSchema.entries,
    /** Present for a sale at the counter that asks for more than a plain simplified invoice. */
    particulars: v.exactOptional(particularsSchema),
    ...sellerEntries,
  }),
  v.strictObject({
    ...newDocumentSchema.entries,
    /** Present if it takes goods back. */
    returned: v.exactOptional(returnedSchema),
    ...sellerEntries,
  }),
]);
export type SaleContent = v.InferOutput<typeof saleContentSchema>;

/** Returns what a return keeps; undefined for a sale and any other document. */
export const returnIn = (content: SaleContent): Returned | undefined =>
  'returned' in content ? content.returned : undefined;

/** Returns the payment and the particulars; null for one that it does not have. */
export const paidOrSaid = (content: SaleContent): Pick<SaleDetail, 'payment' | 'particulars'> => ({
  payment: 'payment' in content ? content.payment : null,
  particulars: content.particulars ?? null,
});

export function requestedKindOf({ particulars }: SaleContent): RequestedKind {
  if (!particulars) return counterSale;
  const { kind, finalize } = particulars;
  return { kind, finalize };
}

const serviceErrorsSchema = v.array(
  v.object({ field: v.string(), message: v.string(), code: v.string() }),
);
const seenDocumentSchema = v.object({
  id: v.number(),
  docKey: v.string(),
  /** Null if the service's own words could not be read. */
  totalCents: v.nullable(centsSchema),
});

/** What identifies a document of the service in the evidence. */
export const seen = (document: DocumentSummary): v.InferOutput<typeof seenDocumentSchema> => ({
  id: document.id,
  docKey: document.docKey,
  totalCents: document.totalCents,
});

/** Who decided: at a till with cashiers, perhaps approved by a manager. */
const deciderEntries = { by: v.string(), approvedBy: v.exactOptional(v.string()) };

/** Why the till's records may be behind what has really happened. */
export const restoredFromSchema = v.picklist([
  'damaged_file',
  'copy',
  'torn_log',
  'older_file',
  'taken_over',
  'copy_away',
]);
export type RestoredFrom = v.InferOutput<typeof restoredFromSchema>;

/** The evidence of one step: kept in the history and parsed when read. */
export const evidenceSchema = v.variant('kind', [
  v.object({ kind: v.literal('committed'), ...sellerEntries }),
  /** `letGoBy`: who let it go although the service's documents could not be looked through. */
  v.object({
    kind: v.literal('attempt'),
    number: v.number(),
    letGoBy: v.exactOptional(v.string()),
  }),
  v.object({ kind: v.literal('created'), document: seenDocumentSchema }),
  /** `what`: an undici or socket error code; the request never left. */
  v.object({ kind: v.literal('not_sent'), what: v.string() }),
  v.object({ kind: v.literal('turned_away'), status: v.number() }),
  v.object({ kind: v.literal('refused'), errors: serviceErrorsSchema }),
  /** `what`: a status, an error code or an unreadable field; it may have been carried out. */
  v.object({ kind: v.literal('no_clear_answer'), what: v.string() }),
  /** A 201 that is no readable, finalized document of ours; `documentId`: what it names. */
  v.object({
    kind: v.literal('created_unclear'),
    what: v.string(),
    documentId: v.nullable(v.number()),
  }),
  v.object({ kind: v.literal('program_started') }),
  v.object({ kind: v.literal('found'), documents: v.array(seenDocumentSchema) }),
  /** A complete look-up that changed nothing; `documents` bear the reference. */
  v.object({ kind: v.literal('looked_up'), documents: v.number() }),
  /** `what`: the error's code, and the field if it names one. It proves nothing. */
  v.object({ kind: v.literal('look_up_failed'), what: v.string() }),
  /** The absence that was proven before the sale was sent again. */
  v.object({
    kind: v.literal('absent'),
    lookUps: v.number(),
    settledMs: v.number(),
    number: v.number(),
  }),
  /**
   * The service named or showed a document that it no longer shows, or that does not bear the
   * sale's reference: then `docKey` is its key.
   */
  v.object({
    kind: v.literal('missing'),
    documentId: v.nullable(v.number()),
    docKey: v.exactOptional(v.string()),
  }),
  /** Not accepted again and again, while others were; `said`: the answer to the last attempt. */
  v.object({ kind: v.literal('judged'), said: v.string(), errors: serviceErrorsSchema }),
  /** A person's decision about a sale in doubt, for when the service is proven not to hold it. */
  v.object({
    kind: v.literal('requested'),
    decision: v.picklist(['cancel', 'correct']),
    ...deciderEntries,
    note: v.string(),
  }),
  /**
   * The record was brought over from a damaged file, is a copy (a backup, or another computer's),
   * may lack its last change after a power cut, is older than what the service holds, or was taken
   * over by another computer; or its second copy is away, with which one may have done so.
   */
  v.object({
    kind: v.literal('restored'),
    from: restoredFromSchema,
  }),
  v.object({
    kind: v.literal('corrected'),
    ...deciderEntries,
    note: v.string(),
    formerTotalCents: centsSchema,
    totalCents: centsSchema,
  }),
  v.object({ kind: v.literal('decided'), ...deciderEntries, note: v.string() }),
]);
export type Evidence = v.InferOutput<typeof evidenceSchema>;

const evidenceColumn = v.pipe(v.string(), v.parseJson(), evidenceSchema);

/** A step as its row has it; `SaleStep` also stands for the commit, which has none. */
export const saleStepSchema = v.object({
  /** Milliseconds since 1970, as for all instants between main and renderer. */
  atMs: v.pipe(v.number(), v.safeInteger()),
  event: v.picklist([...saleEvents, 'looked_up', 'requested']),
  state: saleStateSchema,
  evidence: evidenceColumn,
});
type KeptStep = Readonly<v.InferOutput<typeof saleStepSchema>>;
export type SaleStep = Omit<KeptStep, 'event'> & {
  readonly event: KeptStep['event'] | 'committed';
};

/** A sale, as its row in the till's file has it. */
export const saleSummarySchema = v.object({
  reference: v.string(),
  committedAtMs: v.pipe(v.number(), v.safeInteger()),
  requestedKind: requestedKindSchema,
  totalCents: centsSchema,
  state: saleStateSchema,
  documentId: v.nullable(v.pipe(v.number(), v.safeInteger())),
  docKey: v.nullable(v.string()),
  /** The total that the service answered: if it differs from ours, it is the one that counts. */
  serviceTotalCents: v.nullable(centsSchema),
  lastEvidence: evidenceColumn,
  /** When the outbox will try or look next, as far as it has decided. */
  nextStepAtMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** What must be shown before the sale may be sent again. */
  proof: proofSchema,
  /** Since when it has been in doubt; null if it never was. */
  doubtedAtMs: v.nullable(v.pipe(v.number(), v.safeInteger())),
});
export type SaleSummary = Readonly<v.InferOutput<typeof saleSummarySchema>>;

export interface FinishedSale {
  readonly sale: SaleSummary;
  /** The sale under way from now on, usually an empty one. Null if it cannot be read. */
  readonly nextCart: Cart | null;
  /** The payment as it was saved; null if the sale had been saved before. */
  readonly paid: Payment | null;
}

/** What a sale without a document is, and whom it is for. */
export interface SaleParty {
  readonly reference: string;
  /** The name under which its kind was chosen; empty if it was not chosen. */
  readonly kindName: string;
  /** Null for a final consumer, and if it is for nobody. */
  readonly party: Party | null;
  /** True if it was sold at the counter, whatever kind of document it is to be. */
  readonly isCounter: boolean;
  /** The nature that was asked for; null if only the service knows it. */
  readonly natureId: number | null;
}

/** Returns whom the sale names: a chosen customer, or just a tax number. */
export function partyOf({
  customer,
  taxNumber,
}: Pick<SaleDetail, 'customer' | 'taxNumber'>): Party | null {
  if (customer) return { name: customerName(customer), fiscalNumber: customer.fiscalNumber };
  return taxNumber === null ? null : { name: '', fiscalNumber: taxNumber };
}

/** A sale as it was before a correction replaced it. */
export const formerSaleSchema = v.object({
  replacedAtMs: v.pipe(v.number(), v.safeInteger()),
  totalCents: centsSchema,
  content: v.pipe(v.string(), v.parseJson(), saleContentSchema),
});
export type FormerSale = Readonly<v.InferOutput<typeof formerSaleSchema>>;

/** What was asked of a sale in doubt that the service turned out to hold. */
export const notCarriedOutSchema = v.object({
  decision: v.picklist(['cancel', 'correct']),
  ...deciderEntries,
  note: v.string(),
});
export type NotCarriedOut = v.InferOutput<typeof notCarriedOutSchema>;

/** What a person must have seen of a sale; `seenAtMs` is null until somebody has ticked it off. */
export type SaleNotice = {
  readonly atMs: number;
  readonly seenAtMs: number | null;
  readonly seenBy: string | null;
} & (
  | { readonly kind: 'differs'; readonly what: readonly Difference[] }
  | { readonly kind: 'not_carried_out'; readonly what: NotCarriedOut }
);

export interface SaleDetail extends SaleSummary {
  readonly lines: readonly CartLine[];
  readonly discount: PercentHundredths;
  readonly taxNumber: string | null;
  readonly customer?: Customer;
  /** Null for a document that was not sold at the counter. */
  readonly payment: Payment | null;
  /** Null for a plain simplified invoice at the counter. */
  readonly particulars: Particulars | null;
  /** Present if it takes goods back. */
  readonly returned?: Returned;
  readonly steps: readonly SaleStep[];
  /** The versions that corrections have replaced, oldest first. */
  readonly former: readonly FormerSale[];
}

/** Returns who sold the sale, whom its first step names; undefined if the till has no cashiers. */
export const sellerOf = ({ steps: [first] }: Pick<SaleDetail, 'steps'>): DoneBy | undefined =>
  first?.evidence.kind === 'committed' ? first.evidence.by : undefined;

/** True if the money of a cancelled or corrected sale was given back, or made up. */
const moneyEntries = { moneyMoved: v.exactOptional(v.boolean()) };

/** Who decides, and why; it stays with the sale for ever. */
export const decisionSchema = v.strictObject({
  reference: referenceSchema,
  by: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  note: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
});

export type Decision = v.InferOutput<typeof decisionSchema>;

export const cancellationSchema = v.strictObject({ ...decisionSchema.entries, ...moneyEntries });

/** One decision about all sales that the service does not take. */
export const commonDecisionSchema = v.omit(decisionSchema, ['reference']);

/** How many sales are sent again, and the references of those that could not be. */
export interface SentAgain {
  readonly count: number;
  readonly notSent: readonly string[];
}

export const sendAllAgainSchema = v.strictObject({
  ...commonDecisionSchema.entries,
  /** True if they are dated anew: a service may refuse what was sold on an earlier day. */
  isDatedAnew: v.boolean(),
});

/** Ends what only a person can; a sale in doubt after its settling time. */
export const settlementSchema = v.strictObject({
  ...cancellationSchema.entries,
  as: v.picklist(['confirmed', 'cancelled']),
});

/** A refused sale or document, put right: the same one with another body. */
export const correctionSchema = v.union([
  v.strictObject({ ...cancellationSchema.entries, ...counterSaleSchema.entries }),
  v.strictObject({ ...decisionSchema.entries, ...newDocumentSchema.entries }),
]);

export const longestOutboxSearch = 200;

export const outboxSearchSchema = v.strictObject({
  /** Words of a reference, a document key or a customer, or a total; empty for anything. */
  text: v.pipe(v.string(), v.maxLength(longestOutboxSearch)),
  /** The day on which it was made, as `yyyy-mm-dd`; null for any. */
  day: v.nullable(daySchema),
});
export type OutboxSearch = v.InferOutput<typeof outboxSearchSchema>;

export const outboxQuerySchema = v.strictObject({
  /** Asks for the sales older than this one; null for the newest. */
  before: v.nullable(referenceSchema),
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)),
  /** True for only those sales whose life has not ended. */
  openOnly: v.boolean(),
  search: v.exactOptional(outboxSearchSchema),
});
export type OutboxQuery = v.InferOutput<typeof outboxQuerySchema>;

/** Asks for the sales near the view of a list. */
export const salePartiesSchema = v.strictObject({
  references: v.pipe(v.array(referenceSchema), v.maxLength(200)),
});

export interface OutboxPage {
  /** Null for a search, which ends with the page. */
  readonly count: number | null;
  /** Present for a search: whether older sales match as well. */
  readonly hasMore?: boolean;
  readonly sales: readonly SaleSummary[];
}

/** A sale on a page of its own. */
export interface OpenedSale extends SaleDetail {
  readonly notices: readonly SaleNotice[];
  /** When a person may settle a sale in doubt, which the till looks for until then; else null. */
  readonly decidableAtMs: number | null;
  /** What a person has asked for, once the service is proven not to hold the sale in doubt. */
  readonly requestedDecision: 'cancel' | 'correct' | null;
  /**
   * What the drawer holds of the sale. Null if the shop keeps no days, so that nobody is asked. If
   * nothing can be decided any more and the viewer may not see the drawer, it is null too, and the
   * payment method has no name.
   */
  readonly held: HeldMoney | null;
  /** True if it was paid into the drawer when it was sold. */
  readonly wasCash: boolean;
  /** True if it is paid into the drawer as it stands, after its corrections. */
  readonly isCash: boolean;
  /**
   * How much more the drawer holds of the sale than it came to, once the service has it; less is
   * negative. Null if that is right.
   */
  readonly movedCents: Cents | null;
}

const methodIdOf = ({ payment, particulars }: Pick<SaleDetail, 'payment' | 'particulars'>) =>
  payment?.method.id ?? particulars?.paymentMethod?.id;

/**
 * Returns whether money that is paid by the method for a correction of the sale is in the drawer.
 * The method by which it is paid as it stands, or by which it was sold, counts as it did then,
 * whatever the settings say by now.
 */
export function isCorrectedInCash(
  methodId: number,
  sale: Pick<OpenedSale, 'payment' | 'particulars' | 'former' | 'isCash' | 'wasCash'>,
  cashMethods: readonly number[],
): boolean {
  if (methodIdOf(sale) === methodId) return sale.isCash;
  const [first] = sale.former;
  if (first && methodIdOf(paidOrSaid(first.content)) === methodId) return sale.wasCash;
  return cashMethods.includes(methodId);
}

/** A document on a page of its own. */
export interface OpenedDocument {
  readonly detail: DocumentDetail;
  /** Null if the service has just answered; else why it could not, and when this was seen. */
  readonly remembered: { readonly error: AppError; readonly seenAtMs: number } | null;
  /** Why the service has answered without lines, payments and taxes; null if it has not. */
  readonly withoutLines: AppError | null;
  /** True if lines, payments and taxes are those of an earlier answer, since this one has none. */
  readonly hasEarlierLines: boolean;
  /** The sale of this till that became this document. */
  readonly sale: SaleDetail | null;
  /**
   * Set for a quotation, an order, a delivery note and the like, which can become a sale, with the
   * customer whom they name, if a document has shown them as one, and the reference of what was
   * made of it here before.
   */
  readonly becomes: {
    readonly customer: Customer | null;
    readonly madeHere: string | null;
  } | null;
  /** The products of the till's own catalogue whose codes are on its lines. */
  readonly products: readonly KnownProduct[];
}

export type KnownProduct = Pick<Product, 'code' | 'description' | 'unit' | 'unitPrice'>;
