// Takes what a step of a test cannot go on without.
import type { Result } from '../src-main/contract/errors.ts';

/** Throws the error with all its fields where there is no value. */
export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
