// What this till has made of a document that it names: the returns of it, and all the rest.
import * as v from 'valibot';
import { centsSchema, quantitySchema, unitPriceSchema } from '../contract/money.ts';
import { particularsSchema, type Particulars } from '../contract/new-document.ts';
import { saleStateSchema } from '../contract/outbox-states.ts';
import type { TakenLine } from '../contract/return-ledger.ts';
import { returnedSchema, type Returned } from '../contract/returns.ts';
import type { Store } from './open.ts';
import { inJson, readRows, readValue, readValues } from './prepared.ts';
import { namedDocument, originOfReturn } from './migrations.ts';

const linesOfCart = v.object({
  lines: v.array(
    v.object({ code: v.string(), quantity: quantitySchema, unitPrice: unitPriceSchema }),
  ),
});

const ownEntries = {
  reference: v.string(),
  state: saleStateSchema,
  docKey: v.nullable(v.string()),
  totalCents: centsSchema,
};
const returnRow = v.object({
  ...ownEntries,
  content: inJson(
    v.object({
      cart: linesOfCart,
      returned: v.object({ positions: returnedSchema.entries.positions }),
    }),
  ),
});

export type OwnReturn = Readonly<Omit<v.InferOutput<typeof returnRow>, 'content'>> & {
  readonly taken: readonly TakenLine[];
};

/**
 * SQL for the returns of a document. The key of a sale's document may have changed since, so those
 * of a sale are also known by its reference, among the returns made after it.
 */
export const returnsOf = `sale_id IN (
  SELECT sale_id FROM sale WHERE ${originOfReturn} IS NOT NULL AND ${originOfReturn} = @docKey
  UNION SELECT sale_id FROM sale INDEXED BY sale_return WHERE ${originOfReturn} IS NOT NULL
    AND sale_id > (SELECT sale_id FROM sale AS sold WHERE sold.reference = @reference)
    AND content ->> '$.returned.origin.reference' = @reference)`;

/** The document that goods came back of. */
export type OriginOf = Pick<Returned['origin'], 'docKey' | 'reference'>;

/**
 * Returns the returns of the document, oldest first, whatever became of them.
 * @throws {v.ValiError} if one cannot be read: nobody knows then what is left.
 */
export const readReturnsOf = (db: Store, { docKey, reference }: OriginOf): readonly OwnReturn[] =>
  readRows(
    db,
    returnRow,
    `SELECT reference, state, doc_key AS docKey, total_cents AS totalCents, content FROM sale
     WHERE ${returnsOf} ORDER BY sale_id`,
    { docKey, reference },
  ).map(({ content, ...own }) => {
    const { positions } = content.returned;
    const takenLines = content.cart.lines.map(({ code, quantity, unitPrice }, index) => {
      const position = positions[index];
      return position === undefined ? { code, quantity, unitPrice } : { position, quantity };
    });
    return { ...own, taken: takenLines };
  });

/** The most originals that are asked for at once. */
const mostAsked = 200;

/** Returns one confirmed return of each document that goods came back of since, newest first. */
export const readReturnsSince = (db: Store, sinceMs: number): readonly string[] =>
  readValues(
    db,
    v.string(),
    `SELECT max(reference) FROM sale INDEXED BY sale_return
     WHERE ${originOfReturn} IS NOT NULL AND state = 'confirmed' AND committed_at_ms > @sinceMs
     GROUP BY ${originOfReturn} ORDER BY max(sale_id) DESC LIMIT ${mostAsked}`,
    { sinceMs },
  );

const namingRow = v.object({
  ...ownEntries,
  content: inJson(v.object({ cart: linesOfCart, particulars: particularsSchema })),
});

/** A document that somebody made by hand, and that names another. */
export type NamingDocument = OwnReturn & { readonly particulars: Particulars };

/**
 * Returns what was made here by hand and names the document, oldest first, whatever became of it.
 * @throws {v.ValiError} if one cannot be read.
 */
export const readDocumentsNaming = (db: Store, docKey: string): readonly NamingDocument[] =>
  readRows(
    db,
    namingRow,
    `SELECT reference, state, doc_key AS docKey,
       abs(coalesce(service_total_cents, total_cents)) AS totalCents, content
     FROM sale WHERE ${namedDocument} IS NOT NULL AND ${namedDocument} = ?
       AND ${originOfReturn} IS NULL
     ORDER BY sale_id`,
    docKey,
  ).map(({ content: { cart, particulars }, ...own }) => ({
    ...own,
    particulars,
    taken: cart.lines,
  }));

/** Returns the reference of what was last made here of the document, unless it was cancelled. */
export const readMadeFrom = (db: Store, docKey: string): string | null =>
  readValue(
    db,
    v.optional(v.string()),
    `SELECT reference FROM sale WHERE ${namedDocument} IS NOT NULL AND ${namedDocument} = ?
       AND state <> 'cancelled' ORDER BY sale_id DESC LIMIT 1`,
    docKey,
  ) ?? null;
