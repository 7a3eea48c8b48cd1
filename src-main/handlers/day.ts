// The working day: opening it, cash in and out, counting, closing, and its reports.
import type { Doing } from '../store/decisions.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import {
  closeAndPrint,
  readToClose,
  isCountBeyondLimit,
  commitCount,
  saveDraft,
} from '../day/close.ts';
import { moveCash, takeBack } from '../day/cash.ts';
import { compareClosedDay } from '../day/compare.ts';
import { openDay, type ReportOptions, isFloatBeyondLimit } from '../day/open-day.ts';
import { exportDays } from '../day/csv.ts';
import { previewPaper, printPaper, savePaper } from '../day/papers.ts';
import { readDayState } from '../day/state.ts';
import { type DaySnapshot, zName } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { maySee, shownTo } from '../page/hidden-from-cashiers.ts';
import { writeDaySettings, readDaySettings } from '../store/day-settings.ts';
import { readZReport, readLeftBefore } from '../store/z-reports.ts';
import { openForCash } from '../till/drawer.ts';
import type { Till } from '../till/till.ts';
import { actingNow, type Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';
import type { Argument } from '../contract/api.ts';
import type { ManagerAction } from '../contract/lock.ts';
import {
  type CashMovement,
  type Float,
  defaultDaySettings,
  differenceOf,
  floatCents,
  floatDifference,
  type DaySettings,
} from '../contract/day.ts';
import { readMovements } from '../store/cash-movements.ts';
import { readLargestDifference, readLastCount } from '../store/drawer-counts.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readOpenShift } from '../store/shifts.ts';
import { clean, type Known } from './approval.ts';

export function dayRequests(context: Context): Requests<'day'> {
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
    visiblePart: (snapshot: DaySnapshot) => shownTo(context.lock, snapshot),
  });
  const changed = <Value>(answer: Result<Value>): Result<Value> => {
    if (answer.ok) context.stateChanged();
    return answer;
  };
  const drawerReason = () => messagesFor(context.language()).day.drawerReason;

  return {
    'day.state': forEverybody((_, { db }) =>
      ok(readDayState(db, { seesTakings: maySee(context.lock, 'see_drawer') })),
    ),
    'day.changeSettings': {
      actions: 'change_settings',
      words: daySettingsWords,
      run: (settings, { db, environment }) => {
        writeDaySettings(db, settings);
        environment.withdraw('day_settings_damaged');
        return changed(ok(null));
      },
    },
    'day.open': {
      actions: ({ float }) => opening(float, context),
      words: ({ float }, known) => floatWords(float, known),
      run: ({ float }, till) => {
        const opened = changed(openDay(till.db, float, doing(till)));
        return opened.ok ? ok(null) : opened;
      },
    },
    'day.moveCash': {
      actions: 'move_cash',
      words: (movement, { says, texts, format }) => {
        const say = movement.direction === 'in' ? says.cashIn : says.cashOut;
        return [say(format.money(movement.amountCents), reasonOf(movement, texts))];
      },
      run: (movement, till) => {
        const moved = changed(moveCash(till.db, movement, doing(till)));
        if (moved.ok) openForCash(till, drawerReason());
        return moved;
      },
    },
    'day.takeBack': {
      actions: 'move_cash',
      words: ({ movementId }, { says, format, texts, context }) => {
        const { till } = context.session;
        const shift = till && readOpenShift(till.db);
        const moved = shift && readMovements(till.db, shift.shiftId);
        const movement = moved?.find((one) => one.movementId === movementId);
        if (!movement) return [says.takeBack(String(movementId))];
        const say = movement.direction === 'out' ? says.takeBackIn : says.takeBackOut;
        return [say(format.money(movement.amountCents), clean(reasonOf(movement, texts)))];
      },
      run: ({ movementId }, till) => {
        const takenBack = changed(takeBack(till.db, movementId, doing(till)));
        if (takenBack.ok) openForCash(till, drawerReason());
        return takenBack;
      },
    },
    'day.saveDraft': forEverybody(({ typed }, { db }) => saveDraft(db, typed)),
    'day.count': forEverybody((counted, till) =>
      changed(commitCount(till.db, counted, doing(till))),
    ),
    'day.toClose': forEverybody((_, till) => {
      const toClose = readToClose(till.db, making(till));
      if (!toClose.ok) return toClose;
      const { snapshot, ...rest } = toClose.value;
      return ok({ ...rest, snapshot: shownTo(context.lock, snapshot) });
    }),
    'day.close': {
      actions: () => closing(context),
      words: ({ leftCents, note }, known) => [
        ...countWords(known),
        known.says.leaves(known.format.money(leftCents)),
        ...(note === '' ? [] : [known.says.note(note)]),
      ],
      run: (closing, till) => {
        const closed = changed(closeAndPrint(till, closing, making(till)));
        if (!closed.ok) return closed;
        const report = readZReport(till.db, closed.value);
        if (report) context.dayClosed(report.snapshot);
        // Nobody waits for the till now.
        context.lookForUpdates();
        return reportOf(context, till, closed.value);
      },
    },
    'day.report': {
      actions: 'see_drawer',
      words: ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
      run: ({ zId }, till) => reportOf(context, till, zId),
    },
    'day.compare': {
      actions: 'see_drawer',
      words: ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
      run: ({ zId }, till) => compareClosedDay(till, zId),
    },
    'day.preview': {
      actions: 'see_drawer',
      words: (asked, known) => [known.says.seeReport(askedName(asked, known))],
      run: async (asked, till) => {
        const page = await previewPaper(till, asked, making(till));
        return page.ok ? ok({ preview: context.paperPreviews.keep(page.value) }) : page;
      },
    },
    'day.print': {
      actions: 'see_drawer',
      words: (asked, known) => [known.says.seeReport(askedName(asked, known))],
      run: (asked, till) => printPaper(till, asked, making(till)),
    },
    'day.export': {
      actions: () => ['see_drawer', 'export'],
      words: ({ zId }, known) => [
        zId === null ? known.says.exportDays : known.says.seeReport(paperName(zId, known)),
      ],
      run: ({ zId }, till) => exportDays(till.db, zId, exporting(till)),
    },
    'day.savePdf': {
      actions: 'see_drawer',
      words: (asked, known) => [known.says.seeReport(askedName(asked, known))],
      run: (asked, till) =>
        savePaper(till, asked, { ...making(till), folder: context.receiptFolder() }),
    },
  };
}

