// A set-up file: how one till of a shop is set up, for the shop's next till. No token, no PIN, no
// sale.
import * as v from 'valibot';

/** What may be taken from it, each by itself, in the order on screen. */
export const setupParts = [
  /** With which of them are cash. */
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
  /** Another one at each look: what is used is what was looked at. */
  readonly lookId: number;
  /** The file's. */
  readonly name: string;
  readonly madeAtMs: number;
  readonly companyName: string;
  readonly tillName: string;
  /**
   * Whether it is of this till's company at this till's service: the numbers of payment methods
   * mean something else at another.
   */
  readonly isSameCompany: boolean;
  readonly parts: readonly FoundPart[];
}

export interface FoundPart {
  readonly part: SetupPart;
  /** How many payment methods, products or keys; null where it is no list. */
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
  /** No set-up file, or one with a value that is not what it must be. */
  'foreign',
  /** Of a newer version of the till. */
  'newer',
  /** Its end is missing. */
  'cut_off',
  /** The system does not let it be read. */
  'unreadable',
  /** It is no longer what was looked at. */
  'changed',
] as const;
export type SetupFileProblem = (typeof setupFileProblems)[number];
