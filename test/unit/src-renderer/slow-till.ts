// A till whose answers come when a test says so, in whichever order.
import type { Answer, RequestName } from '../../../src-main/contract/api.ts';
import { ok, type Result } from '../../../src-main/contract/errors.ts';
import { tillOf } from './sell/catalogue-till.ts';

/** `answers` are those that come at once; everything else waits. */
export function slowTill(answers: { readonly [Name in RequestName]?: Answer<Name> } = {}) {
  const waiting: { name: RequestName; answer: (answer: Result<unknown>) => void }[] = [];
  const till = tillOf((name) => {
    const givenAnswer: unknown = answers[name];
    if (givenAnswer !== undefined) return ok(givenAnswer);
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    waiting.push({ name, answer: resolve });
    return promise;
  });
  /** Answers the one of these requests that waits at this place. */
  function answer<Name extends RequestName>(name: Name, at: number, value: Answer<Name>): void {
    const request = waiting.filter((one) => one.name === name)[at];
    if (!request) throw new Error(`${name} was not asked so often`);
    request.answer(ok(value));
  }
  return { till, answer };
}
