// The printer's set-up, the print jobs, and the drawer.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { err, ok } from '../contract/errors.ts';
import type { Paper, Thermal } from '../contract/printing.ts';
import { printOn } from '../printing/print-on.ts';
import { findPrinters } from '../printing/system-printer.ts';
import { testPageHtml } from '../receipt/test-page.ts';
import { encodeTestPage } from '../printing/thermal/encode.ts';
import { readOpenings } from '../store/drawer-openings.ts';
import { askAgain, readPrintJobs, stepPrintJob } from '../store/print-jobs.ts';
import { openDrawer } from '../till/drawer.ts';
import { jobDecided } from '../till/print.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

const testTimeoutMs = 20_000;

export function printingHandlers(context: Context): HandlersOf<'printing'> {
  return {
    'printing.update': (change) => {
      const { settings } = context;
      settings.update({ printing: { ...settings.value.printing, ...change } });
      context.stateChanged();
      return ok(null);
    },
    'printing.findPrinters': async () => ok(await findPrinters(context.openHiddenWindow)),
    'printing.testPage': async ({ printer }, till) => {
      const language = context.language();
      const { testPageTexts } = messagesFor(language).printing;
      const { openHiddenWindow } = context;
      const page = {
        bytes: (thermal: Thermal) => encodeTestPage(thermal, testPageTexts),
        page: (paper: Paper) => testPageHtml(language, paper),
      };
      const sent = await till.printQueue.ahead((signal) =>
        printOn(printer, page, {
          ...{ openHiddenWindow, defaultPaper: '80', timeoutMs: testTimeoutMs, signal },
        }),
      );
      return sent.outcome === 'printed' ? ok(null) : err(sent.error);
    },
    'printing.testDrawer': async ({ drawer }, till) => {
      const reason = messagesFor(context.language()).printing.testReason;
      const why = { reason, reference: null };
      const { printer } = till.environment.printing();
      return openDrawer(till, why, { printer, drawer });
    },
    'printing.openDrawer': async ({ reason }, till) =>
      openDrawer(till, { reason, reference: null }),
    'printing.jobs': (_, till) => ok(readPrintJobs(till.db, 50)),
    'printing.openings': (_, till) => ok(readOpenings(till.db, 100)),
    'printing.again': ({ jobId }, till) => {
      const asked = { askedBy: till.whoIsAtIt, atMs: context.now().getTime() };
      return jobDecided(till, askAgain(till.db, jobId, asked));
    },
    'printing.giveUp': ({ jobId }, till) =>
      jobDecided(till, stepPrintJob(till.db, jobId, 'given_up')),
  };
}
