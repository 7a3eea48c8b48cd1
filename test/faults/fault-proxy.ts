// Stands between the till and the service, forwards every request, and does the harm that it was
// told to do.
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { saysRefused, type Fault } from './fault.ts';
import { harm } from './harm.ts';
import { ownReference } from './own-reference.ts';
import {
  disguised,
  noTroubles,
  refusedPage,
  shownPage,
  type Answer,
  type CreatedDocument,
  type DistortList,
  type ListTroubles,
  type ShownPage,
} from './proxied-lists.ts';

export type { DistortList } from './proxied-lists.ts';

/** What a till can have read of an answer. `created`: any 201. */
export interface Told {
  readonly what: 'created' | 'refused' | 'something_else';
  readonly atMs: number;
}

/** One creation request from the till. Times are of `performance.now()`. */
export interface Delivery {
  readonly reference: string;
  readonly arrivedAtMs: number;
  /** None, one, or as many as the network repeated the request. */
  readonly documents: readonly CreatedDocument[];
  /** Null if no answer reached the till. */
  readonly told: Told | null;
}

/** Hides documents from the lists for a time after their creation, as lists that lag do. */
export interface Hiding {
  readonly forMs: number;
  readonly from: 'search' | 'scan' | 'every_list';
}

/** `isHiding`: whether the lists will hide the document. */
export type ChooseFault = (isHiding: boolean) => Fault | null;

/** Returns the body to send instead. `document` is the service's. */
export type DistortDocument = (
  document: Record<string, unknown>,
  isExtended: boolean,
) => string | Record<string, unknown>;

/** What a service that is down does with a creation. */
export interface Down {
  /** How long after it is up again the service carries out the creation; null if it never does. */
  readonly carriesOutAfterMs: number | null;
  readonly answer: 'reset' | 'silence' | 'status_503';
}

export interface FaultProxy {
  readonly baseUrl: string;
  /** Bodies of the creations that came from the till, in order. */
  readonly creations: readonly string[];
  readonly deliveries: readonly Delivery[];
  /** Every page of a list that the till was answered, as far as it could be read. */
  readonly pages: readonly ShownPage[];
  /** Plans faults for the next creations, in order; later ones go through unharmed. */
  plan(...faults: readonly (Fault | null)[]): void;
  /** Returns what is planned for the next creation. */
  planned(): Fault | null;
  /** Is called for each creation without a planned fault; null ends that. */
  planEach(choose: ChooseFault | null): void;
  /**
   * Sets what happens to every creation by its body, whatever is planned; the last one set counts.
   */
  planFor(choose: ((body: string) => Fault | null) | null): void;
  /** Makes every list request fail, as a service whose search is down. */
  breakLists(broken: boolean, how?: { readonly status: number; readonly body: string }): void;
  /** Replaces the answers of lists; null lets them through. */
  distortLists(distort: DistortList | null): void;
  trouble(troubles: Partial<Omit<ListTroubles, 'answer' | 'distort'>>): void;
  /** Replaces the answers for single documents; null lets them through. */
  distortDocument(distort: DistortDocument | null): void;
  /**
   * Applies to documents of requests that arrive from now on. Documents that are already hidden
   * stay so for their time.
   */
  hideNew(hiding: Hiding | null): void;
  /** Sets the time in the service's `Date`; null for its own. */
  setDate(now: (() => Date) | null): void;
  /**
   * Takes the service down: every list is answered with 503, and every creation as `choose` says,
   * with a reset, a 503 or not at all. A creation that the service took in is carried out after it
   * is up again. Null: it is up. Other requests pass.
   */
  setDown(choose: (() => Down) | null): void;
  /**
   * Unreachable: nothing listens, and every open connection is cut. Requests already taken are
   * still carried out.
   */
  setReachable(reachable: boolean): Promise<void>;
  /** Resolves once every request that was taken has been carried out, however late. */
  idle(): Promise<void>;
  /** Resolves once every place shows every document. */
  allShown(): Promise<void>;
  close(): Promise<void>;
}

