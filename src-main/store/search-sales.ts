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
import { spanOf } from './which-rows.ts';

const longestTurnMs = 10;
/** How many sales a step reads. The index alone tells their day, so that it reads more by that. */
const salesAStep = { ofAnyDay: 200, ofOneDay: 20_000 } as const;

const searchedRow = v.object({
  saleId: v.number(),
  reference: v.string(),
  docKey: v.nullable(v.string()),
  totalCents: v.number(),
  serviceTotalCents: v.nullable(v.number()),
  customer: v.nullable(v.string()),
});
type SearchedSale = v.InferOutput<typeof searchedRow>;

/** Returns whether each word is in the reference, document key or customer, or is its total. */
function saleMatcher(text: string): (sale: SearchedSale) => boolean {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ folded: foldText(word), amountCents: amountOf(word) }));
  return ({ reference, docKey, customer, totalCents, serviceTotalCents }) => {
    const folded = foldText([reference, docKey, customer].join('\n'));
    const plainReference = foldText(reference).replaceAll('-', '');
    const totals = [totalCents, serviceTotalCents];
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
  const states = JSON.stringify(openOnly ? [...unsentStates, ...statesForAPerson] : saleStates);
  const span = day === null ? { fromMs: null, untilMs: null } : spanOf(day);
  const foundIds: number[] = [];
  let below = firstBelow(db, before);
  let sinceMs = performance.now();
  while (below > 0 && foundIds.length <= limit && isWanted() && db.open) {
    const from = below - step;
    // The index has the day of the sales, so that others are not read at all.
    const rows = readRows(db, searchedRow, stepSql, { from, below, ...span, states });
    foundIds.push(...rows.filter(matches).map(({ saleId }) => saleId));
    below = from;
    if (performance.now() - sinceMs >= longestTurnMs) {
      await nextTurn();
      sinceMs = performance.now();
    }
  }
  const summary = `SELECT ${summaryColumns} FROM sale WHERE sale_id = ?`;
  const wantedIds = db.open ? foundIds.slice(0, limit) : [];
  const sales = wantedIds.map((saleId) => requireRow(db, saleSummarySchema, summary, saleId));
  return { count: null, hasMore: foundIds.length > limit, sales };
}

/** Returns the number above the first sale to look at; 0 if there is no sale `before`. */
const firstBelow = (db: Store, before: string | null): number =>
  readValue(
    db,
    v.number(),
    `SELECT coalesce(iif(@before IS NULL, (SELECT max(sale_id) + 1 FROM sale),
       (SELECT sale_id FROM sale WHERE reference = @before)), 0)`,
    { before },
  );

/** SQL for the sales of a step. */
const stepSql = `SELECT sale_id AS saleId, reference, doc_key AS docKey, total_cents AS totalCents,
    service_total_cents AS serviceTotalCents, iif(json_valid(content), concat_ws(char(10),
      content ->> '$.cart.customer.name', content ->> '$.cart.customer.fiscalNumber',
      content ->> '$.cart.taxNumber'), NULL) AS customer
  FROM sale INDEXED BY sale_by_state
  WHERE state IN (SELECT value FROM json_each(@states))
    AND sale_id >= @from AND sale_id < @below
    AND (@fromMs IS NULL OR (committed_at_ms >= @fromMs AND committed_at_ms < @untilMs))
  ORDER BY sale_id DESC`;
