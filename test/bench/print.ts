// From "Finish sale" to the first byte of the receipt at the printer, compared with the service's
// own answer time: what a receipt needs from the service is most of a customer's wait.
import { join } from 'node:path';
import { Client } from 'undici';
import { printed } from '../../src-main/printing/outcome.ts';
import { startVirtualPrinter } from '../printer/virtual-printer.ts';
import { must } from '../must.ts';
import { printerAt, startPrintingTill } from '../printing-till.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';
import { startPractice } from './services.ts';

export const printEntries: readonly BenchEntry[] = [
  {
    name: 'print.first-byte',
    size: '1 sale of 2 lines, finished, issued by the practice service, printed by itself over TCP',
    warmUps: 20,
    samples: 200,
    baselineName: 'the POST of the same sale alone, through a bare undici client',
    prepare: async (folder) => {
      const service = await startPractice(join(folder, 'practice.db'));
      const printer = await startVirtualPrinter();
      const { till, finish } = startPrintingTill({
        folder,
        service,
        printing: { printer: printerAt(printer.port), drawer: null, automatic: 'after_sale' },
      });
      const bare = new Client(service.baseUrl);
      let body = Buffer.alloc(0);
      return {
        ours: {
          // The next sale does not begin before the last receipt is printed.
          before: async () => {
            await till.printQueue.ahead(() => Promise.resolve(printed));
          },
          run: async () => {
            const jobs = printer.jobs.length;
            const startedAtMs = performance.now();
            must(await finish());
            await printer.begun(jobs + 1);
            return printer.firstByteAtMs - startedAtMs;
          },
        },
        baseline: {
          before: () => void (body = Buffer.from(sampleSale().body)),
          run: async () => {
            const answer = await bare.request({
              method: 'POST',
              path: '/documents/new/',
              headers: {
                'Content-Type': 'application/json',
                Authorization: `Token ${service.token}`,
              },
              body,
            });
            await answer.body.json();
          },
        },
        cleanUp: async () => {
          await till.close();
          await bare.close();
          await service.close();
          await printer.close();
        },
      };
    },
  },
];
