// Networks as a computer's settings may describe them.
import { createSecureContext } from 'node:tls';
import type { Network } from '../../../src-main/service/connect.ts';

/** Reaches every host directly, and trusts Node's own authorities. */
export const direct: Network = network('DIRECT');

/** Takes these routes, and trusts only these authorities if any are given. */
export function network(routes: string, ca?: string): Network {
  return {
    findRoutes: () => Promise.resolve(routes),
    trust: () => createSecureContext(ca === undefined ? {} : { ca }),
  };
}
