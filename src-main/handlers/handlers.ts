// The form of a handler: what is asked for, parsed, and the open till where one is needed.
import type { Answer, Argument, RequestName } from '../contract/api.ts';
import type { Result } from '../contract/errors.ts';
import type { Till } from '../till/till.ts';
import type { TillRequest } from './permissions.ts';

type TillOf<Name extends RequestName> = Name extends TillRequest ? Till : undefined;

export type Handlers = {
  readonly [Name in RequestName]: (
    argument: Argument<Name>,
    till: TillOf<Name>,
  ) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;
};

/** Those of the requests whose names begin so. */
export type HandlersOf<Prefix extends string> = Pick<
  Handlers,
  Extract<RequestName, `${Prefix}.${string}`>
>;
