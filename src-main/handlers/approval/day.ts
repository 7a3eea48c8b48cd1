// The words for what a manager is asked to approve about the working day, its reports and its
// figures.
import type { Argument } from '../../contract/api.ts';
import { zName } from '../../contract/day-report.ts';
import {
  defaultDaySettings,
  differenceOf,
  floatCents,
  floatDifference,
  type DaySettings,
  type Float,
} from '../../contract/day.ts';
import type { FiguresQuery } from '../../contract/figures.ts';
import type { SharedFormat } from '../../contract/format.ts';
import { periodOf } from '../../contract/periods.ts';
import { readMovements } from '../../store/cash-movements.ts';
import { readDaySettings } from '../../store/day-settings.ts';
import { readLargestDifference, readLastCount } from '../../store/drawer-counts.ts';
import { readPaymentMethods } from '../../store/payment-methods.ts';
import { readOpenShift } from '../../store/shifts.ts';
import { readLeftBefore, readZReport } from '../../store/z-reports.ts';
import { clean, type Known, type WordsOf } from './known.ts';

/**
 * Returns the labels that the shop gave the methods, with their numbers, as two labels may be the
 * same.
 */
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
function settingsWords(asked: DaySettings, known: Known): readonly string[] {
  const { says, texts, format, context } = known;
  const { till } = context.session;
  const now = till ? readDaySettings(till.db) : defaultDaySettings;
  const said = ({ mode, cashMethods, differenceLimitCents, printsZ }: DaySettings) =>
    [
      [texts.day.modeLegend, texts.day.modes[mode]],
      [texts.day.cashMethods, methodNames(cashMethods, known)],
      [texts.day.differenceLimit, format.money(differenceLimitCents)],
      [texts.day.printsZ, printsZ ? says.on : says.off],
    ] as const;
  const before = said(now);
  const changes = said(asked).flatMap(([name, to], index) => {
    const from = before[index]?.[1] ?? '';
    return from === to ? [] : [says.changed(name, from, to)];
  });
  return [says.daySettings, ...changes];
}

/**
 * Returns the words for the count as main has it: what the page says of a count does not matter.
 */
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

function paperName(zId: number, { texts, context }: Known): string {
  const report = context.session.till && readZReport(context.session.till.db, zId);
  return `${texts.dayPaper.z} ${report ? zName(report) : String(zId)}`;
}

const askedName = (asked: Argument<'day.print'>, known: Known): string =>
  asked.kind === 'x' ? known.texts.dayPaper.x : paperName(asked.zId, known);

/** Returns the words for how far a float is from what was left. */
function floatWords(float: Float, { says, format, context }: Known): readonly string[] {
  const { till } = context.session;
  const leftCents = till && readLeftBefore(till.db);
  const amount = floatCents(float);
  const difference = floatDifference(amount, leftCents);
  if (leftCents === null || difference === null) return [];
  return [says.openDay(format.money(amount), format.money(leftCents), format.money(difference))];
}

function figureDays({ period, date }: FiguresQuery, format: SharedFormat): string {
  const { from, until } = periodOf(period, date);
  return from === until ? format.date(from) : `${format.date(from)}–${format.date(until)}`;
}

export const dayWords: WordsOf<'day' | 'figures' | 'exceptions'> = {
  'day.changeSettings': settingsWords,
  'day.open': ({ float }, known) => floatWords(float, known),
  'day.moveCash': ({ direction, amountCents, reason, note }, { says, texts, format }) => {
    const why = [texts.day.reasons[direction][reason], note]
      .filter((part) => part !== '')
      .join(', ');
    const say = direction === 'in' ? says.cashIn : says.cashOut;
    return [say(format.money(amountCents), why)];
  },
  'day.takeBack': ({ movementId }, { says, format, texts, context }) => {
    const { till } = context.session;
    const shift = till && readOpenShift(till.db);
    const moved = shift && readMovements(till.db, shift.shiftId);
    const found = moved?.find((one) => one.movementId === movementId);
    if (!found) return [says.takeBack(String(movementId))];
    const say = found.direction === 'out' ? says.takeBackIn : says.takeBackOut;
    const { direction, amountCents, reason, note } = found;
    const why = [texts.day.reasons[direction][reason], note]
      .filter((part) => part !== '')
      .join(', ');
    return [say(format.money(amountCents), clean(why))];
  },
  'day.close': ({ leftCents, note }, known) => [
    ...countWords(known),
    known.says.leaves(known.format.money(leftCents)),
    ...(note === '' ? [] : [known.says.note(note)]),
  ],
  'day.report': ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
  'day.compare': ({ zId }, known) => [known.says.seeReport(paperName(zId, known))],
  'day.preview': (asked, known) => [known.says.seeReport(askedName(asked, known))],
  'day.print': (asked, known) => [known.says.seeReport(askedName(asked, known))],
  'day.export': ({ zId }, known) => [
    zId === null ? known.says.exportDays : known.says.seeReport(paperName(zId, known)),
  ],
  'day.savePdf': (asked, known) => [known.says.seeReport(askedName(asked, known))],
  'figures.read': (query, { says, format }) => [says.seeFigures(figureDays(query, format))],
  'figures.export': (query, { says, format }) => [says.exportFigures(figureDays(query, format))],
  'exceptions.list': ({ date }, { says, format }) => [says.seeExceptions(format.date(date))],
  'exceptions.export': ({ date }, { says, format }) => [says.exportExceptions(format.date(date))],
};
