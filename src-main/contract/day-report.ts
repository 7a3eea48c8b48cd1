// What X and Z reports say, as they are kept and printed: three sums that are never merged (the
// drawer, the documents at the service, what is open), and what a manager signs.
import * as v from 'valibot';
import {
  committedCountSchema,
  movementSchema,
  sumSchema,
  type CashMovement,
  type CommittedCount,
  type DaySettings,
  type Sum,
  type TypedCount,
} from './day.ts';
import { differenceSchema } from './compare-document.ts';
import type { ComparisonNote } from './day-comparison.ts';
import { daysRestoredSchema, exceptionKinds } from './exceptions.ts';
import { languages } from './languages.ts';
import { centsSchema, type Cents } from './money.ts';
import { saleStateSchema, type SaleState } from './outbox-states.ts';
import { papers } from './printing.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const identifier = v.pipe(integer, v.minValue(1));
const name = v.nullable(v.string());

export const openSaleSchema = v.object({
  reference: v.string(),
  state: saleStateSchema,
  totalCents: centsSchema,
  atMs: integer,
  /** Empty for a document that was not sold at the counter. */
  method: v.string(),
});
export type OpenSale = v.InferOutput<typeof openSaleSchema>;

const differingSaleSchema = v.object({
  reference: v.string(),
  docKey: name,
  differences: v.array(differenceSchema),
});

const namedSum = v.object({ name: v.string(), ...sumSchema.entries });

/** The number of the last row of everything that is written down; 0 if there is none. */
export const marksSchema = v.object({
  saleId: integer,
  stepId: integer,
  decisionId: integer,
  openingId: integer,
  recoveryId: integer,
});
export type Marks = v.InferOutput<typeof marksSchema>;

const exceptionSums = v.array(
  v.object({
    by: name,
    kind: v.picklist(exceptionKinds),
    count: integer,
    amountCents: v.nullable(centsSchema),
  }),
);

/** What happened after the last Z report and before the day was opened: it belongs to no day. */
const sinceLastSchema = v.object({
  /** `AB12-6` */
  report: v.string(),
  closedAtMs: integer,
  /** Sales at the counter, among the latest thousand: no Z adopts them. */
  sales: sumSchema,
  drawerOpenings: integer,
  exceptions: exceptionSums,
});

/** A document that a person has made, paid by a method that puts money into the drawer. */
const cashDocumentSchema = v.object({
  reference: v.string(),
  /** The kind that was asked for: `FR`, `type 15`. */
  kind: v.string(),
  method: v.string(),
  totalCents: centsSchema,
});

/** What came back on a day: amounts as they were given back, never below zero. */
const returnedSumsSchema = v.object({
  ...sumSchema.entries,
  methods: v.array(v.object({ ...namedSum.entries, isCash: v.boolean() })),
  /** The confirmed ones by the kind of their documents, with the service's totals. */
  kinds: v.array(namedSum),
});
const noSum = { count: 0, totalCents: 0 };
const noReturns = { ...noSum, methods: [], kinds: [] };

