// A closed day compared with the service's lists: each of its documents by its reference, and the
// sums of the company's documents of those dates. The lists have no till, cashier or payment
// method.
import * as v from 'valibot';
import type { AppError } from './errors.ts';
import type { Cents } from './money.ts';

const integer = v.pipe(v.number(), v.safeInteger());

/** What is wrong with a document that a sale of the day was confirmed with. */
export const comparisonProblems = [
  /** No document of the lists bears the sale's reference. */
  'missing',
  /** Several documents bear the reference. */
  'twice',
  /** The document's total differs from the one that the sale was confirmed with. */
  'total',
  'not_final',
  /** The sale is cancelled here, but a document that nobody has seen bears its reference. */
  'cancelled',
] as const;
export type ComparisonProblem = (typeof comparisonProblems)[number];

const differenceSchema = v.object({
  problem: v.picklist(comparisonProblems),
  reference: v.string(),
  docKey: v.nullable(v.string()),
});
export type ComparisonDifference = Readonly<v.InferOutput<typeof differenceSchema>>;

/** Whose documents they are, told by the references that they bear. */
export const ownerships = ['ours', 'other_tills', 'others'] as const;
export type Ownership = (typeof ownerships)[number];

/** The sum of documents of one date, nature and series. */
export interface CompanySum {
  /** The service's date, `yyyy-mm-dd`. */
  readonly date: string;
  readonly nature: string;
  /** The part of their keys before the number; empty if that cannot be told. */
  readonly series: string;
  readonly whose: Ownership;
  readonly count: number;
  readonly totalCents: Cents;
}

const reasons = [
  'asking',
  /** Documents came or went during each reading. */
  'moving',
  /** The lists are not in the order that was asked for. */
  'unordered',
  /** Some documents have no readable date, so that nobody can tell to which day they belong. */
  'undated',
  /** Some rows of the lists could not be read. */
  'unreadable',
  /** The lists end before they have shown as many documents as they count. */
  'cut_short',
  /** The day lies further back than the till reads. */
  'too_far',
] as const;
type Reason = (typeof reasons)[number];

/** Why not everything could be compared. */
export type Incomplete =
  | { readonly why: 'asking'; readonly error: AppError }
  | { readonly why: Exclude<Reason, 'asking'> };

export interface DayComparison {
  readonly atMs: number;
  /** Null if everything was compared. */
  readonly incomplete: Incomplete | null;
  /** Sales of the day that the service has confirmed. */
  readonly confirmed: number;
  /** How many of these are of a kind that no list is known to show, and that none showed. */
  readonly notListed: number;
  /** Sales of the day without a document as yet. */
  readonly open: number;
  readonly differences: readonly ComparisonDifference[];
  /** The sums for the dates from opening to closing, the newest first. */
  readonly sums: readonly CompanySum[];
}

const verdicts = ['agrees', 'differs', 'incomplete'] as const;
export type ComparisonVerdict = (typeof verdicts)[number];

/** The note that is kept beside the day's Z report, in place of an earlier one. */
export const comparisonNoteSchema = v.object({
  atMs: integer,
  verdict: v.picklist(verdicts),
  /** Null if everything was compared. */
  why: v.nullable(v.picklist(reasons)),
  confirmed: integer,
  notListed: integer,
  open: integer,
  differences: v.array(differenceSchema),
});
export type ComparisonNote = Readonly<v.InferOutput<typeof comparisonNoteSchema>>;

/** A difference counts also if not everything was seen. */
export function verdictOf({
  differences,
  incomplete,
}: Pick<DayComparison, 'differences' | 'incomplete'>): ComparisonVerdict {
  if (differences.length > 0) return 'differs';
  return incomplete ? 'incomplete' : 'agrees';
}

export const comparisonNote = (compared: DayComparison): ComparisonNote => {
  const { atMs, incomplete, confirmed, notListed, open, differences } = compared;
  const verdict = verdictOf(compared);
  return {
    ...{ atMs, verdict, why: incomplete?.why ?? null, confirmed, notListed, open },
    differences: [...differences],
  };
};
