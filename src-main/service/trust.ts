// What TLS trusts: the program's own authorities, and those that the system's owner added.
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * Set on every connection, proxies' tunnels included: otherwise the environment would decide
 * (NODE_TLS_REJECT_UNAUTHORIZED, NODE_OPTIONS).
 */
export const verified = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
const { minVersion } = verified;

/**
 * Returns the trust, which is made once, when first needed: reading the system's store takes a
 * while. Node's own authorities ("default") contain what NODE_EXTRA_CA_CERTS names, as far as the
 * program heeds it. If the system's cannot be read or used, Node's own serve alone.
 */
export function systemTrust(onProblem: (error: unknown) => void): () => SecureContext {
  let context: SecureContext | undefined;
  return () => (context ??= trustSystem(onProblem));
}

function trustSystem(onProblem: (error: unknown) => void): SecureContext {
  try {
    const own = getCACertificates('default');
    const system = getCACertificates('system');
    return createSecureContext({ ca: [...new Set([...own, ...system])], minVersion });
  } catch (error) {
    onProblem(error);
    return createSecureContext({ minVersion });
  }
}
