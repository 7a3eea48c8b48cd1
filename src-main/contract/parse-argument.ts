// What comes through a door from a page, as far as it is what the door asks for.
import * as v from 'valibot';
import { err, ok, type Result } from './errors.ts';

/**
 * Errors: `invalid_value`, which names the first field that is wrong, or the request where the
 * whole argument is.
 */
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
