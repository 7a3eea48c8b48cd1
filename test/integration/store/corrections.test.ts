// Correcting a refused sale: the same sale with another body, and nothing of the old one lost.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import {
  keepPendingDecision,
  carryOutPendingDecision,
  replaceContent,
  readPendingDecision,
  type PendingDecision,
  type Correction,
} from '../../../src-main/store/corrections.ts';
import { readSought } from '../../../src-main/store/doubts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimAgain, claimNext, takeStep } from '../../../src-main/store/sale-steps.ts';
import { readSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { contents, countRows, evidence, reference, sale, take } from './samples.ts';
import { openTill, tillWithSale } from './temporary-till.ts';

const corrected: Correction = {
  ...sale(1),
  body: Buffer.from('{"corrected":true}'),
  totalCents: cents(130),
  isCash: false,
  by: 'Rui',
  note: 'The code was wrong',
  atMs: 50,
};

const lookUpSums = { lookUps: 3, settledMs: 600_000 };

const refused = (): Store => tillWithSale('claimed', 'refused', 'judged');

test('a corrected sale is sent with its new body under its old reference', () => {
  const db = refused();
  const result = replaceContent(db, corrected);
  expect(result).toMatchObject({
    ok: true,
    value: { reference: reference(1), state: 'in_doubt', totalCents: 130 },
  });
  expect(claimNext(db, 60)).toBeUndefined();
  expect(claimAgain(db, reference(1), lookUpSums, 60)).toEqual({
    sale: readSale(db, reference(1)),
    body: corrected.body,
  });
  expect(readSought(db, reference(1))).toMatchObject({
    body: { totalCents: 130 },
    formerBodies: [{ totalCents: 65 }],
  });
});

test('what was refused is kept, with who corrected it and why', () => {
  const db = refused();
  replaceContent(db, corrected);
  const detail = readSaleDetail(db, reference(1));
  expect(detail?.former).toEqual([{ replacedAtMs: 50, totalCents: 65, content: sale(1).content }]);
  expect(detail?.totalCents).toBe(130);
  expect(detail?.steps.at(-1)).toEqual({
    atMs: 50,
    event: 'corrected',
    state: 'in_doubt',
    evidence: {
      kind: 'corrected',
      by: 'Rui',
      note: 'The code was wrong',
      formerTotalCents: 65,
      totalCents: 130,
    },
  });
  const body = db.prepare('SELECT body FROM former_sale').pluck().get();
  expect(body).toEqual(sale(1).body);
});

test('failed attempts are forgotten when a person corrects a sale or has it sent once more', () => {
  for (const again of [
    (db: Store) => replaceContent(db, corrected),
    (db: Store) => {
      take(db, 1, ['corrected'], 50);
    },
  ]) {
    const db = refused();
    db.exec('UPDATE sale SET failed_attempts = 3');
    again(db);
    expect(readSought(db, reference(1))?.failedAttempts).toBe(0);
  }
});

test('a sale can be corrected as often as it is refused', () => {
  const db = refused();
  replaceContent(db, corrected);
  claimAgain(db, reference(1), lookUpSums, 60);
  take(db, 1, ['refused', 'judged'], 61);
  replaceContent(db, { ...corrected, totalCents: cents(195), atMs: 70 });
  expect(readSaleDetail(db, reference(1))?.former.map((former) => former.totalCents)).toEqual([
    65, 130,
  ]);
});

test.each([
  ['waiting to be sent', []],
  ['confirmed', ['claimed', 'accepted']],
  ['on its way', ['claimed']],
] as const)(
  'a sale that is %s is neither corrected nor decided on, and nothing is written',
  (_state, events) => {
    const db = tillWithSale(...events);
    const before = contents(db);
    const movedOn = { ok: false, error: { code: 'sale_moved_on' } };
    expect(replaceContent(db, corrected)).toEqual(movedOn);
    expect(keepPendingDecision(db, reference(1), cancelling, 20)).toEqual(movedOn);
    expect(contents(db)).toBe(before);
  },
);

test('a correction that fails half-way leaves the refused sale as it was', () => {
  const db = refused();
  const before = contents(db);
  const otherCart = { ...corrected.content, cart: sale(2).content.cart };
  expect(() => replaceContent(db, { ...corrected, content: otherCart })).toThrow(/0 rows changed/);
  expect(contents(db)).toBe(before);
  expect(countRows(db, 'former_sale')).toBe(0);
});

test('a missing sale cannot be corrected, nor is a decision taken about it', () => {
  const db = openTill();
  const missing = { ok: false, error: { code: 'not_found' } };
  expect(replaceContent(db, corrected)).toEqual(missing);
  expect(keepPendingDecision(db, reference(1), cancelling, 20)).toEqual(missing);
});

// What a person asks of a sale in doubt

const who = { by: 'Rui', approvedBy: 'Ana', note: 'Paid otherwise' };
const cancelling: PendingDecision = { decision: 'cancel', ...who };
const correcting: PendingDecision = {
  decision: 'correct',
  ...who,
  body: '{"corrected":"à mão"}',
  totalCents: cents(130),
  isCash: false,
  content: sale(1).content,
};

const inDoubt = (): Store => tillWithSale('claimed', 'no_clear_answer');

test('a decision about a sale in doubt changes only its history, and is remembered', () => {
  const db = inDoubt();
  const former = readSale(db, reference(1));
  expect(keepPendingDecision(db, reference(1), cancelling, 20)).toEqual({
    ok: true,
    value: former,
  });
  expect(readSale(db, reference(1))).toEqual(former);
  expect(readPendingDecision(db, reference(1))).toEqual(cancelling);
  expect(readSaleDetail(db, reference(1))?.steps.at(-1)).toEqual({
    atMs: 20,
    event: 'requested',
    state: 'in_doubt',
    evidence: { kind: 'requested', ...cancelling },
  });
});

test('of several decisions the last one counts', () => {
  const db = inDoubt();
  keepPendingDecision(db, reference(1), cancelling, 20);
  keepPendingDecision(db, reference(1), correcting, 30);
  expect(readPendingDecision(db, reference(1))).toEqual(correcting);
  expect(countRows(db, 'pending_decision')).toBe(1);
});

test('no decision is taken about a sale that was not taken', () => {
  const db = refused();
  const before = contents(db);
  expect(keepPendingDecision(db, reference(1), cancelling, 20)).toMatchObject({
    error: { code: 'sale_moved_on' },
  });
  expect(contents(db)).toBe(before);
});

test('without a decision nothing is carried out', () => {
  const db = inDoubt();
  const before = contents(db);
  expect(carryOutPendingDecision(db, reference(1), 40)).toBeUndefined();
  expect(contents(db)).toBe(before);
});

test('a sale that was to be cancelled is cancelled once it is proven absent, by whoever decided', () => {
  const db = inDoubt();
  keepPendingDecision(db, reference(1), cancelling, 20);
  expect(carryOutPendingDecision(db, reference(1), 40)).toEqual({
    decision: 'cancel',
    sale: readSale(db, reference(1)),
  });
  expect(readSale(db, reference(1))).toMatchObject({
    state: 'cancelled',
    lastEvidence: { kind: 'decided', ...who },
  });
  expect(claimAgain(db, reference(1), lookUpSums, 50)).toBeUndefined();
  expect(readPendingDecision(db, reference(1))).toBeUndefined();
});

test('a sale that was to be corrected is claimed with its new body once it is proven absent', () => {
  const db = inDoubt();
  db.exec('UPDATE sale SET failed_attempts = 2');
  keepPendingDecision(db, reference(1), correcting, 20);
  expect(carryOutPendingDecision(db, reference(1), 40)).toMatchObject({
    decision: 'correct',
    sale: { state: 'in_doubt', totalCents: 130 },
  });
  expect(readSought(db, reference(1))).toMatchObject({
    failedAttempts: 0,
    formerBodies: [{ totalCents: 65 }],
  });
  const claim = claimAgain(db, reference(1), lookUpSums, 40);
  expect(claim?.body?.toString('utf8')).toBe(correcting.body);
  expect(readPendingDecision(db, reference(1))).toBeUndefined();
  expect(readSaleDetail(db, reference(1))?.former).toHaveLength(1);
});

test('a decision is forgotten if the doubt ends otherwise', () => {
  const db = inDoubt();
  keepPendingDecision(db, reference(1), cancelling, 20);
  takeStep(db, { reference: reference(1), event: 'found', evidence, atMs: 30 });
  expect(readPendingDecision(db, reference(1))).toBeUndefined();
  expect(countRows(db, 'pending_decision')).toBe(0);
});

test('a decision that cannot be carried out is not forgotten', () => {
  const db = inDoubt();
  const otherCart = { ...correcting, content: sale(2).content };
  keepPendingDecision(db, reference(1), otherCart, 20);
  const before = contents(db);
  expect(() => carryOutPendingDecision(db, reference(1), 40)).toThrow(/0 rows changed/);
  expect(contents(db)).toBe(before);
});
