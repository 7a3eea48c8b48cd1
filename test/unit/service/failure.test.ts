import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src-main/service/exchange.ts';
import {
  classifyFailure,
  ConnectingFailed,
  exchangeError,
} from '../../../src-main/service/failure.ts';

const coded = (code: string, fields: object = {}): Error =>
  Object.assign(new Error(`failed with ${code}`), { code, ...fields });

const whileConnecting = (code: string): Error => new ConnectingFailed(coded(code));

/** Why nothing was sent, by the code of an error that came while connecting. */
const reasons: Readonly<Record<string, string>> = {
  refused: 'ECONNREFUSED',
  no_such_host: 'ENOTFOUND EAI_AGAIN',
  no_network: 'ENETUNREACH EHOSTUNREACH',
  timeout: 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT',
  broken_off: 'ECONNRESET',
  // The last five are what Electron's BoringSSL was seen to say.
  insecure: `CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_KEY_USAGE_BIT_INCORRECT
    ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE INVALID_PURPOSE UNSPECIFIED ERR_OSSL_ASN1_WRONG_TAG`,
};

test.each(
  Object.entries(reasons).flatMap(([reason, codes]) =>
    codes.split(/\s+/).map((what) => [what, reason] as const),
  ),
)('%s while connecting, before any headers, proves that nothing was sent', (what, reason) => {
  expect(classifyFailure(whileConnecting(what), false)).toEqual({ sent: false, what, reason });
});

test.each([
  ['UND_ERR_ABORTED', 'broken_off'],
  ['EXCHANGE_TIMEOUT', 'timeout'],
  ['UND_ERR_CLOSED', 'broken_off'],
  ['UND_ERR_DESTROYED', 'broken_off'],
])('%s before any headers proves that nothing was sent', (what, reason) => {
  expect(classifyFailure(coded(what), false)).toEqual({ sent: false, what, reason });
});

test.each([
  coded('ECONNRESET', { syscall: 'read' }),
  coded('ETIMEDOUT', { syscall: 'read' }),
  coded('HPE_INVALID_CONSTANT'),
  coded('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'),
  coded('A_CODE_OF_NEXT_YEAR'),
  new ConnectingFailed(coded('A_CODE_OF_NEXT_YEAR')),
  coded('constructor'),
  new Error('no code'),
  Object.assign(new Error('a code that is none'), { code: 7 }),
])('%s counts as sent although no headers were seen', (error) => {
  expect(classifyFailure(error, false).sent).toBe(true);
});

/**
 * What an error proves if none of the request's headers were written. If some were, it was sent.
 */
type Side = 'not sent' | 'not sent, while connecting' | 'sent';
type Codes = Readonly<Record<Side, string>>;

/**
 * Every code of undici 8's errors. The test fails for a code that a later version adds, until
 * somebody decides.
 */
const undiciCodes: Codes = {
  'not sent, while connecting': 'UND_ERR_CONNECT_TIMEOUT',
  // The till itself gave up or closed the connection.
  'not sent': 'UND_ERR_ABORTED UND_ERR_CLOSED UND_ERR_DESTROYED',
  // The first line comes after the headers were written, the second from within the library, which
  // promises nothing; then a request that cannot be made at all, and parts that the till does not
  // use.
  sent: `UND_ERR_HEADERS_TIMEOUT UND_ERR_HEADERS_OVERFLOW UND_ERR_BODY_TIMEOUT UND_ERR_SOCKET
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE HPE_
    UND_ERR UND_ERR_ABORT UND_ERR_INFO UND_ERR_NOT_SUPPORTED UND_ERR_INVALID_RETURN_VALUE
    UND_ERR_REQ_CONTENT_LENGTH_MISMATCH ERR_WEBASSEMBLY_NOT_SUPPORTED UND_ERR_INVALID_ARG
    UND_ERR_BPL_MISSING_UPSTREAM UND_ERR_REQ_RETRY UND_ERR_RESPONSE UND_ERR_REDIRECT_MAX
    UND_ERR_PRX_TLS UND_ERR_PRX_CONN UND_ERR_MAX_ORIGINS_REACHED UND_ERR_SOCKS5
    UND_ERR_WS_MESSAGE_SIZE_EXCEEDED`,
};

/** The codes of Node's sockets, names and TLS. */
const socketCodes: Codes = {
  'not sent, while connecting': `ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL ENETUNREACH ENETDOWN
    EHOSTUNREACH EHOSTDOWN EADDRNOTAVAIL EACCES EPERM ETIMEDOUT ECONNRESET EPROTO
    ERR_SSL_WRONG_VERSION_NUMBER ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED CERT_NOT_YET_VALID
    DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
    UNABLE_TO_VERIFY_LEAF_SIGNATURE`,
  // The till's own clock ran out.
  'not sent': 'EXCHANGE_TIMEOUT',
  sent: `EPIPE ECONNABORTED ENOTCONN EMFILE ENOBUFS ERR_STREAM_DESTROYED
    ERR_STREAM_PREMATURE_CLOSE ERR_HTTP2_ERROR`,
};

