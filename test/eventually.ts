// What a test waits for comes, however busy the machine is. Vitest's own wait of one second is too
// short for that.
import { vi } from 'vitest';

/**
 * Calls `look` again and again until it no longer throws, and returns its value.
 * @throws what the last call threw.
 */
export const eventually = <Value>(look: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(look, { timeout: 20_000 });
