// What is declared of each request, once, in the file of its prefix: what it needs, who may, what
// else it touches, and what it does. One that does not say who may, or what becomes of a cart that
// it brings, does not compile.
import type { Answer, Argument, RequestName } from '../contract/api.ts';
import type { Cart } from '../contract/cart.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { LoweredPrice } from '../contract/lowered-prices.ts';
import type { Till } from '../till/till.ts';
import type { Known } from './approval.ts';
import type { Context } from './context.ts';

type Answered<Name extends RequestName> = Result<Answer<Name>> | Promise<Result<Answer<Name>>>;

/**
 * An open till is handed in, and the prices that a sale at the counter has lowered. Without a till,
 * a request is answered `not_signed_in`, unless it says (`till: false`) that it needs none.
 */
type Run<Name extends RequestName> =
  | {
      readonly till?: true;
      readonly run: (
        argument: Argument<Name>,
        till: Till,
        lowered: readonly LoweredPrice[],
      ) => Answered<Name>;
    }
  | { readonly till: false; readonly run: (argument: Argument<Name>) => Answered<Name> };

/**
 * What becomes of the cart that a request brings. `kept`: the till keeps it from now on, under way
 * or put aside. `lowered`, `finished`: it is a sale at the counter, whose lowered prices are
 * approved one by one, each by the action that `actionFor` names. `approved`: its lowered prices
 * are approved with the request.
 */
type WithCart<Name extends RequestName> =
  Argument<Name> extends { readonly cart: Cart }
    ? | { readonly cart: 'kept' | 'approved' }
      | { readonly cart: 'lowered' | 'finished'; readonly actions: null }
    : { readonly cart?: never };

interface Rights<Name extends RequestName> {
  /** Null for what everybody at the till may do. */
  readonly actions: ManagerAction | null | ((argument: Argument<Name>) => readonly ManagerAction[]);
  /** Whether it changes what all tills of this computer share. */
  readonly isShared?: true | ((argument: Argument<Name>) => boolean);
  /** Whether it leaves the setup as it is, though it needs a right to change that. */
  readonly changesNothing?: true;
  /** Returns why nobody is asked, if what should be approved is gone or has changed. */
  readonly isStale?: (argument: Argument<Name>) => AppError | null;
  /** What a manager is asked to approve, where the names of the actions do not suffice. */
  readonly words?: (argument: Argument<Name>, known: Known) => readonly string[];
  /** Whether it is part of a sale. Learning from documents gives way to somebody who sells. */
  readonly isSelling?: true;
  /** Tells the customer display what was done. */
  readonly tells?: (
    display: Context['display'],
    argument: Argument<Name>,
    answer: Answer<Name>,
  ) => void;
}

export type Declared<Name extends RequestName> = Run<Name> & WithCart<Name> & Rights<Name>;

/** Declares what everybody at the till may ask of the open till. */
export const forEverybody = <Name extends RequestName>(
  run: (argument: Argument<Name>, till: Till) => Answered<Name>,
): { readonly actions: null; readonly run: typeof run } => ({ actions: null, run });

/** Does the same for what needs no till. */
export const withoutTill = <Name extends RequestName>(
  run: (argument: Argument<Name>) => Answered<Name>,
): { readonly till: false; readonly actions: null; readonly run: typeof run } => ({
  ...{ till: false, actions: null, run },
});

/** Does as `forEverybody` for what is part of a sale. */
export const whileSelling = <Name extends RequestName>(
  run: (argument: Argument<Name>, till: Till) => Answered<Name>,
): { readonly actions: null; readonly isSelling: true; readonly run: typeof run } => ({
  ...{ actions: null, isSelling: true, run },
});

/** What the connections of this computer need. */
export const ofConnections = { till: false, actions: 'change_connection' } as const;

/** What a setting of this computer needs: all its tills share it, and none need be open. */
export const ofTheComputer = { till: false, actions: 'change_settings', isShared: true } as const;

export type AllRequests = { readonly [Name in RequestName]: Declared<Name> };

/** The requests whose names begin with the prefix. */
export type Requests<Prefix extends string> = Pick<
  AllRequests,
  Extract<RequestName, `${Prefix}.${string}`>
>;
