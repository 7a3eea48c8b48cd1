// Stands between the till and the service, forwards every request, and does the harm that it was told to do.
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { isRefusal, type Fault } from './fault.ts';

/** One request to create that came from the till. Times are of `performance.now()`. */
export interface Delivery {
  readonly reference: string;
  readonly arrivedAtMs: number;
  /** From when on the lists showed its document: never, once, or as often as the network repeated the request. */
  readonly shownAtMs: readonly number[];
  /** The till was told that it is refused, and the lists hid what was created all the same. */
  readonly refusedUnseen: boolean;
}

/** Hides documents from the lists for a time after they were created, as lists do that lag behind. */
export interface Hiding {
  readonly forMs: number;
  readonly from: 'search' | 'every_list';
}

/** `isHiding`: whether the lists will hide the document. */
export type ChooseFault = (isHiding: boolean) => Fault | null;

/** Answers what is sent instead. `results` are the rows of the service's page. */
export type DistortList = (
  results: readonly Record<string, unknown>[],
  isSearch: boolean,
) => readonly Record<string, unknown>[] | 'broken';

/** Answers the body that is sent instead. `document` is the service's. */
export type DistortDocument = (
  document: Record<string, unknown>,
  isExtended: boolean,
) => string | Record<string, unknown>;