/** What the till can say of a day at one moment; a Z never changes it again. */
export const daySnapshotSchema = v.object({
  /** The day on which it was opened, as `yyyy-mm-dd`. */
  date: v.string(),
  openedAtMs: integer,
  openedBy: name,
  /** The manager who allowed a float other than what was left. */
  openingApprovedBy: name,
  atMs: integer,
  by: name,
  approvedBy: name,
  /** Sales at the counter, without the cancelled ones. */
  sales: sumSchema,
  firstReference: name,
  lastReference: name,
  methods: v.array(v.object({ ...namedSum.entries, isCash: v.boolean() })),
  /** Takings by whoever finished the sale; for information. */
  cashiers: v.array(v.object({ name, ...sumSchema.entries })),
  /** Sales at the counter that the service has confirmed. */
  fiscal: v.object({
    /** The confirmed sales with the till's own totals. */
    sold: sumSchema,
    /** The confirmed sales whose total the service has told, with those totals. */
    answered: sumSchema,
    /** The service's totals of the answered sales, less the till's. */
    roundingCents: centsSchema,
    /** The documents whose net and tax the service has told, and their sums. */
    taxed: v.object({ count: integer, netCents: centsSchema, taxesCents: centsSchema }),
    /** Older reports do not say the first and last document of each. */
    natures: v.array(
      v.object({
        ...namedSum.entries,
        firstKey: v.exactOptional(v.string()),
        lastKey: v.exactOptional(v.string()),
      }),
    ),
    firstKey: name,
    lastKey: name,
  }),
  /** What came back, without the cancelled returns: never netted into what was sold. */
  returned: v.optional(returnedSumsSchema, noReturns),
  /** Documents of the day that are not what was sold, as far as was known then. */
  differing: v.optional(v.array(differingSaleSchema), []),
  /** What was sold or made and has no final document yet. */
  open: v.array(openSaleSchema),
  /** Documents of the day that were not sold at the counter, without returns. */
  otherDocuments: integer,
  cancelled: sumSchema,
  discounts: sumSchema,
  drawerOpenings: integer,
  cash: v.object({
    floatCents: centsSchema,
    /** What the last closing left; null if there was none. */
    leftBeforeCents: v.nullable(centsSchema),
    sales: sumSchema,
    /** What returns gave back. Older reports know of none. */
    returned: v.optional(sumSchema, noSum),
    in: sumSchema,
    out: sumSchema,
    expectedCents: centsSchema,
    movements: v.array(movementSchema),
    /** The count that the day was closed with; in an X the last, if nothing has moved since. */
    count: v.nullable(committedCountSchema),
    /** All counts that were committed, `count` included, in their order. */
    counts: v.array(committedCountSchema),
    /** Null in an X. */
    leftCents: v.nullable(centsSchema),
    note: v.string(),
  }),
  exceptions: exceptionSums,
  /** Null if no Z report says how far it went. */
  sinceLast: v.nullable(sinceLastSchema),
  /** Paid in cash, but in no sum of the drawer: the till cannot know which way the money went. */
  cashDocuments: v.array(cashDocumentSchema),
  /**
   * Sales in doubt whose money was given back or taken by a decision, and that the service turned
   * out to have as they were. Money out of the drawer is negative.
   */
  moneyOfFound: v.array(v.object({ reference: v.string(), movedCents: centsSchema })),
  /** What of the day cannot be read, by reference or number; it counts as far as it can be read. */
  unreadable: v.array(v.string()),
  /** How the file was rebuilt, copied or replaced by a backup since the last Z report. */
  restored: v.array(daysRestoredSchema),
  /** How far the report goes. */
  marks: marksSchema,
  /** When the till was last compared with the service since this start; null if it was not yet. */
  auditedAtMs: v.nullable(integer),
});
export type DaySnapshot = v.InferOutput<typeof daySnapshotSchema>;

/** What became of a sale that a Z names as open, or of a document that changed afterwards. */
export const addendumSchema = v.object({
  atMs: integer,
  reference: v.string(),
  state: saleStateSchema,
  docKey: name,
  totalCents: centsSchema,
  serviceTotalCents: v.nullable(centsSchema),
});
export type Addendum = v.InferOutput<typeof addendumSchema>;

export interface ZReport {
  readonly zId: number;
  readonly installation: string;
  /** The number, from 1 on without gaps, for each installation. */
  readonly number: number;
  /** SHA-256 in hexadecimal, over the previous hash, the number and the snapshot. */
  readonly hash: string;
  readonly previousHash: string;
  /** Whether the hash matches the snapshot and the previous hash. */
  readonly isWhole: boolean;
  readonly snapshot: DaySnapshot;
  readonly addenda: readonly Addendum[];
  /** The last comparison that was made; null if there is none. */
  readonly comparison: ComparisonNote | null;
}

/** Returns `AB12-7`. */
export const zName = ({ installation, number }: Pick<ZReport, 'installation' | 'number'>): string =>
  `${installation}-${String(number)}`;

/** A Z in the list of closed days. */
export const zSummarySchema = v.object({
  zId: integer,
  installation: v.string(),
  number: integer,
  date: v.string(),
  closedAtMs: integer,
  closedBy: name,
  leftCents: v.nullable(centsSchema),
  /** How many sales it named as open, and how many of those are settled by now. */
  open: integer,
  settled: integer,
});
export type ZSummary = Readonly<v.InferOutput<typeof zSummarySchema>>;

