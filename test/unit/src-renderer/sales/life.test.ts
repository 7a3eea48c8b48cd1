// Tests how a sale's history is told.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import type { SaleState } from '../../../../src-main/contract/outbox-states.ts';
import type { Evidence, SaleStep } from '../../../../src-main/contract/sales.ts';
import { documentsSeen, foldLookUps } from '../../../../src-renderer/sales/life.ts';

let atMs = 0;
const step = (
  event: SaleStep['event'],
  evidence: Evidence,
  state: SaleState = 'in_doubt',
): SaleStep => ({ atMs: ++atMs, event, state, evidence });
const lookUp = (documents: number, state?: SaleState) =>
  step('looked_up', { kind: 'looked_up', documents }, state);
const failed = () => step('looked_up', { kind: 'look_up_failed', what: 'service_failed' });
const doubted = () => step('no_clear_answer', { kind: 'no_clear_answer', what: '500' });
const toldEvents = (steps: readonly SaleStep[]) =>
  foldLookUps(steps).map((entry) => (entry.kind === 'look_ups' ? entry.steps.length : 'step'));

test('look-ups in a row that saw the same become one entry, and keep every step', () => {
  const lookUps = [lookUp(0), lookUp(0), lookUp(0), lookUp(0)];
  const [first, second] = foldLookUps([doubted(), ...lookUps]);
  expect(first?.kind).toBe('step');
  expect(second).toEqual({ kind: 'look_ups', documents: 0, steps: lookUps });
});

test('two look-ups are shown one by one', () => {
  expect(toldEvents([doubted(), lookUp(0), lookUp(0)])).toEqual(['step', 'step', 'step']);
});

test('any other step ends a row of look-ups', () => {
  expect(
    toldEvents([lookUp(0), lookUp(0), lookUp(0), failed(), lookUp(0), lookUp(0), lookUp(0)]),
  ).toEqual([3, 'step', 3]);
});

test('look-ups that saw something else, or in another state, are shown apart', () => {
  expect(toldEvents([lookUp(0), lookUp(0), lookUp(0), lookUp(1), lookUp(1), lookUp(1)])).toEqual([
    3, 3,
  ]);
  const confirmed = [lookUp(1, 'confirmed'), lookUp(1, 'confirmed')];
  expect(toldEvents([lookUp(1), lookUp(1), ...confirmed])).toEqual([
    'step',
    'step',
    'step',
    'step',
  ]);
});

test('failed look-ups are not folded, as each says why', () => {
  expect(toldEvents([failed(), failed(), failed()])).toEqual(['step', 'step', 'step']);
});

test('every document that the history names is known once, as it was seen last', () => {
  const first = { id: 7, docKey: 'FS A/7', totalCents: cents(100) };
  const second = { id: 3, docKey: '?', totalCents: null };
  const again = { ...second, docKey: 'FS A/3' };
  expect(
    documentsSeen([
      step('accepted', { kind: 'created', document: first }, 'confirmed'),
      step('found_second', { kind: 'found', documents: [first, second] }, 'conflict'),
      step('found_second', { kind: 'found', documents: [again] }, 'conflict'),
    ]),
  ).toEqual([again, first]);
  expect(documentsSeen([doubted(), lookUp(0)])).toEqual([]);
});
