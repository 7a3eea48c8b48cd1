// Every text of the application in English, grouped by where it shows. Its type is what every other language must have.
import type { Connection } from '../../src-main/contract/till-state.ts';
import type { Theme } from '../../src-main/contract/settings.ts';
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import { enCatalogue } from './en-catalogue.ts';
import { enDocuments } from './en-documents.ts';
import { enErrors } from './en-errors.ts';
import { enEvidence } from './en-evidence.ts';
import { enLock } from './en-lock.ts';
import { enOutbox } from './en-outbox.ts';
import { enPrinting } from './en-printing.ts';
import { enScanning } from './en-scanning.ts';
import { enPace } from './en-pace.ts';
import { enPractice } from './en-practice.ts';
import { enProfiles } from './en-profiles.ts';
import { enReceipt } from './en-receipt.ts';
import { enReceiptTexts } from './en-receipt-texts.ts';
import { enFinished, enPayment, enSell } from './en-sell.ts';
import { enConnection, enSignIn } from './en-sign-in.ts';
import { count } from './count.ts';

const connections: Record<Connection, string> = {
  online: 'Online',
  offline: 'Offline',
  sign_in_needed: 'Sign-in needed',
  paused: 'Paused',
};

const themes: Record<Theme, string> = { system: 'As the computer', light: 'Light', dark: 'Dark' };

const states: Record<SaleState, string> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  in_doubt: 'Being confirmed',
  incomplete: 'Not finalized',
  rejected: 'Refused',
  conflict: 'Does not match',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
};

export const en = {
  common: {
    cancel: 'Cancel',
    back: 'Back',
    retry: 'Try again',
    loadMore: 'Load more',
    loading: 'Loading…',
    shown: (shown: number, total: number) => `${shown} of ${total}`,
    none: '–',
  },
  frame: {
    productName: 'Counterfoil',
    navigation: 'Screens',
    screens: { sell: 'Sell', documents: 'Documents', outbox: 'Outbox', settings: 'Settings' },
    connection: 'Connection',
    connections,
    waiting: (sales: number) => `${count(sales, 'sale', 'sales')} waiting`,
    needPerson: (sales: number) => `${count(sales, 'needs', 'need')} a person`,
    practiceBand: 'Practice – nothing here is a real invoice',
    pullPlug: 'Pull the plug',
    plugIn: 'Plug back in',
    signInNeeded:
      'The service asks for the password again. Keep selling: every sale is saved here and will be sent once someone has signed in.',
    openSignIn: 'Enter password',
    paused: 'Sending is paused. Keep selling: every sale is saved here.',
    nextTry: (time: string) => `The next try is at ${time}.`,
    seeWhy: 'See why',
    notices: 'Notices',
    dismiss: 'Dismiss',
    screenFailed: 'This screen could not be shown. Finished sales are saved and not affected.',
    showAgain: 'Show it again',
  },
  signIn: enSignIn,
  profiles: enProfiles,
  connection: enConnection,
  sell: enSell,
  scanning: enScanning,
  catalogue: enCatalogue,
  lock: enLock,
  payment: enPayment,
  finished: enFinished,
  pace: enPace,
  practice: enPractice,
  printing: enPrinting,
  receiptActions: {
    print: 'Print receipt',
    savePdf: 'Save PDF',
    provisional:
      'Until the service has confirmed it this gives a provisional slip, which is not an invoice.',
    printed: 'Sent to the printer.',
    saved: (file: string) => `Saved as ${file}`,
    showFolder: 'Show folder',
    preview: 'Receipt preview',
  },
  documents: enDocuments,
  states,
  outbox: enOutbox,
  evidence: enEvidence,
  settings: {
    title: 'Settings',
    groups: {
      selling: 'Selling',
      paper: 'Receipts and printing',
      people: 'People and connection',
      computer: 'This computer',
    },
    display: 'Display',
    language: 'Language',
    languages: { en: 'English', 'pt-PT': 'Português' },
    appearance: 'Appearance',
    themes,
    paymentMethods: 'Payment methods',
    paymentMethodsHint:
      'The number is the one that your invoicing service gives to the method; ask whoever manages it. The first one is chosen at each sale.',
    noPaymentMethods: 'None yet. A sale needs at least one.',
    methodId: 'Number',
    methodLabel: 'Name',
    methodRow: (row: number) => `Method ${row}`,
    addMethod: 'Add method',
    removeMethod: (label: string) => `Remove ${label}`,
    saveMethods: 'Save methods',
    methodsSaved: 'Saved.',
    methodWrong: 'Each method needs a whole number above 0 and a name of at most 40 characters.',
    methodTwice: 'Two methods have the same number.',
    limits: 'Simplified invoices',
    limitsHint:
      'Above these totals the law asks for a full invoice, which the sale screen offers then. Check them with your accountant.',
    limitPrivate: 'Goods, to a private person',
    limitOther: 'Anything else',
    limitWrong: 'Give an amount above 0, for example 1000.',
    saveLimits: 'Save limits',
    limitsSaved: 'Saved.',
    invoices: 'Full invoices',
    invoicesHint:
      'What a sale becomes above the limits of simplified invoices, or for a customer who asks for an invoice. Choose among the kinds that your service’s documents have shown: an invoice-receipt where you have one, never a credit or debit note.',
    invoiceKind: 'Kind of invoice',
    noInvoiceKind: 'None: only simplified invoices',
    noInvoiceKinds:
      'No kind has been seen yet. Have the till look at the service, or open an invoice in Documents.',
    invoiceType: (name: string, id: number) => `${name} (document type ${id})`,
    lookForInvoices: 'Look at the service',
    looking: 'Looking…',
    kindsFound: (kinds: number) =>
      kinds === 0 ? 'No kind was found.' : count(kinds, 'kind was found.', 'kinds were found.'),
    saveInvoices: 'Save kind',
    receipts: 'Receipts',
    receiptsHint: 'Receipts saved as PDF, and the evidence of sales, are kept in one folder.',
    showFolder: 'Open the folder',
    backups: 'Backups',
    backupsHint:
      'A copy is also made every day; a restored copy looks everything up before it sends.',
    backUp: 'Back up now',
    about: 'About',
    version: (version: string) => `Counterfoil ${version}`,
  },
  errors: enErrors,
  receipt: enReceipt,
  receiptTexts: enReceiptTexts,
  main: {
    fatalTitle: 'Counterfoil has to close',
    fatalBody: (file: string) =>
      `Something went wrong that Counterfoil cannot recover from. Every finished sale is saved and will be sent after the next start.\n\nThe details are in the log, ${file}`,
  },
};

export type Messages = typeof en;