export interface FaultProxy {
  readonly baseUrl: string;
  /** Bodies of the creations that came from the till, in order. */
  readonly creations: readonly string[];
  readonly deliveries: readonly Delivery[];
  /** Faults for the coming creations, in order; those after the last go through unharmed. */
  plan(...faults: readonly (Fault | null)[]): void;
  /** Asked for each creation for which nothing is planned; null is asked no more. */
  planEach(choose: ChooseFault | null): void;
  /** Makes every list request fail, as a service whose search is down. */
  breakLists(broken: boolean, how?: { readonly status: number; readonly body: string }): void;
  /** Puts another answer in the place of a list's; null lets them through. */
  distortLists(distort: DistortList | null): void;
  /** Puts another answer in the place of a single document's; null lets them through. */
  distortDocument(distort: DistortDocument | null): void;
  /** For documents of requests that arrive from now on. What is hidden already stays so for its time. */
  hideNew(hiding: Hiding | null): void;
  /** Unreachable: nothing listens, and every open connection is cut. What was taken is still carried out. */
  setReachable(reachable: boolean): Promise<void>;
  /** Resolves when everything that was taken has been carried out, however late. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const sentBody = v.pipe(v.string(), v.parseJson(), v.object({ our_reference: v.string() }));
const createdBody = v.pipe(v.string(), v.parseJson(), v.object({ id: v.number() }));
const listBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ count: v.number(), results: v.array(v.looseObject({ id: v.number() })) }),
);

const documentBody = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const documentPath = /^\/documents\/\d+\//;

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const planned: (Fault | null)[] = [];
  const creations: string[] = [];
  const deliveries: Delivery[] = [];
  const hidden = new Map<number, { readonly untilMs: number; readonly from: Hiding['from'] }>();
  const underWay = new Set<Promise<void>>();
  let chooseFault: ChooseFault | null = null;
  let listsAnswer: Answer | null = null;
  let hiding: Hiding | null = null;
  let distort: DistortList | null = null;
  let distortOne: DistortDocument | null = null;

  const create = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const text = body.toString('utf8');
    const shownAtMs: number[] = [];
    const { forMs, from } = hiding ?? { forMs: 0, from: 'search' };
    creations.push(text);
    const fault = (planned.length > 0 ? planned.shift() : chooseFault?.(forMs > 0)) ?? null;
    deliveries.push({
      reference: v.parse(sentBody, text).our_reference,
      arrivedAtMs: performance.now(),
      shownAtMs,
      refusedUnseen: forMs > 0 && fault?.kind === 'status_after' && isRefusal(fault),
    });
    await harm(fault, response, async () => {
      const answer = await pass(target, incoming, body);
      if (answer.status === 201) {
        const untilMs = performance.now() + forMs;
        shownAtMs.push(untilMs);
        if (forMs > 0) {
          hidden.set(v.parse(createdBody, answer.body.toString('utf8')).id, { untilMs, from });
        }
      }
      return answer;
    });
  };

  const list = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse) => {
    if (listsAnswer) {
      send(response, listsAnswer);
      return;
    }
    const answer = await pass(target, incoming, body);
    const { searchParams } = new URL(incoming.url ?? '/', target);
    if (documentPath.test(incoming.url ?? '')) {
      const isExtended = searchParams.has('extended');
      const shown =
        distortOne && answer.status === 200 ? distortedOne(answer, isExtended, distortOne) : answer;
      send(response, shown);
      return;
    }
    const isSearch = searchParams.has('search');
    const isHidden = (id: number) => {
      const { untilMs, from } = hidden.get(id) ?? { untilMs: 0, from: 'search' };
      return performance.now() < untilMs && (isSearch || from === 'every_list');
    };
    const mayHide = hidden.size > 0 && answer.status === 200;
    const shown = mayHide ? without(answer, isHidden) : answer;
    send(response, distort && shown.status === 200 ? distorted(shown, isSearch, distort) : shown);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(incoming);
    // A till that was killed while it wrote leaves a part of a request, which no server carries out.
    if (body === 'broken_off') return;
    if (incoming.method === 'POST' && incoming.url?.startsWith('/documents/new/')) {
      await create(incoming, body, response);
    } else if (incoming.url?.startsWith('/documents/')) {
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

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    creations,
    deliveries,
    plan: (...faults) => {
      planned.push(...faults);
    },
    planEach: (choose) => {
      chooseFault = choose;
    },
    breakLists: (broken, { status, body } = { status: 500, body: 'broken' }) => {
      listsAnswer = broken ? { status, headers: {}, body: Buffer.from(body) } : null;
    },
    distortLists: (change) => {
      distort = change;
    },
    distortDocument: (change) => {
      distortOne = change;
    },
    hideNew: (wanted) => {
      hiding = wanted;
    },
    setReachable: (reachable) => (reachable ? listen(port) : stop()),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: async () => {
      if (server.listening) await stop();
      await Promise.all(underWay);
    },
  };
}

async function harm(
  fault: Fault | null,
  response: ServerResponse,
  carryOut: () => Promise<Answer>,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      send(response, await carryOut());
      return;
    case 'slow': {
      const answer = await carryOut();
      await delay(fault.delayMs);
      send(response, answer);
      return;
    }
    case 'reset_before':
      response.socket?.resetAndDestroy();
      return;
    case 'reset_after':
      await carryOut();
      response.socket?.resetAndDestroy();
      return;
    case 'swallow_before':
      return;
    case 'swallow_after':
      await carryOut();
      return;
    case 'status_before':
      send(response, { status: fault.status, headers: {}, body: Buffer.from(fault.body) });
      return;
    case 'status_after':
      await carryOut();
      send(response, { status: fault.status, headers: {}, body: Buffer.from(fault.body) });
      return;
    case 'cut_after': {
      const answer = await carryOut();
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.write(answer.body.subarray(0, answer.body.length / 2), () => {
        response.socket?.destroy();
      });
      return;
    }
    case 'reset_then_late':
      response.socket?.resetAndDestroy();
      await delay(fault.delayMs);
      await carryOut();
      return;
    case 'swallow_then_late':
      await delay(fault.delayMs);
      await carryOut();
      return;
    case 'twice_then_reset':
      await carryOut();
      await carryOut();
      response.socket?.resetAndDestroy();
      return;
    case 'twice_then_answer': {
      const answer = await carryOut();
      await carryOut();
      send(response, answer);
      return;
    }
  }
}

function distorted(answer: Answer, isSearch: boolean, distort: DistortList): Answer {
  const page = v.parse(listBody, answer.body.toString('utf8'));
  const results = distort(page.results, isSearch);
  if (results === 'broken') return { status: 500, headers: {}, body: Buffer.from('broken') };
  return { ...answer, body: Buffer.from(JSON.stringify({ ...page, results })) };
}

function distortedOne(answer: Answer, isExtended: boolean, distort: DistortDocument): Answer {
  const body = distort(v.parse(documentBody, answer.body.toString('utf8')), isExtended);
  return { ...answer, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
}

function send(response: ServerResponse, answer: Answer): void {
  const contentType = answer.headers['content-type'] ?? 'text/html';
  response.writeHead(answer.status, { 'Content-Type': contentType });
  response.end(answer.body);
}

function without(page: Answer, isHidden: (id: number) => boolean): Answer {
  const body = v.parse(listBody, page.body.toString('utf8'));
  const results = body.results.filter((document) => !isHidden(document.id));
  const count = body.count - (body.results.length - results.length);
  return { ...page, body: Buffer.from(JSON.stringify({ ...body, count, results })) };
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
