// Goods that come back, in English: the screen, its setting, and what the credit note says.
import type { NotAsked, NotReturnable } from '../../../src-main/contract/not-returnable.ts';
import type { ReturnReason } from '../../../src-main/contract/returns.ts';

export const enNotReturnable: Record<NotReturnable, string> = {
  queued: 'This sale has not been sent yet. Cancel it instead.',
  unsettled: 'This sale is not settled with the service yet. Wait until it is.',
  cancelled: 'This sale was cancelled.',
  money_moved:
    'The money of this sale was given back before, or was never made up. See the sale in the Outbox first.',
  on_account:
    'This was sold on account, so the till does not know what was paid. Make the credit note in the back office.',
  not_finalized: 'This document is not finalized.',
  kind: 'Goods can only be returned on an invoice.',
  not_searchable:
    'The search of the service does not find this document, so nobody knows what another till has taken back of it.',
  return_unread:
    'Another return of this document cannot be read, so nobody knows what is left. Look at it in Documents.',
};

const reasons: Record<ReturnReason, string> = {
  changed_mind: 'Changed their mind',
  defective: 'Defective goods',
  wrong_item: 'Wrong item',
  wrong_price: 'Wrong price',
  other: 'Other',
};

const notAsked: Record<NotAsked, string> = {
  away: 'The service cannot be reached, so nobody has asked whether another till has taken something back.',
  not_searchable:
    'The search of the service does not find this document, so nobody knows whether another till has taken something back.',
};

export const enReturns = {
  title: 'Return',
  of: (key: string) => `Return of ${key}`,
  start: 'Return',
  trial:
    'This return is a trial: look afterwards in Settings at what the service has made of it. Until then nobody knows whether this till sees what came back at others.',
  notAsked: (why: NotAsked, limit: string | null) =>
    `${notAsked[why]} ${limit === null ? 'Try again later, or make the credit note in the back office.' : `A manager may let a return up to ${limit} go.`}`,
  linesUnknown: (left: string) =>
    `The service does not show what was paid for each line, so enter what comes back, at the price that was paid, with tax. At most ${left} is left of this document.`,
  typedWrong: 'Correct the marked lines.',
  tooMuch: (left: string) => `At most ${left} is left of this document.`,
  unseen:
    'Other tills do not see what comes back here, and this one may not see what came back there: the service does not keep the whole reference, or the shop has it left out.',
  backOffice: 'Credit notes that the back office made are not counted here.',
  lines: 'What comes back',
  scan: 'Scan what comes back',
  scanUnknown: (code: string) => `No line has the code ${code}`,
  left: (left: string, sold: string) => `${left} of ${sold} left`,
  howMany: (name: string) => `How many of ${name}`,
  tooMany: (left: string) => `At most ${left}`,
  more: (name: string) => `One more of ${name}`,
  less: (name: string) => `One less of ${name}`,
  all: 'All',
  allOf: (name: string) => `All of ${name}`,
  scanned: (quantity: string, name: string) => `${quantity} of ${name}`,
  nothingLeft: 'Everything on this document has come back.',
  earlier: 'Earlier returns',
  ofOtherTill: 'of another till',
  reason: 'Reason',
  reasons,
  note: 'Note',
  refund: 'Refund',
  exchange: 'Exchange',
  exchangeHint:
    'The customer takes something else: the amount counts as handed over with a sale that is paid in cash.',
  toPayBack: 'To give back',
  finish: 'Finish return',
  finishUnasked: 'Finish without asking the service',
  pick: 'Choose what comes back.',
  pickMethod: 'Choose how the money goes back.',
  setUp: 'Set up returns',
  loading: 'Looking for earlier returns…',
  doneTitle: 'Goods taken back',
  done: (amount: string, method: string) => `Give back ${amount} (${method}).`,
  seeTrial: 'What the trial has shown',
  doneExchange: (amount: string) => `${amount} counts as handed over with the next sale in cash.`,
  headerText: (key: string, reason: string, note: string) =>
    `Return of ${key}. Reason: ${reason}.${note === '' ? '' : ` ${note}`}`,
  setting: {
    title: 'Returns',
    hint: 'What takes goods back: a credit note among the kinds that your service’s documents have shown. The first return is a trial. What the service makes of it is shown here.',
    kind: 'Kind of credit note',
    noNote: 'This kind does not look like a credit note. Only a credit note takes goods back.',
    none: 'None: no returns at the till',
    noKinds:
      'No kind has been seen yet. Make a credit note in the back office, then have the till look at the service.',
    look: 'Look at the service',
    sendsPayment: 'Send the refund as the document’s payment',
    namesOrigin: 'Name the original in the reference, so that other tills find the return',
    unasked: 'Without the network, a manager may allow up to',
    unaskedHint: 'Empty: never. Only for this till’s own confirmed sales.',
    save: 'Save returns',
    saved: 'Saved.',
    trial: 'The first return',
    untried: 'The next return is a trial.',
    waiting: (reference: string) =>
      `The trial ${reference} waits for the service. Other returns wait for it.`,
    showed: (kind: string, status: string) => `The service made of it: ${kind}, ${status}`,
    positive: 'Its amounts are positive.',
    negative: 'Its amounts are negative.',
    linked: (field: string) => `It names the original in “${field}”.`,
    notLinked:
      'It does not name the original in any field of its own, only in the texts that the till sends.',
    keepsReference: 'The reference came back as it was sent: other tills find this return.',
    losesReference:
      'The reference did not come back as it was sent: other tills do not find this till’s returns.',
    known: 'Practice needs no trial.',
  },
};
