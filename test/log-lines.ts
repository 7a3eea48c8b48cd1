// What stands in a till's log.
import { readFileSync } from 'node:fs';

/** In their order, those whose message matches, but for when they were written. */
export const linesOf = (file: string, message: RegExp): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, withoutTime) as Record<string, unknown>)
    .filter((line) => message.test(String(line.message)));

const withoutTime = (key: string, value: unknown): unknown => (key === 'at' ? undefined : value);
