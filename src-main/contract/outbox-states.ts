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
  'not_sent',
  'not_sent_again',
  'turned_away',
  'refused',
  'created_unclear',
  'no_clear_answer',
  'program_started',
  'found',
  'found_not_finalized',
  'found_mismatch',
  'missing',
  'judged',
  'corrected',
  'cancelled',
  'settled_confirmed',
  'settled_cancelled',
  'found_second',
  'restored',
] as const;
export const saleEventSchema = v.picklist(saleEvents);
export type SaleEvent = (typeof saleEvents)[number];

/** The events that each state leaves by. No other event can happen to it. */
const transitions: Readonly<Record<SaleState, Readonly<Partial<Record<SaleEvent, SaleState>>>>> = {
  // Durable; never sent, or provably not sent.
  queued: { claimed: 'sending', cancelled: 'cancelled', restored: 'in_doubt' },
  // A request may be on the wire. Unless proven accepted or never sent, the sale is looked for.
  sending: {
    accepted: 'confirmed',
    not_sent: 'queued',
    // An earlier attempt of this sale may have reached the service.
    not_sent_again: 'in_doubt',
    turned_away: 'in_doubt',
    refused: 'in_doubt',
    created_unclear: 'in_doubt',
    no_clear_answer: 'in_doubt',
    program_started: 'in_doubt',
    restored: 'in_doubt',
  },
  // Perhaps created. A sale is claimed from here only in the turn in which its absence was proven;
  // what a person asks for takes effect then.
  in_doubt: {
    claimed: 'sending',
    found: 'confirmed',
    found_not_finalized: 'incomplete',
    found_mismatch: 'conflict',
    missing: 'conflict',
    judged: 'rejected',
    corrected: 'in_doubt',
    restored: 'in_doubt',
    cancelled: 'cancelled',
    settled_confirmed: 'confirmed',
    settled_cancelled: 'cancelled',
  },
  // The document exists, but is not finalized, and the API has no call to finalize it later.
  incomplete: {
    found: 'confirmed',
    found_second: 'conflict',
    settled_confirmed: 'confirmed',
    settled_cancelled: 'cancelled',
  },
  // The service does not take it and holds nothing. `corrected`: another body, or the same again.
  rejected: { corrected: 'in_doubt', cancelled: 'cancelled', found_second: 'conflict' },
  // The service holds something that does not match, or says that it does. `found`: nothing had
  // been found before.
  conflict: {
    found: 'confirmed',
    settled_confirmed: 'confirmed',
    settled_cancelled: 'cancelled',
    found_second: 'conflict',
  },
  // The end, unless a document too many turns up, or the document is lost: a person must know of
  // that. `missing`: a service that has lost it is not asked to make it again.
  confirmed: { found_second: 'conflict', missing: 'conflict' },
  cancelled: { found_second: 'conflict' },
};

/** Returns the state that follows, or undefined if the event cannot happen to the state. */
export const next = (state: SaleState, event: SaleEvent): SaleState | undefined =>
  transitions[state][event];

/** Returns whether neither the outbox nor a person has anything left to do. */
export const isFinal = (state: SaleState): boolean =>
  state === 'confirmed' || state === 'cancelled';

/**
 * What must be shown before a sale in doubt may be sent again. It depends on how its last attempt
 * that may have arrived ended: nothing left the till; absence proven over the settling time; or
 * never by the till itself, since the service has named or shown a document.
 */
export const proofs = ['none', 'absence', 'never'] as const;
export const proofSchema = v.picklist(proofs);
export type Proof = (typeof proofs)[number];

/** States whose sale may still have to be sent or looked up. */
export const unsentStates = ['queued', 'sending', 'in_doubt'] as const satisfies SaleState[];

/** States that only a person can end. */
export const statesForAPerson = [
  'incomplete',
  'rejected',
  'conflict',
] as const satisfies SaleState[];
