// Reads the system settings' answer about the way to an address, in the words of a PAC script:
// "PROXY proxy.example:8080; DIRECT".

import type { Route } from '../contract/route.ts';

const known =
  /^(?<kind>DIRECT|PROXY|HTTPS|SOCKS[45]?|QUIC)(?: +(?<host>\[[\da-f:.]+\]|[^\s:[\]/@]+):(?<port>\d{1,5}))?$/i;

/**
 * Returns the routes in the order in which to try them, without those that the till cannot use
 * (SOCKS, QUIC). Undefined if it is no answer at all: the till does not guess a way.
 */
export function parseRoutes(answer: string): readonly Route[] | undefined {
  const routes: Route[] = [];
  for (const part of answer.replace(/;\s*$/, '').split(';')) {
    const { kind, host, port } = known.exec(part.trim())?.groups ?? {};
    const isDirect = kind?.toUpperCase() === 'DIRECT';
    if (kind === undefined || isDirect !== (host === undefined)) return undefined;
    if (host === undefined || port === undefined) {
      routes.push({ kind: 'direct' });
      continue;
    }
    const number = Number(port);
    if (number < 1 || number > 65_535) return undefined;
    const name = kind.toUpperCase();
    if (name !== 'PROXY' && name !== 'HTTPS') continue;
    const plainHost = host.replace(/^\[|\]$/g, '');
    routes.push({ kind: 'proxy', secure: name === 'HTTPS', host: plainHost, port: number });
  }
  return routes;
}
