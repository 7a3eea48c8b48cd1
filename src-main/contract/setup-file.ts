// A set-up file: how one till is set up, for the shop's next. No token, no PIN, no sale.
import * as v from 'valibot';

/** The parts that can be taken over, each by itself, in their order on screen. */
export const setupParts = [
  /** The payment methods, and which of them are cash. */
  'paymentMethods',
  'catalogue',
  'quickKeys',
  'receiptTexts',
  /** Limits of simplified invoices, labels with a price or weight, and how the scanner types. */
  'sellingRules',
  'day',
  /** What needs a manager, and when the till locks itself. */
  'lockRules',
] as const;
export type SetupPart = (typeof setupParts)[number];

/** What was found in a file that somebody chose. */
export interface SetupVerdict {
  /** Different at each look, so that what is used is what was looked at. */
  readonly lookId: number;
  readonly name: string;
  readonly madeAtMs: number;
  readonly companyName: string;
  readonly tillName: string;
  /**
   * Whether it comes from this till's company at this till's service: elsewhere the numbers of
   * payment methods mean something else.
   */
  readonly isSameCompany: boolean;
  readonly parts: readonly FoundPart[];
}

export interface FoundPart {
  readonly part: SetupPart;
  /** How many payment methods, products or keys; null if the part is no list. */
  readonly count: number | null;
}

export const useSetupSchema = v.strictObject({
  lookId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  parts: v.pipe(
    v.array(v.picklist(setupParts)),
    v.minLength(1),
    v.check((parts) => new Set(parts).size === parts.length),
  ),
});

/** Why a file cannot be used. */
export const setupFileProblems = [
  /** The file is no set-up file, or a value in it is not what it must be. */
  'foreign',
  /** A newer version of the till made it. */
  'newer',
  /** The end of the file is missing. */
  'cut_off',
  /** The system does not let the till read it. */
  'unreadable',
  /** The file is no longer what was looked at. */
  'changed',
] as const;
export type SetupFileProblem = (typeof setupFileProblems)[number];
