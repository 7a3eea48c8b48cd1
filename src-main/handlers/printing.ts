// The printer's set-up, the print jobs, and the drawer.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { err, ok } from '../contract/errors.ts';
import { type Paper, type Thermal, printerName, type Printer } from '../contract/printing.ts';
import { printOn } from '../printing/print-on.ts';
import { findPrinters } from '../printing/system-printer.ts';
import { testPageHtml } from '../receipt/test-page.ts';
import { encodeTestPage } from '../printing/thermal/encode.ts';
import { readOpenings } from '../store/drawer-openings.ts';
import { askAgain, readPrintJobs, stepPrintJob, readDayPaperTitle } from '../store/print-jobs.ts';
import { openDrawer } from '../till/drawer.ts';
import { jobDecided } from '../till/print.ts';
import type { Context } from './context.ts';
import { forEverybody, type Requests, withoutTill, ofTheComputer } from './request.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { Known } from './approval.ts';

const testTimeoutMs = 20_000;

export function printingRequests(context: Context): Requests<'printing'> {
  return {
    'printing.update': {
      ...ofTheComputer,
      words: ({ printer, drawer, automatic }, known) => [
        ...(printer === undefined ? [] : [known.says.printer(printerIn(printer, known))]),
        ...(drawer === undefined ? [] : [known.says.drawer]),
        ...(automatic === undefined ? [] : [known.says.automatic]),
      ],
      run: (change) => {
        const { settings } = context;
        settings.update({ printing: { ...settings.value.printing, ...change } });
        context.stateChanged();
        return ok(null);
      },
    },
    'printing.findPrinters': withoutTill(async () =>
      ok(await findPrinters(context.openHiddenWindow)),
    ),
    'printing.testPage': {
      changesNothing: true,
      actions: 'change_settings',
      words: ({ printer }, known) => [known.says.testPage(printerIn(printer, known))],
      run: async ({ printer }, till) => {
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
    },
    'printing.testDrawer': {
      actions: 'open_drawer',
      words: (_, known) => [
        known.says.testDrawer(printerIn(known.context.settings.value.printing.printer, known)),
      ],
      run: async ({ drawer }, till) => {
        const reason = messagesFor(context.language()).printing.testReason;
        const why = { reason, reference: null };
        const { printer } = till.environment.printing();
        return openDrawer(till, why, { printer, drawer });
      },
    },
    'printing.openDrawer': {
      actions: 'open_drawer',
      words: ({ reason }, { says }) => [says.openDrawer(reason)],
      run: async ({ reason }, till) => openDrawer(till, { reason, reference: null }),
    },
    'printing.jobs': forEverybody((_, till) => ok(readPrintJobs(till.db, 50))),
    'printing.openings': forEverybody((_, till) => ok(readOpenings(till.db, 100))),
    'printing.again': {
      actions: ({ jobId }) => printingAgain(jobId, context),
      words: ({ jobId }, { says, context }) => {
        const { till } = context.session;
        return [says.seeReport((till && readDayPaperTitle(till.db, jobId)) ?? String(jobId))];
      },
      run: ({ jobId }, till) => {
        const retry = { askedBy: till.whoIsAtIt, atMs: context.now().getTime() };
        return jobDecided(till, askAgain(till.db, jobId, retry));
      },
    },
    'printing.giveUp': forEverybody(({ jobId }, till) =>
      jobDecided(till, stepPrintJob(till.db, jobId, 'given_up')),
    ),
  };
}

/** The report of a day needs what its first printing needs. */
function printingAgain(jobId: number, { session }: Context): readonly ManagerAction[] {
  const { till } = session;
  return till !== null && readDayPaperTitle(till.db, jobId) !== undefined ? ['see_drawer'] : [];
}

const printerIn = (printer: Printer | null, { says }: Known): string =>
  printer === null ? says.systemPrinter : printerName(printer);
