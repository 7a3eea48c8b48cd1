// In what a document differs from what was sold, in English: on the sale's page, in the outbox and
// in reports.
import type { DifferingField } from '../../../src-main/contract/compare-document.ts';
import { count } from './formats.ts';

const fields: Record<DifferingField, string> = {
  total: 'Total',
  taxNumber: 'Tax number',
  customer: 'Customer',
  date: 'Date',
  serie: 'Series',
  lineCount: 'Number of lines',
};

export const enDifferences = {
  fields,
  none: 'none',
  title: 'The document is not what was sold:',
  values: (sold: string, shown: string) => `sold ${sold}, on the document ${shown}`,
  paid: 'The customer has paid what the till said, and the drawer counts that.',
  /** What a person had asked for, and the document was there. */
  notCarriedOut: {
    cancel: (by: string) =>
      `${by} had asked to cancel this sale, but the service holds its document: it stands. If the customer had the money back, credit the document in the invoicing service, or ask the customer to pay.`,
    correct: (by: string) =>
      `${by} had asked to correct this sale, but the service holds its document as it was: it stands uncorrected. Put it right in the invoicing service.`,
  },
  tickOff: 'I have seen this',
  seen: (by: string, instant: string) => `Seen by ${by} on ${instant}.`,
  toSee: (number: number) =>
    `${count(number, { one: 'sale has', other: 'sales have' })} something that somebody must see. Open each and tick it off:`,
  inReport: (reference: string, field: string) => `${reference}: ${field}`,
};
