// Without an open till, what only an open till can answer is refused.
import { expect, it } from 'vitest';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { answering, requestsOf } from '../../../src-main/handlers/answering.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';

const context = {
  session: { till: null },
  settings: { value: { selling: defaultSelling } },
  counterWindow: { isKiosk: false },
  isStarting: () => false,
  pinWindow: { isOpen: false },
  lock: { act: (_wanted: unknown, act: () => unknown) => act(), noteCart: () => undefined },
} as unknown as Context;
const names = (Object.keys(requests) as RequestName[]).filter(
  (name) => requestsOf(context)[name].till !== false,
);

it.each(names)('%s is answered with “not signed in” while no till is open', async (name) => {
  const argument = rightArguments[name] as Argument<typeof name>;
  expect(await answering(context)(name, argument)).toEqual({
    ok: false,
    error: { code: 'not_signed_in' },
  });
});
