// Tests what the page of a sale or document says of it, by the kind that was requested.
import { describe, expect, test } from 'vitest';
import { messagesFor } from '../../../../resources/messages/catalogue.ts';
import { cents, noDiscount } from '../../../../src-main/contract/money.ts';
import {
  counterSale,
  type RequestedKind,
  type Particulars,
} from '../../../../src-main/contract/new-document.ts';
import {
  formerDetail,
  isCalm,
  isDraft,
  outcomeOf,
  unlistedIn,
} from '../../../../src-renderer/outbox/sent.ts';
import { sampleParticulars } from '../../../sample-sale.ts';
import { fewLines, sale } from '../../receipt/sample-receipts.ts';

const purchase: Particulars = { ...sampleParticulars, kind: { by: 'documentTypeId', id: 11 } };

const note: RequestedKind = { kind: { by: 'natureCode', code: 'GR' }, finalize: true };
const draft: RequestedKind = { ...note, finalize: false };

describe('a warning that the service’s lists may not show the document', () => {
  test.each(['in_doubt', 'rejected'] as const)('is given while the sale is %s', (state) => {
    expect(unlistedIn({ state, requestedKind: { kind: purchase.kind, finalize: true } })).toBe(
      state,
    );
    expect(unlistedIn({ state, requestedKind: draft })).toBe(state);
  });

  test('is given in no other state', () => {
    expect(unlistedIn({ state: 'queued', requestedKind: draft })).toBeNull();
    expect(unlistedIn({ state: 'confirmed', requestedKind: draft })).toBeNull();
  });

  test('is not given for a finalized document of a known nature, nor for a counter sale', () => {
    expect(unlistedIn({ state: 'in_doubt', requestedKind: note })).toBeNull();
    expect(unlistedIn({ state: 'rejected', requestedKind: counterSale })).toBeNull();
  });
});

describe('what became of it', () => {
  const messages = messagesFor('en');
  const { documentStates, heldDocuments } = messages.outbox.page;
  const refusedDocument = {
    connection: 'sign_in_needed',
    connectionError: { code: 'token_refused' },
  } as const;
  const turnedAway = { connection: 'paused', connectionError: { code: 'not_permitted' } } as const;
  const paused = { connection: 'paused', connectionError: { code: 'disk_full' } } as const;

  test.each(['queued', 'in_doubt'] as const)(
    'a document that is %s says what it waits for',
    (state) => {
      const sentenceFor = (way: Parameters<typeof outcomeOf>[2]) =>
        outcomeOf({ state, lastEvidence: { kind: 'committed' }, payment: null }, messages, way);
      expect(sentenceFor({ connection: 'offline', connectionError: null })).toBe(
        documentStates[state],
      );
      expect(sentenceFor(refusedDocument)).toBe(heldDocuments.sign_in_needed[state]);
      expect(sentenceFor(turnedAway)).toBe(heldDocuments.turned_away[state]);
      expect(sentenceFor(paused)).toBe(heldDocuments.paused[state]);
    },
  );

  test('a document that has ended, and a sale, have their usual words', () => {
    expect(
      outcomeOf(
        { state: 'confirmed', lastEvidence: { kind: 'committed' }, payment: null },
        messages,
        refusedDocument,
      ),
    ).toBe(documentStates.confirmed);
    expect(outcomeOf(sale({ state: 'queued' }), messages, refusedDocument)).toBe(
      messages.finished.heldLines.sign_in_needed.queued,
    );
  });
});

test('only a confirmed draft has nothing to print', () => {
  expect(isDraft({ state: 'confirmed', requestedKind: draft })).toBe(true);
  expect(isDraft({ state: 'queued', requestedKind: draft })).toBe(false);
  expect(isDraft({ state: 'confirmed', requestedKind: note })).toBe(false);
});

test('a person has something to do about what is not calm', () => {
  expect(isCalm('in_doubt')).toBe(true);
  expect(isCalm('rejected')).toBe(false);
});

test('what a correction replaced is shown as what is sold, with its payment or its particulars', () => {
  const cart = {
    cartId: '0b6fb5c3-5f3c-4d0c-9df0-3f2f7a3f6a10',
    lines: [...fewLines],
    discount: noDiscount,
    taxNumber: '501964843',
  };
  const payment = { method: { id: 1, label: 'Numerário' }, tenderedCents: cents(1500) };
  const former = { replacedAtMs: 0, totalCents: cents(1212) };
  const shownContent = { lines: fewLines, taxNumber: '501964843', totalCents: 1212 };
  expect(formerDetail({ ...former, content: { cart, payment } })).toMatchObject({
    ...shownContent,
    payment,
    particulars: null,
  });
  expect(formerDetail({ ...former, content: { cart, particulars: purchase } })).toMatchObject({
    ...shownContent,
    payment: null,
    particulars: purchase,
  });
});
