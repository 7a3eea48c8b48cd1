// Makes connections to the service: directly, or through the proxy that the system's settings name.
// Nothing of a request is written before there is a connection, so any failure here proves that
// nothing was sent.
import { after, inTime, systemClock } from '../clock.ts';
import { codeOf } from '../contract/errors.ts';
import { request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { ConnectingFailed } from './failure.ts';
import { verified } from './trust.ts';

export interface Network {
  /** Returns the system's way to an address, in the words of a PAC script. */
  readonly findRoutes: (url: string) => Promise<string>;
  readonly trust: () => SecureContext;
}

/** A way to an address. `secure`: the connection to the proxy itself, not what goes through it. */
export type Route =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      readonly secure: boolean;
      readonly host: string;
      readonly port: number;
    };

/** The codes are those of `failure.ts`. */
class ProxyFailed extends Error {
  readonly code: 'PROXY_UNREACHABLE' | 'PROXY_REFUSED' | 'PROXY_UNSUPPORTED';

  constructor(code: ProxyFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

type Target = buildConnector.Options;

/** At most so many ways are tried for one connection. */
const mostRoutes = 4;

/**
 * How long one of a name's addresses is tried before the next. Node's own 250 ms give up a good
 * address on a slow line. This leaves time for a packet that is lost and sent again after a second.
 */
const eachAddress = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 };

/**
 * Makes a connector. It gives up each way after `connectMs`, TLS included. Without a network the
 * way is direct and the trust is Node's own.
 */
export function connectorOf(
  connectMs: number,
  network: Network | undefined,
): buildConnector.connector {
  /** The same for all connections of the service, so that they resume each other's TLS sessions. */
  let connect: buildConnector.connector | undefined;
  const direct = (target: Target): Promise<Socket> => {
    const trust = target.protocol === 'https:' ? network?.trust() : undefined;
    connect ??= buildConnector({
      ...{ ...verified, ...eachAddress, allowH2: false, timeout: connectMs },
      ...(trust && { secureContext: trust }),
    });
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    connect(target, (...[error, socket]) => {
      if (error) reject(error);
      else resolve(socket);
    });
    return promise;
  };

  const by = async (route: Route, target: Target): Promise<Socket> => {
    if (route.kind === 'direct') return direct(target);
    const trust = route.secure ? network?.trust() : undefined;
    const tunnel = await openTunnel(route, target, connectMs, trust);
    return target.protocol === 'https:' ? direct({ ...target, httpSocket: tunnel }) : tunnel;
  };

  const find = async (target: Target): Promise<Socket> => {
    if (!network || isLoopback(target.hostname)) return direct(target);
    const routes = await routesTo(target, network, connectMs);
    let unreachable: unknown;
    for (const route of routes.slice(0, mostRoutes)) {
      try {
        return await by(route, target);
      } catch (error) {
        // A missing proxy says nothing about the service, so the next way is tried. Any other
        // failure does, or is the proxy's own answer.
        if (codeOf(error) !== 'PROXY_UNREACHABLE') throw error;
        unreachable = error;
      }
    }
    throw unreachable;
  };

  return (target, callback) => {
    find(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => {
        const cause = error instanceof Error ? error : new Error(String(error));
        callback(new ConnectingFailed(cause), null);
      },
    );
  };
}

async function routesTo(
  target: Target,
  network: Network,
  connectMs: number,
): Promise<readonly Route[]> {
  const answer = await ask(network, `${target.protocol}//${authorityOf(target)}/`, connectMs);
  const routes = parseRoutes(answer) ?? [];
  if (routes.length === 0) throw new ProxyFailed('PROXY_UNSUPPORTED', `no way in "${answer}"`);
  return routes;
}

/** Asks for the way within a time-out: a script may still have to be fetched. */
async function ask(network: Network, url: string, connectMs: number): Promise<string> {
  try {
    const foundRoutes = await inTime(systemClock, network.findRoutes(url), connectMs);
    if (!foundRoutes) throw new Error('out of time');
    return foundRoutes.answer;
  } catch (error) {
    throw new ProxyFailed('PROXY_UNREACHABLE', String(error));
  }
}

/** Opens a tunnel: the proxy sees a name and a port, and never a token. */
function openTunnel(
  { host, port }: Extract<Route, { kind: 'proxy' }>,
  target: Target,
  connectMs: number,
  trust: SecureContext | undefined,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const path = authorityOf(target);
  const headers = { host: path };
  // TLS names the host to a proxy with several; an IP address is no such name (RFC 6066, 3).
  const servername = isIP(host) === 0 ? host : '';
  const connecting = request({
    ...{ host, port, path, headers, method: 'CONNECT' },
    createConnection: () =>
      trust
        ? connectTls({ ...verified, ...eachAddress, host, port, servername, secureContext: trust })
        : connectTcp({ ...eachAddress, host, port }),
  });
  const over = new AbortController();
  after(systemClock, connectMs, over.signal, () => {
    connecting.destroy(new Error('out of time'));
  });
  connecting.once('connect', ({ statusCode = 0 }, socket, head) => {
    over.abort();
    // Bytes that come before anything was asked are not the service's.
    if (statusCode < 200 || statusCode > 299 || head.length > 0) {
      socket.destroy();
      reject(new ProxyFailed('PROXY_REFUSED', `the proxy answered ${statusCode}`));
    } else {
      resolve(socket);
    }
  });
  connecting.once('error', ({ message }) => {
    over.abort();
    reject(new ProxyFailed('PROXY_UNREACHABLE', message));
  });
  connecting.end();
  return promise;
}

function authorityOf({ hostname, port, protocol }: Target): string {
  const host = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname;
  return `${host}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** Returns whether it is this computer, which needs no proxy. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|\[?::1\]?|127(\.\d+){3})$/.test(hostname);

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
