// Writes documents as a CSV file that a spreadsheet opens.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { DocumentSummary } from '../contract/documents.ts';
import type { Language } from '../contract/languages.ts';
import { formatDecimal } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Cells, type Writing } from '../csv/writing.ts';

const columns = [
  ...(['key', 'date', 'time', 'document', 'nature', 'status'] as const),
  ...(['customer', 'taxNumber', 'reference', 'total'] as const),
] satisfies readonly (keyof Messages['documentsCsv'])[];

/** Yields the text in parts, a page each. */
export async function* documentsCsv(
  pages: AsyncIterable<readonly DocumentSummary[]>,
  language: Language,
): AsyncGenerator<string> {
  const writing = writings[language];
  const names = messagesFor(language).documentsCsv;
  yield headCsv(
    columns.map((column) => names[column]),
    writing,
  );
  for await (const page of pages) {
    yield rowsCsv(
      page.map((document) => cellsOf(document, writing.decimalMark)),
      writing,
    );
  }
}

function cellsOf(document: DocumentSummary, decimalMark: Writing['decimalMark']): Cells {
  const { nature, status, party } = document;
  const cells: Readonly<Record<keyof Messages['documentsCsv'], string>> = {
    key: foreignCell(document.docKey),
    date: foreignCell(document.date),
    // The time without fractions of a second.
    time: foreignCell(document.time.slice(0, 8)),
    document: foreignCell(document.documentName),
    nature: foreignCell(nature.description || nature.code),
    status: foreignCell(status.description || status.code),
    customer: foreignCell(party?.name ?? ''),
    taxNumber: foreignCell(party?.fiscalNumber ?? ''),
    reference: foreignCell(document.ourReference),
    total: formatDecimal(document.totalCents, 2, decimalMark),
  };
  return columns.map((column) => cells[column]);
}
