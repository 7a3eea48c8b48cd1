// The HTTP client of the service: it makes one request and returns one outcome, as data. It retries
// nothing, follows no redirect and invents nothing.
import { errors, Pool, type Dispatcher } from 'undici';
import { after, systemClock } from '../clock.ts';
import { codeOf, err, ok, type Result } from '../contract/errors.ts';
import { GatheredBytes } from './bounded-download.ts';
import { connectorOf, isLoopback, type Network } from './connect.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';
import { classifyFailure, whatFailed } from './failure.ts';

export type { Exchange } from './exchange.ts';

export interface ServiceTimeouts {
  /** Until TCP and TLS are ready, including the look-up of the name. */
  readonly connectMs: number;
  /** From the request's last byte, or the last 1xx, to the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the answer's body. */
  readonly bodyMs: number;
}

export interface ServiceClient {
  /**
   * Makes the request at most once. Rejects only if the request cannot be made at all, never for
   * what the network or the service does. It has ended one way or another when the three time-outs
   * together have passed.
   */
  exchange(request: ServiceRequest): Promise<Exchange>;
  /** Breaks off what is under way: whoever wants its outcome awaits that first. */
  close(): Promise<void>;
}

/**
 * Creating waits for the document's PDF (service-api, States and transitions), and giving up on it
 * would leave a sale in doubt.
 */
const defaultTimeouts: ServiceTimeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 30_000 };

/**
 * The largest answer that is read. A page of 200 summaries is about 250 KB, a document of a
 * thousand lines about 500 KB. An answer is parsed in one turn of the program, in which nobody
 * sells: a hostile 8 MiB took most of a second.
 */
export const defaultMaxAnswerBytes = 1024 * 1024;

/**
 * The most connections for reading, and as many for creating. One each for a look-up, two pages of
 * a list, a scanned key, an opened document with its receipt, and an export, so that nobody waits
 * even while a few documents hang.
 */
export const connections = 10;

/** @throws {TypeError} if the address is not in the form that `parseServiceAddress` returns. */
export function createServiceClient(options: {
  readonly baseUrl: string;
  /** Whether a person has allowed plain http over a network. */
  readonly allowsHttp?: boolean;
  readonly network?: Network;
  readonly timeouts?: Partial<ServiceTimeouts>;
  readonly maxAnswerBytes?: number;
}): ServiceClient {
  const { allowsHttp = false } = options;
  const address = parseServiceAddress(options.baseUrl, () => allowsHttp);
  if (!address.ok || address.value !== options.baseUrl) {
    throw new TypeError(`not a service address: ${options.baseUrl}`);
  }
  const { baseUrl, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  const connect = connectorOf(timeouts.connectMs, options.network);
  const newPool = () =>
    new Pool(origin, {
      connections,
      // HTTP/2 may replay a request, and a pipelined one shares the fate of those before it.
      allowH2: false,
      pipelining: 1,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyMs,
      connect,
    });
  const reading = newPool();
  const writing = newPool();
  const limits = {
    maxAnswerBytes,
    totalMs: timeouts.connectMs + timeouts.headersMs + timeouts.bodyMs,
  };
  return {
    exchange: async (request) => {
      const totalMs = Math.min(limits.totalMs, request.timeoutMs ?? Infinity);
      const options = dispatchOptions(prefix, request);
      const pool = request.method === 'POST' ? writing : reading;
      return exchangeOnce(pool, options, { ...limits, totalMs }, request);
    },
    close: async () => {
      await Promise.all([reading.destroy(), writing.destroy()]);
    },
  };
}

/**
 * Makes one exchange. It uses undici's own handler, so that everything it reports belongs to this
 * very request. `onRequestStart` comes immediately before the headers are written (undici's
 * `sendHeaders` follows in the same step) and nowhere else: until it comes, nothing of the request
 * has left.
 */
function exchangeOnce(
  pool: Pool,
  options: Dispatcher.DispatchOptions,
  limits: { readonly maxAnswerBytes: number; readonly totalMs: number },
  { signal, token }: Pick<ServiceRequest, 'signal' | 'token'>,
): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const over = new AbortController();
  let ended = false;
  let headersSent = false;
  let controller: Dispatcher.DispatchController | undefined;
  let head: { status: number; retryAfterMs: number | null } | undefined;
  let servedAtMs: number | undefined;
  const gathered = new GatheredBytes();

  const end = (exchange: Exchange): void => {
    if (ended) return;
    ended = true;
    over.abort();
    signal?.removeEventListener('abort', abort);
    resolve(exchange);
  };
  const fail = (error: unknown): void => {
    end(
      head
        ? { kind: 'unreadable', ...head, what: brokenBody(error) }
        : { kind: 'no_answer', ...classifyFailure(error, headersSent) },
    );
  };
  const breakOff = (error: Error): void => {
    fail(error);
    controller?.abort(error);
  };
  const abort = (): void => {
    breakOff(new errors.RequestAbortedError());
  };
  // undici's own time-outs begin anew with every 1xx and every byte.
  after(systemClock, limits.totalMs, over.signal, () => {
    breakOff(Object.assign(new Error('out of time'), { code: 'EXCHANGE_TIMEOUT' }));
  });

  if (signal?.aborted) {
    abort();
    return promise;
  }
  signal?.addEventListener('abort', abort);
  pool.dispatch(options, {
    onRequestStart(started) {
      if (ended) {
        // The request was given up while it waited for a connection: aborting here keeps its
        // headers from being written.
        started.abort(new errors.RequestAbortedError());
        return;
      }
      headersSent = true;
      controller = started;
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      head = { status, retryAfterMs: retryAfterMs(headers['retry-after']) };
      servedAtMs = httpDateMs(headers.date) ?? undefined;
    },
    onResponseData(_, chunk) {
      if (gathered.add(chunk, limits.maxAnswerBytes) || !head) return;
      end({ kind: 'unreadable', ...head, what: 'too_large' });
      controller?.abort(new errors.RequestAbortedError());
    },
    onResponseEnd() {
      if (!head) return;
      const read = readBody(gathered.bytes, head.status >= 400 ? token : undefined);
      if (read.kind === 'unreadable') end({ ...read, ...head });
      else end({ ...read, ...head, ...(servedAtMs !== undefined && { servedAtMs }) });
    },
    onResponseError(_, error) {
      if (codeOf(error) === 'UND_ERR_INVALID_ARG') reject(error);
      fail(error);
    },
  });
  return promise;
}

