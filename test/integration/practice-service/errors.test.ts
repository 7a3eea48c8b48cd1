// What is refused before an endpoint is reached, and how: service-api, Authentication and Errors.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrictedAccount } from '../../../src-main/practice-service/accounts.ts';
import { credentialsOf, fieldsOf, replyOf, sale, startRig, type Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const protectedPaths = [
  '/auth/info/',
  '/auth/companies/',
  '/documents/',
  '/documents/sales/',
  '/documents/sales_guides/',
  '/documents/stocks/',
  '/documents/working_documents/',
  '/documents/1/',
];

async function send(path: string, init: RequestInit): Promise<ReturnType<typeof replyOf>> {
  return replyOf(await fetch(rig.service.baseUrl + path, init));
}

async function postRaw(body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') {
  const headers = { Authorization: `Token ${rig.token}`, 'Content-Type': contentType };
  return send('/documents/new/', { method: 'POST', headers, body });
}

describe('Authentication, carrying a token', () => {
  it('the header and the query parameter are both accepted', async () => {
    expect((await rig.get('/auth/info/', rig.token)).status).toBe(200);
    expect((await rig.get(`/auth/info/?api_token=${rig.token}`)).status).toBe(200);
    const path = `/documents/new/?api_token=${rig.token}`;
    expect((await rig.post(path, sale())).status).toBe(201);
  });

  it.each(protectedPaths)('%s without a token is a 401 with an empty body', async (path) => {
    expect(await rig.get(path)).toMatchObject({ status: 401, text: '' });
  });

  it('creating without a token is a 401 with an empty body, whatever the body sent', async () => {
    expect(await rig.post('/documents/new/', 'x')).toMatchObject({ status: 401, text: '' });
  });

  it('an invalid token is a 401, also if the header has another scheme', async () => {
    expect((await rig.get('/auth/info/', `${rig.token}x`)).status).toBe(401);
    expect((await rig.get('/auth/info/?api_token=none')).status).toBe(401);
    const headers = { Authorization: `Bearer ${rig.token}` };
    expect((await send('/auth/info/', { headers })).status).toBe(401);
  });
});

describe('a page of the web whose name leads to this computer', () => {
  const asked = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(rig.service.baseUrl);
      const headers = { host, authorization: `Token ${rig.token}` };
      const options = { host: '127.0.0.1', port, path: '/documents/', headers };
      request(options, (response) => {
        resolve(response.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });

  it.each(['evil.example', 'localhost.evil.example:80', '127.0.0.1.evil.example'])(
    'gets nothing as "%s"',
    async (host) => {
      expect(await asked(host)).toBe(421);
    },
  );

  it('is told apart from this computer’s own names, which are answered', async () => {
    expect(await asked('localhost')).toBe(200);
    expect(await asked('127.0.0.1:8080')).toBe(200);
  });
});

describe('Authentication, every POST is application/json', () => {
  it('another content type is a 400', async () => {
    const reply = await postRaw(JSON.stringify(sale()), 'text/plain');
    expect(fieldsOf(reply)).toEqual(['Content-Type']);
  });

  it('a missing content type is a 400 for a login too', async () => {
    const reply = await send('/auth/login/', { method: 'POST' });
    expect(fieldsOf(reply)).toEqual(['Content-Type']);
  });

  it('a character set may be added', async () => {
    const reply = await postRaw(JSON.stringify(sale()), 'application/json; charset=utf-8');
    expect(reply.status).toBe(201);
  });
});

describe('Errors, 400', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"finalize": true'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"FS"'],
    ['a million brackets', '['.repeat(1_000_000)],
    ['bytes that are no UTF-8', Buffer.from('{"our_reference": "\xff"}', 'latin1')],
  ])('a body that is %s is refused', async (_what, body) => {
    expect(fieldsOf(await postRaw(body))).toEqual(['body']);
  });

  it('a body of more than 1 MiB is refused, and one just below is not', async () => {
    const withText = (length: number) => JSON.stringify(sale({ header_text: 'x'.repeat(length) }));
    expect(fieldsOf(await postRaw(withText(1024 * 1024)))).toEqual(['body']);
    expect((await postRaw(withText(1024 * 1024 - 500))).status).toBe(201);
  });

  it('has one element with message, code and field for each offending field', async () => {
    const reply = await rig.create({
      document_nature_id: '302',
      party_id: 1.5,
      document_date: '2026-02-30',
      document_time: '24:00:00',
      global_discount1: 101,
      details: [{ code: 'CAFE', base_qty: '2', line_unit_value: 0.8 }, { base_qty: 1 }],
      payments: {},
      finalize: 'yes',
    });
    expect(fieldsOf(reply).sort()).toEqual([
      'details[0].base_qty',
      'details[1].code',
      'details[1].line_unit_value',
      'document_date',
      'document_nature_id',
      'document_time',
      'finalize',
      'global_discount1',
      'party_id',
      'payments',
    ]);
    expect(reply.json.errors?.[0]).toEqual({
      message: expect.any(String) as string,
      code: expect.any(String) as string,
      field: expect.any(String) as string,
    });
  });

  it('tells a missing field from one of the wrong type', async () => {
    const reply = await rig.post('/auth/login/', { username: 7 });
    expect(reply.json.errors).toMatchObject([
      { field: 'username', code: 'invalid_type' },
      { field: 'password', code: 'required' },
    ]);
  });
});

describe('Errors, 403', () => {
  it('a user who may not use stocks is refused their list and documents with empty bodies', async () => {
    const token = await rig.signIn(credentialsOf(restrictedAccount));
    const entry = {
      document_nature_id: 502,
      details: [{ code: 'CAFE', base_qty: 1, line_unit_value: 0.2 }],
    };
    const { json } = await rig.create(entry);
    const empty = { status: 403, text: '' };
    expect(await rig.get('/documents/stocks/', token)).toMatchObject(empty);
    expect(await rig.get(`/documents/${Number(json.id)}/`, token)).toMatchObject(empty);
    expect(await rig.create(entry, token)).toMatchObject(empty);
  });

  it('the same user may use the rest, where no stock document shows', async () => {
    const token = await rig.signIn(credentialsOf(restrictedAccount));
    expect((await rig.create(sale(), token)).status).toBe(201);
    const all = await rig.get('/documents/', token);
    const stocks = await rig.get('/documents/?document_nature=502', token);
    expect(all.json.count).toBeGreaterThan(0);
    expect(stocks.json.count).toBe(0);
  });
});

describe('Errors, 404', () => {
  it.each([
    '/documents/999999/',
    '/documents/99999999999999999999/',
    '/documents/abc/',
    '/documents/1',
    '/documents',
    '/customers/',
    '/',
    '//documents/',
  ])('%s is not found, with an empty body', async (path) => {
    expect(await rig.get(path, rig.token)).toMatchObject({ status: 404, text: '' });
  });
});

describe('Errors, 405', () => {
  it.each([
    ['GET', '/auth/login/'],
    ['GET', '/documents/new/'],
    ['POST', '/documents/'],
    ['DELETE', '/documents/1/'],
    ['PUT', '/documents/new/'],
  ])('%s %s is not allowed, with an empty body', async (method, path) => {
    const headers = { Authorization: `Token ${rig.token}`, 'Content-Type': 'application/json' };
    expect(await send(path, { method, headers })).toMatchObject({ status: 405, text: '' });
  });

  it('says which method is', async () => {
    const response = await fetch(`${rig.service.baseUrl}/auth/login/`);
    expect(response.headers.get('allow')).toBe('POST');
  });
});
