// Writes documents as a CSV file that a spreadsheet opens.
import type { Language } from '../contract/settings.ts';
import type { DocumentSummary } from '../contract/documents.ts';
import { formatDecimal } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Cells, type Writing } from '../csv/writing.ts';

const columnNames: Readonly<Record<Language, Cells>> = {
  en: [
    'Key',
    'Date',
    'Time',
    'Document',
    'Nature',
    'Status',
    'Customer',
    'Tax number',
    'Reference',
    'Total',
  ],
  'pt-PT': [
    'Número',
    'Data',
    'Hora',
    'Documento',
    'Natureza',
    'Estado',
    'Cliente',
    'NIF',
    'Referência',
    'Total',
  ],
};

/** Yields the text in parts, a page each. */
export async function* documentsCsv(
  pages: AsyncIterable<readonly DocumentSummary[]>,
  language: Language,
): AsyncGenerator<string> {
  const writing = writings[language];
  yield headCsv(columnNames[language], writing);
  for await (const page of pages) {
    yield rowsCsv(
      page.map((document) => cellsOf(document, writing.decimalMark)),
      writing,
    );
  }
}

function cellsOf(document: DocumentSummary, decimalMark: Writing['decimalMark']): Cells {
  const { nature, status, party } = document;
  const texts = [
    document.docKey,
    document.date,
    // The time without fractions of a second.
    document.time.slice(0, 8),
    document.documentName,
    nature.description || nature.code,
    status.description || status.code,
    party?.name ?? '',
    party?.fiscalNumber ?? '',
    document.ourReference,
  ];
  return [...texts.map(foreignCell), formatDecimal(document.totalCents, 2, decimalMark)];
}
