// What documents come to. It is not known whether a credit note's total is negative, so natures are
// never added up together.
import { nameOf, type DocumentSummary } from '../../src-main/contract/documents.ts';
import { cents, type Cents } from '../../src-main/contract/money.ts';

interface NatureTotal {
  readonly id: number;
  readonly name: string;
  readonly documents: number;
  /** Null if it is more than can be counted exactly. */
  readonly sumCents: Cents | null;
  readonly averageCents: Cents | null;
}

/** Returns the natures with the most documents first. */
export function natureTotals(documents: readonly DocumentSummary[]): readonly NatureTotal[] {
  const natures = Map.groupBy(documents, ({ nature }) => nature.id);
  const totals = Array.from(natures, ([id, group]) => {
    const [first] = group;
    const sumCents = sumOf(group.map(({ totalCents }) => totalCents));
    return {
      id,
      name: first ? nameOf(first.nature) : '',
      documents: group.length,
      sumCents,
      averageCents: sumCents === null ? null : cents(Math.round(sumCents / group.length)),
    };
  });
  return totals.sort((a, b) => b.documents - a.documents);
}

function sumOf(amounts: readonly Cents[]): Cents | null {
  const sum = Number(amounts.reduce((before, amount) => before + BigInt(amount), 0n));
  return Number.isSafeInteger(sum) ? cents(sum) : null;
}
