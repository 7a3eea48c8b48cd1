// The life of a print job: its states, what can happen to it, the one table that says what follows,
// and what went wrong.
import * as v from 'valibot';
import { languages } from './languages.ts';

export const printJobStates = [
  'waiting',
  'printing',
  'printed',
  'failed',
  'uncertain',
  'given_up',
] as const;
export const printJobStateSchema = v.picklist(printJobStates);
export type PrintJobState = (typeof printJobStates)[number];

export const printJobEvents = [
  'claimed',
  'printed',
  'not_sent',
  'unclear',
  'program_started',
  'restored',
  'asked_again',
  'given_up',
] as const;
export type PrintJobEvent = (typeof printJobEvents)[number];

/** The events that each state leaves by. No other event can happen to it. */
const transitions: Readonly<
  Record<PrintJobState, Readonly<Partial<Record<PrintJobEvent, PrintJobState>>>>
> = {
  // Nothing has been sent. A person decides about a job that an earlier run of the program left.
  // `restored`: the record is a copy, and the original may have been printed meanwhile.
  waiting: {
    claimed: 'printing',
    program_started: 'failed',
    restored: 'uncertain',
    given_up: 'given_up',
  },
  // Bytes may be on their way.
  printing: {
    printed: 'printed',
    not_sent: 'failed',
    unclear: 'uncertain',
    program_started: 'uncertain',
    restored: 'uncertain',
  },
  printed: {},
  // Provably nothing was sent.
  failed: { asked_again: 'waiting', restored: 'uncertain', given_up: 'given_up' },
  // Paper may have come out.
  uncertain: { asked_again: 'waiting', given_up: 'given_up' },
  given_up: {},
};

/** Returns the state that follows, or undefined if the event cannot happen to the state. */
export const nextPrintJobState = (
  state: PrintJobState,
  event: PrintJobEvent,
): PrintJobState | undefined => transitions[state][event];

/** States that only a person can end. */
export const troubledStates = ['failed', 'uncertain'] as const satisfies PrintJobState[];

const unreachableReasons = ['refused', 'no_such_host', 'no_network', 'timeout'] as const;

/** Why something was not printed, or perhaps not: kept with the job and parsed when read. */
export const printErrorSchema = v.variant('code', [
  v.object({ code: v.literal('printer_unreachable'), reason: v.picklist(unreachableReasons) }),
  v.object({ code: v.literal('printer_offline') }),
  v.object({ code: v.literal('printer_paper_out') }),
  v.object({ code: v.literal('printer_cover_open') }),
  /** The knife or the head fails: the printer's own lamp or manual says more. */
  v.object({ code: v.literal('printer_fault') }),
  /** Something answers at the address, but not as a printer of this language does. */
  v.object({ code: v.literal('printer_answer_invalid') }),
  v.object({ code: v.literal('printer_broke_off') }),
  v.object({ code: v.literal('printer_too_slow') }),
  v.object({ code: v.literal('printer_not_a_device'), file: v.string() }),
  /** The system knows no printer of this name. */
  v.object({ code: v.literal('printer_missing'), name: v.string() }),
  /** This system has no such way to a printer. */
  v.object({ code: v.literal('printer_kind_not_offered') }),
  v.object({ code: v.literal('no_printer') }),
  v.object({ code: v.literal('print_failed'), detail: v.string() }),
  /** The system took the job and never said what became of it. */
  v.object({ code: v.literal('print_unanswered') }),
  /** The till was closed, or ended, before it was told. */
  v.object({ code: v.literal('print_interrupted') }),
  /** The job comes from a copy of the till's file. */
  v.object({ code: v.literal('print_restored') }),
  v.object({ code: v.literal('receipt_unavailable') }),
  /** The catalogue has none of the products of a label print any more. */
  v.object({ code: v.literal('labels_gone') }),
  /** Labels on a roll need a thermal printer, and none is set up. */
  v.object({ code: v.literal('no_roll_printer') }),
  /** The company's texts for receipts cannot be read; somebody has to enter them again. */
  v.object({ code: v.literal('receipt_settings_damaged') }),
  v.object({ code: v.literal('not_finalized') }),
  v.object({ code: v.literal('unexpected'), id: v.string() }),
]);
export type PrintError = v.InferOutput<typeof printErrorSchema>;

/** After these a printer may hold what it was sent, and print it once it can. */
const holding: ReadonlySet<PrintError['code']> = new Set([
  'printer_offline',
  'printer_paper_out',
  'printer_cover_open',
  'printer_fault',
  'printer_too_slow',
]);

export const mayStillCome = ({ state, error }: Pick<PrintJob, 'state' | 'error'>): boolean =>
  state === 'uncertain' && error !== null && holding.has(error.code);
export type UnreachablePrinterReason = (typeof unreachableReasons)[number];

export type PrintingError =
  | Exclude<
      PrintError,
      { readonly code: 'no_printer' | 'print_failed' | 'not_finalized' | 'unexpected' }
    >
  /** The drawer is plugged into the printer, and no thermal printer is set up. */
  | { readonly code: 'no_drawer' }
  | { readonly code: 'drawer_not_opened'; readonly error: PrintError }
  /** The print job has moved on since the screen was drawn. */
  | { readonly code: 'print_job_moved_on' };

const integer = v.pipe(v.number(), v.safeInteger());
const flag = v.pipe(v.picklist([0, 1]), v.toBoolean());

/** A job, as its row in the till's file has it. */
export const printJobSchema = v.object({
  jobId: integer,
  atMs: integer,
  /** Null for the slip of a sale that waits. */
  documentId: v.nullable(integer),
  /** Null for a document that is not one of this till's sales. */
  reference: v.nullable(v.string()),
  /** Whether it prints the report of a day and no receipt. */
  isDayPaper: flag,
  /** Whether it prints the receipt without prices. */
  isGift: flag,
  /** Whether it prints labels for the shelf and no receipt. */
  isLabels: flag,
  /** The document's key, the sale's reference, or the report's name. */
  title: v.string(),
  language: v.picklist(languages),
  isCopy: flag,
  askedBy: v.string(),
  /** Whether the till made the job by itself. */
  isAutomatic: flag,
  state: printJobStateSchema,
  /** The error of a failed or uncertain job; an unknown or damaged one must not hide the job. */
  error: v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), printErrorSchema)), null),
});
export type PrintJob = Readonly<v.InferOutput<typeof printJobSchema>>;
