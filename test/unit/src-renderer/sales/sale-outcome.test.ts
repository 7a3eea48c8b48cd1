// Tests what is said of a finished sale that waits for more than the network.
import { expect, test } from 'vitest';
import { messagesFor } from '../../../../resources/messages/catalogue.ts';
import type { AppError } from '../../../../src-main/contract/errors.ts';
import { saleStates } from '../../../../src-main/contract/outbox-states.ts';
import { languages } from '../../../../src-main/contract/languages.ts';
import type { Connection } from '../../../../src-main/contract/till-state.ts';
import { outcomeSentence } from '../../../../src-renderer/sales/sale-outcome.ts';

const { finished } = messagesFor('en');
const lastEvidence = { kind: 'committed' } as const;
const sentenceOf = (
  state: (typeof saleStates)[number],
  connection: Connection,
  connectionError: AppError | null = null,
) => outcomeSentence(finished, { state, lastEvidence }, { connection, connectionError });

test.each<Connection>(['online', 'offline'])('%s it is sent by itself', (connection) => {
  for (const state of saleStates)
    expect(sentenceOf(state, connection)).toBe(finished.stateLines[state]);
});

test('somebody must sign in first where the service asks for it', () => {
  const refusal = { code: 'token_refused' } as const;
  for (const state of ['queued', 'in_doubt'] as const) {
    expect(sentenceOf(state, 'sign_in_needed', refusal)).toMatch(/Somebody must sign in/);
  }
  expect(sentenceOf('in_doubt', 'sign_in_needed', refusal)).toMatch(/Do not repeat/);
});

test.each<AppError>([
  { code: 'not_permitted' },
  { code: 'not_found' },
  { code: 'method_not_allowed' },
])('the sale waits while the service turns the till away: %j', (error) => {
  expect(sentenceOf('queued', 'paused', error)).toMatch(/turns this till away/);
  expect(sentenceOf('in_doubt', 'paused', error)).toMatch(/turns this till away.*Do not repeat/);
});

test('a pause for another reason is not blamed on the service', () => {
  expect(sentenceOf('queued', 'paused', { code: 'disk_full' })).toMatch(/while sending is paused/);
});

test('a refused sale is tried again, and is not said to be confirmed', () => {
  for (const language of languages) {
    const messages = messagesFor(language);
    const refusal = {
      state: 'in_doubt' as const,
      lastEvidence: { kind: 'refused' as const, errors: [] },
    };
    for (const connection of ['online', 'paused'] as const) {
      const sentence = outcomeSentence(messages.finished, refusal, {
        connection,
        connectionError: null,
      });
      expect(sentence).not.toMatch(/confirm|repeat|repita/);
    }
  }
});

test('what has become of a sale already is said whatever the connection is', () => {
  for (const state of ['confirmed', 'rejected', 'cancelled', 'sending'] as const) {
    expect(sentenceOf(state, 'sign_in_needed')).toBe(finished.stateLines[state]);
  }
});

test('in no language does a held sale or document promise to go by itself', () => {
  for (const language of languages) {
    const messages = messagesFor(language);
    const { heldLines } = messages.finished;
    const { heldDocuments } = messages.outbox.page;
    for (const lines of [...Object.values(heldLines), ...Object.values(heldDocuments)]) {
      expect(lines.queued + lines.in_doubt).not.toMatch(/as soon as|assim que/);
    }
  }
});
