// A printing till at a practice service of its own, for tests of requests that reach a document.
import { onTestFinished } from 'vitest';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { deadPort } from '../../printer/virtual-printer.ts';
import { startPrintingTill, type PrintingTillOptions } from '../../printing-till.ts';
import { startRig } from '../practice-service/rig.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

/** A refused sale is looked up, and sent again a second later. */
export const quickTiming = { settlingMs: 1_000, firstLookUpMs: 100, lookUpCapMs: 500 };

interface Options extends Partial<Pick<PrintingTillOptions, 'printing' | 'selling'>> {
  readonly isOnline?: boolean;
}

export async function startTillAtPractice({ isOnline = true, ...options }: Options = {}) {
  const practice = await startRig();
  const nobody = `http://127.0.0.1:${await deadPort()}`;
  const started = startPrintingTill({
    folder: temporaryFolder(),
    service: { baseUrl: isOnline ? practice.service.baseUrl : nobody, token: practice.token },
    printing: defaultPrinting,
    timing: quickTiming,
    ...options,
  });
  onTestFinished(async () => {
    await started.till.close();
    await practice.close();
  });
  return started;
}
