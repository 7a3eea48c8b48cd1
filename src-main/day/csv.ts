// Closed days as CSV files for spreadsheets: one Z line by line, or all with a line for each.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { differenceOf, type Sum } from '../contract/day.ts';
import { zName, type DaySnapshot, type ZReport } from '../contract/day-report.ts';
import type { Language } from '../contract/languages.ts';
import { formatDecimal, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Cells } from '../csv/writing.ts';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { localDay } from '../contract/calendar.ts';
import { err, type Result } from '../contract/errors.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import type { Store } from '../store/open.ts';
import { readZIds, readZReport } from '../store/z-reports.ts';

/** The time on this computer, as a spreadsheet reads it: Swedish dates are yyyy-mm-dd. */
const moment = (atMs: number): string => new Date(atMs).toLocaleString('sv-SE');

interface Line {
  readonly name: string;
  readonly count?: number;
  readonly cents?: Cents | null;
  readonly text?: string;
}

function reportCsv(report: ZReport, language: Language): string {
  const { dayCsv } = messagesFor(language);
  const writing = writings[language];
  const { part, what, count, amount, text } = dayCsv.columns;
  const rows = partsOf(report, language).flatMap(([heading, lines]) =>
    lines.map((line): Cells => {
      const cents = line.cents ?? null;
      return [
        heading,
        foreignCell(line.name),
        line.count === undefined ? '' : String(line.count),
        cents === null ? '' : formatDecimal(cents, 2, writing.decimalMark),
        foreignCell(line.text ?? ''),
      ];
    }),
  );
  return headCsv([part, what, count, amount, text], writing) + rowsCsv(rows, writing);
}

function partsOf(
  report: ZReport,
  language: Language,
): readonly (readonly [heading: string, lines: readonly Line[]])[] {
  const { dayPaper: texts, states, exceptions } = messagesFor(language);
  const { snapshot, addenda } = report;
  const { cash, fiscal } = snapshot;
  return [
    [texts.z, factsOf(report, texts)],
    [
      texts.sales,
      [
        ...snapshot.methods.map(sumLine),
        sumLine({ name: texts.total, ...snapshot.sales }),
        ...snapshot.cashiers.flatMap(({ name, ...sum }) =>
          name === null ? [] : [sumLine({ name: texts.takingsOf(name), ...sum })],
        ),
      ],
    ],
    [
      texts.returned,
      snapshot.returned.count === 0
        ? []
        : [
            ...snapshot.returned.methods.map(sumLine),
            ...snapshot.returned.kinds.map(({ name, ...sum }) =>
              sumLine({ name: texts.confirmedAs(name === '' ? texts.unnamed : name), ...sum }),
            ),
            sumLine({ name: texts.sold, ...snapshot.sales }),
            sumLine({ name: texts.cameBack, ...snapshot.returned }),
            {
              name: texts.soldLess,
              cents: subtractCents(snapshot.sales.totalCents, snapshot.returned.totalCents),
            },
          ],
    ],
    [texts.drawer, drawerOf(snapshot, texts)],
    [
      texts.counts,
      cash.counts.map((one) => ({
        name: `${moment(one.atMs)} ${texts.purposes[one.purpose]}`,
        cents: one.countedCents,
        text: one.by ?? '',
      })),
    ],
    [
      texts.movements,
      cash.movements.map(({ atMs, direction, amountCents, reason, note, reference, by }) => ({
        name: [moment(atMs), texts.reasons[direction][reason], note, reference ?? '']
          .filter((one) => one !== '')
          .join(' '),
        cents: direction === 'in' ? amountCents : subtractCents(zeroCents, amountCents),
        text: by ?? '',
      })),
    ],
    [
      texts.service,
      [
        ...fiscal.natures.map(sumLine),
        sumLine({
          name: texts.answered(fiscal.answered.count, fiscal.sold.count),
          ...fiscal.answered,
        }),
        { name: texts.rounding, cents: fiscal.roundingCents },
      ],
    ],
    [
      texts.open,
      snapshot.open.map(({ reference, state, totalCents }) => ({
        ...{ name: reference, cents: totalCents, text: states[state] },
      })),
    ],
    [
      texts.besides,
      [
        sumLine({ name: texts.cancelled, ...snapshot.cancelled }),
        sumLine({ name: texts.discounts, ...snapshot.discounts }),
        { name: texts.drawerOpenings, count: snapshot.drawerOpenings },
        ...snapshot.unreadable.map((name) => ({ name, text: texts.unreadable })),
      ],
    ],
    [
      texts.exceptions,
      snapshot.exceptions.map(({ by, kind, count, amountCents }) => ({
        ...{ name: exceptions.kinds[kind], count, cents: amountCents, text: by ?? '' },
      })),
    ],
    [
      texts.since,
      addenda.map(({ atMs, reference, state, docKey, totalCents, serviceTotalCents }) => ({
        name: reference,
        cents: serviceTotalCents ?? totalCents,
        text: [moment(atMs), states[state], docKey ?? ''].join(' ').trim(),
      })),
    ],
  ];
}

