// The outbox in English: the list, the page of a sale or document with what a person decides there,
// and its evidence as a text file.
import type { SaleState, statesForAPerson } from '../../../src-main/contract/outbox-states.ts';
import { list, numeral, plural } from './formats.ts';
import { enOutboxReport } from './outbox-report.ts';
import { enPlaces } from './service-places.ts';

type CalmState = Exclude<SaleState, (typeof statesForAPerson)[number]>;

const choices = {
  correct: 'Correct it: put right what is wrong, and send it',
  sendAgain: 'Send it again as it is: what was wrong has been put right at the service',
  cancel: 'Cancel it: it will not be sent again',
  settleConfirmed: 'It stands: the service has its document',
  settleCancelled: 'It does not stand: no document counts for it',
};

/** The buttons that do what was chosen. */
const actions: Record<keyof typeof choices, string> = {
  correct: 'Correct and send',
  sendAgain: 'Send again',
  cancel: 'Cancel it',
  settleConfirmed: 'Decide',
  settleCancelled: 'Decide',
};

const decisionNeeded = 'A decision is needed';

/** Headings by what a person can do about a sale. */
const headings = {
  queued: 'Cancel it',
  in_doubt: 'Correct or cancel it',
  /** In doubt, and the service has said why it does not take the sale. */
  refused: 'The service refused it',
  /** In doubt for longer than the till needs to find out. */
  settleable: 'Decide it yourself',
  /** Somebody has asked for something already; the last word counts. */
  asked: 'Ask for something else',
  rejected: decisionNeeded,
  incomplete: decisionNeeded,
  conflict: decisionNeeded,
};

const hints: Record<Exclude<keyof typeof headings, 'asked'>, string> = {
  queued: 'Nothing of it is at the service. It will never be sent, and stays in this list.',
  in_doubt:
    'You can correct or cancel it now. That takes effect once the till is sure that the service does not hold it; if its document is found first, it stands as it was sent.',
  refused:
    'The till tries it again by itself, between others. If it keeps being refused while others are accepted, the till stops and leaves it to you. You can correct or cancel it now: that takes effect once the till is sure that the service does not hold it.',
  settleable:
    'The till goes on looking: it is confirmed when its document is found, and sent again once the till is sure that there is none. Decide only if you have looked in the invoicing service yourself: the till then takes your word for it.',
  rejected:
    'The service does not take it although it takes others and, as far as its lists show, holds nothing of it.',
  incomplete: 'Put it right in the invoicing service first.',
  conflict: 'Put it right in the invoicing service first.',
};

