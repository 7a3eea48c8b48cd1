// What stands in the cells of a row, in the formats of the language.
import { localDay } from '../../src-main/contract/calendar.ts';
import type { Messages } from '../../resources/messages/en.ts';
import { isReadable, nameOf, type DocumentColumn } from '../../src-main/contract/documents.ts';
import { isSimplifiedInvoice, natureIdOf } from '../../src-main/contract/new-document.ts';
import type { SaleParty, SaleSummary } from '../../src-main/contract/sales.ts';
import type { Format } from '../bridge/format.ts';
import type { DocumentRow } from '../shop/document-browser.svelte.ts';
import { shortened } from '../bridge/foreign-text.ts';

/** Returns null for a row that is not there yet. What a document does not have is left empty. */
export function cellsOf(
  row: DocumentRow,
  format: Format,
  messages: Messages,
): Readonly<Record<DocumentColumn | 'key', string>> | null {
  if (row.kind === 'sale') {
    const { sale, party } = row;
    if (!sale) return null;
    const { name = '', fiscalNumber = '' } = party?.party ?? {};
    return {
      key: sale.reference,
      date: format.date(localDay(sale.committedAtMs)),
      time: format.instantTime(sale.committedAtMs),
      document: shortened(kindOf(row, sale, messages)),
      customer: shortened(name || fiscalNumber || anonymousOf(party, sale, messages)),
      taxNumber: shortened(fiscalNumber),
      reference: sale.reference,
      status: '',
      total: format.money(sale.totalCents),
    };
  }
  const { document } = row;
  if (!document) return null;
  if (!isReadable(document)) {
    const { id, docKey, date, ourReference, unreadable } = document;
    return {
      key: shortened(docKey || ourReference || String(id ?? messages.common.none)),
      date: shortened(format.date(date)),
      reference: shortened(ourReference),
      document: messages.documents.unreadable(unreadable),
      ...{ time: '', customer: '', taxNumber: '', status: '', total: '' },
    };
  }
  return {
    key: shortened(document.docKey),
    date: shortened(format.date(document.date)),
    time: shortened(format.time(document.time)),
    document: shortened(document.documentName),
    customer: shortened(document.party?.name ?? ''),
    taxNumber: shortened(document.party?.fiscalNumber ?? ''),
    reference: shortened(document.ourReference),
    status: shortened(nameOf(document.status)),
    total: format.money(document.totalCents),
  };
}

/**
 * Returns what will be made of the sale: in the till's words, the service's, or those in which it
 * was asked for.
 */
function kindOf(
  { natureName, party }: Extract<DocumentRow, { kind: 'sale' }>,
  { requestedKind: { kind } }: SaleSummary,
  { documents }: Messages,
): string {
  const id = natureIdOf(kind);
  const known = id === undefined ? undefined : documents.natures[id];
  const code = kind.by === 'natureCode' ? kind.code : '';
  const others = [natureName, party?.kindName ?? '', code];
  return known ?? others.find((name) => name !== '') ?? '';
}

/** Returns what to call a customer without a name: at the counter this is the final consumer. */
const anonymousOf = (
  party: SaleParty | null,
  { requestedKind: { kind } }: SaleSummary,
  { receipt }: Messages,
): string => (party && isSimplifiedInvoice(kind) ? receipt.finalConsumer : '');
