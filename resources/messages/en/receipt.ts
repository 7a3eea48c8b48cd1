// The texts on paper, in English.
export const enReceipt = {
  date: 'Date',
  reference: 'Reference',
  customer: 'Customer',
  finalConsumer: 'Final consumer',
  taxNumber: 'Tax number',
  quantity: 'Qty',
  unitPrice: 'Price',
  lowered: (percent: string, price: string) => `Discount ${percent} (was ${price})`,
  lineTotal: 'Total',
  subtotal: 'Subtotal',
  discount: 'Discount',
  rounding: 'Rounding',
  net: 'Net',
  /** Stands before a rate if the service gives the tax no name. */
  tax: 'Tax',
  taxedOn: (amount: string) => `on ${amount}`,
  taxesTotal: 'Total tax',
  total: 'Total',
  totalOfDocument: 'This is the total of the issued document.',
  payment: 'Payment',
  tendered: 'Tendered',
  change: 'Change',
  paid: 'Paid',
  paidDifference: 'Difference from the document',
  printed: (till: string, user: string) => `Printed at ${till} by ${user}`,
  thanks: 'Thank you for your visit',
  /** Portuguese on every paper. The translations are empty if the paper itself is Portuguese. */
  secondCopy: '2.ª via',
  secondCopyTranslation: 'Second copy',
  giftTitle: 'Gift receipt',
  giftNext: 'Bring it along to exchange or return something. The code leads to the invoice.',
  provisionalTitle: 'Provisional slip',
  provisional: 'Este documento não serve de fatura',
  provisionalTranslation: 'This document is not an invoice',
  provisionalReturn: 'Comprovativo de devolução – não é nota de crédito',
  provisionalReturnTranslation: 'Proof of return – not a credit note',
  provisionalReturnNext:
    'With this reference you can ask for the credit note once it has been issued.',
  returnOf: 'Return of',
  returnReason: 'Reason',
  refundBy: (method: string) => `Given back (${method})`,
  notAsked: 'Other tills were not asked for earlier returns.',
  shopCopy: 'For the shop',
  signature: 'I have received the credit note. Customer’s signature:',
  provisionalNext: 'With this reference you can ask for the invoice once it has been issued.',
  training: 'Documento emitido para fins de formação',
  trainingTranslation: 'Document issued for training purposes',
  notAvailable: 'No receipt',
  title: (name: string) => `Receipt ${name}`,
  companyTaxNumber: (number: string) => `Tax number ${number}`,
  /** Stands below the lines if the service has not shown all of them. */
  withoutLines: 'The service did not show all the lines of this document.',
  /** Stands in place of fiscal marks that the service has not sent. */
  withoutMarks:
    'This slip is not the invoice itself: the official document is the PDF of the invoicing service.',
  atcud: (code: string) => `ATCUD: ${code}`,
  /** The law's own words, whatever the language. */
  certified: (hash: string, number: string) =>
    `${hash === '' ? '' : `${hash}-`}Processado por programa certificado n.º ${number}/AT`,
};

export const enReceiptActions = {
  print: 'Print receipt',
  printGift: 'Gift receipt',
  savePdf: 'Save PDF',
  provisional:
    'Until the service has confirmed it this gives a provisional slip, which is not an invoice.',
  printed: 'Sent to the printer.',
  saved: (file: string) => `Saved as ${file}`,
  showFolder: 'Show folder',
  preview: 'Receipt preview',
};
