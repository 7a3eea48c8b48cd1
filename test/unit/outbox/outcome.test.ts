import { describe, expect, it } from 'vitest';
import { counterSale, type RequestedKind } from '../../../src-main/contract/new-document.ts';
import { outcomeOf } from '../../../src-main/outbox/outcome.ts';
import { comparedSale, soldOn } from '../../asked-body.ts';
import { summary } from '../service/documents.ts';

const reference = 'CF-TEST-0000-0001';
const expected = comparedSale(reference);
const created = {
  ...{ ...summary, id: 7, doc_key: 'FS 2026A/7', document_date: '2026-01-05' },
  ...{ our_reference: reference, total_amount: 12.5, party: null },
};
const answer = (status: number, body?: unknown) =>
  outcomeOf({ kind: 'answer', status, body, retryAfterMs: null }, expected, soldOn);

describe('what an answer proves', () => {
  it('201 with our reference, finalized: accepted, with its document', () => {
    const outcome = answer(201, created);
    expect(outcome).toMatchObject({ event: 'accepted', counts: false, isSuspect: false });
    expect(outcome.document).toMatchObject({ id: 7, docKey: 'FS 2026A/7', totalCents: 1250 });
    expect(outcome.evidence).toEqual({
      kind: 'created',
      document: { id: 7, docKey: 'FS 2026A/7', totalCents: 1250 },
    });
  });

  it.each<[string, object, string]>([
    [
      'not finalized',
      { document_status: { code: 'R', description: 'Rascunho' } },
      '201 not_finalized',
    ],
    ['with another reference', { our_reference: 'CF-TEST-0000-0002' }, '201 our_reference'],
    [
      'of another nature',
      { document_nature: { code: 'FT', description: 'Fatura' } },
      '201 document_nature',
    ],
    ['with a field missing', { doc_key: undefined }, '201 answer_invalid doc_key'],
  ])('201 %s: something was created, and the document that it names is kept', (_, change, what) => {
    expect(answer(201, { ...created, ...change })).toMatchObject({
      event: 'created_unclear',
      evidence: { kind: 'created_unclear', what, documentId: 7 },
      counts: true,
      isSuspect: false,
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'Created'],
    ['a list', [created]],
    ['an empty object', {}],
    ['an id that is no number', { ...created, id: '7' }],
    ['an id that is no whole number', { ...created, id: 7.5 }],
  ])('201 with %s: something was created, which is not named', (_, body) => {
    expect(answer(201, body)).toMatchObject({
      event: 'created_unclear',
      evidence: { documentId: null },
    });
  });

  it.each(['not_json', 'cut_off', 'too_large', 'ECONNRESET'])(
    '201 that cannot be read (%s): something was created all the same',
    (what) => {
      const exchange = { kind: 'unreadable', status: 201, what, retryAfterMs: null } as const;
      expect(outcomeOf(exchange, expected, soldOn)).toMatchObject({
        event: 'created_unclear',
        evidence: { kind: 'created_unclear', what: `201 ${what}`, documentId: null },
      });
    },
  );

  it('400 with the documented error body: refused, with what the service said', () => {
    const errors = [{ message: 'm', code: 'c', field: 'f' }];
    expect(answer(400, { errors })).toMatchObject({
      event: 'refused',
      evidence: { kind: 'refused', errors },
      counts: true,
      isSuspect: false,
      error: { code: 'service_refused', errors },
    });
  });

  it.each([undefined, {}, { errors: [] }, { errors: ['x'] }, { errors: [{}] }, 'text'])(
    '400 with the body %j is not the service’s refusal',
    (body) => {
      expect(answer(400, body)).toMatchObject({
        event: 'no_clear_answer',
        evidence: { what: '400' },
        counts: true,
      });
    },
  );

  it.each([
    [401, { counts: false, isSuspect: true, error: { code: 'token_refused' } }],
    [403, { counts: true, isSuspect: true, error: { code: 'not_permitted' } }],
    [404, { counts: true, isSuspect: false, error: { code: 'not_found' } }],
    [405, { counts: true, isSuspect: false, error: { code: 'method_not_allowed' } }],
  ])('%i: turned away, and whether that is the sale’s fault or the sign-in’s', (status, said) => {
    const evidence = { kind: 'turned_away', status };
    expect(answer(status)).toMatchObject({ event: 'turned_away', evidence, ...said });
  });

  it.each([100, 200, 202, 204, 206, 301, 302, 307, 308, 402, 406, 409, 413, 418, 422, 500, 502])(
    '%i proves nothing, and counts',
    (status) => {
      expect(answer(status)).toMatchObject({
        event: 'no_clear_answer',
        evidence: { kind: 'no_clear_answer', what: String(status) },
        counts: true,
      });
    },
  );

  it('a document that came with another status than 201 proves nothing', () => {
    expect(answer(200, created).event).toBe('no_clear_answer');
    expect(answer(500, created).event).toBe('no_clear_answer');
  });

  it('429 proves nothing and never counts, unlike 503', () => {
    expect(answer(429)).toMatchObject({ event: 'no_clear_answer', counts: false });
    expect(answer(503)).toMatchObject({ event: 'no_clear_answer', counts: true });
  });

  it('an answer that is not the service’s makes the connection suspect', () => {
    expect(answer(302)).toMatchObject({ isSuspect: true, error: { code: 'not_the_service' } });
    const page = { kind: 'unreadable', status: 200, what: 'not_json', retryAfterMs: null } as const;
    expect(outcomeOf(page, expected, soldOn)).toMatchObject({ isSuspect: true });
    expect(answer(500)).toMatchObject({ isSuspect: false });
  });

  it.each([200, 400, 401, 403, 404, 405, 429, 500])(
    '%i whose body cannot be read proves nothing',
    (status) => {
      const exchange = { kind: 'unreadable', status, what: 'cut_off', retryAfterMs: null } as const;
      expect(outcomeOf(exchange, expected, soldOn)).toMatchObject({
        event: 'no_clear_answer',
        evidence: { what: `${status} cut_off` },
        counts: status !== 429,
      });
    },
  );

  it('no answer proves that nothing was sent only where the client could prove it', () => {
    const noAnswer = { kind: 'no_answer', what: 'ECONNRESET', reason: 'broken_off' } as const;
    expect(outcomeOf({ ...noAnswer, sent: false }, expected, soldOn)).toMatchObject({
      event: 'not_sent',
      counts: false,
      isSuspect: true,
    });
    expect(outcomeOf({ ...noAnswer, sent: true }, expected, soldOn)).toMatchObject({
      event: 'no_clear_answer',
      evidence: { what: 'ECONNRESET' },
      counts: true,
      isSuspect: true,
    });
  });
});

describe('what 201 proves of a document that is no sale', () => {
  const draft = { ...created, document_status: { code: 'P', description: 'Por finalizar' } };
  const outcome = (body: unknown, requestedKind: RequestedKind) =>
    outcomeOf(
      { kind: 'answer', status: 201, body, retryAfterMs: null },
      comparedSale(reference, requestedKind),
      soldOn,
    );
  const byType = { kind: { by: 'documentTypeId', id: 2 }, finalize: true } as const;

  it('a draft that was asked for is accepted, and so is one that the service has finalized', () => {
    const draftRequest = { ...counterSale, finalize: false };
    expect(outcome(draft, draftRequest).event).toBe('accepted');
    expect(outcome(created, draftRequest).event).toBe('accepted');
    expect(outcome(draft, counterSale).event).toBe('created_unclear');
  });

  it('a nature that was requested by its id is compared by its id', () => {
    expect(outcome(created, { kind: { by: 'natureId', id: 302 }, finalize: true }).event).toBe(
      'accepted',
    );
    const other = outcome(created, { kind: { by: 'natureId', id: 321 }, finalize: true });
    expect(other.evidence).toMatchObject({ kind: 'created_unclear', what: '201 document_nature' });
  });

  it('a document type that was requested is compared by its id alone', () => {
    expect(outcome({ ...created, document_id: 2 }, byType).event).toBe('accepted');
    const unclear = { kind: 'created_unclear', what: '201 document_id', documentId: 7 };
    expect(outcome({ ...created, document_id: 3 }, byType).evidence).toEqual(unclear);
    expect(outcome(created, byType).evidence).toEqual(unclear);
  });
});