type Texts = ReturnType<typeof messagesFor>['dayPaper'];

const sumLine = ({ name, count, totalCents }: Sum & { readonly name: string }): Line => ({
  ...{ name, count, cents: totalCents },
});

const factsOf = (report: ZReport, texts: Texts): readonly Line[] => {
  const { date, openedAtMs, openedBy, atMs, by, approvedBy } = report.snapshot;
  return [
    { name: texts.z, text: zName(report) },
    { name: texts.day, text: date },
    { name: texts.opened, text: `${moment(openedAtMs)} ${openedBy ?? ''}`.trim() },
    { name: texts.closed, text: `${moment(atMs)} ${by ?? ''}`.trim() },
    ...(approvedBy === null ? [] : [{ name: texts.approvedBy, text: approvedBy }]),
    { name: 'SHA-256', text: report.hash },
  ];
};

function drawerOf({ cash }: DaySnapshot, texts: Texts): readonly Line[] {
  const { count, leftCents, note } = cash;
  return [
    { name: texts.float, cents: cash.floatCents },
    { name: texts.leftBefore, cents: cash.leftBeforeCents },
    sumLine({ name: texts.cashSales, ...cash.sales }),
    ...(cash.returned.count === 0 ? [] : [sumLine({ name: texts.cashReturned, ...cash.returned })]),
    sumLine({ name: texts.cashIn, ...cash.in }),
    sumLine({ name: texts.cashOut, ...cash.out }),
    { name: texts.expected, cents: cash.expectedCents },
    ...(count
      ? [
          { name: texts.countedCash, cents: count.countedCents },
          { name: texts.difference, cents: differenceOf(count) },
        ]
      : []),
    { name: texts.left, cents: leftCents },
    ...(note === '' ? [] : [{ name: texts.note, text: note }]),
  ];
}

/** The first line of the list of days. */
function daysHeadCsv(language: Language): string {
  const { dayCsv, dayPaper } = messagesFor(language);
  const { day, opened, closed, sales, total, expected, countedCash, difference, left, open } =
    dayPaper;
  return headCsv(
    [
      ...[dayPaper.z, day, opened, closed, dayCsv.by, sales, total, expected, countedCash],
      ...[difference, left, open, 'SHA-256'],
    ],
    writings[language],
  );
}

function dayCsvRow(report: ZReport, language: Language): string {
  const writing = writings[language];
  const amount = (cents: Cents | null) =>
    cents === null ? '' : formatDecimal(cents, 2, writing.decimalMark);
  const { date, openedAtMs, atMs, by, sales, cash, open } = report.snapshot;
  const { count } = cash;
  const row = [
    ...[zName(report), date, moment(openedAtMs), moment(atMs), foreignCell(by ?? '')],
    ...[String(sales.count), amount(sales.totalCents), amount(cash.expectedCents)],
    ...[amount(count?.countedCents ?? null), amount(count && differenceOf(count))],
    ...[amount(cash.leftCents), String(open.length), report.hash],
  ];
  return rowsCsv([row], writing);
}

// Writes closed days to a file for spreadsheets, in turns, so that nobody waits for years of them.

interface Exporting {
  readonly language: Language;
  readonly folder: string;
  readonly company: string;
  readonly nowMs: number;
  /** Leaves of a report what the person who exports may see. */
  readonly visiblePart: (snapshot: DaySnapshot) => DaySnapshot;
}

/** Exports a Z, or all if `zId` is null. Errors: `not_found`, and those of writing a file. */
export async function exportDays(
  db: Store,
  zId: number | null,
  { language, folder, company, nowMs, visiblePart }: Exporting,
): Promise<Result<{ readonly file: string }>> {
  const named = (...parts: string[]) => join(folder, fileNameOf([company, ...parts], 'csv'));
  if (zId === null) return writeNewFile(named('days', localDay(nowMs)), daysCsv(db, language));
  const report = readZReport(db, zId);
  if (!report) return err({ code: 'not_found' });
  return writeNewFile(named('Z', zName(report)), [
    reportCsv({ ...report, snapshot: visiblePart(report.snapshot) }, language),
  ]);
}

/** Reads one report a turn. A report that cannot be read is left out, and its number missing. */
async function* daysCsv(db: Store, language: Language): AsyncGenerator<string> {
  yield daysHeadCsv(language);
  for (const zId of readZIds(db)) {
    await setImmediate();
    const report = readZReport(db, zId);
    if (report) yield dayCsvRow(report, language);
  }
}
