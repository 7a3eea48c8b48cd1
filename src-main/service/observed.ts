// The one place where an answer of the service is heard by others than whoever asked for it.
import type { ServiceClient } from './client.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';

export interface Observer {
  /** Said where hearing fails. */
  readonly whatFailed: string;
  readonly hear: (request: ServiceRequest, exchange: Exchange) => void;
}

/**
 * The client, whose observers hear each answer once what it was asked for is done. One that fails
 * disturbs nothing.
 */
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
