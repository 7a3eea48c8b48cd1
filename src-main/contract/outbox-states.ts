// The life of a sale: its states, what can happen to it, and the one table that says what follows.
import * as v from 'valibot';

export const saleStates = [
  'queued',
  'sending',
  'in_doubt',
  'incomplete',
  'rejected',
  'conflict',
  'confirmed',
  'cancelled',
] as const;
export const saleStateSchema = v.picklist(saleStates);
export type SaleState = (typeof saleStates)[number];

export const saleEvents = [
  'claimed',
  'accepted',
  'accepted_not_finalized',
  'not_sent',
  'turned_away',
  'refused',
  'no_clear_answer',
  'program_started',
  'found',
  'found_not_finalized',
  'found_mismatch',
  'proven_absent',
  'corrected',
  'cancelled',
  'settled_confirmed',
  'settled_cancelled',
  'found_second',
  'restored',
] as const;
export const saleEventSchema = v.picklist(saleEvents);
export type SaleEvent = (typeof saleEvents)[number];

/** What each state leaves by. An event that a state does not name cannot happen to it. */
const transitions: Readonly<Record<SaleState, Readonly<Partial<Record<SaleEvent, SaleState>>>>> = {
  // Durable; nothing of it is at the service.
  queued: { claimed: 'sending', cancelled: 'cancelled', restored: 'in_doubt' },
  // A request may be on the wire.
  sending: {
    accepted: 'confirmed',
    accepted_not_finalized: 'incomplete',
    not_sent: 'queued',
    turned_away: 'queued',
    refused: 'rejected',
    no_clear_answer: 'in_doubt',
    program_started: 'in_doubt',
    restored: 'in_doubt',
  },
  // Perhaps sent, outcome unknown. Restored: the record is a copy, and the original may have been sent meanwhile. A person
  // may settle it where the service can no longer tell: see `outbox.settle`.
  in_doubt: {
    found: 'confirmed',
    found_not_finalized: 'incomplete',
    found_mismatch: 'conflict',
    proven_absent: 'queued',
    settled_confirmed: 'confirmed',
    settled_cancelled: 'cancelled',
  },
  // The document exists, but the API has no call to finalize it later.
  incomplete: { settled_confirmed: 'confirmed', settled_cancelled: 'cancelled' },
  // The service refused it and holds nothing. Corrected: what was wrong has been put right, there or here.
  rejected: { corrected: 'queued', cancelled: 'cancelled', found_second: 'conflict' },
  // The service holds something that does not match; and a later look may find still more.
  conflict: {
    settled_confirmed: 'confirmed',
    settled_cancelled: 'cancelled',
    found_second: 'conflict',
  },
  // The end, unless a later look finds a document too many: a person must know.
  confirmed: { found_second: 'conflict' },
  cancelled: { found_second: 'conflict' },
};

/** The state that follows, or undefined where the event cannot happen to the state. */
export function next(state: SaleState, event: SaleEvent): SaleState | undefined {
  return transitions[state][event];
}

/** The life of the sale has ended: nothing is to be done, by the outbox or by a person. */
export const isFinal = (state: SaleState): boolean =>
  state === 'confirmed' || state === 'cancelled';

/** States whose sale may still have to be sent or looked up. */
export const unsentStates = ['queued', 'sending', 'in_doubt'] as const satisfies SaleState[];

/** States that only a person can end. */
export const statesForAPerson = [
  'incomplete',
  'rejected',
  'conflict',
] as const satisfies SaleState[];
