// Finds what a manager wants to see of one day of this computer.
import type { TillException } from '../contract/exceptions.ts';
import { readExceptions } from '../store/exceptions.ts';
import type { Store } from '../store/open.ts';
import { spanOf } from '../store/which-rows.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { kindSentence } from '../../resources/messages/sentences.ts';
import { localDay } from '../contract/calendar.ts';
import type { Language } from '../contract/languages.ts';
import { formatDecimal } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings } from '../csv/writing.ts';

/** Returns the exceptions, newest first. `date` is `yyyy-mm-dd`. */
export const exceptionsOfDay = (db: Store, date: string): readonly TillException[] =>
  readExceptions(db, spanOf(date));

export function exceptionsCsv(exceptions: readonly TillException[], language: Language): string {
  const { columns, kinds, what } = messagesFor(language).exceptions;
  const writing = writings[language];
  const { date, time, cashier, amount } = columns;
  const names = [
    ...[date, time, cashier, columns.kind, columns.what, amount],
    ...[columns.approvedBy, columns.reference],
  ];
  const rows = exceptions.map((exception) => {
    const { atMs, by, kind, amountCents, approvedBy, reference } = exception;
    return [
      localDay(atMs),
      // Swedish times are written hh:mm:ss.
      new Date(atMs).toLocaleTimeString('sv-SE'),
      foreignCell(by ?? ''),
      kinds[kind],
      foreignCell(kindSentence(what, exception)),
      amountCents === null ? '' : formatDecimal(amountCents, 2, writing.decimalMark),
      foreignCell(approvedBy ?? ''),
      reference ?? '',
    ];
  });
  return headCsv(names, writing) + rowsCsv(rows, writing);
}
