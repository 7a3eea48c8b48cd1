// What the Outbox screen says beside the sales, in English: what is held back, what waits too long,
// and the audit.
import type { Overdue } from '../../../src-main/contract/outbox-report.ts';
import { count, numeral, plural } from './formats.ts';

const sales = (number: number): string => count(number, { one: 'sale', other: 'sales' });

/** What is known of sales that have come no further. */
const overdue: Record<Overdue['why'], (number: number) => string> = {
  queued: (number) => `${sales(number)} not sent yet.`,
  sending: (number) => `${sales(number)} sent, without an answer so far.`,
  in_doubt: (number) =>
    `${sales(number)} sent, but the till cannot find out whether the service has ${plural(number, { one: 'it', other: 'them' })}. Look in the invoicing service, then decide on the sale’s page.`,
};

export const enOutboxReport = {
  held: {
    refusing:
      'Sending is paused: the service has not accepted any of the last three sales, so no single sale can be to blame.',
    next: (time: string) => `The next attempt is at ${time}.`,
    now: 'It is being tried now.',
  },
  gate: {
    held: (time: string) =>
      `Nothing is sent until the till has looked through what the service holds of its sales. It has been waiting for that since ${time}.`,
    release: 'Let unsent sales go',
    title: 'Let unsent sales go?',
    warning:
      'The till cannot see what the service holds. If this till’s data is a copy, or older than what was sold, some of these sales may be invoiced a second time.',
    only: 'Only sales that were never sent go. One that the service does not plainly accept then waits for a person. This holds until the program is started again.',
    released:
      'Sales that were never sent are being sent, although what the service holds was not looked through. This ends when the program is started again.',
  },
  overdue: {
    title: (number: number, isMore: boolean, since: string) =>
      `${isMore ? 'At least ' : ''}${sales(number)} ${plural(number, { one: 'has', other: 'have' })} waited too long, ${plural(number, { one: '', other: 'the oldest ' })}since ${since}.`,
    groups: (why: Overdue['why'], number: number) => overdue[why](number),
    gate: 'What the service holds has to be looked through first.',
    mark: 'Waiting too long',
    since: (time: string) => `since ${time}`,
  },
  more: (number: number) => `and ${count(number, { one: 'other', other: 'others' })}`,
  audit: {
    name: 'Audit',
    never: 'What the service holds of this till has not been compared with these sales yet.',
    underWay: 'What the service holds of this till is being compared with these sales.',
    none: 'There was nothing to compare yet: no sale of this till had been confirmed.',
    agrees: (number: number) =>
      `The service holds ${count(number, { one: 'document of this till; it agrees.', other: 'documents of this till; all agree.' })}`,
    differs: (number: number) =>
      `The service holds ${count(number, { one: 'document', other: 'documents' })} of this till that ${plural(number, { one: 'agrees', other: 'agree' })}. These do not:`,
    at: (instant: string) => `Compared on ${instant}.`,
    checked: (number: number) =>
      `${count(number, { one: 'document', other: 'documents' })} read this time, earlier ones at earlier audits.`,
    missing:
      'Not in the service’s lists this time. They may lag behind; the next audit looks for it again:',
    lost: 'Not in the service’s lists at two audits. Look for it in the invoicing service:',
    differing: 'With another kind, total or status than was confirmed:',
    alarms: (number: number) =>
      `${count(number, { one: 'sale has', other: 'sales have' })} a document too many: see “Does not match” in the list.`,
    failed: (why: string) => `The last audit could not be finished, and is made again: ${why}`,
  },
  sendAll: {
    action: (number: number) => `Send all again (${numeral(number)})`,
    title: (number: number) => `Send ${sales(number)} again?`,
    hint: 'For when one cause was behind them all and has been put right at the service. Each is sent again as it is; what the service still does not take comes back here.',
    dateAnew: 'Date them today',
    dateAnewHint:
      'For sales of an earlier day that the service refuses as dated too far back. What a person has dated keeps its date.',
    confirm: (number: number) => `Send ${sales(number)}`,
    done: (number: number) =>
      `${sales(number)} ${plural(number, { one: 'is', other: 'are' })} sent again, one after the other.`,
    notSent: (references: string) =>
      `These could not be, and stay here to be corrected or cancelled: ${references}.`,
  },
};
