// The practice service in a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { startPracticeService } from '../../src-main/practice-service/server.ts';

const { databaseFile } = workerData as { readonly databaseFile: string };
const { baseUrl } = await startPracticeService({ databaseFile });
parentPort?.postMessage(baseUrl);