/** What the Day screen shows. It says nothing of the drawer that would help a count. */
export interface DayState {
  readonly settings: DaySettings;
  /** Null while no day is open. */
  readonly day: OpenDay | null;
  /** What the last closing left in the drawer; null before the first. */
  readonly leftBeforeCents: Cents | null;
  /** Newest first; at most 30. */
  readonly closed: readonly ZSummary[];
  readonly withoutDay: Sum & { readonly references: readonly string[] };
  /** The settings cannot be read: those shown are nobody's choice. */
  readonly areSettingsDamaged: boolean;
  /** What happened to the file since the last Z report. */
  readonly restored: DaySnapshot['restored'];
  /** Sales found since the last Z; empty if the viewer may not see what would help a count. */
  readonly moneyOfFound: DaySnapshot['moneyOfFound'];
}

export interface Takings extends Sum {
  readonly methods: DaySnapshot['methods'];
}

export interface OpenDay {
  readonly date: string;
  readonly openedAtMs: number;
  readonly openedBy: string | null;
  readonly floatCents: Cents;
  readonly leftBeforeCents: Cents | null;
  /** Null if the viewer may not see what would help a count. */
  readonly takings: Takings | null;
  /** Null if the viewer may not see what would help a count. */
  readonly returned: DaySnapshot['returned'] | null;
  /** Sales at the counter, without the cancelled ones. */
  readonly sales: number;
  /** Empty if the viewer may not see what would help a count. */
  readonly cashDocuments: DaySnapshot['cashDocuments'];
  readonly movements: readonly CashMovement[];
  readonly open: readonly OpenSale[];
  /** The count as it was typed; null if none is under way, or cash has moved since it began. */
  readonly draft: TypedCount | null;
  /** The committed count; null if there is none, or cash has moved since. */
  readonly counted: CommittedCount | null;
  /** Whether cash has moved since a count was begun or committed. */
  readonly isCountVoid: boolean;
}

/** What is to be closed: shown once the count is committed. */
export interface ToClose {
  readonly snapshot: DaySnapshot;
  readonly count: CommittedCount;
  /** Whether the difference needs a manager. */
  readonly isBeyondLimit: boolean;
  /** When the oldest open sale was made, if that is long ago by law; else null. */
  readonly oldestOpenAtMs: number | null;
}

export const openStatesOf = (
  open: readonly OpenSale[],
): readonly { readonly state: SaleState; readonly sales: readonly OpenSale[] }[] =>
  [...Map.groupBy(open, ({ state }) => state)].map(([state, sales]) => ({ state, sales }));

const x = v.object({ kind: v.literal('x'), snapshot: daySnapshotSchema });
const z = v.object({ kind: v.literal('z'), zId: identifier });
/** The report of a day that a print job prints. */
export const dayPaperSchema = v.variant('kind', [x, z]);
export type DayPaper = v.InferOutput<typeof dayPaperSchema>;

/** What a print job prints if it is no receipt: a receipt without prices has the job's document. */
export const otherPaperSchema = v.variant('kind', [x, z, v.object({ kind: v.literal('gift') })]);
export type OtherPaper = v.InferOutput<typeof otherPaperSchema>;

const paperChoices = {
  /** The till's language unless told otherwise. */
  language: v.exactOptional(v.picklist(languages)),
  /** The paper of a PDF: 80 mm unless told otherwise. */
  paper: v.exactOptional(v.picklist(papers)),
};
/** An X of this moment, or the Z of that number. */
export const askedPaperSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('x'), ...paperChoices }),
  v.strictObject({ kind: v.literal('z'), zId: identifier, ...paperChoices }),
]);
export type AskedPaper = v.InferOutput<typeof askedPaperSchema>;

/** What the frame of the window knows of the day. */
export interface DayGlance {
  readonly mode: DaySettings['mode'];
  /** Null while no day is open. */
  readonly openedAtMs: number | null;
  /** The payment methods that put money into the drawer. */
  readonly cashMethods: readonly number[];
}
