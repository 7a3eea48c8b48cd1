// A document of any nature as a person asks for it: what it is besides its lines, and the rules
// that it obeys (service-api, Create a document).
import * as v from 'valibot';
import { dayAtMs } from './calendar.ts';
import { cartSchema, totals, type Cart } from './cart.ts';
import { documentRules, type DocumentRule } from './document-rules.ts';
import { knownNatures, simplifiedInvoiceCode, type DocumentSummary } from './documents.ts';
import type { AppError } from './errors.ts';
import { addCents, cents, centsSchema, type Cents } from './money.ts';
import { paymentMethodSchema } from './payment.ts';
import type { SimplifiedLimits } from './selling.ts';
import { limitOf } from './simplified-limit.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const someText = v.pipe(
  v.string(),
  v.maxLength(2000),
  // Lines are the only layout that a text brings.
  v.regex(/^[\P{Cc}\n]*$/u),
);

/**
 * What the service is asked to make: a nature, by its code or its id, or one of the company's
 * document types.
 */
export const documentKindSchema = v.variant('by', [
  v.strictObject({
    by: v.literal('natureCode'),
    code: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}._-]{1,20}$/u)),
  }),
  v.strictObject({ by: v.literal('natureId'), id: identifier }),
  v.strictObject({ by: v.literal('documentId'), id: identifier }),
]);
export type DocumentKind = v.InferOutput<typeof documentKindSchema>;

/** How a document is told from others: what it is, and whether it was to be finalized. */
export interface RequestedKind {
  readonly kind: DocumentKind;
  readonly finalize: boolean;
}

export const counterSale: RequestedKind = {
  kind: { by: 'natureCode', code: simplifiedInvoiceCode },
  finalize: true,
};

/** `FS`, `nature 321`, `type 15`; of a draft, ` draft` follows. */
export function requestedKindText({ kind, finalize }: RequestedKind): string {
  return finalize ? kindText(kind) : `${kindText(kind)} draft`;
}

function kindText(kind: DocumentKind): string {
  switch (kind.by) {
    case 'natureCode':
      return kind.code;
    case 'natureId':
      return `nature ${kind.id}`;
    case 'documentId':
      return `type ${kind.id}`;
  }
}

/** As `requestedKindText` writes it. */
export const requestedKindSchema = v.pipe(
  v.string(),
  v.regex(/^(?:nature \d+|type \d+|\S+)(?: draft)?$/u),
  v.transform((text): RequestedKind => {
    const kind = text.replace(/ draft$/, '');
    const [name = '', id] = kind.split(' ');
    const finalize = kind === text;
    if (id === undefined) return { kind: { by: 'natureCode', code: name }, finalize };
    const by = name === 'nature' ? 'natureId' : 'documentId';
    return { kind: { by, id: Number(id) }, finalize };
  }),
);

export function isOfKind(
  { typeId, nature }: Pick<DocumentSummary, 'typeId' | 'nature'>,
  kind: DocumentKind,
): boolean {
  switch (kind.by) {
    case 'natureCode':
      return nature.code.toUpperCase() === kind.code.toUpperCase();
    case 'natureId':
      return nature.id === kind.id;
    case 'documentId':
      return typeId === kind.id;
  }
}

/** Among the natures that the API document names, which are all of the lists'. */
const knownNature = (kind: DocumentKind) =>
  knownNatures.find(
    ({ id, code }) =>
      (kind.by === 'natureCode' && kind.code.toUpperCase() === code) ||
      (kind.by === 'natureId' && kind.id === id),
  );

export const isSimplifiedInvoice = (kind: DocumentKind): boolean =>
  knownNature(kind)?.code === simplifiedInvoiceCode;

/**
 * Whether the lists are known to show such a document, so that not finding it there means
 * something. Other natures may be in none, as purchases are, and whether drafts are listed is "not
 * shown" (service-api, Documents).
 */
export const isSurelyListed = ({ kind, finalize }: RequestedKind): boolean =>
  finalize && knownNature(kind) !== undefined;

/** Every way in which such a document can have been asked for. */
export const surelyListed: readonly RequestedKind[] = knownNatures.flatMap(({ id, code }) => [
  { kind: { by: 'natureCode', code }, finalize: true },
  { kind: { by: 'natureId', id }, finalize: true },
]);

/** The id of the nature that was asked for, as far as it is known without asking the service. */
export const natureIdOf = (kind: DocumentKind): number | undefined =>
  kind.by === 'natureId' ? kind.id : knownNature(kind)?.id;

/**
 * What the service decides where it is told nothing. `false` says nothing, as it has since the
 * first documents were stored; to say no is `no`.
 */
export const orderSchema = v.union([v.boolean(), v.literal('no')]);
export type Order = v.InferOutput<typeof orderSchema>;

/** What the service is told; undefined where it decides. */
export const toldOf = (order: Order): boolean | undefined =>
  order === 'no' ? false : order || undefined;

/**
 * Everything that is said of a document besides its lines, its discount and its party. What is left
 * out is the service's to decide.
 */
