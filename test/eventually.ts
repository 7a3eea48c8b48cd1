// What is waited for comes, however busy the machine is: the second that vitest waits by itself is
// too short for that.
import { vi } from 'vitest';

/** Looks until it holds. @throws what the last look threw. */
export const eventually = <Value>(look: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(look, { timeout: 20_000 });
