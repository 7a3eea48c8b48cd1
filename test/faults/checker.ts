// Judges how a history ended: every promised sale is at the service exactly once, and the till says
// the truth about it.
import { settlingMs } from './times.ts';
import { next, type SaleEvent, type SaleState } from '../../src-main/contract/outbox-states.ts';
import type { DayProblemKind } from './day-checker.ts';
import type { ReturnProblemKind } from './return-checker.ts';
import type { Excuse, Resends } from './resends.ts';

export interface Ending {
  /** The sales that the tills reported as saved. */
  readonly promised: readonly Promised[];
  readonly decided: readonly Decided[];
  /** The tills' databases. */
  readonly sales: readonly TillSale[];
  /** The service's database: every document that bears a reference made by a till. */
  readonly documents: readonly ServiceDocument[];
  /** Which resends no till could prevent, by reference, and which came too soon. */
  readonly resends: Resends;
  /** How long the service took to finalize a document that it created, by reference. */
  readonly draftMs: ReadonlyMap<string, number>;
  /** References of sales that were lost with a folder that another replaced. */
  readonly givenUp: ReadonlySet<string>;
  /** Sales whose document the service dropped, and those that the last audit calls lost. */
  readonly dropped: ReadonlySet<string>;
  readonly auditLost: ReadonlySet<string>;
  /** Work that should have ended by then. */
  readonly late: readonly { readonly reference: string; readonly what: string }[];
  /** Sales that waited too long without being told. */
  readonly neverTold: readonly { readonly reference: string; readonly what: string }[];
  /**
   * Every attempt to create, by reference and in order: whether it failed, and whether another
   * sale's document was created since the attempt before it (or, for the first, since the
   * beginning).
   */
  readonly attempts: ReadonlyMap<string, readonly Attempted[]>;
}

export interface Attempted {
  readonly failed: boolean;
  readonly afterAnother: boolean;
}

export interface Promised {
  readonly reference: string;
  readonly totalCents: number;
}

/**
 * A person's decision about a sale, as far as the till said that it was saved, and the sale's total
 * since.
 */
export interface Decided extends Promised {
  readonly event: SaleEvent;
}

export interface TillSale {
  readonly reference: string;
  /** Every total of the sale; the last one is valid, corrections replaced the others. */
  readonly totalsCents: readonly number[];
  readonly state: SaleState;
  readonly documentId: number | null;
  readonly docKey: string | null;
  readonly attempts: number;
  /** The fields in which the till says that its document differs. */
  readonly toldFields: readonly string[];
  readonly steps: readonly KeptStep[];
}

export interface KeptStep {
  readonly event: SaleEvent | 'committed' | 'looked_up' | 'requested';
  readonly state: SaleState;
  /** The documents that the evidence names. */
  readonly documentIds: readonly number[];
  /** Whether a named person decided it. */
  readonly isDecision: boolean;
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
    /**
     * The till said that the sale, or a person's decision, was saved, and its database does not
     * know it.
     */
    | 'forgotten'
    /** The service does not hold the sale, and the till does not say that a person must look. */
    | 'lost'
    | 'duplicated'
    /** The till sent the sale again without the required look-ups, whatever came of it. */
    | 'hasty'
    /** The sale waited beyond every bound, and nothing on screen says so. */
    | 'never_told'
    /**
     * A document too many that no till could prevent, but that this till should have noticed and
     * shown.
     */
    | 'undetected'
    /** Every trouble has ended, and the sale is still undecided. */
    | 'never_settled'
    /** The till says that the service holds nothing, or something else than it does. */
    | 'untrue'
    | 'wrong_amount'
    /** A confirmed sale whose document has another total, and the till does not say so. */
    | 'untold_difference'
    /** A document at the service that no till sold. */
    | 'never_sold'
    /** The till's history is no path from the commit to the sale's state. */
    | 'broken_history'
    | DayProblemKind
    | ReturnProblemKind;
  readonly reference: string;
  readonly what: string;
}

export interface Duplicate {
  readonly excuse: Excuse | 'nothing';
  /** Whether the till shows every one of the documents to a person. */
  readonly isDetected: boolean;
}

export interface Verdict {
  readonly problems: readonly Problem[];
  /** One entry for each reference with several documents. */
  readonly duplicates: readonly Duplicate[];
}