function reportOf(context: Context, { db }: Till, zId: number) {
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  return ok({ ...report, snapshot: shownTo(context.lock, report.snapshot) });
}

/** If the drawer differs by too much, no shop leaves the closing to others. */
function closing({ session }: Context): readonly ManagerAction[] {
  const { till } = session;
  const differs = till !== null && isCountBeyondLimit(till.db);
  return differs ? ['close_with_difference', 'close_day'] : ['close_day'];
}

/** A drawer that is not as it was left needs the same as at the closing. */
function opening(float: Float, { session }: Context): readonly ManagerAction[] {
  const { till } = session;
  return till !== null && isFloatBeyondLimit(till.db, float) ? ['close_with_difference'] : [];
}

/** Returns the shop's labels of the methods with their numbers, as two may be the same. */
function methodNames(ids: readonly number[], { says, context }: Known): string {
  const methods = context.session.till ? readPaymentMethods(context.session.till.db) : [];
  const names = [...ids]
    .sort((one, other) => one - other)
    .map((id) => {
      const label = methods.find((one) => one.id === id)?.label;
      return label === undefined ? `(${id})` : `${label} (${id})`;
    });
  return names.length > 0 ? names.join(', ') : says.nothing;
}

/** Returns the words for what changes: what it is now and what it would be. */
export function daySettingsWords(newSettings: DaySettings, known: Known): readonly string[] {
  const { says, texts, format, context } = known;
  const { till } = context.session;
  const now = till ? readDaySettings(till.db) : defaultDaySettings;
  const wordsOf = ({ mode, cashMethods, differenceLimitCents, printsZ }: DaySettings) =>
    [
      [texts.day.modeLegend, texts.day.modes[mode]],
      [texts.day.cashMethods, methodNames(cashMethods, known)],
      [texts.day.differenceLimit, format.money(differenceLimitCents)],
      [texts.day.printsZ, printsZ ? says.on : says.off],
    ] as const;
  const before = wordsOf(now);
  const changes = wordsOf(newSettings).flatMap(([name, to], index) => {
    const from = before[index]?.[1] ?? '';
    return from === to ? [] : [says.changed(name, from, to)];
  });
  return [says.daySettings, ...changes];
}

/** Returns the words for the count as main has it, whatever the page says of it. */
function countWords({ says, format, context }: Known): readonly string[] {
  const { till } = context.session;
  const shift = till && readOpenShift(till.db);
  const last = shift && readLastCount(till.db, shift.shiftId);
  if (!last) return [];
  const { countedCents, expectedCents } = last.counted;
  const difference = format.money(differenceOf(last.counted));
  const largest = readLargestDifference(till.db, shift.shiftId);
  const isSaid = largest > Math.abs(differenceOf(last.counted));
  return [
    says.closeDay(format.money(countedCents), format.money(expectedCents), difference),
    ...(isSaid ? [says.earlierCount(format.money(largest))] : []),
  ];
}

/** Returns why cash is moved, in the texts' words and the person's own. */
const reasonOf = (
  { direction, reason, note }: Pick<CashMovement, 'direction' | 'reason' | 'note'>,
  texts: Known['texts'],
): string => [texts.day.reasons[direction][reason], note].filter((part) => part !== '').join(', ');

function paperName(zId: number, { texts, context }: Known): string {
  const report = context.session.till && readZReport(context.session.till.db, zId);
  return `${texts.dayPaper.z} ${report ? zName(report) : String(zId)}`;
}

const askedName = (wantedPaper: Argument<'day.print'>, known: Known): string =>
  wantedPaper.kind === 'x' ? known.texts.dayPaper.x : paperName(wantedPaper.zId, known);

/** Returns the words for how far a float is from what was left. */
function floatWords(float: Float, { says, format, context }: Known): readonly string[] {
  const { till } = context.session;
  const leftCents = till && readLeftBefore(till.db);
  const amount = floatCents(float);
  const difference = floatDifference(amount, leftCents);
  if (leftCents === null || difference === null) return [];
  return [says.openDay(format.money(amount), format.money(leftCents), format.money(difference))];
}