function dispatchOptions(prefix: string, request: ServiceRequest): Dispatcher.DispatchOptions {
  const { method, path, query, body, token } = request;
  if (!path.startsWith('/')) throw new TypeError(`a path begins with a slash: ${path}`);
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return {
    method,
    path: prefix + path + (search === '' ? '' : `?${search}`),
    body: body ?? null,
    // A service may drop an idle connection at the moment when the next sale leaves on it: nobody
    // could then tell whether it arrived. So each connection carries one creation and nothing else.
    reset: method === 'POST',
    headers: {
      accept: 'application/json',
      // A compressed answer could not be read, and would put a sale in doubt.
      'accept-encoding': 'identity',
      // Every POST carries it (service-api, Authentication).
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      // The token never goes in `api_token`, which would put it into addresses and so into the logs
      // of everything on the way.
      ...(token !== undefined && { authorization: `Token ${token}` }),
    },
  };
}

/**
 * Reads the body as JSON. A byte-order mark is dropped, and bytes that are not UTF-8 become U+FFFD:
 * a spoilt name must not hide that a document exists. A hostile body may make the parser throw
 * anything, even a RangeError; it is then not JSON. A `secret` is left out: what an error says is
 * shown, and kept with the sale.
 */
function readBody(
  bytes: Buffer,
  secret: string | undefined,
): { kind: 'answer'; body: unknown } | { kind: 'unreadable'; what: string } {
  if (bytes.length === 0) return { kind: 'answer', body: undefined };
  try {
    const text = without(secret, new TextDecoder().decode(bytes));
    return { kind: 'answer', body: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'unreadable', what: 'not_json' };
  }
}

/** A shorter secret may be part of any word. */
const shortestSecret = 8;

function without(secret: string | undefined, text: string): string {
  if (secret === undefined || secret.length < shortestSecret) return text;
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [escaped, escaped.replaceAll('/', '\\/')].reduce(
    (left, form) => left.replaceAll(form, '[token]'),
    text,
  );
}

/** The codes of connections that end before the body does. */
const cutOffCodes: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'HPE_INVALID_EOF_STATE',
]);

function brokenBody(error: unknown): string {
  const code = whatFailed(error);
  return cutOffCodes.has(code) ? 'cut_off' : code;
}

/** Reads seconds or an HTTP date; null if there is neither. */
function retryAfterMs(header: string | string[] | undefined): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = httpDateMs(text);
  return atMs === null ? null : Math.max(0, atMs - Date.now());
}

/**
 * Reads an HTTP date. Such a date begins with the day's name; Date.parse would also take "-5" and
 * "1.5".
 */
function httpDateMs(header: string | string[] | undefined): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  const atMs = /^[A-Za-z]+, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

const invalidAddress = err({ code: 'invalid_value', field: 'serviceAddress' });

/**
 * Returns the address of a service as it is kept: scheme, host, port, perhaps a path, no slash at
 * the end. Plain http is for this computer only, since the token travels in every request; over a
 * network a person must have accepted it for that very address.
 */
export function parseServiceAddress(
  text: string,
  acceptsHttp: (address: string) => boolean = () => false,
): Result<string> {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/[\s\\?#]/.test(withScheme)) return invalidAddress;
  const url = URL.parse(withScheme);
  if (url?.username !== '' || url.password !== '') return invalidAddress;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalidAddress;
  const address = url.origin + url.pathname.replace(/\/+$/, '');
  const isSafe = url.protocol === 'https:' || isLoopback(url.hostname) || acceptsHttp(address);
  return isSafe ? ok(address) : invalidAddress;
}
