// What the answer to "create this document" proves, as the event that it is for the sale (service-api, Errors).
import { isFinalized, type DocumentDetail } from '../contract/documents.ts';
import type { AppError, ServiceFieldError } from '../contract/errors.ts';
import { isOfKind } from '../contract/new-document.ts';
import type { SaleEvent } from '../contract/outbox-states.ts';
import { seen, type Evidence, type SaleSummary } from '../contract/sales.ts';
import type { Exchange } from '../service/client.ts';
import { exchangeError } from '../service/failure.ts';
import { parseCreatedDocument } from '../service/responses.ts';

export interface Outcome {
  readonly event: Extract<
    SaleEvent,
    | 'accepted'
    | 'accepted_not_finalized'
    | 'not_sent'
    | 'turned_away'
    | 'refused'
    | 'no_clear_answer'
  >;
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
  /** What the connection suffers from, where the fault is not the sale's. */
  readonly error?: AppError;
}

/** What is asked of a document to be the sale's. */
type Expected = Pick<SaleSummary, 'reference' | 'asked'>;

export function outcomeOf(exchange: Exchange, expected: Expected): Outcome {
  switch (exchange.kind) {
    case 'no_answer':
      return {
        event: exchange.sent ? 'no_clear_answer' : 'not_sent',
        evidence: { kind: exchange.sent ? 'no_clear_answer' : 'not_sent', what: exchange.what },
        error: exchangeError(exchange),
      };
    case 'unreadable':
      return {
        event: 'no_clear_answer',
        evidence: { kind: 'no_clear_answer', what: `${exchange.status} ${exchange.what}` },
        error: exchangeError(exchange),
      };
    case 'answer':
      return outcomeOfAnswer(exchange, expected);
  }
}

function outcomeOfAnswer(exchange: Exchange & { kind: 'answer' }, expected: Expected): Outcome {
  switch (exchange.status) {
    case 201:
      return outcomeOfCreated(exchange.body, expected);
    case 400: {
      const error = exchangeError(exchange);
      // A 400 without the documented error body is somebody else's, a proxy's perhaps, and proves nothing.
      return error.code === 'service_refused' && error.errors.some(saysSomething)
        ? { event: 'refused', evidence: { kind: 'refused', errors: [...error.errors] } }
        : unclear('400', error);
    }
    case 401:
    case 403:
    case 404:
    case 405:
      return {
        event: 'turned_away',
        evidence: { kind: 'turned_away', status: exchange.status },
        error: exchangeError(exchange),
      };
    default:
      return unclear(String(exchange.status), exchangeError(exchange));
  }
}

const saysSomething = ({ message, code }: ServiceFieldError): boolean =>
  message !== '' || code !== '';

const unclear = (what: string, error?: AppError): Outcome => ({
  event: 'no_clear_answer',
  evidence: { kind: 'no_clear_answer', what },
  ...(error && { error }),
});

function outcomeOfCreated(body: unknown, expected: Expected): Outcome {
  const parsed = parseCreatedDocument(body);
  if (!parsed.ok) {
    const field = parsed.error.code === 'answer_invalid' ? ` ${parsed.error.field}` : '';
    return unclear(`201 ${parsed.error.code}${field}`);
  }
  const document = parsed.value;
  if (document.ourReference !== expected.reference) return unclear('201 our_reference');
  const { kind, finalize } = expected.asked;
  if (!isOfKind(document, kind)) {
    return unclear(kind.by === 'documentId' ? '201 document_id' : '201 document_nature');
  }
  return {
    event: isFinalized(document) || !finalize ? 'accepted' : 'accepted_not_finalized',
    evidence: { kind: 'created', document: seen(document) },
    document,
  };
}
