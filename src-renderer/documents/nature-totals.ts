// What documents come to. Whether a credit note's total is negative is not known, so natures are never added up together.
import type { DocumentSummary } from '../../src-main/contract/documents.ts';
import { addCents, cents, type Cents } from '../../src-main/contract/money.ts';

interface NatureTotal {
  readonly id: number;
  readonly name: string;
  readonly documents: number;
  readonly sumCents: Cents;
  readonly averageCents: Cents;
}

/** Those with the most documents first. */
export function natureTotals(documents: readonly DocumentSummary[]): readonly NatureTotal[] {
  const natures = Map.groupBy(documents, ({ nature }) => nature.id);
  const totals = Array.from(natures, ([id, group]) => {
    const sumCents = addCents(...group.map(({ totalCents }) => totalCents));
    return {
      id,
      name: group[0]?.nature.description ?? '',
      documents: group.length,
      sumCents,
      averageCents: cents(Math.round(sumCents / group.length)),
    };
  });
  return totals.sort((a, b) => b.documents - a.documents);
}