const sentBody = v.pipe(v.string(), v.parseJson(), v.object({ our_reference: v.string() }));
const createdBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ id: v.number(), our_reference: v.optional(v.string()) }),
);
const documentBody = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const documentPath = /^\/documents\/\d+\//;

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const planned: (Fault | null)[] = [];
  const creations: string[] = [];
  const deliveries: Delivery[] = [];
  const pages: ShownPage[] = [];
  const created = new Map<number, CreatedDocument>();
  const underWay = new Set<Promise<void>>();
  const troubles: ListTroubles = { answer: null, distort: null, ...noTroubles };
  let chooseFault: ChooseFault | null = null;
  let chooseFor: ((body: string) => Fault | null) | null = null;
  let hiding: Hiding | null = null;
  let distortOne: DistortDocument | null = null;
  let now: (() => Date) | null = null;
  let down: {
    readonly choose: () => Down;
    readonly ended: PromiseWithResolvers<undefined>;
  } | null = null;

  const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
    response.writeHead(status, {
      'Content-Type': headers['content-type'] ?? 'text/html',
      ...(headers['content-encoding'] && { 'Content-Encoding': headers['content-encoding'] }),
      ...(now && { Date: now().toUTCString() }),
    });
    response.end(body);
  };

  const create = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const text = body.toString('utf8');
    const hidden: Hiding = hiding ?? { forMs: 0, from: 'every_list' };
    creations.push(text);
    const documents: CreatedDocument[] = [];
    const place = deliveries.length;
    const reference = ownReference(v.parse(sentBody, text).our_reference);
    const arrivedAtMs = performance.now();
    deliveries.push({ reference, arrivedAtMs, documents, told: null });
    const tell = (answer: Answer): void => {
      if (!response.destroyed) {
        const told = { what: whatIsTold(answer), atMs: performance.now() };
        deliveries[place] = { reference, arrivedAtMs, documents, told };
      }
      send(response, answer);
    };
    const carryOut = async (fault: Fault | null): Promise<Answer> => {
      const answer = await pass(target, incoming, body);
      if (answer.status !== 201) return answer;
      const document = createdAs(answer, fault, hidden);
      created.set(document.id, document);
      documents.push(document);
      return asShown(answer, document);
    };
    if (down) {
      const { ended, choose } = down;
      const { carriesOutAfterMs, answer } = choose();
      if (answer === 'reset') response.socket?.resetAndDestroy();
      if (answer === 'status_503') tell({ status: 503, headers: {}, body: Buffer.alloc(0) });
      if (carriesOutAfterMs === null) return;
      await ended.promise;
      await delay(carriesOutAfterMs);
      await carryOut(null);
      return;
    }
    const fault = chooseFor?.(text) ?? nextFault(hidden.forMs > 0);
    await harm(fault, { response, send: tell, carryOut: () => carryOut(fault) });
  };

  const nextFault = (isHiding: boolean): Fault | null =>
    (planned.length > 0 ? planned.shift() : chooseFault?.(isHiding)) ?? null;

  const list = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const { searchParams } = new URL(incoming.url ?? '/', target);
    const request = {
      search: searchParams.get('search') ?? '',
      limit: Number(searchParams.get('limit') ?? 0),
    };
    const isDown = down ? { status: 503, headers: {}, body: Buffer.alloc(0) } : null;
    const refused = isDown ?? troubles.answer ?? refusedPage(request, troubles);
    if (refused === 'silence') return;
    if (refused) {
      send(response, refused);
      return;
    }
    const { answer, shown } = shownPage(
      await pass(target, incoming, body),
      request,
      created,
      troubles,
    );
    if (shown && !response.destroyed) pages.push(shown);
    send(response, answer);
  };

  const single = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const answer = troubles.answer ?? (await pass(target, incoming, body));
    const { searchParams } = new URL(incoming.url ?? '/', target);
    const isExtended = searchParams.has('extended');
    const isWhole = answer.status === 200 && !troubles.answer;
    const distorted = distortOne && isWhole && distortedOne(answer, isExtended, distortOne);
    send(response, distorted === false ? answer : (distorted ?? answer));
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(incoming);
    // A till that was killed while it wrote leaves part of a request, which no server carries out.
    if (body === 'broken_off') return;
    const path = incoming.url ?? '';
    if (incoming.method === 'POST' && path.startsWith('/documents/new/')) {
      await create(incoming, body, response);
    } else if (documentPath.test(path)) {
      await single(incoming, body, response);
    } else if (path.startsWith('/documents/')) {
      await list(incoming, body, response);
    } else {
      send(response, await pass(target, incoming, body));
    }
  };

  const server = createServer((incoming, response) => {
    const done = answer(incoming, response).finally(() => underWay.delete(done));
    underWay.add(done);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const setDown = (choose: (() => Down) | null): void => {
    down?.ended.resolve(undefined);
    down = choose && { choose, ended: Promise.withResolvers<undefined>() };
  };

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    creations,
    deliveries,
    pages,
    plan: (...faults) => {
      planned.push(...faults);
    },
    planned: () => planned[0] ?? null,
    planEach: (choose) => {
      chooseFault = choose;
    },
    planFor: (choose) => {
      chooseFor = choose;
    },
    breakLists: (broken, { status, body } = { status: 500, body: 'broken' }) => {
      troubles.answer = broken ? { status, headers: {}, body: Buffer.from(body) } : null;
    },
    distortLists: (change) => {
      troubles.distort = change;
    },
    trouble: (changes) => {
      Object.assign(troubles, changes);
    },
    distortDocument: (change) => {
      distortOne = change;
    },
    hideNew: (wanted) => {
      hiding = wanted;
    },
    setDate: (wanted) => {
      now = wanted;
    },
    setDown,
    setReachable: (reachable) => (reachable ? listen(port) : stop()),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    allShown: () => {
      const shownAtMs = [...created.values()].map((document) =>
        Math.max(document.searchFromMs, document.scanFromMs, document.draftUntilMs),
      );
      return delay(Math.max(0, Math.max(0, ...shownAtMs) - performance.now()));
    },
    close: async () => {
      setDown(null);
      if (server.listening) await stop();
      await Promise.all(underWay);
    },
  };
}

