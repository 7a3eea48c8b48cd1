// An invoicing service of the tests' own, in memory, over real HTTP: the lists and the creation of
// service-api.md, and whatever a test makes of them. It shares no code with the practice service,
// so that the till comes to rely on no habit of either.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { documentBody, matches, pageOf, type OddDocument } from './odd-documents.ts';

export interface Answer {
  readonly status: number;
  /** A string is sent as text, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * `hang`: no answer comes; once the till's clock has moved on by the till's patience, the
 * connection breaks.
 */
export type Reaction = Answer | 'hang' | 'reset';

/** One `POST /documents/new/`. */
export interface Creation {
  readonly reference: string;
  /** The number of this creation among all, from 1. */
  readonly number: number;
  /** The number of this creation among those of the same reference, from 1. */
  readonly attempt: number;
  /** Makes the document that is asked for. */
  readonly make: (changes?: Partial<OddDocument>) => OddDocument;
}

export interface Listing {
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

export interface OddBehaviour {
  create: (creation: Creation) => Reaction;
  /** The answer instead of the list; undefined for the list itself. */
  list: (listing: Listing) => Reaction | undefined;
  /** The answer instead of one document; undefined for the document itself. */
  get: (id: number) => Reaction | undefined;
  searchLagMs: number;
  listLagMs: number;
  /** How far the service's clock is ahead of the till's. */
  clockAheadMs: number;
  /** A creation that comes on a used connection is dropped with it, and not carried out. */
  dropsIdle: boolean;
}

export interface OddService {
  readonly baseUrl: string;
  readonly behaviour: OddBehaviour;
  readonly documents: OddDocument[];
  readonly creations: readonly Pick<Creation, 'reference' | 'number' | 'attempt'>[];
  readonly listings: readonly Listing[];
  /** The ids of the documents that were asked for one by one, in order. */
  readonly gets: readonly number[];
  /** Each `Accept-Encoding` that the till sent, once. */
  readonly encodings: ReadonlySet<string | undefined>;
  countOf(reference: string): number;
  attemptsOf(reference: string): number;
  /** Does the work by itself after a time. */
  later(ms: number, work: () => void): void;
  /** How many requests get no answer at present. */
  hanging(): number;
  /** The time until the service does something by itself; null if it will not. */
  restMs(): number | null;
  /** Must be called whenever the clock has moved. */
  tick(): void;
  close(): Promise<void>;
}

/** How long a till waits for an answer. */
const patienceMs = { POST: 60_000, GET: 15_000 };

export const honestly = ({ make }: Creation): Answer => created(make());

export const created = (document: OddDocument): Answer => ({
  status: 201,
  body: documentBody(document),
});

export const refusal: Answer = {
  status: 400,
  body: { errors: [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }] },
};

export async function startOddService(nowMs: () => number): Promise<OddService> {
  const documents: OddDocument[] = [];
  const creations: Creation[] = [];
  const listings: Listing[] = [];
  const gets: number[] = [];
  const encodings = new Set<string | undefined>();
  const due: { readonly atMs: number; readonly work: () => void }[] = [];
  let hanging = 0;
  let lastId = 1000;

  const behaviour: OddBehaviour = {
    create: honestly,
    list: () => undefined,
    get: () => undefined,
    searchLagMs: 0,
    listLagMs: 0,
    clockAheadMs: 0,
    dropsIdle: false,
  };

  const later = (ms: number, work: () => void) => {
    due.push({ atMs: nowMs() + ms, work });
  };

  const tick = () => {
    for (const job of due.filter(({ atMs }) => atMs <= nowMs())) {
      due.splice(due.indexOf(job), 1);
      job.work();
    }
  };

  const create = (body: string): Reaction => {
    const asked = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const reference = String(asked.our_reference);
    const creation: Creation = {
      reference,
      number: creations.length + 1,
      attempt: creations.filter((earlier) => earlier.reference === reference).length + 1,
      make: (changes) => {
        lastId += 3;
        const document: OddDocument = {
          id: lastId,
          reference,
          nature: String(asked.document_nature_code),
          isFinalized: asked.finalize === true,
          totalCents: totalCentsOf(asked.details),
          madeAtMs: nowMs(),
          ...changes,
        };
        documents.push(document);
        return document;
      },
    };
    creations.push(creation);
    return behaviour.create(creation);
  };

  const list = (query: URLSearchParams): Reaction => {
    const listing: Listing = {
      search: query.get('search') ?? '',
      limit: Number(query.get('limit') ?? 20),
      offset: Number(query.get('offset') ?? 0),
    };
    listings.push(listing);
    const reaction = behaviour.list(listing);
    if (reaction) return reaction;
    const lagMs = listing.search === '' ? behaviour.listLagMs : behaviour.searchLagMs;
    const shownDocuments = documents.filter(
      (document) => document.madeAtMs + lagMs <= nowMs() && matches(document, listing.search),
    );
    return { status: 200, body: pageOf(shownDocuments, listing, query.get('ordering') ?? 'id') };
  };

  const react = (request: IncomingMessage, body: string): Reaction => {
    tick();
    encodings.add(request.headers['accept-encoding']);
    const url = new URL(request.url ?? '', 'http://service');
    if (request.method === 'POST' && url.pathname === '/documents/new/') return create(body);
    if (request.method === 'GET' && url.pathname === '/documents/') return list(url.searchParams);
    const id = /^\/documents\/(\d+)\/$/.exec(url.pathname)?.[1];
    gets.push(Number(id));
    const reaction = behaviour.get(Number(id));
    if (reaction) return reaction;
    const requestedDocument = documents.find((document) => String(document.id) === id);
    return requestedDocument
      ? { status: 200, body: documentBody(requestedDocument) }
      : { status: 404 };
  };

  const answer = (request: IncomingMessage, response: ServerResponse, reaction: Reaction) => {
    if (reaction === 'reset') {
      request.socket.destroy();
    } else if (reaction === 'hang') {
      hanging += 1;
      later(request.method === 'POST' ? patienceMs.POST : patienceMs.GET, () => {
        hanging -= 1;
        request.socket.destroy();
      });
    } else {
      const { status, body, headers } = reaction;
      const date = new Date(nowMs() + behaviour.clockAheadMs).toUTCString();
      const isText = typeof body === 'string' || body === undefined;
      response.writeHead(status, { date, 'content-type': 'application/json', ...headers });
      response.end(isText ? body : JSON.stringify(body));
    }
  };

  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    if (behaviour.dropsIdle && request.method === 'POST' && used.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answer(request, response, react(request, Buffer.concat(chunks).toString('utf8')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    documents,
    creations,
    listings,
    gets,
    encodings,
    countOf: (wanted) => documents.filter(({ reference }) => reference === wanted).length,
    attemptsOf: (wanted) => creations.filter(({ reference }) => reference === wanted).length,
    later,
    hanging: () => hanging,
    restMs: () =>
      due.length === 0 ? null : Math.max(0, Math.min(...due.map(({ atMs }) => atMs)) - nowMs()),
    tick,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function totalCentsOf(details: unknown): number {
  const lines = details as readonly { base_qty: number; line_unit_value: number }[];
  return lines.reduce(
    (sum, line) => sum + Math.round(line.base_qty * line.line_unit_value * 100),
    0,
  );
}
