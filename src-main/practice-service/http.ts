// HTTP on the wire: reads a request's address, token and JSON body, and writes the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldError } from './requests.ts';

/** Without `json` the body is empty. `allow` lists the methods that a 405 names. */
export interface Answer {
  readonly status: 200 | 201 | 400 | 401 | 403 | 404 | 405 | 421 | 500;
  readonly json?: object;
  readonly allow?: string;
}

/** Returns a 400 with its error body (service-api, Errors). */
export function badRequest(errors: readonly FieldError[]): Answer {
  return { status: 400, json: { errors } };
}

/** Returns the path and the query of an address, which need not be a valid URL. */
export function requestTarget(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', ...rest] = (request.url ?? '').split('?');
  return { path, query: new URLSearchParams(rest.join('?')) };
}

/** Returns the token, from the header or else the query (service-api, Authentication, 1). */
export function requestToken(request: IncomingMessage, query: URLSearchParams): string | undefined {
  const header = request.headers.authorization;
  return header === undefined
    ? (query.get('api_token') ?? undefined)
    : /^Token (\S+)$/.exec(header)?.[1];
}

type BodyReading =
  | { readonly kind: 'object'; readonly value: object }
  | { readonly kind: 'refused'; readonly answer: Answer }
  /** The client went away before its request was complete, so that nobody is left to answer. */
  | { readonly kind: 'gone' };

const largestBodyBytes = 1024 * 1024;

/** Reads a JSON object, declared as such and of at most 1 MiB (service-api, Authentication, 2). */
export async function readJsonObject(request: IncomingMessage): Promise<BodyReading> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    return refusedBody('Content-Type', 'Expected Content-Type: application/json.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // Bytes beyond the bound are read as well, so that the client gets to see the answer.
      if (bytes <= largestBodyBytes) chunks.push(chunk);
    }
  } catch (error) {
    if (request.complete) throw error;
    return { kind: 'gone' };
  }
  if (bytes > largestBodyBytes) {
    return refusedBody('body', `Expected at most ${largestBodyBytes} bytes.`);
  }
  const value = parseJson(Buffer.concat(chunks));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { kind: 'object', value }
    : refusedBody('body', 'Expected a JSON object in UTF-8.');
}

/** Returns `undefined` if the bytes are no JSON; no JSON value is `undefined`. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function refusedBody(field: string, message: string): BodyReading {
  return { kind: 'refused', answer: badRequest([{ message, code: 'invalid', field }]) };
}

export function send(response: ServerResponse, answer: Answer): void {
  const body = answer.json === undefined ? '' : JSON.stringify(answer.json);
  if (answer.json !== undefined) response.setHeader('Content-Type', 'application/json');
  if (answer.allow !== undefined) response.setHeader('Allow', answer.allow);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(answer.status);
  response.end(body);
}
