// What a failed exchange proves (was the request sent?), and what it means to the caller.
import { type AppError, codeOf, type UnreachableReason } from '../contract/errors.ts';
import type { Exchange } from './exchange.ts';
import { parseErrorBody, wholeAnswer } from './responses.ts';

/** Replaces any error of connecting: no connection was made, so nothing went over it. */
export class ConnectingFailed extends Error {
  constructor(cause: Error) {
    super('no connection was made', { cause });
  }
}

interface Meaning {
  readonly reason: UnreachableReason;
  /** When the code proves that nothing was sent, provided that no header was written. */
  readonly notSent: 'while_connecting' | 'before_headers' | 'never';
}

/** The codes of each meaning, with blanks between them. */
const codesOfMeanings: readonly (readonly [Meaning['notSent'], UnreachableReason, string])[] = [
  ['while_connecting', 'refused', 'ECONNREFUSED'],
  ['while_connecting', 'no_such_host', 'ENOTFOUND EAI_AGAIN EAI_FAIL'],
  ['while_connecting', 'no_network', 'ENETUNREACH ENETDOWN EHOSTUNREACH EHOSTDOWN EADDRNOTAVAIL'],
  // A firewall on this computer.
  ['while_connecting', 'no_network', 'EACCES EPERM'],
  // TCP or TLS not ready within `connectMs`, or within the system's own limit.
  ['while_connecting', 'timeout', 'UND_ERR_CONNECT_TIMEOUT ETIMEDOUT'],
  // This code also ends established connections of every kind.
  ['while_connecting', 'broken_off', 'ECONNRESET'],
  // The last two are OpenSSL's, and those of BoringSSL, which is Electron's; it refuses more.
  ['while_connecting', 'insecure', 'EPROTO ERR_SSL_* ERR_OSSL_*'],
  // node:tls, "X509 certificate error codes"; of those without a code of their own, UNSPECIFIED.
  [
    'while_connecting',
    'insecure',
    'ERR_TLS_CERT_ALTNAME_INVALID UNSPECIFIED UNABLE_TO_GET_ISSUER_CERT ' +
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_DECRYPT_CERT_SIGNATURE ' +
      'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_SIGNATURE_FAILURE ' +
      'CERT_NOT_YET_VALID CERT_HAS_EXPIRED CERT_CHAIN_TOO_LONG CERT_REVOKED CERT_UNTRUSTED ' +
      'CERT_REJECTED ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD ' +
      'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN INVALID_CA INVALID_PURPOSE ' +
      'PATH_LENGTH_EXCEEDED HOSTNAME_MISMATCH',
  ],
  // `connect.ts`: there was no tunnel to send anything through.
  ['while_connecting', 'proxy_unreachable', 'PROXY_UNREACHABLE'],
  ['while_connecting', 'proxy_refused', 'PROXY_REFUSED'],
  ['while_connecting', 'proxy_unsupported', 'PROXY_UNSUPPORTED'],
  // The till itself ended it: the caller gave up, time ran out, or the client closed.
  ['before_headers', 'timeout', 'EXCHANGE_TIMEOUT'],
  ['before_headers', 'broken_off', 'UND_ERR_ABORTED UND_ERR_CLOSED UND_ERR_DESTROYED'],
  // These tell why no answer came, but not whether the request was carried out.
  ['never', 'timeout', 'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT'],
];

const meanings: ReadonlyMap<string, Meaning> = new Map(
  codesOfMeanings.flatMap(([notSent, reason, codes]) =>
    codes.split(' ').map((code) => [code, { reason, notSent }]),
  ),
);

const unknownMeaning: Meaning = { reason: 'broken_off', notSent: 'never' };

const meaningOf = (code: string): Meaning =>
  meanings.get(code.replace(/^(ERR_(?:SSL|OSSL)_).*/, '$1*')) ?? unknownMeaning;

/** Returns the error's code, or its name if it has none (undici's HTTPParserError may not). */
export const whatFailed = (error: unknown): string =>
  codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');

/**
 * Returns what an error proves about an exchange without an answer. The request counts as sent
 * unless none of its headers were written and the code proves that it was not: in any doubt it
 * counts as sent.
 */
export function classifyFailure(
  error: unknown,
  headersSent: boolean,
): { sent: boolean; what: string; reason: UnreachableReason } {
  const connecting = error instanceof ConnectingFailed;
  const what = whatFailed(connecting ? error.cause : error);
  const { reason, notSent } = meaningOf(what);
  const proven = notSent === 'before_headers' || (notSent === 'while_connecting' && connecting);
  return { sent: headersSent || !proven, what, reason };
}

/**
 * Returns why an exchange did not give what was asked (service-api, Errors). It is for reads: what
 * a failed creation proves is another question. For a 2xx it says that the answer could not be
 * used.
 */
export function exchangeError(exchange: Exchange): AppError {
  if (exchange.kind === 'no_answer') {
    return { code: 'service_unreachable', reason: exchange.reason };
  }
  const { status, retryAfterMs } = exchange;
  // These statuses mean the same whatever their body is: a 401 has none, a gateway its own.
  if (status === 401) return { code: 'token_refused' };
  // A proxy wants a password, or a network a sign-in of its own (RFC 9110, 6585).
  if (status === 407 || status === 511) return { code: 'not_the_service', status };
  const isPage = exchange.kind === 'unreadable' && exchange.what === 'not_json';
  const page = isPage ? ({ isPage } as const) : {};
  if (status === 429 || status === 503) return { code: 'service_busy', retryAfterMs, ...page };
  if (status >= 500) return { code: 'service_failed', status, ...page };
  if (exchange.kind === 'unreadable') return unreadableError(status, exchange.what);
  if (status === 403) return { code: 'not_permitted' };
  if (status === 404) return { code: 'not_found' };
  if (status === 405) return { code: 'method_not_allowed' };
  if (status >= 400) return { code: 'service_refused', errors: parseErrorBody(exchange.body) };
  if (status >= 300) return { code: 'not_the_service', status };
  return { code: 'answer_invalid', field: wholeAnswer };
}

function unreadableError(status: number, what: string): AppError {
  if (what === 'not_json') return { code: 'not_the_service', status };
  if (what === 'too_large') return { code: 'answer_too_large' };
  return { code: 'service_unreachable', reason: meaningOf(what).reason };
}
