// A closed day beside the service's lists: each of its documents by its reference, and what the
// company's documents of those dates come to. The lists have no till, cashier or payment method.
import * as v from 'valibot';
import type { AppError } from './errors.ts';
import type { Cents } from './money.ts';

const integer = v.pipe(v.number(), v.safeInteger());

/** What is wrong with a document that a sale of the day was confirmed with. */
export const comparisonProblems = [
  /** No document of the lists bears the sale's reference. */
  'missing',
  /** Several bear it. */
  'twice',
  /** Its total is not the one that it was confirmed with. */
  'total',
  'not_final',
  /** The sale is cancelled here, and a document bears its reference that nobody has seen. */
  'cancelled',
] as const;
export type ComparisonProblem = (typeof comparisonProblems)[number];

const differenceSchema = v.object({
  problem: v.picklist(comparisonProblems),
  reference: v.string(),
  docKey: v.nullable(v.string()),
});
export type ComparisonDifference = Readonly<v.InferOutput<typeof differenceSchema>>;

/** Whose documents they are, by the reference that they bear. */
export const ownerships = ['ours', 'other_tills', 'others'] as const;
export type Ownership = (typeof ownerships)[number];

/** Documents of one date, nature and series. */
export interface CompanySum {
  /** As the service dates them, `yyyy-mm-dd`. */
  readonly date: string;
  readonly nature: string;
  /** What stands before the number in their keys; empty where that cannot be told. */
  readonly series: string;
  readonly whose: Ownership;
  readonly count: number;
  readonly totalCents: Cents;
}

const reasons = [
  'asking',
  /** Documents came and went meanwhile, each time. */
  'moving',
  /** The lists are not in the order that was asked for. */
  'unordered',
  /** Some documents have no date that can be read: it cannot be told to which day they belong. */
  'undated',
  /** The lists end before as many came as they count. */
  'cut_short',
  /** The day lies further back than is read. */
  'too_far',
] as const;
type Reason = (typeof reasons)[number];

/** Why not everything could be compared. */
export type Incomplete =
  | { readonly why: 'asking'; readonly error: AppError }
  | { readonly why: Exclude<Reason, 'asking'> };

export interface DayComparison {
  readonly atMs: number;
  /** Null where everything was compared. */
  readonly incomplete: Incomplete | null;
  /** Sales of the day that the service has confirmed. */
  readonly confirmed: number;
  /** Of these, kinds that no list is known to show, and none showed. */
  readonly notListed: number;
  /** Sales of the day without a document as yet. */
  readonly open: number;
  readonly differences: readonly ComparisonDifference[];
  /** Of the dates from opening to closing, the newest first. */
  readonly sums: readonly CompanySum[];
}

const verdicts = ['agrees', 'differs', 'incomplete'] as const;
export type ComparisonVerdict = (typeof verdicts)[number];

/** What is kept of it beside the day's Z report, in the place of the one before. */
export const comparisonNoteSchema = v.object({
  atMs: integer,
  verdict: v.picklist(verdicts),
  /** Null where everything was compared. */
  why: v.nullable(v.picklist(reasons)),
  confirmed: integer,
  notListed: integer,
  open: integer,
  differences: v.array(differenceSchema),
});
export type ComparisonNote = Readonly<v.InferOutput<typeof comparisonNoteSchema>>;

/** What differs differs, also where not everything was seen. */
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
