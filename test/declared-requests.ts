// Requests as they are declared in a test's own context, which has what the test asks about.
import type { Answer, Argument, RequestName } from '../src-main/contract/api.ts';
import type { Result } from '../src-main/contract/errors.ts';
import type { ManagerAction } from '../src-main/contract/lock.ts';
import type { LoweredPrice } from '../src-main/contract/lowered-prices.ts';
import * as answering from '../src-main/handlers/answering.ts';
import type { Context } from '../src-main/handlers/context.ts';

export const declaredIn = <Name extends RequestName>(name: Name, context: Partial<Context>) =>
  answering.requestsOf(context as Context)[name];

export const admitTo =
  (context: Partial<Context>) =>
  <Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
    act: () => Result<Answer<Name>> | Promise<Result<Answer<Name>>>,
  ): Promise<Result<Answer<Name>>> => {
    const declared = declaredIn(name, context);
    return answering.admitted({ name, declared, argument }, context as Context, act);
  };

export const managerActionsOf = <Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  context: Partial<Context>,
): readonly ManagerAction[] => answering.managerActionsOf(declaredIn(name, context), argument);

export const wordsOf = <Name extends RequestName>(
  asked: {
    readonly name: Name;
    readonly argument: Argument<Name>;
    readonly by: string;
    readonly prices: readonly LoweredPrice[];
  },
  context: Partial<Context>,
): readonly string[] => {
  const declared = declaredIn(asked.name, context);
  return answering.wordsOf({ ...asked, declared }, context as Context);
};
