// A document of any nature as a person asks for it: what it is beside its lines, and the rules that it obeys
// (service-api, Create a document).
import * as v from 'valibot';
import { dayAtMs } from './calendar.ts';
import { cartSchema, totals } from './cart.ts';
import { documentRules, type DocumentRule } from './document-rules.ts';
import { knownNatures, simplifiedInvoiceCode, type DocumentSummary } from './documents.ts';
import { addCents, cents, centsSchema, type Cents } from './money.ts';
import { paymentMethodSchema } from './payment.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const someText = v.pipe(
  v.string(),
  v.maxLength(2000),
  // Lines are the only layout that a text brings.
  v.regex(/^[\P{Cc}\n]*$/u),
);

/** What the service is asked to make: a nature, by its code or its id, or one of the company's document types. */
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
export interface Asked {
  readonly kind: DocumentKind;
  readonly finalize: boolean;
}

export const counterSale: Asked = {
  kind: { by: 'natureCode', code: simplifiedInvoiceCode },
  finalize: true,
};

/** `FS`, `nature 321`, `type 15`; of a draft, ` draft` follows. */
export function askedText({ kind, finalize }: Asked): string {
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

/** As `askedText` writes it. */
export const askedSchema = v.pipe(
  v.string(),
  v.regex(/^(?:nature \d+|type \d+|\S+)(?: draft)?$/u),
  v.transform((text): Asked => {
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
 * Whether the lists are known to show such a document, so that not finding it there means something. Other natures may be in
 * none, as purchases are, and whether drafts are listed is "not shown" (service-api, Documents).
 */
export const isSurelyListed = ({ kind, finalize }: Asked): boolean =>
  finalize && knownNature(kind) !== undefined;

/** Every way in which such a document can have been asked for. */
export const surelyListed: readonly Asked[] = knownNatures.flatMap(({ id, code }) => [
  { kind: { by: 'natureCode', code }, finalize: true },
  { kind: { by: 'natureId', id }, finalize: true },
]);

/** The id of the nature that was asked for, as far as it is known without asking the service. */
export const natureIdOf = (kind: DocumentKind): number | undefined =>
  kind.by === 'natureId' ? kind.id : knownNature(kind)?.id;

/** Everything that is said of a document beside its lines, its discount and its party. What is left out is the service's to decide. */
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
  forceCommunication: v.boolean(),
  generateMbReference: v.boolean(),
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

/** The rules of "Create a document" that the document breaks, as far as they can be known before it is sent. */
export function brokenRules({ cart, particulars }: NewDocument): readonly DocumentRule[] {
  const { kind, finalize, serieId, roundCents, paymentMethod, print, email } = particulars;
  const isBroken: Readonly<Record<DocumentRule, boolean>> = {
    // The till's own rule: a finalized document of nothing is a mistake.
    lines_needed: finalize && cart.lines.length === 0,
    serie_needs_document_type: serieId !== undefined && kind.by !== 'documentId',
    // What is in a list is no purchase; of other natures the service knows.
    rounding_only_on_purchases: roundCents !== 0 && knownNature(kind) !== undefined,
    // A simplified invoice is paid at once; of other natures the service knows.
    payment_needed: finalize && isSimplifiedInvoice(kind) && paymentMethod === null,
    print_needs_finalizing: print && !finalize,
    email_needs_finalizing: email && !finalize,
  };
  return documentRules.filter((rule) => isBroken[rule]);
}

/**
 * Whether the service must come to the same total: of prices without tax, or with what it has configured, it alone knows what
 * they come to.
 */
export const isTotalKnown = (particulars: Pick<Particulars, 'isTaxIncluded'> | null): boolean =>
  particulars === null || particulars.isTaxIncluded === true;

/** What the lines come to, as they are priced: whether that is with tax is the document's own matter. */
export const documentTotalCents = (
  cart: Parameters<typeof totals>[0],
  { roundCents }: Pick<Particulars, 'roundCents'>,
): Cents => addCents(totals(cart).totalCents, roundCents);
