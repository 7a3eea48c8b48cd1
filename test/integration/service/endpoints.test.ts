// Tests each call of the service: how it looks on the wire, and which results the till makes of its
// answers.
import { expect, test } from 'vitest';
import type { DocumentQuery } from '../../../src-main/contract/documents.ts';
import type { ServiceClient } from '../../../src-main/service/client.ts';
import {
  companies,
  createDocument,
  listDocuments,
  signIn,
  tokenInfo,
} from '../../../src-main/service/endpoints.ts';
import { created, summary } from '../../unit/service/documents.ts';
import { clientOf, listenHttp, someBody } from './probe.ts';

interface Seen {
  readonly request: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A service that answers everything alike, and the requests that it got. */
async function serviceAnswering(
  status: number,
  answer?: unknown,
  contentType = 'application/json',
): Promise<{ client: ServiceClient; seenRequests: Seen[] }> {
  const seenRequests: Seen[] = [];
  const url = await listenHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { authorization } = request.headers;
      seenRequests.push({ request: `${request.method} ${request.url}`, authorization, body });
      response.writeHead(status, { 'content-type': contentType });
      response.end(typeof answer === 'string' ? answer : answer && JSON.stringify(answer));
    });
  });
  return { client: clientOf(url), seenRequests };
}

const credentials = {
  username: 'ana@shop.example',
  password: 'pãssword',
  companyCode: 'LOJA',
  tillCode: '5',
};

test('signing in asks for a token for the company and till', async () => {
  const { client, seenRequests } = await serviceAnswering(200, { key: 'secret-token' });
  expect(await signIn(client, credentials)).toEqual({ ok: true, value: 'secret-token' });
  expect(seenRequests).toEqual([
    {
      request: 'POST /auth/login/',
      authorization: undefined,
      body: '{"username":"ana@shop.example","password":"pãssword","company_code":"LOJA","till_code":"5"}',
    },
  ]);
});

const fieldError = { field: 'password', message: 'Wrong.', code: 'invalid' };

test.each([
  [400, { errors: [fieldError] }, { code: 'sign_in_refused', errors: [fieldError] }],
  [401, undefined, { code: 'sign_in_refused', errors: [] }],
  [401, { errors: [fieldError] }, { code: 'sign_in_refused', errors: [fieldError] }],
  [401, '<html>', { code: 'sign_in_refused', errors: [] }],
  [200, '<html>', { code: 'not_the_service', status: 200 }],
  [400, '<html>', { code: 'not_the_service', status: 400 }],
  [302, '', { code: 'not_the_service', status: 302 }],
  [404, undefined, { code: 'not_the_service', status: 404 }],
  [405, undefined, { code: 'not_the_service', status: 405 }],
  [200, { token: 'from an earlier interface' }, { code: 'answer_invalid', field: 'key' }],
  [200, { key: 'two\nlines' }, { code: 'answer_invalid', field: 'key' }],
  [204, undefined, { code: 'answer_invalid', field: '(answer)' }],
  [503, undefined, { code: 'service_busy', retryAfterMs: null }],
])('signing in, answered by %i %j', async (status, answer, error) => {
  const { client } = await serviceAnswering(status, answer);
  expect(await signIn(client, credentials)).toEqual({ ok: false, error });
});

test('token information and companies are requested with the token', async () => {
  const { client, seenRequests } = await serviceAnswering(200, {
    user: { full_name: 'Ana Reis' },
    company: { code: 'LOJA' },
  });
  expect(await tokenInfo(client, 'secret-token')).toMatchObject({
    ok: true,
    value: { userName: 'Ana Reis', companyCode: 'LOJA', companyName: null },
  });
  expect(await companies(client, 'secret-token')).toMatchObject({ ok: false });
  expect(seenRequests).toEqual([
    { request: 'GET /auth/info/', authorization: 'Token secret-token', body: '' },
    { request: 'GET /auth/companies/', authorization: 'Token secret-token', body: '' },
  ]);
});

const query: DocumentQuery = {
  list: 'all',
  search: '',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: true,
  offset: 0,
  limit: 50,
};

test.each([
  [{}, '/documents/?limit=50&offset=0&ordering=-id'],
  [{ list: 'sales', descending: false }, '/documents/sales/?limit=50&offset=0&ordering=id'],
  [
    { list: 'guides', orderBy: 'doc_key' },
    '/documents/sales_guides/?limit=50&offset=0&ordering=-doc_key',
  ],
  [{ list: 'stock', offset: 100 }, '/documents/stocks/?limit=50&offset=100&ordering=-id'],
  [
    { list: 'working', search: 'José & Cª', natureId: 353, statusId: 1202 },
    '/documents/working_documents/?limit=50&offset=0&ordering=-id&search=Jos%C3%A9+%26+C%C2%AA&document_nature=353&document_status=1202',
  ],
] as const)('a list is requested by %j', async (change, address) => {
  const answer = { limit: 50, offset: 0, count: 1, next: null, previous: null, results: [summary] };
  const { client, seenRequests } = await serviceAnswering(200, answer);
  const page = await listDocuments(client, 'secret-token', { ...query, ...change });
  expect(page).toMatchObject({ ok: true, value: { count: 1, results: [{ id: 12_345 }] } });
  expect(seenRequests).toEqual([
    { request: `GET ${address}`, authorization: 'Token secret-token', body: '' },
  ]);
});

test('a list that is given up on is unreachable, not empty', async () => {
  const { client } = await serviceAnswering(200, {});
  expect(await listDocuments(client, 'secret-token', query, AbortSignal.abort())).toEqual({
    ok: false,
    error: { code: 'service_unreachable', reason: 'broken_off' },
  });
});

test('an answer that is no list is an error that names the field', async () => {
  const { client } = await serviceAnswering(200, { count: 0, offset: 0, next: null });
  expect(await listDocuments(client, 'secret-token', query)).toEqual({
    ok: false,
    error: { code: 'answer_invalid', field: 'results' },
  });
});

test('creating returns the answer as it came', async () => {
  const { client, seenRequests } = await serviceAnswering(201, created);
  expect(await createDocument(client, 'secret-token', someBody)).toMatchObject({
    kind: 'answer',
    status: 201,
    body: created,
    retryAfterMs: null,
  });
  expect(seenRequests).toEqual([
    {
      request: 'POST /documents/new/',
      authorization: 'Token secret-token',
      body: new TextDecoder().decode(someBody),
    },
  ]);
});
