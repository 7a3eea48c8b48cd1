// What an X and a Z report say, as they are kept and printed: three sums that are never merged (the
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

const namedSum = v.object({ name: v.string(), ...sumSchema.entries });

/** The last of everything that is written down, by its number; 0 where there is none. */
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

/** What happened after the Z report before, and before the day was opened: no day has it. */
const sinceLastSchema = v.object({
  /** `AB12-6` */
  report: v.string(),
  closedAtMs: integer,
  /** At the counter, of the latest thousand: no Z adopts them. */
  sales: sumSchema,
  drawerOpenings: integer,
  exceptions: exceptionSums,
});

/** A document that a person has made, paid by a method that puts money into the drawer. */
const cashDocumentSchema = v.object({
  reference: v.string(),
  /** What was asked for: `FR`, `type 15`. */
  kind: v.string(),
  method: v.string(),
  totalCents: centsSchema,
});

/** What the till can say of a day at one moment; of a Z it never changes again. */
export const daySnapshotSchema = v.object({
  /** On which the day was opened, as `yyyy-mm-dd`. */
  date: v.string(),
  openedAtMs: integer,
  openedBy: name,
  /** The manager who allowed a float that is not what was left. */
  openingApprovedBy: name,
  atMs: integer,
  by: name,
  approvedBy: name,
  /** At the counter, but for those that were cancelled. */
  sales: sumSchema,
  firstReference: name,
  lastReference: name,
  methods: v.array(v.object({ ...namedSum.entries, isCash: v.boolean() })),
  /** Takings by whoever finished the sale; for information. */
  cashiers: v.array(v.object({ name, ...sumSchema.entries })),
  /** Sales at the counter that the service has confirmed. */
  fiscal: v.object({
    /** By the till's own totals. */
    sold: sumSchema,
    /** Those of which the service has said a total, and what they come to. */
    answered: sumSchema,
    /** What the answered ones come to, less what the till sold them for. */
    roundingCents: centsSchema,
    /** Of how many documents the service has said net and tax; null for none. */
    taxed: v.object({ count: integer, netCents: centsSchema, taxesCents: centsSchema }),
    natures: v.array(namedSum),
    firstKey: name,
    lastKey: name,
  }),
  /** Sold or made, without a document that is final. */
  open: v.array(openSaleSchema),
  /** Documents of the day that were not sold at the counter. */
  otherDocuments: integer,
  cancelled: sumSchema,
  discounts: sumSchema,
  drawerOpenings: integer,
  cash: v.object({
    floatCents: centsSchema,
    /** What the closing before left; null where there was none. */
    leftBeforeCents: v.nullable(centsSchema),
    sales: sumSchema,
    in: sumSchema,
    out: sumSchema,
    expectedCents: centsSchema,
    movements: v.array(movementSchema),
    /** The one that the day was closed with; in an X the last, where nothing has moved since. */
    count: v.nullable(committedCountSchema),
    /** All that were committed, this one too, in their order. */
    counts: v.array(committedCountSchema),
    /** Null in an X. */
    leftCents: v.nullable(centsSchema),
    note: v.string(),
  }),
  exceptions: exceptionSums,
  /** Null where no Z report is known that says how far it went. */
  sinceLast: v.nullable(sinceLastSchema),
  /** Paid in cash, and in no sum of the drawer: which way the money went the till cannot know. */
  cashDocuments: v.array(cashDocumentSchema),
  /**
   * Money was given back, or taken, for what was decided about a sale in doubt, and the service has
   * the sale as it was. Out of the drawer is negative.
   */
  moneyOfFound: v.array(v.object({ reference: v.string(), movedCents: centsSchema })),
  /** What of the day cannot be read, by reference or number; it is counted as far as it can be. */
  unreadable: v.array(v.string()),
  /** Since the Z report before, the file was rebuilt, copied or replaced by a backup. */
  restored: v.array(daysRestoredSchema),
  /** How far the report goes. */
  marks: marksSchema,
  /** When the service was compared with the till since this start; null where it was not yet. */
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
  /** From 1 on, without gaps, for each installation. */
  readonly number: number;
  /** SHA-256 in hexadecimal, over the one before it, the number and the snapshot. */
  readonly hash: string;
  readonly previousHash: string;
  /** Its hash is what the snapshot and the one before it come to. */
  readonly isWhole: boolean;
  readonly snapshot: DaySnapshot;
  readonly addenda: readonly Addendum[];
  /** The last one that was made; null where none was. */
  readonly comparison: ComparisonNote | null;
}

/** `AB12-7`. */
export const zName = ({ installation, number }: Pick<ZReport, 'installation' | 'number'>): string =>
  `${installation}-${String(number)}`;

/** A Z in the list of closed days. */
export interface ZSummary extends Pick<ZReport, 'zId' | 'installation' | 'number'> {
  readonly date: string;
  readonly closedAtMs: number;
  readonly closedBy: string | null;
  readonly leftCents: Cents | null;
  /** Named as open then, and of those how many are settled by now. */
  readonly open: number;
  readonly settled: number;
}

/** What the Day screen shows. Of the drawer it says nothing that a count would be helped by. */
export interface DayState {
  readonly settings: DaySettings;
  /** Null while no day is open. */
  readonly day: OpenDay | null;
  /** What the last closing left in the drawer; null before the first. */
  readonly leftBeforeCents: Cents | null;
  /** Newest first; at most 30. */
  readonly closed: readonly ZSummary[];
  readonly withoutDay: Sum & { readonly references: readonly string[] };
  /** They cannot be read: what is in their place is no shop's choice. */
  readonly areSettingsDamaged: boolean;
  /** Since the last Z report. */
  readonly restored: DaySnapshot['restored'];
  /**
   * Of the sales that were found since the last Z report; none where whoever asks may not see what
   * a count would be helped by.
   */
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
  /** Null where whoever asks may not see what a count would be helped by. */
  readonly takings: Takings | null;
  /** At the counter, but for those that were cancelled. */
  readonly sales: number;
  /** None where whoever asks may not see what a count would be helped by. */
  readonly cashDocuments: DaySnapshot['cashDocuments'];
  readonly movements: readonly CashMovement[];
  readonly open: readonly OpenSale[];
  /** As it was typed; null where no count is under way, or cash has moved since it began. */
  readonly draft: TypedCount | null;
  /** With what was expected then; null where there is none, or cash has moved since. */
  readonly counted: CommittedCount | null;
  /** A count was begun or committed, and cash has moved since. */
  readonly isCountVoid: boolean;
}

/** What is to be closed: shown once the count is committed. */
export interface ToClose {
  readonly snapshot: DaySnapshot;
  readonly count: CommittedCount;
  /** The difference needs a manager. */
  readonly isBeyondLimit: boolean;
  /** When the oldest of those that are open was made, where that is long ago by law. */
  readonly oldestOpenAtMs: number | null;
}

export const openStatesOf = (
  open: readonly OpenSale[],
): readonly { readonly state: SaleState; readonly sales: readonly OpenSale[] }[] => {
  const states = [...new Set(open.map(({ state }) => state))];
  return states.map((state) => ({ state, sales: open.filter((one) => one.state === state) }));
};

/** What a print job prints that is no receipt. */
export const dayPaperSchema = v.variant('kind', [
  v.object({ kind: v.literal('x'), snapshot: daySnapshotSchema }),
  v.object({ kind: v.literal('z'), zId: identifier }),
]);
export type DayPaper = v.InferOutput<typeof dayPaperSchema>;

const paperChoices = {
  /** The till's unless told otherwise. */
  language: v.exactOptional(v.picklist(languages)),
  /** Of a PDF: 80 mm unless told otherwise. */
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
