// Servers that answer in place of an honest service.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const servers: Server[] = [];

/** Returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const noDocuments = { count: 0, next: null, previous: null, results: [] };

/** Answers JSON by path, lists without a document, and 404 elsewhere. */
export const serveJson = (answers: Readonly<Record<string, unknown>>): Promise<string> =>
  serve((request, response) => {
    const url = request.url ?? '';
    const isList = url.startsWith('/documents/?');
    const isKnown = Object.hasOwn(answers, url);
    const answer = isKnown ? answers[url] : isList ? noDocuments : undefined;
    if (answer === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    request.resume();
  });

export function stopServing(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}
