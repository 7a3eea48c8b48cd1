// Finding sales among all that the till ever made: by reference, document key, total or customer,
// and by the day on which they were made. The newest come first.
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { foldText } from '../contract/fold-text.ts';
import { saleStates, statesForAPerson, unsentStates } from '../contract/outbox-states.ts';
import {
  saleSummarySchema,
  type OutboxPage,
  type OutboxQuery,
  type OutboxSearch,
} from '../contract/sales.ts';
import type { Store } from './open.ts';
import { readRows, readValue, requireRow } from './prepared.ts';
import { summaryColumns } from './sales.ts';

const longestTurnMs = 10;
/** How many sales a step reads. The index alone tells their day, so that it reads more by that. */
const salesAStep = { ofAnyDay: 200, ofOneDay: 20_000 } as const;

const searchedRow = v.object({
  sale_id: v.number(),
  reference: v.string(),
  doc_key: v.nullable(v.string()),
  total_cents: v.number(),
  service_total_cents: v.nullable(v.number()),
  customer: v.nullable(v.string()),
});
export type SearchedSale = Omit<v.InferOutput<typeof searchedRow>, 'sale_id'>;

/** Returns whether each word is in the reference, document key or customer, or is its total. */
export function saleMatcher(text: string): (sale: SearchedSale) => boolean {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ folded: foldText(word), amountCents: amountOf(word) }));
  return (sale) => {
    const { reference, doc_key: docKey, customer } = sale;
    const folded = foldText([reference, docKey, customer].join('\n'));
    const plainReference = foldText(reference).replaceAll('-', '');
    const totals = [sale.total_cents, sale.service_total_cents];
    return words.every(
      (word) =>
        folded.includes(word.folded) ||
        plainReference.startsWith(word.folded) ||
        (word.amountCents !== undefined && totals.includes(word.amountCents)),
    );
  };
}

/** Reads an amount as either language writes it: `12`, `12,5`, `1.234,50`, `€1,234.50`. */
function amountOf(word: string): number | undefined {
  const [, euros, decimals = ''] =
    /^€?(\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?€?$/.exec(word) ?? [];
  if (euros === undefined) return undefined;
  return Number(euros.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
}

/**
 * Returns a page of the sales that match, newest first; it does not count them all. Reads the sales
 * in short turns, and ends early, with what it has, once it is not wanted any more or the file is
 * closed.
 */
export async function searchSales(
  db: Store,
  { before, limit, openOnly, search }: OutboxQuery & { readonly search: OutboxSearch },
  isWanted: () => boolean,
): Promise<OutboxPage> {
  const { text, day } = search;
  const matches = saleMatcher(text);
  const step = day === null ? salesAStep.ofAnyDay : salesAStep.ofOneDay;
  const states = openOnly ? [...unsentStates, ...statesForAPerson] : saleStates;
  const [fromMs, toMs] = day === null ? [null, null] : [startOf(day, 0), startOf(day, 1)];
  const foundIds: number[] = [];
  let below = firstBelow(db, before);
  let sinceMs = performance.now();
  while (below > 0 && foundIds.length <= limit && isWanted() && db.open) {
    const from = below - step;
    const rows = readStep(db, { from, below, fromMs, toMs, states: JSON.stringify(states) });
    foundIds.push(...rows.filter(matches).map(({ sale_id: saleId }) => saleId));
    below = from;
    if (performance.now() - sinceMs >= longestTurnMs) {
      await nextTurn();
      sinceMs = performance.now();
    }
  }
  const sales = db.open
    ? foundIds
        .slice(0, limit)
        .map((saleId) =>
          requireRow(
            db,
            saleSummarySchema,
            `SELECT ${summaryColumns} FROM sale WHERE sale_id = ?`,
            saleId,
          ),
        )
    : [];
  return { count: null, hasMore: foundIds.length > limit, sales };
}

/** Returns when the day, or one some days later, begins on this computer. */
function startOf(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}

/** Returns the number above the first sale to look at. */
const firstBelow = (db: Store, before: string | null): number =>
  before === null
    ? readValue(db, v.number(), 'SELECT coalesce(max(sale_id), 0) + 1 FROM sale')
    : readValue(
        db,
        v.number(),
        'SELECT coalesce((SELECT sale_id FROM sale WHERE reference = ?), 0)',
        before,
      );

interface Step {
  readonly from: number;
  readonly below: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** As JSON. */
  readonly states: string;
}

/** Reads the sales of a step. The index has their day, so that others are not read at all. */
function readStep(db: Store, step: Step): readonly v.InferOutput<typeof searchedRow>[] {
  const ofCart = (path: string) => `content ->> '$.cart.${path}'`;
  const names = ['customer.name', 'customer.fiscalNumber', 'taxNumber'].map(ofCart);
  return readRows(
    db,
    searchedRow,
    `SELECT sale_id, reference, doc_key, total_cents, service_total_cents,
       iif(json_valid(content), concat_ws(char(10), ${names.join(', ')}), NULL) AS customer
     FROM sale INDEXED BY sale_by_state
     WHERE state IN (SELECT value FROM json_each(@states))
       AND sale_id >= @from AND sale_id < @below
       AND (@fromMs IS NULL OR (committed_at_ms >= @fromMs AND committed_at_ms < @toMs))
     ORDER BY sale_id DESC`,
    step,
  );
}