export function check(ending: Ending): Verdict {
  const { promised, decided, sales, documents, resends, givenUp } = ending;
  const heldOf = Map.groupBy(documents, (document) => document.reference);
  const saleOf = new Map(sales.map((sale) => [sale.reference, sale]));
  const saidOf = Map.groupBy([...promised, ...decided], ({ reference }) => reference);
  const problems: Problem[] = [];
  const duplicates: Duplicate[] = [];

  problems.push(...resends.hasty.map((one) => ({ kind: 'hasty' as const, ...one })));
  problems.push(...ending.late.map((one) => ({ kind: 'never_settled' as const, ...one })));
  problems.push(...ending.neverTold.map((one) => ({ kind: 'never_told' as const, ...one })));
  for (const [reference, said] of saidOf) {
    if (givenUp.has(reference)) continue;
    const sale = saleOf.get(reference);
    if (!sale) {
      const held = heldOf.get(reference)?.length ?? 0;
      problems.push({ kind: 'forgotten', reference, what: `${held} at the service` });
    } else if (!isWithin(amounts(said), sale.totalsCents)) {
      const what = `said ${amounts(said).join(', ')}, kept ${sale.totalsCents.join(', ')}`;
      problems.push({ kind: 'wrong_amount', reference, what });
    }
  }
  for (const { reference, event } of decided) {
    if (givenUp.has(reference)) continue;
    const isKept = saleOf.get(reference)?.steps.some((step) => step.event === event);
    if (isKept === false) problems.push({ kind: 'forgotten', reference, what: event });
  }
  for (const sale of sales) {
    const { reference } = sale;
    const held = heldOf.get(reference) ?? [];
    const excuse = resends.excused.get(reference);
    const found = [
      ...(ending.dropped.has(reference)
        ? problemsOfDropped(reference, ending)
        : problemsOfState(sale, held, excuse)),
      ...problemsOfCount(sale, held, excuse),
      ...problemsOfAmount(sale, held),
      ...problemsOfHistory(sale),
      ...problemsOfHaste(sale, ending),
      ...problemsOfAudit(sale, held, excuse, ending),
    ];
    problems.push(...found.map((problem) => ({ ...problem, reference })));
    if (held.length > 1) {
      duplicates.push({ excuse: excuse ?? 'nothing', isDetected: isDetected(sale, held) });
    }
  }
  for (const [reference, held] of heldOf) {
    const isKnown = saleOf.has(reference) || saidOf.has(reference) || givenUp.has(reference);
    if (!isKnown) {
      problems.push({ kind: 'never_sold', reference, what: keysOf(held) });
    }
  }
  const accounts = new Map(
    ending.sales.map(({ reference, steps }) => [reference, steps.map(({ event }) => event).join()]),
  );
  const told = problems.map(({ what, ...problem }) => ({
    ...problem,
    what: `${what}; by its till: ${accounts.get(problem.reference) ?? 'nothing'}`,
  }));
  return { problems: told, duplicates };
}

type Found = Omit<Problem, 'reference'>;
type Held = readonly ServiceDocument[];

/** Checks that the state is true, and that it does not leave the sale where nobody looks for it. */
function problemsOfState(sale: TillSale, held: Held, excuse: Excuse | undefined): readonly Found[] {
  const what = `${sale.state}; at the service: ${keysOf(held)}`;
  const untrue: readonly Found[] = [{ kind: 'untrue', what }];
  const last = sale.steps.findLast(({ event }) => event !== 'looked_up' && event !== 'requested');
  switch (sale.state) {
    case 'queued':
    case 'sending':
    case 'in_doubt':
      return [{ kind: 'never_settled', what }];
    case 'confirmed': {
      if (held.length === 0) return [{ kind: 'lost', what: 'confirmed, and not at the service' }];
      // A person who settles a doubt has seen the document; the till has not.
      if (last?.isDecision) return [];
      const isNamed = held.some(
        ({ id, docKey, isFinalized }) =>
          id === sale.documentId && docKey === sale.docKey && isFinalized,
      );
      return isNamed ? [] : untrue;
    }
    case 'incomplete':
      return held.length === 1 && held[0]?.isFinalized === false ? [] : untrue;
    case 'rejected':
    case 'cancelled': {
      const isDecided = sale.steps.some(
        ({ isDecision, state }) => isDecision && state === 'cancelled',
      );
      if (held.length === 0) {
        const isDropped = sale.state === 'cancelled' && !isDecided;
        return isDropped ? [{ kind: 'lost', what: 'cancelled by nobody' }] : [];
      }
      if (excuse === undefined) return untrue;
      return excuse === 'mangled' ? [] : [{ kind: 'undetected', what }];
    }
    case 'conflict': {
      // The service said that it created a document, and shows none, or not under the given
      // reference.
      if (last?.event === 'missing' && (held.length === 0 || excuse === 'mangled')) return [];
      // A single document is one too many if the service or a person had said no, or if its body
      // was replaced.
      const isAsSold = held.length === 1 && held[0]?.totalCents === sale.totalsCents.at(-1);
      return held.length === 0 || (isAsSold && last?.event !== 'found_second') ? untrue : [];
    }
  }
}

function problemsOfCount(sale: TillSale, held: Held, excuse: Excuse | undefined): readonly Found[] {
  if (held.length < 2) return [];
  const what = `${keysOf(held)}; ${sale.state} after ${sale.attempts} attempts`;
  if (excuse === undefined) return [{ kind: 'duplicated', what }];
  return excuse !== 'mangled' && !isDetected(sale, held) ? [{ kind: 'undetected', what }] : [];
}

