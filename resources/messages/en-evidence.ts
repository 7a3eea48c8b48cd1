// What stands behind each step of a sale's life, in English sentences.
import type { DoneBy } from '../../src-main/contract/lock.ts';
import { serviceSaid, type EvidenceSentences } from './sentences.ts';

const restored = {
  damaged_file: 'Brought over from a damaged file.',
  copy: 'The till’s records are a copy.',
  torn_log: 'The computer stopped while the till was writing.',
};

const who = ({ name, approvedBy }: DoneBy): string =>
  approvedBy === undefined ? name : `${name}, approved by ${approvedBy}`;

/** Before a verb. */
const decider = (name: string, approvedBy: string | undefined): string =>
  approvedBy === undefined ? name : `${who({ name, approvedBy })},`;

export const enEvidence: EvidenceSentences = {
  committed: ({ by }) => (by ? `Saved on this computer by ${who(by)}.` : 'Saved on this computer.'),
  attempt: ({ number }) => `Sending, attempt ${number}.`,
  created: ({ document }) => `The service issued ${document.docKey}.`,
  not_sent: ({ what }) => `The service could not be reached, so nothing was sent (${what}).`,
  turned_away: ({ status }) =>
    status === 401
      ? 'The service asked for the password first; nothing was issued.'
      : `The service turned the till away (${status}); nothing was issued.`,
  refused: ({ errors }) =>
    errors.length === 0
      ? 'The service refused it without a reason.'
      : `The service refused it: ${serviceSaid(errors)}`,
  no_clear_answer: ({ what }) =>
    `Sent, but no clear answer came back (${what}). The till finds out before it sends again.`,
  program_started: () =>
    'The program was closed while sending. The till finds out what became of it.',
  found: ({ documents }) =>
    documents.length === 0
      ? 'Looked at the service: nothing found.'
      : `Found at the service: ${documents.map(({ docKey }) => docKey).join(', ')}.`,
  absent: ({ lookUps, settledMs }) =>
    `Proven not to be at the service: looked ${lookUps} times over ${Math.round(settledMs / 60_000)} minutes. It will be sent again.`,
  looked: ({ documents }) =>
    documents === 0
      ? 'Looked at the service: no document bears the reference.'
      : `Looked again at the service: ${documents === 1 ? 'one document bears' : `${documents} documents bear`} the reference, as it should be.`,
  look_failed: ({ what }) => `A look at the service failed and proves nothing (${what}).`,
  restored: ({ from }) => `${restored[from]} The till finds out what became of it.`,
  corrected: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} corrected it: ${note}`,
  decided: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} decided: ${note}`,
};
