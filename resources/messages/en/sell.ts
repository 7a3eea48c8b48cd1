// The texts of selling, in English: the sell screen, the payment and what follows a sale.
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { count, plural } from './formats.ts';

export const enSell = {
  title: 'Sell',
  search: 'Scan or search',
  searchHint: 'Scan, or type a code or a name. 3* before a code sells three.',
  suggestions: 'Products',
  found: (products: number) => count(products, { one: 'product', other: 'products' }),
  lines: 'Lines',
  empty: 'Ready for the next customer',
  emptyHint: 'Scan the first product, or type part of its name.',
  quantity: 'Quantity',
  quantityOf: (product: string) => `Quantity of ${product}`,
  more: (product: string) => `One more ${product}`,
  fewer: (product: string) => `One fewer ${product}`,
  unitPrice: 'Unit price',
  unitPriceOf: (product: string) => `Unit price of ${product}`,
  lineDiscount: 'Discount %',
  lineDiscountOf: (product: string) => `Discount % on ${product}`,
  off: (percent: string, price: string) => `${percent} off (was ${price})`,
  repeat: (product: string) => `The line ${product} once more`,
  remove: (product: string) => `Remove ${product}`,
  removed: (product: string) => `${product} removed`,
  undo: 'Undo',
  percentTaken: {
    said: (typed: string, product: string, products: number) =>
      plural(products, {
        one: `${typed} was taken off the line. “${product}” has that in its name, too.`,
        other: `${typed} was taken off the line. “${product}” and others have that in their names, too.`,
      }),
    undo: 'Undo, show products',
    dismiss: 'Dismiss the notice',
  },
  notANumber: (typed: string) => `“${typed}” cannot be used here; the value was kept.`,
  totals: 'This sale',
  items: (lines: number, pieces: number) =>
    `${count(lines, { one: 'line', other: 'lines' })}, ${count(pieces, { one: 'piece', other: 'pieces' })}`,
  discount: 'Discount %',
  taxNumber: 'Tax number',
  taxNumberWrong: 'This is not a valid tax number. Check the nine digits, or leave it empty.',
  customer: 'Customer',
  finalConsumer: 'Final consumer',
  removeCustomer: (name: string) => `Remove the customer ${name}`,
  findCustomer: 'Name or tax number',
  findCustomerHint: 'Customers in documents that this till has seen.',
  foreignNumber: 'Foreign tax number?',
  countryUnknown: 'It names no country.',
  useForeign: (taxNumber: string) => `Yes, use ${taxNumber}`,
  noCustomerFound: 'No customer matches. Type the whole tax number to use it.',
  numberAlone: 'No document has named a customer with this number.',
  useNumber: (taxNumber: string) => `Use the tax number ${taxNumber}`,
  customersFound: (customers: number) => count(customers, { one: 'customer', other: 'customers' }),
  total: 'Total',
  pay: 'Pay',
  invoice: 'Invoice',
  noInvoice: {
    title: 'No kind of invoice is chosen yet',
    which: 'Which of these are this shop’s invoices? You are asked only once.',
    none: 'Your invoicing service has shown no invoice yet. Make the first one there, then look again.',
    kept: 'The sale stays as it is. You can put it aside meanwhile.',
  },
  freeLine: 'Free line',
  freeLineHint: 'For something that is not in the catalogue.',
  code: 'Code',
  genericCode: 'DIV',
  description: 'Description',
  descriptionHint: 'Shown on the screen. Empty: the code.',
  addLine: 'Add line',
  codeNeeded: 'Give a code of at most 60 characters.',
  quantityNeeded: 'Give a quantity above 0, for example 1 or 0.5.',
  priceNeeded: 'Give a price, for example 4.50.',
  descriptionWrong: 'Use at most 200 ordinary characters.',
  /** What is weighed or measured, before it is sold. */
  weighing: {
    ask: (name: string) => `How much: ${name}`,
    weight: (unit: string) => `Weight (${unit})`,
    quantity: (unit: string) => (unit === '' ? 'Quantity' : `Quantity (${unit})`),
    needed: 'Type how much.',
    drop: (name: string) => `Do not sell ${name}`,
    missing: (name: string) => `How much of “${name}”? Go back to the sale to type it.`,
  },
  numberPad: {
    name: 'Number pad',
    delete: 'Delete the last digit',
    clear: 'Clear',
    ok: 'OK',
  },
  letterPad: {
    name: 'Letters',
    delete: 'Delete the last letter',
    capital: 'Capital letter',
    space: 'Space',
    hide: 'Hide',
    ok: 'OK',
    otherKeys: ['123 áç', 'abc'] satisfies [string, string],
  },
};

