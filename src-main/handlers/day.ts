// The working day: opening it, cash in and out, counting, closing, and its reports.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { closeAndPrint, readToClose } from '../day/close.ts';
import { moveCash, takeBack } from '../day/cash.ts';
import { commitCount, saveDraft } from '../day/count.ts';
import { compareClosedDay } from '../day/compare.ts';
import { openDay, type Doing, type ReportOptions } from '../day/open-day.ts';
import { exportDays } from '../day/export.ts';
import { previewPaper, printPaper, savePaper } from '../day/papers.ts';
import { readDayState } from '../day/state.ts';
import type { DaySnapshot } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { maySee, shownTo } from '../page/hidden-from-cashiers.ts';
import { writeDaySettings } from '../store/day-settings.ts';
import { readZReport } from '../store/z-reports.ts';
import { openForCash } from '../till/drawer.ts';
import type { Till } from '../till/till.ts';
import { actingNow, type Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function dayHandlers(context: Context): HandlersOf<'day'> {
  const doing = (till: Till): Doing => actingNow(context, till.whoIsAtIt);
  const making = (till: Till): ReportOptions => ({
    ...doing(till),
    auditedAtMs: till.auditedAtMs,
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
  const drawerReason = () => messagesFor(context.language()).day.drawerReason;

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
      if (moved.ok) openForCash(till, drawerReason());
      return moved;
    },
    'day.takeBack': ({ movementId }, till) => {
      const taken = changed(takeBack(till.db, movementId, doing(till)));
      if (taken.ok) openForCash(till, drawerReason());
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
      const closed = changed(closeAndPrint(till, closing, making(till)));
      if (!closed.ok) return closed;
      const report = readZReport(till.db, closed.value);
      if (report) context.dayClosed(report.snapshot);
      // Nobody waits for the till now.
      context.lookForUpdates();
      return reportOf(context, till, closed.value);
    },
    'day.report': ({ zId }, till) => reportOf(context, till, zId),
    'day.compare': ({ zId }, till) => compareClosedDay(till, zId),
    'day.preview': async (asked, till) => {
      const page = await previewPaper(till, asked, making(till));
      return page.ok ? ok({ preview: context.paperPreviews.keep(page.value) }) : page;
    },
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
