// The working day: opening it, cash in and out, counting, closing, and its reports.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { closeDay, readToClose } from '../day/close.ts';
import { moveCash, takeBack } from '../day/cash.ts';
import { commitCount, saveDraft } from '../day/count.ts';
import { compareDay } from '../day/compare.ts';
import { openDay, type Doing, type ReportOptions } from '../day/open-day.ts';
import { exportDays } from '../day/export.ts';
import { printPaper, savePaper } from '../day/papers.ts';
import { readDayState } from '../day/state.ts';
import { localDay } from '../contract/calendar.ts';
import { comparisonNote, type DayComparison } from '../contract/day-comparison.ts';
import type { DaySnapshot } from '../contract/day-report.ts';
import type { DocumentQuery } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { maySee, shownTo } from '../page/hidden-from-cashiers.ts';
import { writeDaySettings, readDaySettings } from '../store/day-settings.ts';
import { isOwnReference } from '../store/sales.ts';
import { readDocumentsOfZ } from '../store/documents-of-z.ts';
import { keepComparison } from '../store/z-comparisons.ts';
import { readZReport } from '../store/z-reports.ts';
import { openDrawer } from '../till/drawer.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function dayHandlers(context: Context): HandlersOf<'day'> {
  const doing = (till: Till): Doing => ({
    by: till.whoIsAtIt,
    approvedBy: context.lock.doneBy?.approvedBy ?? null,
    atMs: context.now().getTime(),
  });
  const making = (till: Till): ReportOptions => ({
    ...doing(till),
    auditedAtMs: auditedAtMs(till),
  });
  const exporting = ({ profile }: Till) => ({
    language: context.language(),
    folder: context.receiptFolder(),
    company: profile.companyCode,
    nowMs: context.now().getTime(),
    shown: (snapshot: DaySnapshot) => shownTo(context.lock, snapshot),
  });
  const changed = <Value>(answer: Result<Value>): Result<Value> => {
    if (answer.ok) context.stateChanged();
    return answer;
  };

  /** Opens the drawer. Nobody waits for it, and a shop may have none. */
  const openForCash = (till: Till) => {
    const { drawer, printer } = till.environment.printing();
    if (!drawer || !printer || printer.kind === 'system') return;
    const reason = messagesFor(context.language()).day.drawerReason;
    till.environment.inBackground('the drawer was not opened', async () => {
      await openDrawer(till, { reason, reference: null });
    });
  };

  return {
    'day.state': (_, { db }) =>
      ok(readDayState(db, { seesTakings: maySee(context.lock, 'see_drawer') })),
    'day.changeSettings': (settings, { db, environment }) => {
      writeDaySettings(db, settings);
      environment.withdraw('day_settings_damaged');
      return changed(ok(null));
    },
    'day.open': ({ float }, till) => {
      const opened = changed(openDay(till.db, float, doing(till)));
      return opened.ok ? ok(null) : opened;
    },
    'day.moveCash': (movement, till) => {
      const moved = changed(moveCash(till.db, movement, doing(till)));
      if (moved.ok) openForCash(till);
      return moved;
    },
    'day.takeBack': ({ movementId }, till) => {
      const taken = changed(takeBack(till.db, movementId, doing(till)));
      if (taken.ok) openForCash(till);
      return taken;
    },
    'day.saveDraft': ({ typed }, { db }) => saveDraft(db, typed),
    'day.count': (counted, till) => changed(commitCount(till.db, counted, doing(till))),
    'day.toClose': (_, till) => {
      const found = readToClose(till.db, making(till));
      if (!found.ok) return found;
      const { snapshot, ...rest } = found.value;
      return ok({ ...rest, snapshot: shownTo(context.lock, snapshot) });
    },
    'day.close': (closing, till) => {
      const { printer } = till.environment.printing();
      const prints =
        printer && readDaySettings(till.db).printsZ ? till.environment.language() : null;
      const closed = changed(closeDay(till.db, closing, { ...making(till), prints }));
      if (!closed.ok) return closed;
      till.printQueue.wake();
      const report = readZReport(till.db, closed.value);
      if (report) context.dayClosed(report.snapshot);
      // Nobody waits for the till now.
      context.lookForUpdates();
      return reportOf(context, till, closed.value);
    },
    'day.report': ({ zId }, till) => reportOf(context, till, zId),
    'day.compare': ({ zId }, till) => compare(till, zId),
    'day.print': (asked, till) => printPaper(till, asked, making(till)),
    'day.export': ({ zId }, till) => exportDays(till.db, zId, exporting(till)),
    'day.savePdf': (asked, till) =>
      savePaper(till, asked, { ...making(till), folder: context.receiptFolder() }),
  };
}

function reportOf(context: Context, { db }: Till, zId: number) {
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  return ok({ ...report, snapshot: shownTo(context.lock, report.snapshot) });
}

async function compare(till: Till, zId: number): Promise<Result<DayComparison>> {
  const { db, clock } = till;
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  const { date, atMs } = report.snapshot;
  const compared = {
    ...{ from: date, to: localDay(atMs), ...readDocumentsOfZ(db, zId) },
    isOurs: (reference: string) => isOwnReference(db, reference),
  };
  const ask = (query: DocumentQuery) => till.listDocuments(query);
  const comparison = await compareDay(compared, ask, clock.nowMs());
  // The till may have been closed meanwhile.
  if (db.open) keepComparison(db, zId, comparisonNote(comparison));
  return ok(comparison);
}

/**
 * Returns the time of an audit since this start. An audit of an earlier start says nothing of what
 * was sent since.
 */
function auditedAtMs({ replay, openedAtMs }: Till): number | null {
  const { audit } = replay.report();
  return audit && audit.atMs >= openedAtMs ? audit.atMs : null;
}