/** The audit must miss a document that the service dropped. */
const problemsOfDropped = (reference: string, { auditLost }: Ending): readonly Found[] =>
  auditLost.has(reference)
    ? []
    : [{ kind: 'undetected', what: 'the service dropped its document, and no audit says so' }];

function problemsOfAudit(
  { reference }: TillSale,
  held: Held,
  excuse: Excuse | undefined,
  { auditLost }: Ending,
): readonly Found[] {
  if (!auditLost.has(reference) || held.length === 0 || excuse === 'mangled') return [];
  return [{ kind: 'untrue', what: `the audit misses ${keysOf(held)}` }];
}

const toJudge = 3;
/** The events by which the till records a failed attempt that may have arrived. */
const endsAttempt: ReadonlySet<KeptStep['event']> = new Set([
  'turned_away',
  'refused',
  'created_unclear',
  'no_clear_answer',
]);
/** A document that shows a little before the settling time may be read a little after it. */
const surelyInTime = 0.75 * settlingMs;

/**
 * Checks that the till did not give up on a document that was still being made, or on a sale
 * against which nothing counted.
 */
function problemsOfHaste(
  { reference, steps }: TillSale,
  { draftMs, attempts }: Ending,
): readonly Found[] {
  const isIncomplete = steps.some(({ state }) => state === 'incomplete');
  const isJudged = steps.some(({ event }) => event === 'judged');
  const against = (attempts.get(reference) ?? []).filter(({ failed }) => failed);
  const counting = against.filter(({ afterAnother }) => afterAnother);
  // If the connection ends while the request is read, the till knows of an attempt that the service
  // does not know.
  const ended = steps.filter(({ event }) => endsAttempt.has(event)).length;
  const unseen = Math.max(0, ended - against.length);
  const found: Found[] = [];
  if (isIncomplete && (draftMs.get(reference) ?? 0) < surelyInTime) {
    found.push({ kind: 'untrue', what: 'called incomplete while it was being finalized' });
  }
  if (isJudged && counting.length + unseen < toJudge) {
    const what = `rejected after ${against.length} failed attempts, ${counting.length} of which count`;
    found.push({ kind: 'untrue', what });
  }
  return found;
}

const isDetected = ({ steps }: TillSale, held: Held): boolean => {
  const alarm = steps.findLast(
    ({ state, event }) => state === 'conflict' && event !== 'looked_up' && event !== 'requested',
  );
  return alarm !== undefined && held.every(({ id }) => alarm.documentIds.includes(id));
};

function problemsOfAmount(sale: TillSale, held: Held): readonly Found[] {
  // Several documents, or one in a conflict, may be of a body that was replaced.
  const isOfAny = held.length > 1 || sale.state === 'conflict';
  const right = isOfAny ? sale.totalsCents : sale.totalsCents.slice(-1);
  const isTold = sale.state === 'confirmed' && sale.toldFields.includes('total');
  return held
    .filter(({ totalCents }) => !right.includes(totalCents))
    .filter(({ totalCents }) => !isTold || sale.totalsCents.includes(totalCents))
    .map(({ docKey, totalCents }) => ({
      kind:
        sale.state === 'confirmed' && !isOfAny && !sale.totalsCents.includes(totalCents)
          ? 'untold_difference'
          : 'wrong_amount',
      what: `sold for ${sale.totalsCents.join(', then ')}, ${docKey} is of ${totalCents}`,
    }));
}

function problemsOfHistory({ steps, state: end }: TillSale): readonly Found[] {
  let state: SaleState | undefined;
  for (const step of steps) {
    const follows = followingState(state, step.event);
    if (follows !== step.state) {
      return [{ kind: 'broken_history', what: `${step.event} of ${state ?? 'nothing'}` }];
    }
    state = step.state;
  }
  return state === end ? [] : [{ kind: 'broken_history', what: `${end} after ${state ?? ''}` }];
}

function followingState(
  state: SaleState | undefined,
  event: KeptStep['event'],
): SaleState | undefined {
  if (event === 'committed') return state === undefined ? 'queued' : undefined;
  if (event === 'looked_up' || event === 'requested') return state;
  return state && next(state, event);
}

const amounts = (said: readonly Promised[]): readonly number[] =>
  said.map(({ totalCents }) => totalCents);

/**
 * Returns whether `said` is contained in `kept` in order. What was saved but not said, because the
 * program ended, may lie between.
 */
function isWithin(said: readonly number[], kept: readonly number[]): boolean {
  const left = [...said];
  for (const amount of kept) while (left[0] === amount) left.shift();
  return left.length === 0;
}

const keysOf = (documents: Held): string =>
  documents.map((document) => document.docKey).join(', ') || 'nothing';
