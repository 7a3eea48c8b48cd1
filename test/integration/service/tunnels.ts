// A proxy that opens tunnels.
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { listen } from './probe.ts';
import type { selfSigned } from './self-signed.ts';

interface Tunnels {
  readonly port: number;
  /** The CONNECT requests, with their headers. */
  readonly askedRequests: IncomingMessage[];
}

/** A real CONNECT proxy that resolves every name to the port. */
export async function proxyTo(
  port: number | (() => number),
  refuse?: (socket: Duplex) => void,
  tls?: typeof selfSigned,
): Promise<Tunnels> {
  const askedRequests: IncomingMessage[] = [];
  const server = tls ? createHttpsServer(tls) : createServer();
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    askedRequests.push(request);
    socket.on('error', () => undefined);
    if (refuse) {
      refuse(socket);
      return;
    }
    const onward = connect(typeof port === 'number' ? port : port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  return { port: await listen(server), askedRequests };
}
