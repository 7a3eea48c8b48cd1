// Real servers on loopback, one request to each, and an independent witness of whether its headers
// were written.
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createServiceClient,
  type Exchange,
  type ServiceClient,
} from '../../../src-main/service/client.ts';

/** Listens on a free port of 127.0.0.1 until the test ends. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    // Tests break connections on purpose, and look only at the client's side.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

export async function listenHttp(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(listener))}`;
}

export async function listenTcp(onConnection: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listen(createTcpServer(onConnection))}`;
}

/**
 * Answers every request with the same raw bytes, and then does to the connection what the test
 * says.
 */
export async function listenRaw(
  answer: string | Uint8Array,
  after: (socket: Socket) => void = (socket) => socket.end(),
): Promise<string> {
  return listenTcp((socket) => {
    socket.once('data', () => {
      socket.write(answer, () => {
        after(socket);
      });
    });
  });
}

export function clientOf(
  baseUrl: string,
  options: Omit<Parameters<typeof createServiceClient>[0], 'baseUrl'> = {},
): ServiceClient {
  const client = createServiceClient({ baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Collects, from now on, the paths whose headers undici says it has written. */
export function watchHeadersWritten(): ReadonlySet<string> {
  const paths = new Set<string>();
  const onSend = (message: unknown): void => {
    paths.add((message as { request: { path: string } }).request.path);
  };
  subscribe('undici:client:sendHeaders', onSend);
  onTestFinished(() => {
    unsubscribe('undici:client:sendHeaders', onSend);
  });
  return paths;
}

export const someBody = new TextEncoder().encode('{"our_reference":"CF-0000-0000-0001"}');

/**
 * POSTs one body to a path of its own. `headersWritten` comes from undici itself, not from the
 * client.
 */
export async function probe(
  client: ServiceClient,
  signal?: AbortSignal,
): Promise<{ exchange: Exchange; headersWritten: boolean }> {
  const writtenHeaders = watchHeadersWritten();
  const path = `/documents/${randomUUID()}/`;
  const exchange = await client.exchange({
    method: 'POST',
    path,
    body: someBody,
    token: 'secret-token',
    ...(signal && { signal }),
  });
  return { exchange, headersWritten: writtenHeaders.has(path) };
}