const sidesOf = (codes: Codes) =>
  Object.entries(codes).flatMap(([side, those]) =>
    those.split(/\s+/).map((code) => [code, side] as const),
  );

describe('every code is on its side:', () => {
  test('each that undici has is in the table', () => {
    const path = createRequire(import.meta.url).resolve('undici/lib/core/errors.js');
    const args = readFileSync(path, 'utf8').match(/this\.code = .*/g) ?? [];
    const codes = args.map((line) => /['`]([A-Z][A-Z0-9_]*)(?:'$|\$)/.exec(line)?.[1] ?? line);
    expect(codes.toSorted()).toEqual(
      sidesOf(undiciCodes)
        .map(([code]) => code)
        .toSorted(),
    );
  });

  test.each([...sidesOf(undiciCodes), ...sidesOf(socketCodes)])('%s: %s', (code, side) => {
    const wasSent = (error: Error, headers: boolean) => classifyFailure(error, headers).sent;
    expect([wasSent(whileConnecting(code), false), wasSent(coded(code), false)]).toEqual([
      ...[side === 'sent', side !== 'not sent'],
    ]);
    expect([wasSent(coded(code), true), wasSent(whileConnecting(code), true)]).toEqual([
      true,
      true,
    ]);
  });
});

test('what is thrown and is no error counts as sent', () => {
  for (const thrown of [undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }]) {
    const unknown = { sent: true, what: 'unknown', reason: 'broken_off' };
    expect(classifyFailure(thrown, false)).toEqual(unknown);
  }
});

test('an error without a code is told by its name', () => {
  const error = Object.assign(new Error('bad response'), { name: 'HTTPParserError' });
  expect(classifyFailure(error, true).what).toBe('HTTPParserError');
});

const answer = (status: number, body?: unknown): Exchange => ({
  ...{ kind: 'answer', status, body, retryAfterMs: null },
});
const unreadable = (status: number, what: string): Exchange => ({
  ...{ kind: 'unreadable', status, what, retryAfterMs: null },
});
const errors = [{ field: 'details', message: 'Required.', code: 'required' }];

test.each([
  [answer(400, { errors }), { code: 'service_refused', errors }],
  [answer(400, undefined), { code: 'service_refused', errors: [] }],
  [answer(422, { errors: [] }), { code: 'service_refused', errors: [] }],
  [answer(401), { code: 'token_refused' }],
  [unreadable(401, 'not_json'), { code: 'token_refused' }],
  [answer(403), { code: 'not_permitted' }],
  [answer(404), { code: 'not_found' }],
  [answer(405), { code: 'method_not_allowed' }],
  [unreadable(404, 'not_json'), { code: 'not_the_service', status: 404 }],
  [answer(302), { code: 'not_the_service', status: 302 }],
  [unreadable(200, 'not_json'), { code: 'not_the_service', status: 200 }],
  [answer(500), { code: 'service_failed', status: 500 }],
  [unreadable(502, 'not_json'), { code: 'service_failed', status: 502, isPage: true }],
  [answer(407), { code: 'not_the_service', status: 407 }],
  [unreadable(511, 'not_json'), { code: 'not_the_service', status: 511 }],
  [answer(503), { code: 'service_busy', retryAfterMs: null }],
  [
    { ...answer(429), retryAfterMs: 5000 },
    { code: 'service_busy', retryAfterMs: 5000 },
  ],
  [
    { ...unreadable(503, 'not_json'), retryAfterMs: 0 },
    { code: 'service_busy', retryAfterMs: 0, isPage: true },
  ],
  [unreadable(200, 'too_large'), { code: 'answer_too_large' }],
  [unreadable(200, 'cut_off'), { code: 'service_unreachable', reason: 'broken_off' }],
  [unreadable(200, 'UND_ERR_BODY_TIMEOUT'), { code: 'service_unreachable', reason: 'timeout' }],
  [unreadable(200, 'EXCHANGE_TIMEOUT'), { code: 'service_unreachable', reason: 'timeout' }],
  [answer(204), { code: 'answer_invalid', field: '(answer)' }],
  [
    { kind: 'no_answer', sent: false, what: 'ENOTFOUND', reason: 'no_such_host' },
    { code: 'service_unreachable', reason: 'no_such_host' },
  ],
] as const)('%j means %j', (exchange, error) => {
  expect(exchangeError(exchange)).toEqual(error);
});
