// A document is requested with its lines, and without them if the service fails at that.
import { expect, test } from 'vitest';
import type { ServiceClient } from '../../../src-main/service/client.ts';
import { getDocument } from '../../../src-main/service/endpoints.ts';
import { readLesson } from '../../../src-main/service/lenient-facts.ts';
import { created } from '../../unit/service/documents.ts';
import { clientOf, listenHttp } from './probe.ts';

interface Variant {
  readonly status: number;
  /** Sent as it is. */
  readonly body: string;
}

const plain: Variant = { status: 200, body: JSON.stringify(created) };
const withLines = { ...created, details: [{ code: 'CAFE', base_qty: 1, line_unit_value: 1 }] };

async function serviceWith(
  extended: Variant,
  other = plain,
): Promise<{ client: ServiceClient; requests: string[] }> {
  const requests: string[] = [];
  const url = await listenHttp((request, response) => {
    requests.push(request.url ?? '');
    const { status, body } = request.url?.includes('extended') ? extended : other;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });
  return { client: clientOf(url), requests };
}

const both = ['/documents/12345/?extended=true', '/documents/12345/'];

test('the extended variant is enough if it can be read', async () => {
  const { client, requests } = await serviceWith({ status: 200, body: JSON.stringify(withLines) });
  expect(await getDocument(client, 'token', 12_345)).toMatchObject({
    ok: true,
    value: { lines: [{ code: 'CAFE' }] },
  });
  expect(requests).toEqual(both.slice(0, 1));
});

test.each<[what: string, status: number, body: string]>([
  ['400', 400, '{"errors":[{"field":"extended","message":"Unknown.","code":"unknown"}]}'],
  ['403', 403, ''],
  ['404', 404, ''],
  ['405', 405, ''],
  ['500', 500, '<html>'],
  ['a web page', 200, '<html>'],
  ['no content', 204, ''],
  ['a list', 200, '[]'],
  ['another document', 200, JSON.stringify({ ...withLines, id: 12_346 })],
  ['a document without its total', 200, JSON.stringify({ ...withLines, total_amount: null })],
  ['half a million nested arrays', 200, '['.repeat(500_000) + ']'.repeat(500_000)],
  ['10 MB', 200, JSON.stringify({ ...withLines, header_text: 'x'.repeat(10_000_000) })],
])('after %s the plain variant is requested', async (_, status, body) => {
  const { client, requests } = await serviceWith({ status, body });
  expect(await getDocument(client, 'token', 12_345)).toMatchObject({
    ok: true,
    value: { docKey: 'FS 2026/17', lines: [] },
  });
  expect(requests).toEqual(both);
});

test.each([401, 429, 503])(
  'after %i, which does not depend on the variant, nothing more is requested',
  async (status) => {
    const { client, requests } = await serviceWith({ status, body: '' });
    expect((await getDocument(client, 'token', 12_345)).ok).toBe(false);
    expect(requests).toEqual(both.slice(0, 1));
  },
);

test.each([
  ['a list of the record', [withLines]],
  ['a page of results', { count: 1, limit: 1, offset: 0, next: null, results: [withLines] }],
])('%s is the document', async (_, body) => {
  const { client, requests } = await serviceWith({ status: 200, body: JSON.stringify(body) });
  const answer = await getDocument(client, 'token', 12_345);
  expect(answer).toMatchObject({ value: { docKey: 'FS 2026/17', lines: [{ code: 'CAFE' }] } });
  expect(answer.ok && answer.value.others.map(({ name }) => name)).not.toContain('count');
  expect(requests).toEqual(both.slice(0, 1));
  expect(readLesson(body)).toMatchObject({ id: 12_345, lines: [{ code: 'CAFE' }] });
});

test.each([
  ['two records', [withLines, withLines]],
  ['another record', [{ ...withLines, id: 1 }]],
  ['a list of lists', [[withLines]]],
])('a list of %s is none', async (_, body) => {
  const answered = { status: 200, body: JSON.stringify(body) };
  const { client } = await serviceWith(answered, answered);
  expect(await getDocument(client, 'token', 12_345)).toMatchObject({
    error: { code: 'answer_invalid' },
  });
});

test('if both fail, the plain one gives the reason', async () => {
  const broken = { status: 500, body: '' };
  const { client } = await serviceWith(broken, { status: 404, body: '' });
  expect(await getDocument(client, 'token', 12_345)).toEqual({
    ok: false,
    error: { code: 'not_found' },
  });
  const { client: other } = await serviceWith(broken, { status: 200, body: '{"id":12346}' });
  expect(await getDocument(other, 'token', 12_345)).toEqual({
    ok: false,
    error: { code: 'answer_invalid', field: 'doc_key' },
  });
  const another = { status: 200, body: JSON.stringify({ ...created, id: 12_346 }) };
  const { client: third } = await serviceWith(another, another);
  expect(await getDocument(third, 'token', 12_345)).toEqual({
    ok: false,
    error: { code: 'answer_invalid', field: 'id' },
  });
});