function whatIsTold({ status, body }: Answer): Told['what'] {
  if (status === 201) return 'created';
  return saysRefused(status, body.toString('utf8')) ? 'refused' : 'something_else';
}

function createdAs(answer: Answer, fault: Fault | null, { forMs, from }: Hiding): CreatedDocument {
  const createdAtMs = performance.now();
  const { id } = v.parse(createdBody, answer.body.toString('utf8'));
  const shownAtMs = createdAtMs + forMs;
  const isMangled = fault?.kind === 'mangled_then_answer' || fault?.kind === 'mangled_then_reset';
  const isDraft = fault?.kind === 'draft_then_answer' || fault?.kind === 'draft_then_reset';
  return {
    id,
    createdAtMs,
    searchFromMs: from === 'scan' ? createdAtMs : shownAtMs,
    scanFromMs: from === 'search' ? createdAtMs : shownAtMs,
    mangled: isMangled ? { how: fault.how, untilMs: createdAtMs + fault.forMs } : null,
    draftUntilMs: isDraft ? createdAtMs + fault.forMs : 0,
  };
}

/** The answer as it is shown to whoever created the document. */
function asShown(answer: Answer, document: CreatedDocument): Answer {
  const body = v.parse(createdBody, answer.body.toString('utf8'));
  const shown = disguised(body, document, performance.now());
  return { ...answer, body: Buffer.from(JSON.stringify(shown)) };
}

function distortedOne(answer: Answer, isExtended: boolean, distort: DistortDocument): Answer {
  const body = distort(v.parse(documentBody, answer.body.toString('utf8')), isExtended);
  return { ...answer, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}

async function readAll(message: IncomingMessage): Promise<Buffer | 'broken_off'> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer);
  } catch (error) {
    if (message.complete) throw error;
    return 'broken_off';
  }
  return Buffer.concat(chunks);
}

function pass(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(incoming.url ?? '/', target);
    const headers = { ...incoming.headers, host: url.host };
    const outgoing = forward(url, { method: incoming.method, headers }, (answer) => {
      readAll(answer).then((bytes) => {
        if (bytes === 'broken_off') reject(new Error('the service broke off its answer'));
        else resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
