// A whole till without a window, signed in to a service, with a thermal printer that is set up.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Catalogue } from '../src-main/catalogue/catalogue.ts';
import type { Argument } from '../src-main/contract/api.ts';
import type { AppError } from '../src-main/contract/errors.ts';
import type { DoneBy } from '../src-main/contract/lock.ts';
import type { PrintJob } from '../src-main/contract/print-jobs.ts';
import type { Printing } from '../src-main/contract/printing.ts';
import { defaultSelling, type SellingSettings } from '../src-main/contract/selling.ts';
import { DocumentMemory } from '../src-main/documents/memory.ts';
import type { Context } from '../src-main/handlers/context.ts';
import { printingRequests } from '../src-main/handlers/printing.ts';
import { receiptRequests } from '../src-main/handlers/receipt.ts';
import { sellRequests } from '../src-main/handlers/sell.ts';
import { createLog } from '../src-main/log.ts';
import { systemClock } from '../src-main/clock.ts';
import { defaultTiming, type OutboxTiming } from '../src-main/outbox/timing.ts';
import { printed } from '../src-main/printing/outcome.ts';
import { createServiceClient } from '../src-main/service/client.ts';
import { openStore } from '../src-main/store/open.ts';
import { replacePaymentMethods } from '../src-main/store/payment-methods.ts';
import { bindTill } from '../src-main/store/till.ts';
import { Till } from '../src-main/till/till.ts';
import { sampleCart, samplePayment } from './sample-sale.ts';
import { asking } from './asking.ts';
import { quietEnvironment } from './quiet-environment.ts';
import type { TillEnvironment } from '../src-main/till/environment.ts';

export interface PrintingTillOptions {
  readonly folder: string;
  readonly service: { readonly baseUrl: string; readonly token: string };
  readonly printing: Printing;
  readonly selling?: SellingSettings;
  /** Two tills at one service must differ in it. */
  readonly installation?: string;
  /** Replaces parts of the outbox's usual waits. */
  readonly timing?: Partial<OutboxTiming>;
}

export const printerAt = (port: number): NonNullable<Printing['printer']> => ({
  kind: 'tcp',
  host: '127.0.0.1',
  port,
  thermal: { language: 'esc-pos', width: 80, columns: 48, codePage: 'cp858', cuts: true },
});

export function startPrintingTill({
  folder,
  service,
  printing,
  selling = defaultSelling,
  installation = 'TEST',
  timing = {},
}: PrintingTillOptions) {
  const opened = openStore(join(folder, 'till.db'));
  if (!opened.ok) throw new Error(opened.error.code);
  const db = opened.value;
  const { baseUrl, token } = service;
  bindTill(db, { serviceAddress: baseUrl, companyCode: 'AURORA', tillCode: '1' }, installation);
  replacePaymentMethods(db, [{ id: 1, label: 'Numerário' }]);
  const notices: AppError[] = [];
  const jobs: PrintJob[] = [];
  const background = new Set<Promise<unknown>>();
  const inBackground = (_whatFailed: string, work: () => Promise<void>) => {
    const done = turn()
      .then(work)
      .catch(() => notices.push({ code: 'unexpected', id: 'test' }))
      .finally(() => background.delete(done));
    background.add(done);
  };
  const lock: { doneBy: DoneBy | null } = { doneBy: null };
  const environment: TillEnvironment = {
    ...quietEnvironment(),
    doneBy: () => lock.doneBy,
    language: () => 'pt-PT',
    printing: () => printing,
    jobChanged: (job) => jobs.push(job),
    inBackground,
    notify: (notice) => notices.push(notice),
  };
  const log = createLog(join(folder, 'till.log'));
  const till = new Till(
    {
      kind: 'practice',
      way: 'password',
      earlierAddress: null,
      planId: null,
      serviceAddress: baseUrl,
      companyCode: 'AURORA',
      companyName: 'Mercearia Aurora',
      tillCode: '1',
      tillName: 'Caixa 1',
      userName: 'Ana',
      username: 'ana',
      locationName: null,
      terminalName: null,
      interfaceVersion: null,
    },
    db,
    Catalogue.open(folder).catalogue,
    new DocumentMemory(folder, db, () => undefined),
    createServiceClient({ baseUrl }),
    token,
    {
      log,
      clock: systemClock,
      timing: { ...defaultTiming, ...timing },
      environment,
      notify: (notice) => notices.push(notice),
      onConnectionChanged: () => undefined,
      onFailure: () => ({ code: 'unexpected', id: 'test' }),
    },
  );
  const context = {
    session: { till },
    log,
    lock,
    settings: { value: { selling, printing }, update: () => undefined },
    language: () => 'pt-PT',
    now: () => new Date(),
    stateChanged: () => undefined,
    followProxyScript: () => undefined,
    display: { cartIs: () => undefined },
  } as unknown as Context;
  const requests = {
    ...{ ...printingRequests(context), ...receiptRequests(context) },
    ...sellRequests(context),
  };
  const ask = asking(requests, () => till);
  return {
    till,
    context,
    lock,
    notices,
    /** Resolves once nothing is left to do in background or to print. */
    idle: async () => {
      while (background.size > 0) await Promise.all(background);
      await till.printQueue.behind(() => Promise.resolve(printed));
    },
    /** The last entry of a job's number is its latest state. */
    jobs,
    ask,
    /** Finishes a sale paid in cash. */
    finish: (argument?: Partial<Argument<'sell.finish'>>) => {
      const cart = sampleCart();
      const sold = { cart, payment: samplePayment(cart), isAnotherSale: true, ...argument };
      return ask['sell.finish'](sold);
    },
  };
}
