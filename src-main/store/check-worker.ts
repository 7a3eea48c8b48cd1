// The thread in which a till's file is read whole before it is opened.
import { parentPort, workerData } from 'node:worker_threads';
import { isWholeFile } from './open.ts';

parentPort?.postMessage(isWholeFile(workerData as string));
