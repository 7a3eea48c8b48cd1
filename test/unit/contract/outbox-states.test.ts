// Checks what must hold of every path through the table of a sale's states.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  next,
  saleEvents,
  saleStates,
  statesForAPerson,
  unsentStates,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';

const finalStates: readonly SaleState[] = ['confirmed', 'cancelled'];
/** The states that one event can lead to. */
const following = (state: SaleState): readonly SaleState[] =>
  saleEvents.map((event) => next(state, event)).filter((after) => after !== undefined);

function reachableFrom(start: SaleState): ReadonlySet<SaleState> {
  const reached = new Set([start]);
  // A set also visits what is added to it during the loop.
  for (const state of reached) for (const after of following(state)) reached.add(after);
  return reached;
}

test('only a second document, or the loss of the one, leads out of confirmed and cancelled', () => {
  const leaving = (state: SaleState) => saleEvents.filter((event) => next(state, event));
  expect(leaving('confirmed')).toEqual(['missing', 'found_second']);
  expect(leaving('cancelled')).toEqual(['found_second']);
});

test.each(saleStates)('from %s the life of a sale can end', (state) => {
  expect(finalStates.some((final) => reachableFrom(state).has(final))).toBe(true);
});

test('every state can come about', () => {
  expect([...reachableFrom('queued')].sort()).toEqual([...saleStates].sort());
});

test('every state is unsent, for a person, or final, and only one of these', () => {
  expect([...unsentStates, ...statesForAPerson, ...finalStates].sort()).toEqual(
    [...saleStates].sort(),
  );
});

test('while a request may be on the wire nothing cancels the sale, corrects it or judges it', () => {
  for (const state of ['cancelled', 'rejected', 'conflict'] as const) {
    expect(following('sending')).not.toContain(state);
  }
  expect(next('sending', 'corrected')).toBeUndefined();
});

test('no answer rejects a sale: only a judgement of one that is in doubt does', () => {
  const rejecting = saleStates.flatMap((state) =>
    saleEvents
      .filter((event) => next(state, event) === 'rejected')
      .map((event) => `${state} ${event}`),
  );
  expect(rejecting).toEqual(['in_doubt judged']);
});

test('what a person has rejected or corrected is in doubt first, never queued', () => {
  const queueing = saleEvents.filter((event) =>
    saleStates.some((state) => state !== 'queued' && next(state, event) === 'queued'),
  );
  expect(queueing).toEqual(['not_sent']);
});

const anyEvents = fc.array(fc.constantFrom(...saleEvents), { maxLength: 200, size: 'large' });

test('whatever happens, a sale that may have reached the service is sent again from "in doubt" alone', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: SaleState = 'queued';
      let mayExist = false;
      for (const event of events) {
        const after = next(state, event);
        // The outbox tells the two apart: after an earlier attempt the event is `not_sent_again`.
        if (!after || (event === 'not_sent' && mayExist)) continue;
        if (event === 'claimed' && mayExist) expect(state).toBe('in_doubt');
        if (state === 'sending' && !event.startsWith('not_sent')) mayExist = true;
        state = after;
      }
    }),
    { numRuns: 2000 },
  );
});

test('whatever else happens, a sale whose life has ended is never sent again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...finalStates), anyEvents, (end, events) => {
      let state: SaleState = end;
      for (const event of events) state = next(state, event) ?? state;
      expect(['confirmed', 'cancelled', 'conflict']).toContain(state);
    }),
  );
});

test('an unlucky sale can fail any number of times and still be confirmed', () => {
  const failures: readonly (readonly SaleEvent[])[] = [
    ['claimed', 'not_sent'],
    ['claimed', 'turned_away'],
    ['claimed', 'refused'],
    ['claimed', 'no_clear_answer'],
    ['claimed', 'program_started'],
    ['claimed', 'refused', 'judged', 'corrected'],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...failures), { maxLength: 100 }), (unlucky) => {
      const again = ['claimed', 'not_sent_again', 'claimed', 'turned_away'] as const;
      const walk = [...unlucky.flat(), ...again, 'claimed', 'accepted'] as const;
      const end = walk.reduce<SaleState | undefined>(
        (state, event) => state && next(state, event),
        'queued',
      );
      expect(end).toBe('confirmed');
    }),
  );
});