export const enOutbox = {
  title: 'Outbox',
  explanation: 'Every sale and document of this till, and what became of it at the service.',
  tryNow: 'Try now',
  openOnly: 'Only open',
  columns: {
    reference: 'Reference',
    time: 'Time',
    total: 'Total',
    state: 'State',
    document: 'Document',
  },
  nextStep: (time: string) => `Next step at ${time}.`,
  /** The state of a sale in doubt that the service refused. */
  refused: 'Refused, trying again',
  /** What a person can do about it, shown beside what the service answered. */
  canBeDone: {
    waiting: 'Waiting for the service.',
    refused: 'Open it to correct or cancel it.',
    settleable: 'Open it to decide.',
    rejected: 'Correct it, send it again or cancel it.',
    incomplete: 'Finalize or delete it in the invoicing service, then settle it here.',
    conflict: 'Put it right in the invoicing service, then settle it here.',
  },
  search: {
    text: 'Search sales',
    hint: 'Reference, document, total or customer',
    day: 'Day',
    nothing: 'No sale or document matches.',
  },
  empty: 'No sale or document of this till yet.',
  emptyOpen: 'Everything has reached the service.',
  asked: 'The outbox is trying now.',
  report: enOutboxReport,
  page: {
    heading: (reference: string) => `Sale ${reference}`,
    documentHeading: (reference: string) => `Document ${reference}`,
    documentStates: {
      queued: 'The document is saved, and will be sent as soon as the service can be reached.',
      sending: 'The document is saved, and is being sent now.',
      in_doubt: 'The document is saved and is being confirmed. Do not make it again.',
      confirmed: 'The service has confirmed the document.',
      cancelled: 'The document was cancelled.',
    } satisfies Record<CalmState, string>,
    refusedDocument: 'The document is saved. The service refused it, and the till tries again.',
    /**
     * For a document that will not be sent, or not be looked for, as soon as the service can be
     * reached.
     */
    heldDocuments: {
      sign_in_needed: {
        queued: 'The document is saved. Somebody must sign in before it can be sent.',
        in_doubt:
          'The document is saved. Somebody must sign in before it can be confirmed. Do not make it again.',
      },
      turned_away: {
        queued: 'The document is saved. The service turns this till away, so the document waits.',
        in_doubt:
          'The document is saved. The service turns this till away, so it waits to be confirmed. Do not make it again.',
      },
      paused: {
        queued: 'The document is saved, and waits while sending is paused.',
        in_doubt:
          'The document is saved, and waits to be confirmed while sending is paused. Do not make it again.',
      },
    },
    /** For a document that the lists may not show. */
    unlisted: {
      in_doubt:
        'The service’s lists may not show a document like this one, so the till may not be able to find out by itself whether it was made. Look in the invoicing service; once the till has looked for long enough (a quarter of an hour, as a rule), you can decide here.',
      rejected:
        'The service’s lists may not show a document like this one, so the till cannot be sure that it was not made after all. Look in the invoicing service before you send it again.',
    },
    requestedDecision: { cancel: 'It will be cancelled.', correct: 'It will be sent corrected.' },
    takesEffect:
      'That takes effect once the till is sure that the service does not hold it; if its document is found first, it stands as it was sent.',
    lookedForNext: (time: string) => `The till looks for it again at ${time}.`,
    life: 'What happened',
    lookUps: (times: number, from: string, to: string, documents: number) =>
      `Looked ${times} times between ${from} and ${to}: ${documents === 0 ? 'no document bears' : plural(documents, { one: 'one document bears', other: `${numeral(documents)} documents bear` })} the reference.`,
    saveEvidence: 'Save evidence',
    sold: 'Sold and paid',
    asked: 'What was asked of the service',
    lines: 'Lines',
    method: 'Payment method',
    tendered: 'Tendered',
    change: 'Change',
    discount: 'Discount',
    taxNumber: 'Tax number',
    openDocument: (key: string) => `Open document ${key}`,
    serviceTotal: 'Total on the invoice',
    documentTotal: 'Total on the document',
    former: (instant: string) => `Before the correction of ${instant}`,
  },
  decision: {
    headings,
    hints,
    outcome: 'What should happen?',
    choices,
    actions,
    outcomeNeeded: 'Please choose what should happen.',
    by: 'Your name',
    byNeeded: 'Please give your name.',
    note: 'Reason, or what was done',
    noteNeeded: 'Please say why, in a few words.',
  },
  correction: {
    legend: 'The sale, corrected',
    line: (number: number) => `Line ${number}`,
    addLine: 'Add a line',
    removed: (line: string) => `${line} removed`,
    methodNeeded: 'Choose a payment method.',
    discountWrong: 'Give a percentage from 0 to 100, or leave it empty.',
    paid: 'The customer paid',
    total: 'Corrected total',
    totalUnknown: 'Put the marked fields right to see the total.',
    same: 'That is exactly what the customer paid.',
    more: (amount: string) =>
      `${amount} more than the customer paid: collect it, or correct a price.`,
    less: (amount: string) =>
      `${amount} less than the customer paid: give it back, or correct a price.`,
  },
  said: {
    heading: 'What the service said',
    line: (number: number, description: string) => `Line ${number}, ${description}`,
    places: enPlaces.places,
    nothing: 'It gave no reason.',
  },
  comparison: {
    heading: 'Sent from here, and what the service holds',
    ours: 'Sent from here',
    withoutKey: (id: number) => `Document no. ${id}`,
    second: (keys: readonly string[]) =>
      `${keys.length} documents bear this reference: ${list(keys)}. Cancel or credit ${keys.length === 2 ? 'one' : 'all but one'} of them in your invoicing service, then say here how it ended.`,
    other: (key: string) =>
      `The service holds ${key} under this reference, where something else was expected. Compare the two, put it right in your invoicing service, then say here how it ended.`,
    notFinalized: (key: string) =>
      `The service holds ${key}, but has not finalized it, so it does not count yet. Finalize or delete it in your invoicing service, then say here how it ended.`,
    unknown: 'The service holds something under this reference that could not be read.',
    asSeen: 'Until the service answers, only what the till saw then is shown.',
    kind: 'Document',
    date: 'Date',
    status: 'Status',
    noLines: 'The service shows none',
    notSold: 'not sent from here',
    notThere: 'not in the document',
    differs: 'differs',
    notFinalizedMark: 'not finalized',
  },
  file: {
    title: 'Counterfoil: the life of one sale',
    notShown: 'not shown to a cashier',
    company: 'Company',
    till: 'Till',
    user: 'Signed in',
    service: 'Service',
    written: 'Written',
    reference: 'Reference',
    saved: 'Saved',
    state: 'State',
    document: 'Document',
    documentId: 'Document id',
    none: 'none known',
    sale: 'What was sold',
    line: 'Line',
    linesTotal: 'Subtotal',
    life: 'What happened, in the till’s own time (UTC)',
  },
};

export const enStates: Record<SaleState, string> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  in_doubt: 'Being confirmed',
  incomplete: 'Not finalized',
  rejected: 'Refused',
  conflict: 'Does not match',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
};
