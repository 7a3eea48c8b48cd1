// Checks what a page sends against what the request asks for.
import * as v from 'valibot';
import { err, ok, type Result } from './errors.ts';

/** Errors: `invalid_value`, which names the first wrong field, or the request. */
export function parseArgument<Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  argument: unknown,
): Result<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, argument);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return err({ code: 'invalid_value', field: v.getDotPath(issue) ?? name });
}
