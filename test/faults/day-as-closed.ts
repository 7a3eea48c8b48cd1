// The sales of a day as they were when it was closed, and their sums.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { DayReport, DaySale } from './days-of-file.ts';

/** A sale as it was when the day was closed. */
export interface Then {
  readonly sale: DaySale;
  readonly state: SaleState;
  readonly totalCents: number;
  /** The document with which the service had confirmed it, if the till itself saw it. */
  readonly documentId: number | null;
  /**
   * If a person who saw more than the till confirmed or settled the sale: the documents that the
   * till had seen. Null otherwise.
   */
  readonly decided: readonly number[] | null;
}

export function asOf(sale: DaySale, lastStepId: number): Then {
  const steps = sale.steps.filter(({ stepId }) => stepId <= lastStepId);
  const corrections = steps.filter(({ evidence }) => evidence === 'corrected').length;
  const confirmed = steps.findLast(({ event }) => event === 'accepted' || event === 'found');
  return {
    sale,
    state: steps.at(-1)?.state ?? 'queued',
    totalCents: sale.totalsCents[corrections] ?? NaN,
    documentId: confirmed?.documentId ?? null,
    decided: steps.some(({ event }) => event.startsWith('settled_'))
      ? steps.flatMap((step) => step.documentId ?? [])
      : null,
  };
}

/**
 * Returns the possible sums of what the service holds for the sales. A sale that a person confirmed
 * counts with one of the documents that the till had seen, or not at all. The first sum has none of
 * those.
 */
export function sumsAtService(
  confirmed: readonly Then[],
  totals: ReadonlyMap<number, number>,
): readonly Sum[] {
  const heldFor = (documentId: number | null) => totals.get(documentId ?? 0) ?? NaN;
  const seen = confirmed.filter(({ decided }) => decided === null);
  let sums = [sum(seen.map(({ documentId }) => heldFor(documentId)))];
  for (const { decided } of confirmed) {
    const more = sums.flatMap(({ count, totalCents }) =>
      (decided ?? []).map((documentId) => ({
        count: count + 1,
        totalCents: totalCents + heldFor(documentId),
      })),
    );
    // Equal sums count once, however many documents have the same amount.
    sums = [...new Map([...sums, ...more].map((one) => [JSON.stringify(one), one])).values()];
  }
  return sums;
}

export type Sum = DayReport['says']['sales'];

export const sum = (amounts: readonly number[]): Sum => ({
  count: amounts.length,
  totalCents: total(amounts, (each) => each),
});

export const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);
