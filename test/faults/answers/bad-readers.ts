// Readers with one mistake each, to show that the tests would notice it.
import { err, ok } from '../../../src-main/contract/errors.ts';
import type { Exchange } from '../../../src-main/service/exchange.ts';
import { parseErrorBody } from '../../../src-main/service/responses.ts';
import { till, type Reader } from './reader.ts';

const isAnswer = (exchange: Exchange, status: number) =>
  exchange.kind === 'answer' && exchange.status === status;

/** Replaces a reference that contains ours by ours, since `search` compares so. */
function withOursWhereContained(body: unknown, reference: string): unknown {
  if (typeof body !== 'object' || body === null || !('our_reference' in body)) return body;
  return String(body.our_reference).includes(reference)
    ? { ...body, our_reference: reference }
    : body;
}

export const badReaders = {
  believes_any_201: {
    ...till,
    ofCreation: (exchange, doubt) =>
      isAnswer(exchange, 201) ? 'accepted' : till.ofCreation(exchange, doubt),
  },
  believes_any_success: {
    ...till,
    ofCreation: (exchange, doubt) =>
      till.ofCreation(
        exchange.kind === 'answer' && exchange.status < 300
          ? { ...exchange, status: 201 }
          : exchange,
        doubt,
      ),
  },
  compares_references_by_containing: {
    ...till,
    ofCreation: (exchange, doubt) =>
      till.ofCreation(
        exchange.kind === 'answer'
          ? { ...exchange, body: withOursWhereContained(exchange.body, doubt.reference) }
          : exchange,
        doubt,
      ),
  },
  takes_any_400_for_a_refusal: {
    ...till,
    ofCreation: (exchange, doubt) =>
      isAnswer(exchange, 400) ? 'refused' : till.ofCreation(exchange, doubt),
  },
  takes_any_error_body_for_a_refusal: {
    ...till,
    ofCreation: (exchange, doubt) =>
      exchange.kind === 'answer' && parseErrorBody(exchange.body).length > 0
        ? 'refused'
        : till.ofCreation(exchange, doubt),
  },
  takes_a_break_for_not_sent: {
    ...till,
    ofCreation: (exchange, doubt) =>
      exchange.kind === 'no_answer' ? 'not_sent' : till.ofCreation(exchange, doubt),
  },
  takes_an_unclear_201_for_a_lost_answer: {
    ...till,
    ofCreation: (exchange, doubt) => {
      const verdict = till.ofCreation(exchange, doubt);
      return verdict === 'created_unclear' ? 'unclear' : verdict;
    },
  },
  takes_a_failed_look_up_for_absence: {
    ...till,
    ofLookUp: async (kind, ask, doubt) => {
      const verdict = await till.ofLookUp(kind, ask, doubt);
      return verdict === 'unclear' ? 'absent' : verdict;
    },
  },
  reads_the_first_page_only: {
    ...till,
    ofLookUp: (kind, ask, doubt) =>
      till.ofLookUp(
        kind,
        async (query) => {
          const page = await ask(query);
          return page.ok ? ok({ ...page.value, hasNext: false }) : page;
        },
        doubt,
      ),
  },
  passes_over_rows_it_cannot_read: {
    ...till,
    ofLookUp: (kind, ask, doubt) =>
      till.ofLookUp(
        kind,
        async (query) => {
          const page = await ask(query);
          if (!page.ok) return page;
          return ok({ ...page.value, rows: page.value.rows.filter(({ summary }) => summary) });
        },
        doubt,
      ),
  },
  fails_at_documents_without_a_reference: {
    ...till,
    ofLookUp: (kind, ask, doubt) =>
      till.ofLookUp(
        kind,
        async (query) => {
          const page = await ask(query);
          const isAnyEmpty = page.ok && page.value.rows.some((row) => row.ourReference === '');
          return isAnyEmpty ? err({ code: 'answer_invalid', field: 'our_reference' }) : page;
        },
        doubt,
      ),
  },
  understands_nothing: {
    ofCreation: () => 'unclear',
    ofLookUp: () => Promise.resolve('unclear'),
  },
} as const satisfies Record<string, Reader>;

export type BadReader = keyof typeof badReaders;
export const badReaderNames = Object.keys(badReaders) as BadReader[];
