// Puts a fault into every place of the argument of every request of the page.
import { expect, it } from 'vitest';
import { requests, type RequestName } from '../../../src-main/contract/api.ts';
import { parseArgument } from '../../../src-main/contract/parse-argument.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { spoiltArguments } from '../../spoilt-arguments.ts';

const names = Object.keys(requests) as RequestName[];

it.each(names)('names the field that is wrong, wherever it is: %s', (name) => {
  const { argument: schema } = requests[name];
  expect(parseArgument(name, schema, rightArguments[name])).toMatchObject({ ok: true });
  for (const { wrong, what, isNamedBy } of spoiltArguments(name)) {
    const parsed = parseArgument(name, schema, wrong);
    expect(parsed, what).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
    if (parsed.ok || parsed.error.code !== 'invalid_value') continue;
    expect(isNamedBy(parsed.error.field), `${what}: ${parsed.error.field}`).toBe(true);
  }
});
