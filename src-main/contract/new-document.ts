// A document of any nature as a person asks for it: what it says besides its lines, and the rules
// that it obeys (service-api, Create a document).
import * as v from 'valibot';
import { documentTextSchema, isOneLine } from './one-line.ts';
import { daySchema } from './calendar.ts';
import { cartSchema, totals, type Cart } from './cart.ts';
import { documentRules, type DocumentRule } from './document-rules.ts';
import { knownNatures, simplifiedInvoiceCode, type DocumentSummary } from './documents.ts';
import type { AppError } from './errors.ts';
import { addCents, cents, centsSchema, type Cents } from './money.ts';
import { paymentMethodSchema } from './payment.ts';
import type { SimplifiedLimits } from './selling.ts';
import { limitOf } from './simplified-limit.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** What the service is asked to make: a nature, by code or id, or a document type. */
export const documentKindSchema = v.variant('by', [
  v.strictObject({
    by: v.literal('natureCode'),
    code: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}._-]{1,20}$/u)),
  }),
  v.strictObject({ by: v.literal('natureId'), id: identifier }),
  v.strictObject({ by: v.literal('documentTypeId'), id: identifier }),
]);
export type DocumentKind = v.InferOutput<typeof documentKindSchema>;

/** How a document is told from others: its kind, and whether it was to be finalized. */
export interface RequestedKind {
  readonly kind: DocumentKind;
  readonly finalize: boolean;
}

export const counterSale: RequestedKind = {
  kind: { by: 'natureCode', code: simplifiedInvoiceCode },
  finalize: true,
};

/** Returns `FS`, `nature 321` or `type 15`, followed by ` draft` for a draft. */
export const requestedKindText = ({ kind, finalize }: RequestedKind): string =>
  finalize ? kindText(kind) : `${kindText(kind)} draft`;

function kindText(kind: DocumentKind): string {
  switch (kind.by) {
    case 'natureCode':
      return kind.code;
    case 'natureId':
      return `nature ${kind.id}`;
    case 'documentTypeId':
      return `type ${kind.id}`;
  }
}

/** Reads what `requestedKindText` writes. */
export const requestedKindSchema = v.pipe(
  v.string(),
  v.regex(/^(?:nature \d+|type \d+|\S+)(?: draft)?$/u),
  v.transform((text): RequestedKind => {
    const kind = text.replace(/ draft$/, '');
    const [name = '', id] = kind.split(' ');
    const finalize = kind === text;
    if (id === undefined) return { kind: { by: 'natureCode', code: name }, finalize };
    const by = name === 'nature' ? 'natureId' : 'documentTypeId';
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
    case 'documentTypeId':
      return typeId === kind.id;
  }
}

/** Finds the kind among the natures that the API document names; the lists show all of these. */
const knownNature = (kind: DocumentKind) =>
  knownNatures.find(
    ({ id, code }) =>
      (kind.by === 'natureCode' && kind.code.toUpperCase() === code) ||
      (kind.by === 'natureId' && kind.id === id),
  );

export const isSimplifiedInvoice = (kind: DocumentKind): boolean =>
  knownNature(kind)?.code === simplifiedInvoiceCode;

/** Does as `isSimplifiedInvoice` for a nature that a document shows, by its number or its code. */
export const isSimplifiedNature = ({ id, code }: Pick<DocumentSummary['nature'], 'id' | 'code'>) =>
  isSimplifiedInvoice({ by: 'natureId', id }) || isSimplifiedInvoice({ by: 'natureCode', code });

/**
 * Returns whether the lists are known to show such a document, so that its absence there means
 * something. Documents of other natures, such as purchases, may be in no list, and whether drafts
 * are listed is "not shown" (service-api, Documents).
 */
export const isSurelyListed = ({ kind, finalize }: RequestedKind): boolean =>
  finalize && knownNature(kind) !== undefined;

/** Every way to ask for a document that the lists are known to show. */
export const surelyListed: readonly RequestedKind[] = knownNatures.flatMap(({ id, code }) => [
  { kind: { by: 'natureCode', code }, finalize: true },
  { kind: { by: 'natureId', id }, finalize: true },
]);

/** Returns the requested nature's id, as far as it is known without asking the service. */
export const natureIdOf = (kind: DocumentKind): number | undefined =>
  kind.by === 'natureId' ? kind.id : knownNature(kind)?.id;

/**
 * An order to the service. `true` says yes and `no` says no; `false` says nothing, as it has since
 * the first documents were stored, and the service decides.
 */
export const orderSchema = v.union([v.boolean(), v.literal('no')]);
export type Order = v.InferOutput<typeof orderSchema>;

/** Returns what the service is told; undefined if it decides. */
export const toldOf = (order: Order): boolean | undefined =>
  order === 'no' ? false : order || undefined;

/** All of a document besides lines, discount and party. The service decides what is left out. */
export const particularsSchema = v.strictObject({
  kind: documentKindSchema,
  /** The name under which the kind was chosen; empty if the kind was typed. */
  name: v.pipe(v.string(), v.maxLength(200), isOneLine),
  finalize: v.boolean(),
  serieId: v.exactOptional(identifier),
  /** `yyyy-mm-dd` */
  date: v.exactOptional(daySchema),
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
    v.pipe(v.string(), v.minLength(1), v.maxLength(100), isOneLine),
  ),
  /** From -9.99 to 9.99 (service-api, Limits); 0 is none. */
  roundCents: v.pipe(centsSchema, v.minValue(cents(-999)), v.maxValue(cents(999))),
  paymentMethod: v.nullable(paymentMethodSchema),
  isTransport: v.exactOptional(v.boolean()),
  forceCommunication: orderSchema,
  generateMbReference: orderSchema,
  headerText: documentTextSchema,
  footerText: documentTextSchema,
  print: v.boolean(),
  email: v.boolean(),
});
export type Particulars = v.InferOutput<typeof particularsSchema>;

