import { describe, expect, it } from 'vitest';
import { check, type Ending, type ServiceDocument, type TillSale } from './checker.ts';

const reference = 'CF-TEST-0000-0001';
const sale: TillSale = {
  reference,
  totalCents: 250,
  state: 'confirmed',
  documentId: 7,
  docKey: 'FS 2026A/1',
};
const document: ServiceDocument = {
  id: 7,
  docKey: 'FS 2026A/1',
  reference,
  totalCents: 250,
  isFinalized: true,
};
const second: ServiceDocument = { ...document, id: 8, docKey: 'FS 2026A/2' };

const good: Ending = {
  promised: [{ reference, totalCents: 250 }],
  sales: [sale],
  documents: [document],
  excused: new Map(),
};
const kindsOf = (changes: Partial<Ending>) =>
  check({ ...good, ...changes }).problems.map((problem) => problem.kind);

describe('the checker accepts', () => {
  it('a confirmed sale that the service holds once, with the amount that was promised', () => {
    expect(check(good)).toEqual({ problems: [], duplicated: [] });
  });

  it('a sale that was committed when the till was killed before it could say so', () => {
    expect(kindsOf({ promised: [] })).toEqual([]);
  });

  it.each<readonly [string, TillSale['state'], readonly ServiceDocument[]]>([
    ['a rejected sale of which the service holds nothing', 'rejected', []],
    [
      'an incomplete sale whose document is a draft',
      'incomplete',
      [{ ...document, isFinalized: false }],
    ],
  ])('%s', (_, state, documents) => {
    expect(kindsOf({ sales: [{ ...sale, state }], documents })).toEqual([]);
  });

  it.each(['confirmed', 'conflict'] as const)(
    'a %s sale with two documents that the network made, and counts it',
    (state) => {
      const verdict = check({
        ...good,
        sales: [{ ...sale, state }],
        documents: [document, second],
        excused: new Map([[reference, 'too_late']]),
      });
      expect(verdict).toEqual({ problems: [], duplicated: ['too_late'] });
    },
  );
});

describe('the checker catches', () => {
  it.each<readonly [string, Partial<Ending>, readonly string[]]>([
    ['a promised sale that the till forgot', { sales: [], documents: [] }, ['forgotten']],
    ['a confirmed sale that is not there', { documents: [] }, ['lost']],
    [
      'a sale cancelled by nobody',
      { sales: [{ ...sale, state: 'cancelled' }], documents: [] },
      ['lost'],
    ],
    ['two documents that the till made', { documents: [document, second] }, ['duplicated']],
    [
      'two documents that the till made and admits',
      { sales: [{ ...sale, state: 'conflict' }], documents: [document, second] },
      ['duplicated'],
    ],
    ['a sale that waits for ever', { sales: [{ ...sale, state: 'queued' }] }, ['never_settled']],
    ['a sale in doubt for ever', { sales: [{ ...sale, state: 'in_doubt' }] }, ['never_settled']],
    ['a rejected sale that is there', { sales: [{ ...sale, state: 'rejected' }] }, ['untrue']],
    ['a cancelled sale that is there', { sales: [{ ...sale, state: 'cancelled' }] }, ['untrue']],
    ['a conflict that is none', { sales: [{ ...sale, state: 'conflict' }] }, ['untrue']],
    [
      'a conflict with nothing',
      { sales: [{ ...sale, state: 'conflict' }], documents: [] },
      ['untrue'],
    ],
    [
      'an incomplete sale that is complete',
      { sales: [{ ...sale, state: 'incomplete' }] },
      ['untrue'],
    ],
    ['the id of another document', { sales: [{ ...sale, documentId: 9 }] }, ['untrue']],
    ['the key of another document', { sales: [{ ...sale, docKey: 'FS 2026A/9' }] }, ['untrue']],
    [
      'a confirmed sale that is a draft',
      { documents: [{ ...document, isFinalized: false }] },
      ['untrue'],
    ],
    [
      'another amount at the service',
      { documents: [{ ...document, totalCents: 251 }] },
      ['wrong_amount'],
    ],
    [
      'another amount than the till promised',
      { promised: [{ reference, totalCents: 249 }] },
      ['wrong_amount'],
    ],
    ['a document that nobody sold', { promised: [], sales: [] }, ['never_sold']],
  ])('%s', (_, changes, kinds) => {
    expect(kindsOf(changes)).toEqual(kinds);
  });

  it('a lost sale also where the network is excused', () => {
    expect(kindsOf({ documents: [], excused: new Map([[reference, 'delivered_twice']]) })).toEqual([
      'lost',
    ]);
  });
});
