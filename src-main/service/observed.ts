// Lets others than the caller hear the service's answers, in this one place.
import type { ServiceClient } from './client.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';

export interface Observer {
  /** What the log says if hearing fails. */
  readonly whatFailed: string;
  readonly hear: (request: ServiceRequest, exchange: Exchange) => void;
}

/** Returns a client whose observers hear each answer after the caller, whom they never disturb. */
export function observed(
  client: ServiceClient,
  observers: readonly Observer[],
  onProblem: (whatFailed: string, error: unknown) => void,
): ServiceClient {
  return {
    ...client,
    exchange: async (request) => {
      const exchange = await client.exchange(request);
      setImmediate(() => {
        for (const { whatFailed, hear } of observers) {
          try {
            hear(request, exchange);
          } catch (error) {
            onProblem(whatFailed, error);
          }
        }
      });
      return exchange;
    },
  };
}
