// The life of a sale: the whole table, written out a second time, and what must hold of every path through it.
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

const table: readonly (readonly [SaleState, SaleEvent, SaleState])[] = [
  ['queued', 'claimed', 'sending'],
  ['queued', 'cancelled', 'cancelled'],
  ['queued', 'restored', 'in_doubt'],
  ['sending', 'accepted', 'confirmed'],
  ['sending', 'accepted_not_finalized', 'incomplete'],
  ['sending', 'not_sent', 'queued'],
  ['sending', 'turned_away', 'queued'],
  ['sending', 'refused', 'rejected'],
  ['sending', 'no_clear_answer', 'in_doubt'],
  ['sending', 'program_started', 'in_doubt'],
  ['sending', 'restored', 'in_doubt'],
  ['in_doubt', 'found', 'confirmed'],
  ['in_doubt', 'found_not_finalized', 'incomplete'],
  ['in_doubt', 'found_mismatch', 'conflict'],
  ['in_doubt', 'proven_absent', 'queued'],
  ['in_doubt', 'settled_confirmed', 'confirmed'],
  ['in_doubt', 'settled_cancelled', 'cancelled'],
  ['incomplete', 'settled_confirmed', 'confirmed'],
  ['incomplete', 'settled_cancelled', 'cancelled'],
  ['rejected', 'corrected', 'queued'],
  ['rejected', 'cancelled', 'cancelled'],
  ['conflict', 'settled_confirmed', 'confirmed'],
  ['conflict', 'settled_cancelled', 'cancelled'],
  ['conflict', 'found_second', 'conflict'],
  ['rejected', 'found_second', 'conflict'],
  ['confirmed', 'found_second', 'conflict'],
  ['cancelled', 'found_second', 'conflict'],
];

const finalStates: readonly SaleState[] = ['confirmed', 'cancelled'];
const pairs = saleStates.flatMap((state) => saleEvents.map((event) => [state, event] as const));

/** The states that one event can lead to. */
const following = (state: SaleState): readonly SaleState[] =>
  saleEvents.map((event) => next(state, event)).filter((after) => after !== undefined);

function reachableFrom(start: SaleState): ReadonlySet<SaleState> {
  const reached = new Set([start]);
  // A set visits what is added to it meanwhile.
  for (const state of reached) for (const after of following(state)) reached.add(after);
  return reached;
}

test.each(pairs)('%s and %s lead where the design says, or nowhere', (state, event) => {
  const row = table.find(([from, happens]) => from === state && happens === event);
  expect(next(state, event)).toBe(row?.[2]);
});

test('nothing but a second document leads out of confirmed and cancelled', () => {
  for (const state of finalStates) {
    expect(saleEvents.filter((event) => next(state, event))).toEqual(['found_second']);
  }
});

test.each(saleStates)('from %s the life of a sale can end', (state) => {
  expect(finalStates.some((final) => reachableFrom(state).has(final))).toBe(true);
});

test('every state can come about', () => {
  expect([...reachableFrom('queued')].sort()).toEqual([...saleStates].sort());
});

test('every state is waiting, for a person, or final, and only one of these', () => {
  expect([...unsentStates, ...statesForAPerson, ...finalStates].sort()).toEqual(
    [...saleStates].sort(),
  );
});

test('nothing that happens while a request may be on the wire cancels the sale, and in doubt only a person does', () => {
  expect(following('sending')).not.toContain('cancelled');
  const cancelling = saleEvents.filter((event) => next('in_doubt', event) === 'cancelled');
  expect(cancelling).toEqual(['settled_cancelled']);
});

const anyEvents = fc.array(fc.constantFrom(...saleEvents), { maxLength: 200, size: 'large' });
const provesNothingCreated: readonly SaleEvent[] = [
  'not_sent',
  'turned_away',
  'refused',
  'proven_absent',
];

test('whatever happens, no sale is sent again before the last request is proven to have created nothing', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: SaleState = 'queued';
      let mayExist = false;
      for (const event of events) {
        const after = next(state, event);
        if (!after) continue;
        if (event === 'claimed') {
          expect(mayExist).toBe(false);
          mayExist = true;
        }
        if (provesNothingCreated.includes(event)) mayExist = false;
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
    ['claimed', 'no_clear_answer', 'proven_absent'],
    ['claimed', 'program_started', 'proven_absent'],
    ['claimed', 'refused', 'corrected'],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...failures), { maxLength: 100 }), (unlucky) => {
      const walk = [...unlucky.flat(), 'claimed', 'accepted'] as const;
      const end = walk.reduce<SaleState | undefined>(
        (state, event) => state && next(state, event),
        'queued',
      );
      expect(end).toBe('confirmed');
    }),
  );
});