export const enPayment = {
  title: 'Payment',
  invoiceTitle: (kind: string) => `Payment: ${kind}`,
  sale: 'This sale',
  back: 'Back to the sale',
  asInvoice: 'Invoice',
  toPay: 'To pay',
  method: 'Payment method',
  tendered: 'Tendered',
  tenderedHint: 'Empty: the exact amount.',
  tenderedWrong: 'Give an amount, for example 20 or 20.50.',
  tenderedTooLittle: (missing: string) =>
    `Less was tendered than the total. ${missing} is missing.`,
  tenderedTooMuch: 'This is far more than the total. Was a product scanned here?',
  ofReturn: (key: string) => `Back from ${key}`,
  giveCash: (amount: string) => `Give ${amount}`,
  takeBy: (amount: string, method: string) => `Take ${amount} by ${method}, then finish the sale.`,
  quickAmounts: 'Quick amounts',
  exact: 'Exact',
  change: 'Change',
  finish: 'Finish sale',
  finishing: 'Saving…',
  sellAgain: 'Sell it again',
  doNotSell: 'Do not sell',
  seenMethods: 'Seen in documents of your invoicing service:',
  addMetMethod: (label: string) => `Add ${label}`,
  /** What stands behind "More". */
  more: {
    open: 'More',
    title: 'More for this sale',
    done: 'Done',
    names: { footerText: 'Text on the document', email: 'By e-mail', onAccount: 'On account' },
    footerTextHint: 'Printed below the lines: an order number, a work site, a thank-you.',
    /** How the sum of what is on account is called, by the term: "30 days". */
    onAccountName: (term: string) => `On account: ${term}`,
    onAccountNow: (amount: string, term: string) =>
      `${amount} on account (${term}). Nothing is paid now, and nothing goes into the drawer.`,
    onAccountHint: 'Terms that documents of the service have named. The sale becomes an invoice.',
    paidNow: 'Paid now',
    invoiceNeeded:
      'Only an invoice can be on account. Choose which one in Settings, Full invoices.',
    noTerms:
      'No document has named a payment term yet. Settings, Get the till ready reads the documents.',
    emailHint: 'The service sends the document to the address that it has for the customer.',
    customerNeeded: 'Only for a customer whom the service knows: choose one first.',
    chooseCustomer: 'Choose a customer',
  },
};

export const enFinished = {
  title: 'Sale finished',
  reference: 'Reference',
  document: 'Document',
  change: 'Change',
  /** Stands where the change does, for a method that has none. */
  paidBy: (method: string) => `Paid by ${method}`,
  settled: (total: string, tendered: string) => `Total ${total} · tendered ${tendered}`,
  stillToPay: 'Still to pay',
  nextSale: 'Next sale',
  totalDiffers:
    'The invoice has another total. The customer pays what was said here, and the drawer counts that.',
  ourTotal: 'Total here',
  serviceTotal: 'Total on the invoice',
  stateLines: {
    queued: 'The sale is saved, and will be sent as soon as the service can be reached.',
    sending: 'The sale is saved, and is being sent now.',
    in_doubt: 'The sale is saved and is being confirmed. Do not repeat this sale.',
    incomplete:
      'The service has the sale, but did not finalize it. Someone must settle it in Outbox.',
    rejected: 'The service refused the sale. It is kept; see Outbox for the reason.',
    conflict:
      'The service holds something else under this reference. Someone must settle it in Outbox.',
    confirmed: 'The service has confirmed the sale.',
    cancelled: 'The sale was cancelled.',
  } satisfies Record<SaleState, string>,
  refusedLine: 'The sale is saved. The service refused it, and the till tries again.',
  /**
   * For a sale that will not be sent, or not be looked for, as soon as the service can be reached.
   */
  heldLines: {
    sign_in_needed: {
      queued: 'The sale is saved. Somebody must sign in before it can be sent.',
      in_doubt:
        'The sale is saved. Somebody must sign in before it can be confirmed. Do not repeat this sale.',
    },
    turned_away: {
      queued: 'The sale is saved. The service turns this till away, so the sale waits.',
      in_doubt:
        'The sale is saved. The service turns this till away, so it waits to be confirmed. Do not repeat this sale.',
    },
    paused: {
      queued: 'The sale is saved, and waits while sending is paused.',
      in_doubt:
        'The sale is saved, and waits to be confirmed while sending is paused. Do not repeat this sale.',
    },
  },
};
