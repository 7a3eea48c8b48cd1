import { describe, expect, it } from 'vitest';
import { counterSale, type Asked } from '../../../src-main/contract/new-document.ts';
import { outcomeOf } from '../../../src-main/outbox/outcome.ts';

const reference = 'CF-TEST-0000-0001';
const expected = { reference, asked: counterSale };
const created = {
  id: 7,
  doc_key: 'FS 2026A/7',
  document_date: '2026-01-05',
  document_time: '10:00:00.000000',
  our_reference: reference,
  total_amount: 12.5,
  document: { code: 'FS', document_name: 'Fatura simplificada' },
  document_nature_id: 302,
  document_nature: { code: 'FS', description: 'Fatura simplificada' },
  document_status_id: 1202,
  document_status: { code: 'F', description: 'Finalizado' },
  party: null,
};
const answer = (status: number, body?: unknown) =>
  outcomeOf({ kind: 'answer', status, body, retryAfterMs: null }, expected);

describe('what an answer proves', () => {
  it('201 with our reference, finalized: accepted, with its document', () => {
    const outcome = answer(201, created);
    expect(outcome.event).toBe('accepted');
    expect(outcome.document).toMatchObject({ id: 7, docKey: 'FS 2026A/7', totalCents: 1250 });
  });

  it('201 not finalized: incomplete', () => {
    const draft = { ...created, document_status: { code: 'R', description: 'Rascunho' } };
    expect(answer(201, draft).event).toBe('accepted_not_finalized');
  });

  it('201 with another reference: something was created, but what is not clear', () => {
    const outcome = answer(201, { ...created, our_reference: 'CF-TEST-0000-0002' });
    expect(outcome).toMatchObject({
      event: 'no_clear_answer',
      evidence: { what: '201 our_reference' },
    });
  });

  it('201 of another nature is not what was sent', () => {
    const nature = { code: 'FT', description: 'Fatura' };
    expect(answer(201, { ...created, document_nature: nature }).event).toBe('no_clear_answer');
  });

  it('201 with a field missing names the field', () => {
    expect(answer(201, { ...created, doc_key: undefined })).toMatchObject({
      event: 'no_clear_answer',
      evidence: { what: '201 answer_invalid doc_key' },
    });
  });

  it('400 with the documented error body: refused, with what the service said', () => {
    const errors = [{ message: 'm', code: 'c', field: 'f' }];
    expect(answer(400, { errors })).toMatchObject({
      event: 'refused',
      evidence: { kind: 'refused', errors },
    });
  });

  it.each([undefined, {}, { errors: [] }, { errors: ['x'] }, { errors: [{}] }, 'text'])(
    '400 with the body %j is nobody’s refusal',
    (body) => {
      expect(answer(400, body).event).toBe('no_clear_answer');
    },
  );

  it.each([401, 403, 404, 405])('%i: nothing is wrong with the sale', (status) => {
    const outcome = answer(status);
    expect(outcome.event).toBe('turned_away');
    expect(outcome.error).toBeDefined();
  });

  it.each([100, 200, 202, 204, 301, 302, 307, 308, 402, 409, 418, 429, 500, 502, 503, 504])(
    '%i proves nothing',
    (status) => {
      expect(answer(status).event).toBe('no_clear_answer');
    },
  );

  it('an answer that cannot be read proves nothing', () => {
    for (const status of [200, 201, 400, 401, 403, 404, 500]) {
      const exchange = { kind: 'unreadable', status, what: 'cut_off', retryAfterMs: null } as const;
      expect(outcomeOf(exchange, expected).event).toBe('no_clear_answer');
    }
  });

  it('no answer proves that nothing was sent only where the client could prove it', () => {
    const noAnswer = { kind: 'no_answer', what: 'ECONNRESET', reason: 'broken_off' } as const;
    expect(outcomeOf({ ...noAnswer, sent: false }, expected).event).toBe('not_sent');
    expect(outcomeOf({ ...noAnswer, sent: true }, expected).event).toBe('no_clear_answer');
  });
});

describe('what 201 proves of a document that is no sale', () => {
  const draft = { ...created, document_status: { code: 'P', description: 'Por finalizar' } };
  const outcome = (body: unknown, asked: Asked) =>
    outcomeOf({ kind: 'answer', status: 201, body, retryAfterMs: null }, { reference, asked });
  const byType = { kind: { by: 'documentId', id: 2 }, finalize: true } as const;

  it('a draft that was asked for is accepted, and so is one that the service has finalized', () => {
    const asked = { ...counterSale, finalize: false };
    expect(outcome(draft, asked).event).toBe('accepted');
    expect(outcome(created, asked).event).toBe('accepted');
    expect(outcome(draft, counterSale).event).toBe('accepted_not_finalized');
  });

  it('the nature that was asked for by its number is told by that', () => {
    expect(outcome(created, { kind: { by: 'natureId', id: 302 }, finalize: true }).event).toBe(
      'accepted',
    );
    const other = outcome(created, { kind: { by: 'natureId', id: 321 }, finalize: true });
    expect(other.evidence).toEqual({ kind: 'no_clear_answer', what: '201 document_nature' });
  });

  it('the document type that was asked for is told by its number, and nothing else', () => {
    expect(outcome({ ...created, document_id: 2 }, byType).event).toBe('accepted');
    const unclear = { kind: 'no_clear_answer', what: '201 document_id' };
    expect(outcome({ ...created, document_id: 3 }, byType).evidence).toEqual(unclear);
    expect(outcome(created, byType).evidence).toEqual(unclear);
  });
});
