// Writes a figure's table as a CSV file that a spreadsheet opens.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import { tabled, type FigureCell } from '../contract/figure-tables.ts';
import type { FigureTable, Figures } from '../contract/figures.ts';
import type { Language } from '../contract/languages.ts';
import { formatDecimal } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Writing } from '../csv/writing.ts';

export function figuresCsv(figures: Figures, table: FigureTable, language: Language): string {
  const messages = messagesFor(language).figures;
  const writing = writings[language];
  const { columns, rows } = tabled(figures, table);
  const names = columns.map((column) =>
    typeof column === 'string' ? messages.columns[column] : messages.hour(column.hour),
  );
  const cells = rows.map((row) => row.map((cell) => cellText(cell, messages, writing)));
  return headCsv(names, writing) + rowsCsv(cells, writing);
}

/** Returns an empty text for what is not known. */
function cellText(
  cell: FigureCell,
  messages: Messages['figures'],
  { decimalMark }: Writing,
): string {
  switch (cell.kind) {
    case 'foreign':
      return foreignCell(cell.text);
    case 'plain':
      return cell.text;
    case 'word':
      return messages.words[cell.word];
    case 'weekday':
      return messages.weekdays[cell.weekday] ?? '';
    case 'hour':
      return messages.hour(cell.hour);
    case 'day':
      return cell.day;
    case 'number':
      return String(cell.number);
    case 'quantity':
      return formatDecimal(cell.thousandths, 3, decimalMark);
    case 'money':
      return formatDecimal(cell.cents, 2, decimalMark);
    case 'none':
      return '';
  }
}
