// Judges how a history ended: every promised sale is at the service exactly once, and the till says the truth about it.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';

export interface Ending {
  /** What the till said was saved, in the words that it said it in. */
  readonly promised: readonly { readonly reference: string; readonly totalCents: number }[];
  /** The till's database. */
  readonly sales: readonly TillSale[];
  /** The service's database: every document that bears a reference of the till's making. */
  readonly documents: readonly ServiceDocument[];
  /** References whose duplicates no till could prevent, since service-api has no create that may be repeated. */
  readonly excused: ReadonlyMap<string, Excuse>;
}

/** The network delivered one request two times; the service showed its document only after the settling time. */
export type Excuse = 'delivered_twice' | 'too_late';

export interface TillSale {
  readonly reference: string;
  readonly totalCents: number;
  readonly state: SaleState;
  readonly documentId: number | null;
  readonly docKey: string | null;
}

export interface ServiceDocument {
  readonly id: number;
  readonly docKey: string;
  readonly reference: string;
  readonly totalCents: number;
  readonly isFinalized: boolean;
}

export interface Problem {
  readonly kind:
    /** Promised, and now the till's database does not know it. */
    | 'forgotten'
    /** The service does not hold it, and the till does not say that a person must look. */
    | 'lost'
    | 'duplicated'
    /** Everything healed, and it is still not decided. */
    | 'never_settled'
    /** The till says that the service holds nothing, or something else than it does. */
    | 'untrue'
    | 'wrong_amount'
    /** At the service, and not sold by the till. */
    | 'never_sold';
  readonly reference: string;
  readonly what: string;
}

export interface Verdict {
  readonly problems: readonly Problem[];
  /** For each reference with several documents, what excuses them. */
  readonly duplicated: readonly (Excuse | 'nothing')[];
}

export function check({ promised, sales, documents, excused }: Ending): Verdict {
  const byReference = Map.groupBy(documents, (document) => document.reference);
  const saleOf = new Map(sales.map((sale) => [sale.reference, sale]));
  const problems: Problem[] = [];

  for (const { reference, totalCents } of promised) {
    const sale = saleOf.get(reference);
    if (!sale) {
      const held = byReference.get(reference)?.length ?? 0;
      problems.push({ kind: 'forgotten', reference, what: `${held} at the service` });
    } else if (sale.totalCents !== totalCents) {
      const what = `promised ${totalCents}, kept ${sale.totalCents}`;
      problems.push({ kind: 'wrong_amount', reference, what });
    }
  }
  for (const sale of sales) {
    const { reference } = sale;
    const held = byReference.get(reference) ?? [];
    const problem = problemOf(sale, held);
    if (problem) problems.push({ reference, ...problem });
    if (held.length > 1 && !excused.has(reference)) {
      problems.push({ kind: 'duplicated', reference, what: keysOf(held) });
    }
    for (const document of held) {
      if (document.totalCents !== sale.totalCents) {
        const what = `sold for ${sale.totalCents}, ${document.docKey} is of ${document.totalCents}`;
        problems.push({ kind: 'wrong_amount', reference, what });
      }
    }
  }
  for (const [reference, held] of byReference) {
    if (!saleOf.has(reference) && !promised.some((sale) => sale.reference === reference)) {
      problems.push({ kind: 'never_sold', reference, what: keysOf(held) });
    }
  }
  const duplicated = [...byReference]
    .filter(([, held]) => held.length > 1)
    .map(([reference]) => excused.get(reference) ?? 'nothing');
  return { problems, duplicated };
}

/** Whether the state is true, and whether it leaves the sale where nobody will look for it. */
function problemOf(
  sale: TillSale,
  held: readonly ServiceDocument[],
): Pick<Problem, 'kind' | 'what'> | undefined {
  const untrue = {
    kind: 'untrue',
    what: `${sale.state}; at the service: ${keysOf(held)}`,
  } as const;
  switch (sale.state) {
    case 'queued':
    case 'sending':
    case 'in_doubt':
      return { kind: 'never_settled', what: `${sale.state}; at the service: ${keysOf(held)}` };
    case 'confirmed': {
      if (held.length === 0) return { kind: 'lost', what: 'confirmed, and not at the service' };
      const isNamed = held.some(
        ({ id, docKey, isFinalized }) =>
          id === sale.documentId && docKey === sale.docKey && isFinalized,
      );
      return isNamed ? undefined : untrue;
    }
    case 'incomplete':
      return held.length === 1 && held[0]?.isFinalized === false ? undefined : untrue;
    case 'rejected':
      return held.length === 0 ? undefined : untrue;
    case 'conflict': {
      const isOne = held.length === 1 && held[0]?.totalCents === sale.totalCents;
      return held.length === 0 || isOne ? untrue : undefined;
    }
    case 'cancelled':
      // Nobody cancels a sale in a history.
      return held.length === 0 ? { kind: 'lost', what: 'cancelled by nobody' } : untrue;
  }
}

const keysOf = (documents: readonly ServiceDocument[]): string =>
  documents.map((document) => document.docKey).join(', ') || 'nothing';