/**
 * Returns the method whose money the document takes into the drawer if that method is cash; null if
 * it takes none. Which way money goes is known of simplified invoices only.
 */
export const takenBy = ({ kind, finalize, paymentMethod }: Particulars) =>
  finalize && isSimplifiedInvoice(kind) ? paymentMethod : null;

/** A document to create. `cart.cartId` is made once: creating it twice yields one. */
export const newDocumentSchema = v.strictObject({
  cart: cartSchema,
  particulars: particularsSchema,
});
export type NewDocument = v.InferOutput<typeof newDocumentSchema>;

/** What the rules look at: it is known long before the whole document can be used. */
export interface Ruled {
  readonly lineCount: number;
  /** How the kind is named; null if none is chosen yet. */
  readonly by: DocumentKind['by'] | null;
  /** Null if it cannot be used yet. */
  readonly kind: DocumentKind | null;
  readonly finalize: boolean;
  readonly hasSerie: boolean;
  readonly isRounded: boolean;
  readonly isPaid: boolean;
  readonly print: boolean;
  readonly email: boolean;
}

/** Returns the broken rules of "Create a document", as far as the till can know them. */
export function rulesBrokenBy(ruled: Ruled): readonly DocumentRule[] {
  const { kind, finalize } = ruled;
  const isBroken: Readonly<Record<DocumentRule, boolean>> = {
    // The till's own rule: a finalized document without lines is a mistake.
    lines_needed: finalize && ruled.lineCount === 0,
    serie_needs_document_type: ruled.hasSerie && ruled.by !== 'documentTypeId',
    // Natures in the lists are no purchases; only the service knows about others.
    rounding_only_on_purchases: ruled.isRounded && kind !== null && knownNature(kind) !== undefined,
    // A simplified invoice is paid at once; only the service knows about other natures.
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

/** Returns `over_simplified_limit` or `total_not_positive` of a simplified invoice, or null. */
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
 * Returns whether the service must come to the same total. If prices exclude tax, or the service's
 * own setting decides, only the service knows the total.
 */
export const isTotalKnown = (particulars: Pick<Particulars, 'isTaxIncluded'> | null): boolean =>
  particulars === null || particulars.isTaxIncluded === true;

/** Returns what the lines come to at their prices; the document says whether with tax. */
export const documentTotalCents = (
  cart: Parameters<typeof totals>[0],
  { roundCents }: Pick<Particulars, 'roundCents'>,
): Cents => addCents(totals(cart).totalCents, roundCents);
