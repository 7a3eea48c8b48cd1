// Reads the lines of a till's log.
import { readFileSync } from 'node:fs';

/** Returns in their order, without their times, the lines whose message matches. */
export const linesOf = (file: string, message: RegExp): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, withoutTime) as Record<string, unknown>)
    .filter((line) => message.test(String(line.message)));

const withoutTime = (key: string, value: unknown): unknown => (key === 'at' ? undefined : value);
