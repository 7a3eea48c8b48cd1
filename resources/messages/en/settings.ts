// The settings, in English.
import type { Theme } from '../../../src-main/contract/settings.ts';
import { count, moments } from './formats.ts';

const themes: Record<Theme, string> = {
  system: 'Same as the computer',
  light: 'Light',
  dark: 'Dark',
};

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

export const enSettings = {
  title: 'Settings',
  groups: {
    selling: 'Selling',
    paper: 'Receipts and printing',
    people: 'People and connection',
    computer: 'This computer',
    danger: 'With care',
  },
  find: 'Find a setting',
  sectionsFound: (sections: number) =>
    sections === 0
      ? 'Nothing found.'
      : count(sections, { one: 'section found.', other: 'sections found.' }),
  dangerHint: 'What is here cannot be taken back with one press.',
  display: 'Display',
  language: 'Language',
  /** This language, as those who speak it call it. */
  ownName: 'English',
  appearance: 'Appearance',
  themes,
  keyHints: 'Show keys on buttons',
  keyHintsHint: 'Keys work all the same; F1 on the sell screen lists them.',
  paymentMethods: 'Payment methods',
  paymentMethodsHint:
    'The number is the one that your invoicing service gives to the method; ask whoever manages it. The first one is chosen at each sale.',
  noPaymentMethods: 'None yet. A sale needs at least one.',
  methodId: 'Number',
  methodLabel: 'Name',
  methodRow: (row: number) => `Method ${row}`,
  extraButtons: 'Buttons in the payment',
  extraButtonsHint:
    'These are behind “More” in the payment. Ticked ones have a button of their own.',
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
    kinds === 0
      ? 'No kind was found.'
      : count(kinds, { one: 'kind was found.', other: 'kinds were found.' }),
  saveInvoices: 'Save kind',
  receipts: 'Receipts',
  notSaved: 'Not saved yet.',
  receiptsHint: 'Receipts saved as PDF, and the evidence of sales, are kept in one folder.',
  showFolder: 'Open the folder',
  backups: 'Backups',
  backupsHint:
    'A copy is made every day, beside the till’s own file; a restored copy looks everything up before it sends.',
  backUp: 'Back up now',
  backUpEncrypted: 'Save an encrypted backup',
  noRecoveryKey:
    'No recovery key has been made yet: whoever finds a backup on a stick can read every sale and customer in it.',
  hasRecoveryKey:
    'Backups saved here are encrypted. Only the recovery key opens them; the till does not have it.',
  diskHint: 'The till’s own file is not encrypted: switch on this computer’s disk encryption.',
  printRecoveryKey: 'Print a recovery key',
  showRecoveryKey: 'Show a recovery key once',
  renewRecoveryKey: 'Make a new recovery key',
  renewHint: 'The present key still opens the backups that were made with it.',
  recoveryKeyMade: 'The recovery key is in use. Keep it away from this computer.',
  recoveryKey: {
    title: 'Recovery key for backups',
    isPrinted:
      'A recovery key was sent to the printer. Is it on paper, whole and readable? Only then may backups be encrypted for it.',
    of: (till: string, at: Date) => `${till}, ${moment(at)}`,
    keep: 'It opens this till’s encrypted backups, and nothing else does. Keep it where the computer is not, and show it to nobody. It is shown only once: the till does not keep it.',
  },
  about: 'About',
  version: (version: string) => `Counterfoil ${version}`,
};
