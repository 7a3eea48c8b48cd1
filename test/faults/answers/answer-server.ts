// A server on loopback that gives each caller, known by the token, exactly the bytes that were made
// for it.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Delivery } from './delivery.ts';

export interface AnswerServer {
  readonly url: string;
  /**
   * Sets the answer to the caller with this token, by the `offset` that it asks for; 0 if it asks
   * for none.
   */
  expect(token: string, answer: (offset: number) => Delivery): void;
  /** Returns how many requests came with this token, and forgets the token. */
  requestsOf(token: string): number;
  close(): Promise<void>;
}

interface Caller {
  readonly answer: (offset: number) => Delivery;
  requests: number;
}

export async function startAnswerServer(): Promise<AnswerServer> {
  const callers = new Map<string, Caller>();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The tests look at the client's side of a broken connection.
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const token = tokenOfWhole(received);
      if (token === null) return;
      const offset = Number(/[?&]offset=(\d+)/.exec(received)?.[1] ?? 0);
      received = '';
      const caller = callers.get(token);
      if (!caller) throw new Error(`nobody is expected with the token ${token}`);
      caller.requests += 1;
      void give(socket, caller.answer(offset));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expect: (token, answer) => {
      callers.set(token, { answer, requests: 0 });
    },
    requestsOf: (token) => {
      const requests = callers.get(token)?.requests ?? 0;
      callers.delete(token);
      return requests;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns null until the whole request is there. */
function tokenOfWhole(received: string): string | null {
  const bodyAt = received.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return null;
  const headers = received.slice(0, bodyAt);
  const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
  if (received.length < bodyAt + length) return null;
  return /^authorization: Token (\S+)/im.exec(headers)?.[1] ?? '';
}

async function give(socket: Socket, { pieces, ending }: Delivery): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    // Pieces that are written in one turn travel in one packet.
    if (pieces.length < 20) await turn();
  }
  switch (ending) {
    case 'closed':
      socket.end();
      break;
    case 'reset':
      socket.resetAndDestroy();
      break;
    case 'endless':
      flood(socket);
      break;
    case 'kept':
    case 'stalled':
      break;
  }
}

const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);

function flood(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}
