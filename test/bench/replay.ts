// Replaying a queue of sales beside a bare loop of POSTs of the same bytes over the same kind of connection.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';
import { systemClock } from '../../src-main/clock.ts';
import { Replay } from '../../src-main/outbox/replay.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { createDocument, lookUpDocuments } from '../../src-main/service/endpoints.ts';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale, countSales } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';

const salesPerSample = 20;

/** Answers every creation after a time, as the service would: it keeps nothing, so that only the till is measured. */
async function startEcho(latencyMs: number) {
  let id = 0;
  const named = { code: 'F', description: 'F' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status: number, body: unknown) => {
        setTimeout(() => {
          response.writeHead(status, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify(body));
        }, latencyMs);
      };
      if (request.method === 'GET') {
        answer(200, { limit: 1, offset: 0, count: 0, next: null, previous: null, results: [] });
        return;
      }
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as { our_reference: string };
      id += 1;
      answer(201, {
        id,
        doc_key: `FS BENCH/${id}`,
        document_date: '2026-01-01',
        document_time: '10:00:00.000000',
        document_number: id,
        our_reference: sent.our_reference,
        is_valued: true,
        total_amount: 1,
        total_due_amount: 0,
        due_date: '2026-01-01',
        party_id: null,
        party: null,
        document_id: 1,
        document: { code: 'FS', document_name: 'Fatura simplificada' },
        document_serie_id: 1,
        document_serie: named,
        document_status_id: 1202,
        document_status: named,
        document_nature_id: 302,
        document_nature: { code: 'FS', description: 'Fatura simplificada' },
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, baseUrl: `http://127.0.0.1:${port}` };
}

export const replayEntries: readonly BenchEntry[] = [0, 20].map((latencyMs) => ({
  name: `replay.latency-${latencyMs}`,
  size: `${salesPerSample} sales, ${latencyMs} ms of latency`,
  samples: latencyMs === 0 ? 60 : 10,
  baselineName: 'a loop of POSTs through a bare undici client',
  prepare: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
    const { server, baseUrl } = await startEcho(latencyMs);
    const opened = openStore(join(folder, 'till.db'));
    if (!opened.ok) throw new Error(opened.error.code);
    const db = opened.value;
    bindTill(db, { serviceAddress: baseUrl, companyCode: 'B', tillCode: '1' }, 'TEST');
    const client = createServiceClient({ baseUrl });
    let drained: (() => void) | undefined;
    const replay = new Replay({
      db,
      clock: systemClock,
      timing: defaultTiming,
      service: {
        hasToken: () => true,
        create: (body) => createDocument(client, 'token', body),
        lookUp: (query) => lookUpDocuments(client, 'token', query),
      },
      onSaleChanged: () => {
        const counts = countSales(db);
        if (counts.queued + counts.sending === 0) drained?.();
      },
      onConnectionChanged: () => undefined,
      onFailure: (error) => {
        throw error;
      },
    });
    replay.start();
    const bare = new Client(baseUrl);
    return {
      ours: async () => {
        for (let sale = 0; sale < salesPerSample; sale += 1) commitSale(db, sampleSale());
        const done = new Promise<void>((resolve) => {
          drained = resolve;
        });
        replay.wake();
        await done;
      },
      baseline: async () => {
        for (let sale = 0; sale < salesPerSample; sale += 1) {
          const { body } = await bare.request({
            method: 'POST',
            path: '/documents/new/',
            headers: { 'Content-Type': 'application/json' },
            body: sampleSale().body,
          });
          await body.json();
        }
      },
      cleanUp: async () => {
        await replay.stop();
        await client.close();
        await bare.close();
        db.close();
        server.closeAllConnections();
        server.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
}));
