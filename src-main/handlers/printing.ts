// The printer's set-up, the print jobs, and the drawer.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { Printer } from '../contract/printing.ts';
import type { Handlers } from '../ipc.ts';
import type { Sent } from '../printing/sent.ts';
import { findPrinters, printByDriver } from '../printing/system-printer.ts';
import { sendBytes } from '../printing/transport.ts';
import { encodeTestPage } from '../receipt/thermal/encode.ts';
import { readOpenings } from '../store/drawer-openings.ts';
import type { Store } from '../store/open.ts';
import { askAgain, readPrintJobs, stepPrintJob } from '../store/print-jobs.ts';
import { openTill, whoIsAtTheTill, type Context } from './context.ts';
import { openDrawer } from './drawer.ts';
import { askToPrint } from './print-job.ts';
import { testPageAddress } from './test-page.ts';

const testTimeoutMs = 20_000;

export function printingHandlers(
  context: Context,
): Pick<Handlers, 'receipt.print' | Extract<keyof Handlers, `printing.${string}`>> {
  /** A person decides about a job that has not moved on since. */
  const decide = (change: (db: Store) => PrintJob | undefined): Result<PrintJob> => {
    const till = openTill(context);
    if (!till.ok) return till;
    const job = change(till.value.db);
    if (!job) return err({ code: 'print_job_moved_on' });
    context.jobChanged(job);
    till.value.printQueue.wake();
    return ok(job);
  };

  return {
    'receipt.print': async (source) => {
      const till = openTill(context);
      return till.ok ? askToPrint(context, till.value, source) : till;
    },
    'printing.update': (change) => {
      const { settings } = context;
      settings.update({ printing: { ...settings.value.printing, ...change } });
      context.stateChanged();
      return ok(null);
    },
    'printing.findPrinters': async () => ok(await findPrinters(context.openHiddenWindow)),
    'printing.testPage': async ({ printer }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const sent = await till.value.printQueue.ahead((signal) =>
        printTestPage(context, printer, signal),
      );
      return sent.outcome === 'printed' ? ok(null) : err(sent.error);
    },
    'printing.testDrawer': async ({ printer, drawer }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const reason = messagesFor(context.language()).printing.testReason;
      const why = { reason, reference: null };
      return openDrawer(context, till.value, why, { printer, drawer });
    },
    'printing.openDrawer': async ({ reason }) => {
      const till = openTill(context);
      return till.ok ? openDrawer(context, till.value, { reason, reference: null }) : till;
    },
    'printing.jobs': () => {
      const till = openTill(context);
      return till.ok ? ok(readPrintJobs(till.value.db, 50)) : till;
    },
    'printing.openings': () => {
      const till = openTill(context);
      return till.ok ? ok(readOpenings(till.value.db, 100)) : till;
    },
    'printing.again': ({ jobId }) =>
      decide((db) =>
        askAgain(db, jobId, {
          askedBy: whoIsAtTheTill(context),
          atMs: context.now().getTime(),
        }),
      ),
    'printing.giveUp': ({ jobId }) => decide((db) => stepPrintJob(db, jobId, 'given_up')),
  };
}

function printTestPage(
  context: Context,
  printer: Printer | null,
  signal: AbortSignal,
): Promise<Sent> {
  if (!printer || printer.kind === 'system') {
    const paper = printer?.paper ?? '80';
    return printByDriver(context.openHiddenWindow, testPageAddress(paper), {
      name: printer?.name ?? null,
      paper,
      timeoutMs: testTimeoutMs,
      signal,
    });
  }
  const texts = messagesFor(context.language()).printing.testPageTexts;
  return sendBytes(printer, encodeTestPage(printer.thermal, texts), signal);
}
