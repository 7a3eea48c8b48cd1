// Whom TLS trusts: the authorities that come with the program, and those that the system's owner
// has added.
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * Said on every connection, proxies' tunnels included: left unsaid, the environment decides
 * (NODE_TLS_REJECT_UNAUTHORIZED, NODE_OPTIONS).
 */
export const verified = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;
const { minVersion } = verified;

/**
 * Made when first needed, and once: reading the system's store takes a while. Node's own
 * ("default") hold what NODE_EXTRA_CA_CERTS names, as far as the program heeds it. Where the
 * system's cannot be read or used, Node's own serve alone.
 */
export function systemTrust(onProblem: (error: unknown) => void): () => SecureContext {
  let context: SecureContext | undefined;
  return () => (context ??= trustSystem(onProblem));
}

function trustSystem(onProblem: (error: unknown) => void): SecureContext {
  const own = getCACertificates('default');
  try {
    return createSecureContext({
      ca: [...new Set([...own, ...getCACertificates('system')])],
      minVersion,
    });
  } catch (error) {
    onProblem(error);
    return createSecureContext({ ca: own, minVersion });
  }
}
