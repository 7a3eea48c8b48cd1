// The lists of documents, in English; the page of one is beside it.
import type { DocumentList, documentOrderings } from '../../../src-main/contract/documents.ts';
import { enDocumentPage } from './document-page.ts';
import { count, numeral, plural } from './formats.ts';
import { enNewDocument, enParticulars } from './new-document.ts';

type Ordering = (typeof documentOrderings)[number];

const documents = (amount: number): string =>
  count(amount, { one: 'document', other: 'documents' });

const lists: Record<DocumentList, string> = {
  all: 'All',
  sales: 'Sales',
  guides: 'Guides',
  stock: 'Stock',
  working: 'Working documents',
};

const orderings: Record<Ordering, { ascending: string; descending: string }> = {
  id: { ascending: 'Oldest first', descending: 'Newest first' },
  doc_key: { ascending: 'Number, A to Z', descending: 'Number, Z to A' },
  document_date: { ascending: 'Date, oldest first', descending: 'Date, newest first' },
  document_time: {
    ascending: 'Time of day, earliest first',
    descending: 'Time of day, latest first',
  },
};

/**
 * Names of the natures and statuses that the service's document names, by id. Others come with
 * names of their own.
 */
const natures: Record<string, string> = {
  302: 'Simplified invoice',
  321: 'Delivery note',
  353: 'Quotation',
  502: 'Stock entry',
};
const statuses: Record<string, string> = {
  1201: 'Finalized (stock)',
  1202: 'Finalized',
};

export const enDocuments = {
  title: 'Documents',
  lists,
  listsName: 'Kinds of document',
  search: 'Search documents',
  searchHint: 'Key, customer, tax number or reference. Some fields need 3 characters.',
  nature: 'Nature',
  allNatures: 'All',
  natures,
  status: 'Status',
  allStatuses: 'All',
  statuses,
  order: 'Order',
  orderings,
  columns: {
    key: 'Number',
    date: 'Date',
    time: 'Time',
    document: 'Document',
    customer: 'Customer',
    taxNumber: 'Tax number',
    reference: 'Reference',
    status: 'Status',
    total: 'Total',
  },
  chooseColumns: 'Columns',
  unreadable: (field: string) => `Could not be read (${field})`,
  none: 'There are no documents yet.',
  empty: 'No document matches.',
  emptyRemembered: 'No document that was seen before matches.',
  hidden: 'The search or a filter hides all others.',
  showAll: 'Show all documents',
  matching: (amount: number) =>
    `${documents(amount)} match${plural(amount, { one: 'es', other: '' })}.`,
  waiting: (sales: number) =>
    count(sales, {
      one: 'sale of this till is not confirmed yet.',
      other: 'sales of this till are not confirmed yet.',
    }),
  loadedNatures: (amount: number, natures: readonly string[]) =>
    `Of the ${numeral(amount)} loaded: ${natures.join('; ')}.`,
  loadedSum: (amount: number, sum: string, average: string) =>
    `Of the ${numeral(amount)} loaded: ${sum} in all, ${average} on average.`,
  natureSum: (nature: string, amount: number, sum: string) =>
    `${nature} ${numeral(amount)}, ${sum}`,
  unreachable: 'The documents are at the service, which cannot be asked just now.',
  seen: (age: string) => `seen ${age}`,
  remembered: 'The service cannot be asked. These are documents that were seen before.',
  rememberedSince: (since: string) =>
    `The service has not been reachable since ${since}. These are documents that were seen before.`,
  export: 'Export',
  exporting: 'Exported so far',
  exported: (written: number, amount: number) => `${numeral(written)} of ${documents(amount)}`,
  exportDone: (amount: number) => `${documents(amount)} exported.`,
  page: enDocumentPage,
  particulars: enParticulars,
  newDocument: enNewDocument,
};

/** The columns of the CSV file. */
export const enDocumentsCsv = {
  key: 'Number',
  date: 'Date',
  time: 'Time',
  document: 'Document',
  nature: 'Nature',
  status: 'Status',
  customer: 'Customer',
  taxNumber: 'Tax number',
  reference: 'Reference',
  total: 'Total',
};
