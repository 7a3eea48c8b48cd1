// Sales, documents and steps as the store takes them, made by hand so that the store's tests depend
// on nothing above it.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { detailOfSummary, type DocumentDetail } from '../../../src-main/contract/documents.ts';
import { cents, oneUnit, noDiscount, unitPriceSchema } from '../../../src-main/contract/money.ts';
import type { SaleEvent, SaleState } from '../../../src-main/contract/outbox-states.ts';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import type { CounterSale } from '../../../src-main/contract/sales.ts';
import type { Cart } from '../../../src-main/contract/cart.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale, type NewSale } from '../../../src-main/store/sales.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';

export const binding = {
  serviceAddress: 'http://127.0.0.1:4080',
  companyCode: 'LOJA',
  tillCode: '1',
};
export const installation = 'TEST';

export const reference = (number: number): string => {
  const digits = String(number).padStart(8, '0');
  return `CF-${installation}-${digits.slice(0, 4)}-${digits.slice(4)}`;
};

const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const cart = (number: number): Cart => ({
  cartId: uuid(number),
  lines: [
    {
      lineId: uuid(0),
      code: 'CAFE',
      description: 'Café',
      quantity: oneUnit,
      unitPrice: v.parse(unitPriceSchema, 650_000),
    },
  ],
  discount: noDiscount,
  taxNumber: null,
});

export const sale = (number: number): NewSale & { readonly content: CounterSale } => ({
  reference: reference(number),
  committedAtMs: number,
  body: Buffer.from(
    JSON.stringify({
      document_nature_code: 'FS',
      our_reference: reference(number),
      finalize: true,
    }),
  ),
  totalCents: cents(65),
  content: {
    cart: cart(number),
    payment: { method: { id: 1, label: 'Cash' }, tenderedCents: cents(100) },
  },
});

export const document = (id: number, number: number): DocumentDetail =>
  detailOfSummary({
    id,
    docKey: `FS A/${id}`,
    date: '2026-03-01',
    time: '10:00:00.5',
    ourReference: reference(number),
    totalCents: cents(65),
    documentName: 'Fatura simplificada',
    typeId: 2,
    nature: { id: 302, code: 'FS', description: 'Simplified invoice' },
    status: { id: 1202, code: 'F', description: 'Finalized' },
    party: null,
  });

export const evidence: Evidence = { kind: 'no_clear_answer', what: 'ECONNRESET' };

/** Commits the sale, and has the service answer its creation with the document. */
export function accept(db: Store, sold: NewSale, document: DocumentDetail, atMs = 1_000): void {
  commitSale(db, sold);
  claimNext(db, atMs);
  mustStep(db, { reference: sold.reference, evidence, atMs, event: 'accepted', document });
}

/**
 * Takes the events one after another, each a millisecond after the last; a claim is a claim by the
 * outbox.
 */
export function take(
  db: Store,
  number: number,
  events: readonly SaleEvent[],
  startMs: number,
): void {
  events.forEach((event, index) => {
    const atMs = startMs + index;
    if (event === 'claimed') {
      const claim = claimNext(db, atMs);
      if (claim?.sale.reference !== reference(number)) {
        throw new Error(
          `${claim?.sale.reference ?? 'nothing'} was claimed, not ${reference(number)}`,
        );
      }
    } else {
      mustStep(db, { reference: reference(number), event, evidence, atMs });
    }
  });
}

/** Counts the states row by row, to compare with the counts that triggers keep. */
export function recount(db: Store): Partial<Record<SaleState, number>> {
  const rows = db.prepare('SELECT state, count(*) AS sales FROM sale GROUP BY state').all();
  return Object.fromEntries(
    (rows as { state: SaleState; sales: number }[]).map((row) => [row.state, row.sales]),
  );
}

export const countRows = (db: Store, table: string): number =>
  Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

/** Returns one hash of every row of every table; an equal hash means that nothing was written. */
export function contents(db: Store): string {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
    .map(String);
  const hash = createHash('sha256');
  for (const table of tables) {
    hash.update(JSON.stringify([table, db.prepare(`SELECT * FROM ${table}`).all()]));
  }
  return hash.digest('hex');
}
