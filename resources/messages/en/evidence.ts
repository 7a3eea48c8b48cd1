// The evidence behind each step of a sale's life, in English sentences.
import type { DoneBy } from '../../../src-main/contract/lock.ts';
import { serviceSaid, type EvidenceSentences } from '../sentences.ts';
import { count, numeral, plural } from './formats.ts';
import { enPlaces } from './service-places.ts';

const restored = {
  damaged_file: 'Brought over from a damaged file.',
  copy: 'The till’s records are a copy.',
  torn_log: 'The computer stopped while the till was writing.',
  taken_over: 'Another computer had gone on from the second copy.',
  copy_away: 'The second copy went missing before the sale was sent.',
  older_file: 'The service holds documents that the till’s records do not know.',
};

const who = ({ name, approvedBy }: DoneBy): string =>
  approvedBy === undefined ? name : `${name}, approved by ${approvedBy}`;

/** Stands before a verb. */
const decider = (name: string, approvedBy: string | undefined): string =>
  approvedBy === undefined ? name : `${who({ name, approvedBy })},`;

/** Returns nothing for less than half a minute. */
function over(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes === 0 ? '' : ` over ${count(minutes, { one: 'minute', other: 'minutes' })}`;
}

export const enEvidence: EvidenceSentences = {
  committed: ({ by }) => (by ? `Saved on this computer by ${who(by)}.` : 'Saved on this computer.'),
  attempt: ({ number, letGoBy }) =>
    `Sending, attempt ${number}${letGoBy === undefined ? '' : `; ${letGoBy} let it go`}.`,
  created: ({ document }) => `The service issued ${document.docKey}.`,
  not_sent: ({ what }) => `The service could not be reached, so nothing was sent (${what}).`,
  turned_away: ({ status }) =>
    status === 401
      ? 'The service asked for a sign-in (401). The till makes sure that nothing was issued before it sends again.'
      : `The service turned it away (${status}). The till makes sure that nothing was issued before it sends again.`,
  refused: ({ errors }) =>
    errors.length === 0
      ? 'The service refused it without a reason.'
      : `The service refused it: ${serviceSaid(errors, enPlaces)}`,
  no_clear_answer: ({ what }) =>
    `Sent, but no clear answer came back (${what}). The till finds out before it sends again.`,
  created_unclear: ({ what, documentId }) =>
    `The service answered that it created a document${documentId === null ? '' : ` (number ${documentId})`}, but not the one that was asked for (${what}). It is looked for, and never sent again by itself.`,
  program_started: () =>
    'The program was closed while sending. The till finds out what became of it.',
  found: ({ documents }) =>
    documents.length === 0
      ? 'Looked at the service: nothing found.'
      : `Found at the service: ${documents.map(({ docKey }) => docKey).join(', ')}.`,
  absent: ({ lookUps, settledMs, number }) =>
    `The service does not hold it: looked ${plural(lookUps, { one: 'once', other: `${numeral(lookUps)} times` })}${over(settledMs)}. Sending again, attempt ${number}.`,
  missing: ({ documentId, docKey }) => {
    if (documentId === null)
      return 'The service said that it created a document, but does not show it.';
    return docKey === undefined
      ? `The service named document ${documentId}, but does not show it.`
      : `The service named document ${documentId} (${docKey}), which does not bear the reference: it may be the one.`;
  },
  judged: ({ said, errors }) =>
    errors.length > 0
      ? `The service does not take it, though it took others: ${serviceSaid(errors, enPlaces)}`
      : `The service does not take it, though it took others (${said}).`,
  requested: ({ by, approvedBy, decision, note }) =>
    `${decider(by, approvedBy)} asked for it to be ${decision === 'cancel' ? 'cancelled' : 'corrected'} once it is certain that the service does not hold it: ${note}`,
  looked_up: ({ documents }) =>
    documents === 0
      ? 'Looked at the service: no document bears the reference.'
      : `Looked again at the service: ${plural(documents, { one: 'one document bears', other: `${numeral(documents)} documents bear` })} the reference, as it should be.`,
  look_up_failed: ({ what }) => `A look at the service failed and proves nothing (${what}).`,
  restored: ({ from }) => `${restored[from]} The till finds out what became of it.`,
  corrected: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} corrected it: ${note}`,
  decided: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} decided: ${note}`,
};
