// A service that answers every creation after a delay and keeps nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { summary } from '../unit/service/documents.ts';

const { latencyMs } = workerData as { readonly latencyMs: number };
let id = 0;

const server = createServer((request, response) => {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const answerInTime = (status: number, body: unknown): void => {
    // Node's shortest timer takes a millisecond.
    if (latencyMs === 0) answer(status, body);
    else setTimeout(answer, latencyMs, status, body);
  };
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') {
      const sentDocument = JSON.parse(Buffer.concat(chunks).toString()) as {
        our_reference: string;
      };
      id += 1;
      answerInTime(201, documentOf(id, sentDocument.our_reference));
    } else {
      // Every search finds its document: the till looks up a fresh document to see how soon the
      // search finds it.
      const search = new URL(request.url ?? '', 'http://localhost').searchParams.get('search');
      const results = search === null ? [] : [documentOf(id, search)];
      const page = { limit: 1, offset: 0, count: results.length, next: null, previous: null };
      answerInTime(200, { ...page, results });
    }
  });
});

const documentOf = (documentId: number, ourReference: string) => ({
  ...{ ...summary, id: documentId, doc_key: `FS BENCH/${documentId}` },
  ...{ our_reference: ourReference, total_amount: 1, party_id: null, party: null },
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(`http://127.0.0.1:${port}`);
});
