// Documents of the tests' own service, as its lists and its answers show them (service-api,
// Document summary, Document, Page of results).
export interface OddDocument {
  readonly id: number;
  /** Null on documents of others, which need not have one. */
  reference: string | null;
  nature: string;
  isFinalized: boolean;
  /** May have fractions of a cent. */
  totalCents: number;
  readonly madeAtMs: number;
  key?: string;
  /** As `yyyy-mm-dd`; else the day on which it was made. */
  date?: string;
  fiscalNumber?: string;
  serieId?: number;
}

const natureIds: Readonly<Record<string, number>> = {
  FS: 302,
  GR: 321,
  OR: 353,
  EST: 502,
  NC: 399,
};

function summaryBody(document: OddDocument) {
  const { id, reference, nature, isFinalized, totalCents, madeAtMs } = document;
  const moment = new Date(madeAtMs).toISOString();
  const { key, date, fiscalNumber = '999999990', serieId = 7 } = document;
  return {
    id,
    doc_key: key ?? `${nature} A/${id}`,
    document_date: date ?? moment.slice(0, 10),
    document_time: `${moment.slice(11, 19)}.000123`,
    document_number: id,
    our_reference: reference,
    is_valued: true,
    total_amount: totalCents / 100,
    total_due_amount: 0,
    due_date: moment.slice(0, 10),
    document_id: 40,
    document: { code: nature, document_name: `Document ${nature}` },
    document_serie_id: serieId,
    document_serie: { code: 'A', description: 'Series A' },
    document_status_id: isFinalized ? 1202 : 1200,
    document_status: isFinalized
      ? { code: 'F', description: 'Finalized' }
      : { code: 'P', description: 'In preparation' },
    warehouse_id: 1,
    warehouse: { code: 1, description: 'Shop' },
    document_nature_id: natureIds[nature] ?? 900,
    document_nature: { code: nature, description: nature },
    party_id: 5,
    party: { class: 1601, code: 0, name: 'Final consumer', fiscal_number: fiscalNumber },
  };
}

export const documentBody = (document: OddDocument) => ({
  ...summaryBody(document),
  document_reference: '',
  is_tax_included: true,
  total_net_amount: document.totalCents / 100,
  total_taxes_amount: 0,
  global_discount1: 0,
  header_text: '',
  footer_text: '',
});

/** "Contained in at least one searched field", in any case. */
export function matches({ id, reference, nature }: OddDocument, search: string): boolean {
  const fields = [`${nature} A/${id}`, `Document ${nature}`, reference ?? '', 'Final consumer'];
  return fields.some((field) => field.toLowerCase().includes(search.toLowerCase()));
}

export function pageOf(
  documents: readonly OddDocument[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  ordering: string,
) {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const sorted = documents.toSorted((one, other) => sign * (one.id - other.id));
  const at = (start: number) => `http://service/documents/?limit=${limit}&offset=${start}`;
  return {
    limit,
    offset,
    count: sorted.length,
    next: offset + limit < sorted.length ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: sorted.slice(offset, offset + limit).map(summaryBody),
  };
}
