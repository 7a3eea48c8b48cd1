// Tests which documents an answer shows, whatever was asked for.
import { expect, test } from 'vitest';
import { readShown } from '../../../src-main/documents/shown.ts';
import { created, summary } from '../service/documents.ts';

const answer = (body: unknown, status = 200) =>
  ({ kind: 'answer', status, body, retryAfterMs: null }) as const;
const get = (path: string, body: unknown) => readShown({ method: 'GET', path }, answer(body));
const nothing = { list: null, summaries: [], detail: null };

test.each([
  ['/documents/', 'all'],
  ['/documents/sales/', 'sales'],
  ['/documents/sales_guides/', 'guides'],
  ['/documents/stocks/', 'stock'],
  ['/documents/working_documents/', 'working'],
])('a page of %s shows its documents, and passes over what is none', (path, list) => {
  const odd = [null, 'text', { ...summary, id: 2, total_amount: 'much' }, []];
  expect(get(path, { results: [summary, ...odd, { ...summary, id: 3 }] })).toMatchObject({
    list,
    summaries: [{ id: summary.id }, { id: 3 }],
    detail: null,
  });
});

test('an answer to create shows a summary, and one to get shows all of the document', () => {
  const request = { method: 'POST', path: '/documents/new/' } as const;
  const createdDocuments = readShown(request, answer(created, 201));
  expect(createdDocuments).toMatchObject({
    list: null,
    summaries: [{ id: created.id }],
    detail: null,
  });
  const path = `/documents/${created.id}/`;
  const got = get(path, { ...created, details: [{ code: 'CAFE' }] });
  expect(got).toMatchObject({
    summaries: [],
    detail: { id: created.id, lines: [{ code: 'CAFE' }] },
  });
});

test.each([
  ['/auth/info/', summary],
  ['/documents/1/', summary],
  ['/documents/1/pdf/', summary],
  ['/documents/', summary],
  ['/documents/', { results: 'none' }],
  ['/documents/sales/', undefined],
  [`/documents/${summary.id}/`, 'text'],
])('%s answered by %j shows nothing', (path, body) => {
  expect(get(path, body)).toMatchObject({ summaries: [], detail: null });
});

test.each([
  answer({ results: [summary] }, 300),
  answer({ results: [summary] }, 404),
  answer({ results: [summary] }, 500),
  { kind: 'unreadable', status: 200, what: 'cut_off', retryAfterMs: null } as const,
  { kind: 'no_answer', sent: true, what: 'ECONNRESET', reason: 'broken_off' } as const,
])('what failed shows nothing: %j', (exchange) => {
  expect(readShown({ method: 'GET', path: '/documents/' }, exchange)).toEqual(nothing);
});

test('a list of more rows than anybody asks for shows nothing', () => {
  const results = Array.from({ length: 5_001 }, () => summary);
  expect(get('/documents/', { results }).summaries).toEqual([]);
});
