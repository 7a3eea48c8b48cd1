// Asks handlers as the page does: of one till, or of whichever till is open at that moment.
import type { Till } from '../src-main/till/till.ts';

type Asking<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (
    argument: infer Argument,
    till: never,
  ) => infer Answer
    ? (argument: Argument) => Answer
    : never;
};

export function asking<Handlers extends object>(
  handlers: Handlers,
  tillNow: () => unknown,
): Asking<Handlers> {
  const asked = Object.entries(handlers).map(([name, handler]) => [
    name,
    (argument: unknown) =>
      (handler as (argument: unknown, till: Till) => unknown)(argument, tillNow() as Till),
  ]);
  return Object.fromEntries(asked) as Asking<Handlers>;
}
