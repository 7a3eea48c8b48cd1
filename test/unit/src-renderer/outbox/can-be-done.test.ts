// Tests what a person can do about a sale, and what the service has said against it.
import { expect, test } from 'vitest';
import type { Proof, SaleState } from '../../../../src-main/contract/outbox-states.ts';
import type { Evidence, SaleStep } from '../../../../src-main/contract/sales.ts';
import {
  canBeDone,
  choicesOf,
  formOf,
  hintsOf,
  lastAnswer,
  saidAgainst,
  stageOf,
} from '../../../../src-renderer/outbox/can-be-done.ts';

const errors = [{ field: 'details[0].code', message: 'There is no such record.', code: 'x' }];
const refusal: Evidence = { kind: 'refused', errors };
const lookUp: Evidence = { kind: 'looked_up', documents: 0 };
const attempt: Evidence = { kind: 'attempt', number: 2 };
const unclear: Evidence = { kind: 'no_clear_answer', what: '500' };
const decided: Evidence = { kind: 'decided', by: 'Inês', note: 'x' };
const decisionRequest: Evidence = { kind: 'requested', decision: 'cancel', by: 'Inês', note: 'x' };

const steps = (...evidence: readonly Evidence[]): readonly SaleStep[] =>
  evidence.map((one, atMs) => ({ atMs, event: 'looked_up', state: 'in_doubt', evidence: one }));
const sale = (
  state: SaleState,
  evidence: readonly Evidence[] = [],
  { proof = 'absence', doubtedAtMs = 1 }: { proof?: Proof; doubtedAtMs?: number | null } = {},
) => ({ state, proof, doubtedAtMs, steps: steps(...evidence) });

test('the service’s refusal stays with a sale while it is looked up and sent again', () => {
  expect(saidAgainst(steps(refusal, lookUp, attempt))).toEqual(errors);
  expect(saidAgainst(steps(refusal, { kind: 'judged', said: '', errors }))).toEqual(errors);
});

test('they are gone once it was answered otherwise, or somebody has decided', () => {
  expect(lastAnswer(steps(refusal, attempt, unclear))).toEqual(unclear);
  expect(saidAgainst(steps(refusal, attempt, unclear))).toEqual([]);
  expect(lastAnswer(steps(refusal, decided))).toBeNull();
});

test('a sale in doubt can be corrected or cancelled at once, and settled beyond its bound', () => {
  const doubted = sale('in_doubt', [unclear], { proof: 'absence' });
  expect(stageOf(doubted, false)).toBe('in_doubt');
  expect(choicesOf('in_doubt', doubted, false)).toEqual(['correct', 'cancel']);
  expect(stageOf(doubted, true)).toBe('settleable');
  const all = ['correct', 'cancel', 'settleConfirmed', 'settleCancelled'] as const;
  expect(choicesOf('settleable', doubted, true)).toEqual(all);
  expect(hintsOf('settleable', all)).toEqual(['in_doubt', 'settleable']);
});

test('a refused sale is shown as refused, even while it is sent again', () => {
  expect(stageOf(sale('in_doubt', [refusal, lookUp]), false)).toBe('refused');
  expect(stageOf(sale('sending', [refusal, attempt]), false)).toBe('refused');
  expect(stageOf(sale('in_doubt', [refusal]), true)).toBe('refused');
  expect(hintsOf('refused', choicesOf('refused', sale('in_doubt'), true))).toEqual([
    'refused',
    'settleable',
  ]);
});

test('a sale whose document the service has named is never proven absent, and can only be settled', () => {
  const named = sale('in_doubt', [], { proof: 'never' });
  expect(stageOf(named, false)).toBeNull();
  expect(stageOf(named, true)).toBe('settleable');
  expect(choicesOf('settleable', named, true)).toEqual(['settleConfirmed', 'settleCancelled']);
  expect(hintsOf('settleable', choicesOf('settleable', named, true))).toEqual(['settleable']);
});

test('a first attempt under way leaves nothing to decide', () => {
  expect(stageOf(sale('sending', [attempt], { doubtedAtMs: null }), false)).toBeNull();
});

test('what is typed goes on while the till tries again and gives up, and ends with a decision', () => {
  const form = formOf(sale('in_doubt', [refusal]));
  expect(formOf(sale('sending', [refusal, lookUp, attempt]))).toBe(form);
  expect(formOf(sale('rejected', [refusal, attempt, refusal]))).toBe(form);
  expect(formOf(sale('in_doubt', [refusal, decisionRequest]))).not.toBe(form);
  expect(formOf(sale('conflict', [refusal]))).not.toBe(form);
});

test.each<[SaleState, Evidence, boolean, sending: string | null, paused: string | null]>([
  ['in_doubt', refusal, false, 'refused', 'waiting'],
  ['in_doubt', refusal, true, 'settleable', 'waiting'],
  ['in_doubt', unclear, false, null, 'waiting'],
  ['in_doubt', unclear, true, 'settleable', 'settleable'],
  ['rejected', refusal, false, 'rejected', 'rejected'],
  ['queued', { kind: 'committed' }, false, null, 'waiting'],
  ['queued', { kind: 'committed' }, true, null, 'waiting'],
])(
  'of a sale %s with %j, overdue: %s, the list says %s, and %s while sending is paused',
  (state, lastEvidence, isOverdue, sending, paused) => {
    for (const [isPaused, says] of [
      [false, sending],
      [true, paused],
    ] as const)
      expect(canBeDone({ state, lastEvidence }, { isOverdue, isPaused })).toBe(says);
  },
);
