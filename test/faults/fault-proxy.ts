// Stands between the till and the service, forwards every request, and does one harm to a creation when told to.
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to the next `POST /documents/new/`. `…_after` lets the service carry it out first. */
export type Fault =
  | { readonly kind: 'reset_before' }
  | { readonly kind: 'reset_after' }
  | { readonly kind: 'swallow_after' }
  | { readonly kind: 'status_after'; readonly status: number; readonly body: string }
  | { readonly kind: 'status_before'; readonly status: number; readonly body: string }
  | { readonly kind: 'cut_after' }
  | { readonly kind: 'twice_then_reset' };

export interface FaultProxy {
  readonly baseUrl: string;
  /** Bodies of the creations that came from the till, in order. */
  readonly creations: readonly string[];
  /** Faults for the coming creations, in order; those after the last go through unharmed. */
  plan(...faults: readonly (Fault | null)[]): void;
  /** Makes every list request fail, as a service whose search is down. */
  breakLists(broken: boolean): void;
  /** Unreachable: nothing listens, and every open connection is cut. */
  setReachable(reachable: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const planned: (Fault | null)[] = [];
  const creations: string[] = [];
  let listsBroken = false;

  const server = createServer((incoming, response) => {
    void readAll(incoming).then(async (body) => {
      if (incoming.method !== 'POST' || !incoming.url?.startsWith('/documents/new/')) {
        if (listsBroken && incoming.url?.startsWith('/documents/')) send(response, serverError);
        else send(response, await pass(target, incoming, body));
        return;
      }
      creations.push(body.toString('utf8'));
      await harm(planned.shift() ?? null, response, () => pass(target, incoming, body));
    });
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
    plan: (...faults) => {
      planned.push(...faults);
    },
    breakLists: (broken) => {
      listsBroken = broken;
    },
    setReachable: (reachable) => (reachable ? listen(port) : stop()),
    close: stop,
  };
}

const serverError: Answer = { status: 500, headers: {}, body: Buffer.from('broken') };

async function harm(
  fault: Fault | null,
  response: ServerResponse,
  carryOut: () => Promise<Answer>,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      send(response, await carryOut());
      return;
    case 'reset_before':
      response.socket?.resetAndDestroy();
      return;
    case 'status_before':
      send(response, { status: fault.status, headers: {}, body: Buffer.from(fault.body) });
      return;
    case 'reset_after':
      await carryOut();
      response.socket?.resetAndDestroy();
      return;
    case 'swallow_after':
      // Never answered: the till's own time-out ends it.
      await carryOut();
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
    case 'twice_then_reset':
      await carryOut();
      await carryOut();
      response.socket?.resetAndDestroy();
      return;
  }
}

function send(response: ServerResponse, answer: Answer): void {
  const contentType = answer.headers['content-type'] ?? 'text/html';
  response.writeHead(answer.status, { 'Content-Type': contentType });
  response.end(answer.body);
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function pass(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(incoming.url ?? '/', target);
    const headers = { ...incoming.headers, host: url.host };
    const outgoing = forward(url, { method: incoming.method, headers }, (answer) => {
      readAll(answer).then((bytes) => {
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
