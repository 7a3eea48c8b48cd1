// The one place where documents are remembered as the service's answers show them.
import type { ServiceClient } from '../service/client.ts';
import { readShown, type Shown } from './shown.ts';

/**
 * The client, with each answer remembered once what it was asked for is done: that nothing could be remembered disturbs
 * nothing.
 */
export function remembering(
  client: ServiceClient,
  options: {
    readonly note: (shown: Shown, nowMs: number) => void;
    readonly nowMs: () => number;
    readonly onProblem: (what: string, error: unknown) => void;
  },
): ServiceClient {
  const { note, nowMs, onProblem } = options;
  return {
    ...client,
    exchange: async (request) => {
      const exchange = await client.exchange(request);
      setImmediate(() => {
        try {
          note(readShown(request, exchange), nowMs());
        } catch (error) {
          onProblem('documents could not be remembered', error);
        }
      });
      return exchange;
    },
  };
}
