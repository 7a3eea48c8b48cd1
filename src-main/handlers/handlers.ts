// The form of a handler: it takes the parsed request, and the open till if it needs one.
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

/** The handlers of the requests whose names begin with the prefix. */
export type HandlersOf<Prefix extends string> = Pick<
  Handlers,
  Extract<RequestName, `${Prefix}.${string}`>
>;
