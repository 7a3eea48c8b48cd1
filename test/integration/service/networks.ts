// Networks as a computer's settings may describe them.
import { createSecureContext } from 'node:tls';
import type { Network } from '../../../src-main/service/connect.ts';

/** Every way is direct, and the authorities are Node's own. */
export const direct: Network = network('DIRECT');

/** By these ways, trusting none but these authorities where any are given. */
export function network(routes: string, ca?: string): Network {
  return {
    findRoutes: () => Promise.resolve(routes),
    trust: () => createSecureContext(ca === undefined ? {} : { ca }),
  };
}
