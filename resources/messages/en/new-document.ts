// The form for a new document, in English.
import type { DocumentRule } from '../../../src-main/contract/document-rules.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';

export const enDocumentRules: Readonly<Record<DocumentRule, string>> = {
  lines_needed: 'A document needs at least one line.',
  serie_needs_document_type: 'A series counts only together with a document type.',
  rounding_only_on_purchases: 'Only purchase documents can be rounded.',
  payment_needed: 'This document is paid at once: choose how, or do not finalize it.',
  print_needs_finalizing: 'The PDF is made of a finalized document only.',
  email_needs_finalizing: 'Only a finalized document can be sent by e-mail.',
};

/**
 * The fields that a document has beside its lines, as the form asks for them and as they are shown.
 */
export const enParticulars = {
  /** The reference of a sale that was another document before. */
  madeFrom: 'Made from',
  names: {
    kind: 'Kind of document',
    finalize: 'Finalize',
    serieId: 'Series (id)',
    date: 'Date',
    time: 'Time',
    isTaxIncluded: 'Prices with tax',
    partyClass: 'Party class (id)',
    warehouseId: 'Warehouse (id)',
    priceLineId: 'Price line (id)',
    salesmanId: 'Salesperson (id)',
    paymentTermId: 'Payment term (id)',
    documentReference: 'Reference of the other side',
    roundCents: 'Rounding',
    paymentMethod: 'Payment method',
    isTransport: 'Transport document',
    forceCommunication: 'Communicate to the tax authority at once',
    generateMbReference: 'Bank payment reference',
    headerText: 'Text above the lines',
    footerText: 'Text below the lines',
    print: 'Make the PDF',
    email: 'Send by e-mail',
  } satisfies Record<Exclude<keyof Particulars, 'name'>, string>,
  natureCode: (code: string) => `Nature ${code}`,
  natureId: (id: number) => `Nature no. ${id}`,
  documentTypeId: (id: number) => `Document type no. ${id}`,
  yes: 'Yes',
  no: 'No',
};

const wholeNumber = 'Give a whole number from 1, or leave it empty.';

export const enNewDocument = {
  title: 'New document',
  /** Shown if there is no room for the title. */
  short: 'New',
  save: 'Save document',
  saving: 'Saving…',
  discard: 'Discard',
  kinds: {
    choose: 'Choose…',
    natureCode: 'Another nature, by its code',
    natureId: 'Another nature, by its id',
    documentTypeId: 'A document type, by its id',
  },
  typeNamed: (name: string) => `${name} (document type)`,
  asConfiguredNumber: 'As the service has it',
  anotherNumber: 'Another number…',
  typedNumber: (field: string) => `Number: ${field}`,
  typedKinds: {
    natureCode: 'Nature (code)',
    natureId: 'Nature (id)',
    documentTypeId: 'Document type (id)',
  },
  lines: 'Lines',
  noLines: 'No line yet. Scan, search, or add a free line.',
  wholeDocument: 'Party, payment and discount',
  chooseCustomer: 'Choose a customer',
  taxNumber: 'Tax number',
  partyId: 'Party (id)',
  discount: 'Discount %',
  noPayment: 'None',
  more: 'More',
  moreHint:
    'Apart from date and time, what stays empty is for your invoicing service to decide. Ids are the numbers that it gives.',
  asConfigured: 'As configured',
  asDecided: 'As the service decides',
  ourReference: 'Our reference',
  /** Shown before the reference is known. */
  ourReferenceForm: 'CF-····-····-····',
  ourReferenceHint:
    'The till gives it as the document is saved, and finds the document at the service by it. So it is not typed.',
  ourReferenceKept:
    'The till finds the document at the service by it. So it is not typed, and stays as it is.',
  total: 'Total',
  totalHint: 'Of the prices above. The service works out the tax.',
  correctedLegend: 'The document, corrected',
  hints: {
    kind: 'Those that this till has seen; others by code or id.',
    finalize: 'Otherwise the service keeps a draft, which only it can finalize later.',
    paymentMethod: 'Needed to finalize what is paid at once, such as a simplified invoice.',
    taxNumber: 'Empty: nobody, or the final consumer.',
    partyId: 'A supplier, for example. Alone, or beside its tax number.',
    discount: 'From 0 to 100, on the whole document.',
    serieId: 'Counts only together with a document type.',
    date: 'Empty: when it is saved. Signed documents, such as invoices, may ignore it.',
    time: 'Empty: when it is saved, where no date is given.',
    partyClass: 'Only in rare cases: the nature says it.',
    documentReference: 'May be required: the number of a supplier’s invoice, for example.',
    roundCents: 'From −9.99 to 9.99, only on purchase documents.',
    forceCommunication: 'The service communicates it by itself when that is required.',
    generateMbReference: 'Only where the company has it configured.',
    print: 'Only of a finalized document.',
    email: 'Only a finalized document.',
  },
  /** Texts for what was typed and cannot be used. */
  wrong: {
    kind: 'Choose what kind of document it is, with its code or id.',
    lines: 'Correct the marked lines.',
    discount: 'Give a percentage from 0 to 100, or leave it empty.',
    taxNumber: 'This is not a valid tax number. Check the nine digits, or leave it empty.',
    partyId: wholeNumber,
    serieId: wholeNumber,
    date: 'Give a day of the calendar, or leave it empty.',
    time: 'Give hours, minutes and seconds, or leave it empty.',
    partyClass: wholeNumber,
    warehouseId: wholeNumber,
    priceLineId: wholeNumber,
    salesmanId: wholeNumber,
    paymentTermId: wholeNumber,
    documentReference: 'Use at most 100 ordinary characters.',
    roundCents: 'Give an amount from −9.99 to 9.99, or leave it empty.',
    headerText: 'Use at most 2000 ordinary characters.',
    footerText: 'Use at most 2000 ordinary characters.',
  },
};