export const particularsSchema = v.strictObject({
  kind: documentKindSchema,
  /** What the kind was called where it was chosen; empty where it was typed. */
  name: v.pipe(v.string(), v.maxLength(200), v.regex(/^\P{Cc}*$/u)),
  finalize: v.boolean(),
  serieId: v.exactOptional(identifier),
  /** `yyyy-mm-dd` */
  date: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((date) => dayAtMs(date) !== undefined),
    ),
  ),
  /** `hh:mm:ss` */
  time: v.exactOptional(v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/))),
  isTaxIncluded: v.exactOptional(v.boolean()),
  partyClass: v.exactOptional(identifier),
  warehouseId: v.exactOptional(identifier),
  priceLineId: v.exactOptional(identifier),
  salesmanId: v.exactOptional(identifier),
  paymentTermId: v.exactOptional(identifier),
  /** The other side's own reference, such as the number of a supplier's invoice. */
  documentReference: v.exactOptional(
    v.pipe(v.string(), v.minLength(1), v.maxLength(100), v.regex(/^\P{Cc}*$/u)),
  ),
  /** -9.99 to 9.99 (service-api, Limits); 0 is none. */
  roundCents: v.pipe(centsSchema, v.minValue(cents(-999)), v.maxValue(cents(999))),
  paymentMethod: v.nullable(paymentMethodSchema),
  isTransport: v.exactOptional(v.boolean()),
  forceCommunication: orderSchema,
  generateMbReference: orderSchema,
  headerText: someText,
  footerText: someText,
  print: v.boolean(),
  email: v.boolean(),
});
export type Particulars = v.InferOutput<typeof particularsSchema>;

/** `cart.cartId` is made once for each document: creating the same one twice yields one. */
export const newDocumentSchema = v.strictObject({
  cart: cartSchema,
  particulars: particularsSchema,
});
export type NewDocument = v.InferOutput<typeof newDocumentSchema>;

/** What the rules look at: known of a document long before all of it can be used. */
export interface Ruled {
  readonly lineCount: number;
  /** How its kind is named; null where none is chosen yet. */
  readonly by: DocumentKind['by'] | null;
  /** Null where it cannot be used yet. */
  readonly kind: DocumentKind | null;
  readonly finalize: boolean;
  readonly hasSerie: boolean;
  readonly isRounded: boolean;
  readonly isPaid: boolean;
  readonly print: boolean;
  readonly email: boolean;
}

/**
 * The rules of "Create a document" that are broken, as far as they can be known before it is sent.
 */
export function rulesBrokenBy(ruled: Ruled): readonly DocumentRule[] {
  const { kind, finalize } = ruled;
  const isBroken: Readonly<Record<DocumentRule, boolean>> = {
    // The till's own rule: a finalized document of nothing is a mistake.
    lines_needed: finalize && ruled.lineCount === 0,
    serie_needs_document_type: ruled.hasSerie && ruled.by !== 'documentId',
    // What is in a list is no purchase; of other natures the service knows.
    rounding_only_on_purchases: ruled.isRounded && kind !== null && knownNature(kind) !== undefined,
    // A simplified invoice is paid at once; of other natures the service knows.
    payment_needed: finalize && kind !== null && isSimplifiedInvoice(kind) && !ruled.isPaid,
    print_needs_finalizing: ruled.print && !finalize,
    email_needs_finalizing: ruled.email && !finalize,
  };
  return documentRules.filter((rule) => isBroken[rule]);
}

export const brokenRules = ({ cart, particulars }: NewDocument): readonly DocumentRule[] =>
  rulesBrokenBy({
    lineCount: cart.lines.length,
    by: particulars.kind.by,
    kind: particulars.kind,
    finalize: particulars.finalize,
    hasSerie: particulars.serieId !== undefined,
    isRounded: particulars.roundCents !== 0,
    isPaid: particulars.paymentMethod !== null,
    print: particulars.print,
    email: particulars.email,
  });

/**
 * Why a simplified invoice cannot be of this total: `over_simplified_limit`, `total_not_positive`;
 * null where it can.
 */
export function simplifiedTotalError(
  { kind, finalize }: RequestedKind,
  buyer: Pick<Cart, 'customer' | 'taxNumber'>,
  totalCents: Cents,
  limits: SimplifiedLimits,
): AppError | null {
  if (!isSimplifiedInvoice(kind)) return null;
  const { limitCents } = limitOf(buyer, limits);
  if (totalCents > limitCents) return { code: 'over_simplified_limit', limitCents };
  return finalize && totalCents <= 0 ? { code: 'total_not_positive' } : null;
}

/**
 * Whether the service must come to the same total: of prices without tax, or with what it has
 * configured, it alone knows what they come to.
 */
export const isTotalKnown = (particulars: Pick<Particulars, 'isTaxIncluded'> | null): boolean =>
  particulars === null || particulars.isTaxIncluded === true;

/**
 * What the lines come to, as they are priced: whether that is with tax is the document's own
 * matter.
 */
export const documentTotalCents = (
  cart: Parameters<typeof totals>[0],
  { roundCents }: Pick<Particulars, 'roundCents'>,
): Cents => addCents(totals(cart).totalCents, roundCents);
