// What a test waits for comes, however busy the machine is. Vitest's own wait of one second is too
// short for that.
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Calls `look` again and again until it no longer throws, and returns its value.
 * @throws what the last call threw.
 */
export const eventually = <Value>(look: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(look, { timeout: 20_000 });

/** Waits until everything has happened that needs neither an answer from outside nor time. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}
