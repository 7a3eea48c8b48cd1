// The queue of a till's print jobs, at a printer in every condition.
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { PrintJob } from '../../../src-main/contract/print-jobs.ts';
import { createLog } from '../../../src-main/log.ts';
import { PrintQueue } from '../../../src-main/printing/print-queue.ts';
import { printed, type PrintOutcome } from '../../../src-main/printing/outcome.ts';
import { sendByTcp } from '../../../src-main/printing/transport.ts';
import { askAgain, makePrintJob, readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { linesOf } from '../../log-lines.ts';
import { startVirtualPrinter, type Mood } from '../../printer/virtual-printer.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';

const timing = { connectMs: 500, answerMs: 100, idleMs: 500, settleMs: 500 };

const textOf = (job: PrintJob) => `${job.title}${job.isCopy ? ' 2.ª via' : ''} ${'x'.repeat(50)}`;

async function atPrinter(mood: Mood = 'fine') {
  const printer = await startVirtualPrinter({ mood });
  onTestFinished(printer.close);
  const db = openTill();
  const failures: unknown[] = [];
  const changes: string[] = [];
  const logFile = join(temporaryFolder(), 'till.log');
  const start = (
    print: (job: PrintJob, signal: AbortSignal) => Promise<PrintOutcome> = (job, signal) =>
      sendByTcp({ host: '127.0.0.1', port: printer.port }, Buffer.from(textOf(job)), {
        language: 'esc-pos',
        timing,
        signal,
      }),
  ) => {
    const queue = new PrintQueue({
      db,
      log: createLog(logFile),
      print,
      onJobChanged: ({ title, state }) => changes.push(`${title} ${state}`),
      onFailure: (error) => failures.push(error),
      retryMs: 10,
    });
    onTestFinished(() => queue.stop());
    return queue;
  };
  const add = (documentId: number) =>
    makePrintJob(db, {
      atMs: 1,
      documentId,
      reference: null,
      title: `FS A/${documentId}`,
      language: 'en',
      askedBy: 'Ana',
      isAutomatic: false,
    });
  const states = () => readPrintJobs(db, 10).map(({ state }) => state);
  const settled = () =>
    expect.poll(() => states().some((one) => one === 'waiting' || one === 'printing')).toBe(false);
  const papers = () => printer.jobs.map((job) => job.toString().trim().replace(/ x+$/, ''));
  return { printer, db, start, add, states, settled, papers, failures, changes, logFile };
}

/** Resolves once the queue has no job left to print. */
const nothingWaits = (queue: PrintQueue) => queue.behind(() => Promise.resolve(printed));

test('a printer without paper fails each job, and prints none by itself once there is paper', async () => {
  const { start, add, settled, papers, states, printer, db } = await atPrinter('paper_out');
  const queue = start();
  add(71);
  add(72);
  queue.wake();
  await settled();
  expect(states()).toEqual(['failed', 'failed']);
  printer.mood = 'fine';
  queue.wake();
  await nothingWaits(queue);
  expect(papers()).toEqual([]);
  askAgain(db, 1, { askedBy: 'Ana', atMs: 2 });
  queue.wake();
  await settled();
  expect(papers()).toEqual(['FS A/71']);
});

test('a printer that dies in the middle leaves the job uncertain, and a copy is printed only on request', async () => {
  const { start, add, settled, papers, states, printer, db } = await atPrinter('dies');
  const queue = start();
  add(71);
  queue.wake();
  await settled();
  expect(states()).toEqual(['uncertain']);
  printer.mood = 'fine';
  queue.wake();
  await nothingWaits(queue);
  expect(printer.jobs).toHaveLength(1);
  askAgain(db, 1, { askedBy: 'Ana', atMs: 2 });
  queue.wake();
  await settled();
  expect(papers().at(-1)).toBe('FS A/71 2.ª via');
});

test('the drawer opens before jobs that wait, and never in the middle of one', async () => {
  const { start, add, settled } = await atPrinter();
  const order: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  const queue = start(async (job) => {
    order.push(`${job.title} begins`);
    begun.resolve(undefined);
    await goOn.promise;
    order.push(`${job.title} ends`);
    return { outcome: 'printed' };
  });
  add(71);
  add(72);
  queue.wake();
  await begun.promise;
  const opened = queue.ahead(() => {
    order.push('drawer');
    return Promise.resolve(printed);
  });
  goOn.resolve(undefined);
  await opened;
  await settled();
  expect(order).toEqual([
    'FS A/71 begins',
    'FS A/71 ends',
    'drawer',
    'FS A/72 begins',
    'FS A/72 ends',
  ]);
});

test('two things are never on their way at once, whenever the next is requested', async () => {
  const { start } = await atPrinter();
  const queue = start();
  let underWay = 0;
  let most = 0;
  const open = () =>
    queue.ahead(async () => {
      most = Math.max(most, (underWay += 1));
      await turn();
      underWay -= 1;
      return printed;
    });
  for (let ticks = 0; ticks < 30; ticks += 1) {
    await open();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    const first = open();
    await turn();
    await Promise.all([first, open()]);
  }
  expect(most).toBe(1);
});

test('a job left by an earlier run is for a person, even if that cannot be written down at first', async () => {
  const { start, add, states, db, printer } = await atPrinter();
  add(71);
  db.pragma('query_only = ON');
  const queue = start();
  db.pragma('query_only = OFF');
  queue.wake();
  await expect.poll(states).toEqual(['failed']);
  expect(printer.jobs).toEqual([]);
});

test('a printed job is written down as soon as the file can be written, and not printed twice', async () => {
  const { start, add, states, db, logFile } = await atPrinter();
  let prints = 0;
  const queue = start(() => {
    prints += 1;
    db.pragma('query_only = ON');
    return Promise.resolve({ outcome: 'printed' });
  });
  add(71);
  queue.wake();
  await expect.poll(() => linesOf(logFile, /cannot be written down yet/).length).toBe(1);
  expect(states()).toEqual(['printing']);
  db.pragma('query_only = OFF');
  await expect.poll(states).toEqual(['printed']);
  expect(prints).toBe(1);
});

test('closing the till in the middle leaves the job uncertain, and waiting jobs failed at the next start', async () => {
  const { start, add, states, printer, db } = await atPrinter('stuck');
  const queue = start((job, signal) =>
    sendByTcp({ host: '127.0.0.1', port: printer.port }, Buffer.from(textOf(job)), {
      language: 'esc-pos',
      timing: { ...timing, settleMs: 60_000 },
      signal,
    }),
  );
  add(71);
  add(72);
  queue.wake();
  await printer.begun(1);
  let opened = 0;
  const open = () =>
    queue.ahead(() => {
      opened += 1;
      return Promise.resolve(printed);
    });
  const drawer = open();
  await queue.stop();
  const interrupted = { code: 'print_interrupted' };
  for (const late of [drawer, open()]) {
    expect(await late).toEqual({ outcome: 'not_sent', error: interrupted });
  }
  expect(opened).toBe(0);
  expect(states()).toEqual(['waiting', 'uncertain']);
  expect(readPrintJobs(db, 1_000)[1]).toMatchObject({ error: interrupted });
  start();
  expect(states()).toEqual(['failed', 'uncertain']);
}, 10_000);

test('a bug in one job is reported, leaves it uncertain, and does not stop the next', async () => {
  const { start, add, settled, states } = await atPrinter();
  const queue = start((job) =>
    job.documentId === 71
      ? Promise.reject(new Error('a bug'))
      : Promise.resolve({ outcome: 'printed' }),
  );
  add(71);
  add(72);
  queue.wake();
  await settled();
  expect(states()).toEqual(['printed', 'uncertain']);
});

test('background work is told once a drawer or a job waits, but not of more background work', async () => {
  const { start, add, settled } = await atPrinter();
  const queue = start();
  for (const want of [
    () => void queue.ahead(() => Promise.resolve(printed)),
    () => {
      add(71);
      queue.wake();
    },
  ]) {
    const begun = Promise.withResolvers<AbortSignal>();
    const goOn = Promise.withResolvers<undefined>();
    const behind = queue.behind(async (_closing, wanted) => {
      begun.resolve(wanted);
      await goOn.promise;
      return printed;
    });
    const wanted = await begun.promise;
    const next = queue.behind(() => Promise.resolve(printed));
    expect(wanted.aborted).toBe(false);
    want();
    expect(wanted.aborted).toBe(true);
    goOn.resolve(undefined);
    await Promise.all([behind, next]);
  }
  await settled();
});
