// A shop's next till, set up from a file of the first, in English.
import type { SetupPart } from '../../../src-main/contract/setup-file.ts';
import { count, moments } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });

const parts: Record<SetupPart, (found: number) => string> = {
  paymentMethods: (found) =>
    `${count(found, { one: 'payment method', other: 'payment methods' })}, and which are cash`,
  catalogue: (found) => `The catalogue: ${count(found, { one: 'product', other: 'products' })}`,
  quickKeys: (found) => `Quick keys: ${count(found, { one: 'key', other: 'keys' })}`,
  receiptTexts: () => 'Receipt texts and logo',
  sellingRules: () => 'Limits of simplified invoices, scanner and shop labels',
  day: () => 'How the working day is kept',
  lockRules: () => 'What needs a manager, and when the till locks',
};

export const enSetupFile = {
  title: 'Set up another till',
  hint: 'For a shop with several tills: save how this one is set up, and read that file at the next one after signing in there.',
  holds:
    'The file has payment methods, catalogue, quick keys, receipt texts and rules. It has no sign-in, no PIN, no cashier and no sale.',
  save: 'Save a set-up file',
  choose: 'Choose a set-up file',
  chooseTitle: 'Choose a set-up file',
  setupFiles: 'Set-up files',
  found: (company: string, till: string, madeAtMs: number) =>
    `Of ${company}, ${till}, saved on ${moment(madeAtMs)}.`,
  otherCompany:
    'This file is of another company. Its payment methods are left out: their numbers mean something else there.',
  partsLegend: 'What you choose replaces what this till has',
  parts,
  use: 'Set this till up',
  using: 'Setting the till up…',
  used: 'This till is set up from the file.',
};
