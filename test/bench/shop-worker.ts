// The tests' own service with the documents of a shop, in a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { startShopService } from '../shop-service.ts';

const { documents, latencyMs } = workerData as {
  readonly documents: number;
  readonly latencyMs: number;
};
const service = await startShopService(documents, { hasNews: true });
service.behaviour.latencyMs = latencyMs;
parentPort?.postMessage(service.baseUrl);
