// The services that replaying is measured against. Each runs in a thread of its own, as any service
// does elsewhere, so that the till's work and the service's stay apart.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { startPracticeService } from '../../src-main/practice-service/server.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { signIn } from '../../src-main/service/endpoints.ts';
import { must } from '../must.ts';
import { addDocuments } from '../many-documents.ts';

export interface BenchService {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<unknown>;
}

/**
 * Keeps nothing, and answers after the latency; at 0 as fast as HTTP allows, so that only the
 * till's own work counts.
 */
export async function startEchoService(latencyMs: number): Promise<BenchService> {
  const worker = new Worker(new URL('./echo-worker.ts', import.meta.url), {
    workerData: { latencyMs },
  });
  const [baseUrl] = (await once(worker, 'message')) as [string];
  return { baseUrl, token: 'token', close: () => worker.terminate() };
}

/** The practice service with so many more documents than it begins with. */
export async function startFullPractice(documents: number): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const databaseFile = join(folder, 'service.db');
  // The service makes its own database, with some months of documents.
  await (await startPracticeService({ databaseFile })).close();
  addDocuments(databaseFile, documents);
  const service = await startPractice(databaseFile);
  return {
    ...service,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The practice service, which creates every document durably. */
export async function startPractice(databaseFile: string): Promise<BenchService> {
  const worker = new Worker(new URL('./practice-worker.ts', import.meta.url), {
    workerData: { databaseFile },
  });
  const [baseUrl] = (await once(worker, 'message')) as [string];
  const client = createServiceClient({ baseUrl });
  const token = await signIn(client, practiceAccount);
  await client.close();
  return { baseUrl, token: must(token), close: () => worker.terminate() };
}
