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

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'no_such_host'],
  ['EAI_AGAIN', 'no_such_host'],
  ['ENETUNREACH', 'no_network'],
  ['EHOSTUNREACH', 'no_network'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'broken_off'],
  ['CERT_HAS_EXPIRED', 'insecure'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'insecure'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'insecure'],
  // What Electron's BoringSSL was seen to say.
  ['ERR_SSL_KEY_USAGE_BIT_INCORRECT', 'insecure'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'insecure'],
  ['INVALID_PURPOSE', 'insecure'],
  ['UNSPECIFIED', 'insecure'],
  ['ERR_OSSL_ASN1_WRONG_TAG', 'insecure'],
])('%s while connecting, before any headers, proves that nothing was sent', (what, reason) => {
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
  coded('EPIPE', { syscall: 'write' }),
  coded('ETIMEDOUT', { syscall: 'read' }),
  coded('UND_ERR_SOCKET'),
  coded('UND_ERR_HEADERS_TIMEOUT'),
  coded('UND_ERR_BODY_TIMEOUT'),
  coded('UND_ERR_HEADERS_OVERFLOW'),
  coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
  coded('UND_ERR_RES_EXCEEDED_MAX_SIZE'),
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

/**
 * Every code of undici 8's errors. The test fails for a code that a later version adds, until
 * somebody decides.
 */
const undiciCodes: Readonly<Record<string, Side>> = {
  UND_ERR_CONNECT_TIMEOUT: 'not sent, while connecting',
  // The till itself gave up or closed the connection.
  UND_ERR_ABORTED: 'not sent',
  UND_ERR_CLOSED: 'not sent',
  UND_ERR_DESTROYED: 'not sent',
  // These come after the headers were written.
  UND_ERR_HEADERS_TIMEOUT: 'sent',
  UND_ERR_HEADERS_OVERFLOW: 'sent',
  UND_ERR_BODY_TIMEOUT: 'sent',
  UND_ERR_SOCKET: 'sent',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'sent',
  HPE_: 'sent',
  // These come from within the library. Nothing promises that they come before anything is sent.
  UND_ERR: 'sent',
  UND_ERR_ABORT: 'sent',
  UND_ERR_INFO: 'sent',
  UND_ERR_NOT_SUPPORTED: 'sent',
  UND_ERR_INVALID_RETURN_VALUE: 'sent',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'sent',
  ERR_WEBASSEMBLY_NOT_SUPPORTED: 'sent',
  // The request cannot be made at all: the client throws this as a bug.
  UND_ERR_INVALID_ARG: 'sent',
  // The till does not use these parts.
  UND_ERR_BPL_MISSING_UPSTREAM: 'sent',
  UND_ERR_REQ_RETRY: 'sent',
  UND_ERR_RESPONSE: 'sent',
  UND_ERR_REDIRECT_MAX: 'sent',
  UND_ERR_PRX_TLS: 'sent',
  UND_ERR_PRX_CONN: 'sent',
  UND_ERR_MAX_ORIGINS_REACHED: 'sent',
  UND_ERR_SOCKS5: 'sent',
  UND_ERR_WS_MESSAGE_SIZE_EXCEEDED: 'sent',
};

/** The codes of Node's sockets, names and TLS. */
const socketCodes: Readonly<Record<string, Side>> = {
  ECONNREFUSED: 'not sent, while connecting',
  ENOTFOUND: 'not sent, while connecting',
  EAI_AGAIN: 'not sent, while connecting',
  EAI_FAIL: 'not sent, while connecting',
  ENETUNREACH: 'not sent, while connecting',
  ENETDOWN: 'not sent, while connecting',
  EHOSTUNREACH: 'not sent, while connecting',
  EHOSTDOWN: 'not sent, while connecting',
  EADDRNOTAVAIL: 'not sent, while connecting',
  EACCES: 'not sent, while connecting',
  EPERM: 'not sent, while connecting',
  ETIMEDOUT: 'not sent, while connecting',
  ECONNRESET: 'not sent, while connecting',
  EPROTO: 'not sent, while connecting',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not sent, while connecting',
  ERR_TLS_CERT_ALTNAME_INVALID: 'not sent, while connecting',
  CERT_HAS_EXPIRED: 'not sent, while connecting',
  CERT_NOT_YET_VALID: 'not sent, while connecting',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'not sent, while connecting',
  SELF_SIGNED_CERT_IN_CHAIN: 'not sent, while connecting',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'not sent, while connecting',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'not sent, while connecting',
  // The till's own clock ran out.
  EXCHANGE_TIMEOUT: 'not sent',
  EPIPE: 'sent',
  ECONNABORTED: 'sent',
  ENOTCONN: 'sent',
  EMFILE: 'sent',
  ENOBUFS: 'sent',
  ERR_STREAM_DESTROYED: 'sent',
  ERR_STREAM_PREMATURE_CLOSE: 'sent',
  ERR_HTTP2_ERROR: 'sent',
};

describe('every code is on its side:', () => {
  test('each that undici has is in the table', () => {
    const path = createRequire(import.meta.url).resolve('undici/lib/core/errors.js');
    const args = readFileSync(path, 'utf8').match(/this\.code = .*/g) ?? [];
    const codes = args.map((line) => /['`]([A-Z][A-Z0-9_]*)(?:'$|\$)/.exec(line)?.[1] ?? line);
    expect(codes.toSorted()).toEqual(Object.keys(undiciCodes).toSorted());
  });

  test.each(Object.entries({ ...undiciCodes, ...socketCodes }))('%s: %s', (code, side) => {
    expect({
      'while connecting': classifyFailure(whileConnecting(code), false).sent,
      'before headers': classifyFailure(coded(code), false).sent,
      'after headers': classifyFailure(coded(code), true).sent,
      'while connecting, after headers': classifyFailure(whileConnecting(code), true).sent,
    }).toEqual({
      'while connecting': side === 'sent',
      'before headers': side !== 'not sent',
      'after headers': true,
      'while connecting, after headers': true,
    });
  });
});

test('what is thrown and is no error counts as sent', () => {
  for (const thrown of [undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }]) {
    expect(classifyFailure(thrown, false)).toEqual({
      sent: true,
      what: 'unknown',
      reason: 'broken_off',
    });
  }
});

test('an error without a code is told by its name', () => {
  const error = Object.assign(new Error('bad response'), { name: 'HTTPParserError' });
  expect(classifyFailure(error, true).what).toBe('HTTPParserError');
});

const answer = (status: number, body?: unknown): Exchange => ({
  kind: 'answer',
  status,
  body,
  retryAfterMs: null,
});
const unreadable = (status: number, what: string): Exchange => ({
  kind: 'unreadable',
  status,
  what,
  retryAfterMs: null,
});

test.each([
  [
    answer(400, { errors: [{ field: 'details', message: 'Required.', code: 'required' }] }),
    {
      code: 'service_refused',
      errors: [{ field: 'details', message: 'Required.', code: 'required' }],
    },
  ],
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
    {
      code: 'service_unreachable',
      reason: 'no_such_host',
    },
  ],
] as const)('%j means %j', (exchange, error) => {
  expect(exchangeError(exchange)).toEqual(error);
});
