// What the answer to "create this document" proves, as an event of the sale (service-api, Errors).
import * as v from 'valibot';
import {
  compareDocument,
  type ComparedSale,
  type Difference,
} from '../contract/compare-document.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import type { AppError, ServiceFieldError } from '../contract/errors.ts';
import type { SaleEvent } from '../contract/outbox-states.ts';
import { seen, type Evidence } from '../contract/sales.ts';
import type { Exchange } from '../service/client.ts';
import { exchangeError } from '../service/failure.ts';
import { documentIdentifier, parseCreatedDocument } from '../service/responses.ts';

export interface Outcome {
  readonly event: Extract<
    SaleEvent,
    'accepted' | 'not_sent' | 'turned_away' | 'refused' | 'created_unclear' | 'no_clear_answer'
  >;
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
  /** In what the document differs from the sale. */
  readonly differences?: readonly Difference[];
  /**
   * Whether it counts against the sale: a missing sign-in, or too many requests, is nobody's fault.
   */
  readonly counts: boolean;
  /** Whether the outbox must ask about the connection or the sign-in. */
  readonly isSuspect: boolean;
  /** What a person is told if nothing goes on any more. */
  readonly error?: AppError;
}

export function outcomeOf(exchange: Exchange, sale: ComparedSale, today: string): Outcome {
  const error = exchangeError(exchange);
  if (exchange.kind === 'no_answer') {
    const event = exchange.sent ? 'no_clear_answer' : 'not_sent';
    const evidence = { kind: event, what: exchange.what } as const;
    return { event, evidence, counts: exchange.sent, isSuspect: true, error };
  }
  const { status } = exchange;
  if (exchange.kind === 'unreadable') {
    return status === 201
      ? createdUnclear(exchange.what, null)
      : unclear(`${status} ${exchange.what}`, error, status);
  }
  switch (status) {
    case 201:
      return outcomeOfCreated(exchange.body, sale, today);
    case 400: {
      // A 400 without the documented error body comes from something else, perhaps a proxy.
      if (error.code !== 'service_refused' || !error.errors.some(saysSomething)) break;
      const evidence: Evidence = { kind: 'refused', errors: [...error.errors] };
      return { event: 'refused', evidence, counts: true, isSuspect: false, error };
    }
    case 401:
    case 403:
    case 404:
    case 405: {
      const evidence = { kind: 'turned_away', status } as const;
      const isSuspect = status === 401 || status === 403;
      return { event: 'turned_away', evidence, counts: status !== 401, isSuspect, error };
    }
  }
  return unclear(String(status), error, status);
}

const saysSomething = ({ message, code }: ServiceFieldError): boolean =>
  message !== '' || code !== '';

const unclear = (what: string, error: AppError, status: number): Outcome => ({
  event: 'no_clear_answer',
  evidence: { kind: 'no_clear_answer', what },
  counts: status !== 429,
  // If something else than the service answers, perhaps a network's own page, the outbox asks about
  // the connection.
  isSuspect: error.code === 'not_the_service',
  error,
});

function createdUnclear(what: string, documentId: number | null): Outcome {
  const evidence = { kind: 'created_unclear', what: `201 ${what}`, documentId } as const;
  const error: AppError = { code: 'answer_invalid', field: what };
  return { event: 'created_unclear', evidence, counts: true, isSuspect: false, error };
}

function outcomeOfCreated(body: unknown, sale: ComparedSale, today: string): Outcome {
  const parsed = parseCreatedDocument(body);
  if (!parsed.ok) {
    const field = parsed.error.code === 'answer_invalid' ? ` ${parsed.error.field}` : '';
    return createdUnclear(`${parsed.error.code}${field}`, namedId(body));
  }
  const document = parsed.value;
  const comparison = compareDocument(sale, document, today);
  switch (comparison.is) {
    case 'other_sale':
      return createdUnclear('our_reference', document.id);
    case 'other_kind': {
      const isType = sale.body.requestedKind.kind.by === 'documentTypeId';
      return createdUnclear(isType ? 'document_id' : 'document_nature', document.id);
    }
    // The service may have recognised the reference, and answered with what it has already.
    case 'earlier_body':
      return createdUnclear('earlier_body', document.id);
    // Finalizing comes after creating: an unexpected draft may be finalized in a moment.
    case 'draft':
      return createdUnclear('not_finalized', document.id);
    case 'own': {
      const evidence = { kind: 'created', document: seen(document) } as const;
      const { differences } = comparison;
      const event = 'accepted';
      return { event, evidence, document, differences, counts: false, isSuspect: false };
    }
  }
}

/** Returns the id in an answer of which nothing else can be read. */
function namedId(body: unknown): number | null {
  const result = v.safeParse(v.object({ id: documentIdentifier }), body);
  return result.success ? result.output.id : null;
}
