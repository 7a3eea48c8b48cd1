import { describe, expect, it } from 'vitest';
import {
  check,
  type Ending,
  type KeptStep,
  type ServiceDocument,
  type TillSale,
} from './checker.ts';
import type { Excuse } from './resends.ts';

const reference = 'CF-TEST-0000-0001';
const document: ServiceDocument = {
  id: 7,
  docKey: 'FS 2026A/1',
  reference,
  totalCents: 250,
  isFinalized: true,
};
const second: ServiceDocument = { ...document, id: 8, docKey: 'FS 2026A/2' };

const step = (
  event: KeptStep['event'],
  state: KeptStep['state'],
  more: Partial<KeptStep> = {},
): KeptStep => ({ event, state, documentIds: [], isDecision: false, ...more });
const byAPerson = { isDecision: true };
const both = { documentIds: [7, 8] };

const committed = step('committed', 'queued');
const claimed = step('claimed', 'sending');
const doubted = step('no_clear_answer', 'in_doubt');
const again = [claimed, doubted];
const judgedAfter = (...attempts: readonly (readonly KeptStep[])[]): readonly KeptStep[] => [
  ...[committed, claimed, step('refused', 'in_doubt'), ...attempts.flat()],
  step('judged', 'rejected'),
];
const refused = judgedAfter();
/** Steps to each state on which nothing is wrong. */
const wayTo: Readonly<Record<TillSale['state'], readonly KeptStep[]>> = {
  queued: [committed],
  sending: [committed, claimed],
  in_doubt: [committed, claimed, doubted, step('looked_up', 'in_doubt')],
  incomplete: [committed, claimed, doubted, step('found_not_finalized', 'incomplete')],
  rejected: refused,
  conflict: [committed, claimed, doubted, step('found_mismatch', 'conflict', both)],
  confirmed: [committed, claimed, step('accepted', 'confirmed', { documentIds: [7] })],
  cancelled: [committed, step('cancelled', 'cancelled', byAPerson)],
};
const confirmed: TillSale = {
  reference,
  totalsCents: [250],
  state: 'confirmed',
  documentId: 7,
  docKey: 'FS 2026A/1',
  attempts: 1,
  toldFields: [],
  steps: wayTo.confirmed,
};
const sale = (state: TillSale['state'], more: Partial<TillSale> = {}): TillSale => ({
  ...confirmed,
  state,
  steps: wayTo[state],
  ...more,
});
const sentTwice = { attempts: 2 };

const good: Ending = {
  promised: [{ reference, totalCents: 250 }],
  decided: [],
  sales: [confirmed],
  documents: [document],
  resends: { excused: new Map(), hasty: [] },
  draftMs: new Map([[reference, 1000]]),
  givenUp: new Set(),
  dropped: new Set(),
  auditLost: new Set(),
  late: [],
  neverTold: [],
  attempts: new Map([
    [reference, Array.from({ length: 3 }, () => ({ failed: true, afterAnother: true }))],
  ]),
};
const kindsOf = (changes: Partial<Ending>) =>
  check({ ...good, ...changes }).problems.map((problem) => problem.kind);
const excuse = (why: Excuse): Pick<Ending, 'resends'> => ({
  resends: { excused: new Map([[reference, why]]), hasty: [] },
});

describe('the checker accepts', () => {
  it('a confirmed sale that the service holds once, with the amount that was promised', () => {
    expect(check(good)).toEqual({ problems: [], duplicates: [] });
  });

  it('a sale that was committed when the till was killed before it could say so', () => {
    expect(kindsOf({ promised: [] })).toEqual([]);
  });

  it.each<readonly [string, Partial<Ending>]>([
    [
      'a rejected sale of which the service holds nothing',
      { sales: [sale('rejected')], documents: [] },
    ],
    [
      'a sale that was rejected after three attempts, one of which was cut off before it was read',
      {
        sales: [sale('rejected', { steps: judgedAfter(again, again) })],
        documents: [],
        attempts: new Map([
          [reference, Array.from({ length: 2 }, () => ({ failed: true, afterAnother: true }))],
        ]),
      },
    ],
    ['a sale that a person cancelled', { sales: [sale('cancelled')], documents: [] }],
    [
      'an incomplete sale whose document is a draft',
      { sales: [sale('incomplete')], documents: [{ ...document, isFinalized: false }] },
    ],
    [
      'a sale in doubt that a person confirmed, though the till knows no document',
      {
        sales: [
          sale('confirmed', {
            documentId: null,
            docKey: null,
            steps: [committed, claimed, doubted, step('settled_confirmed', 'confirmed', byAPerson)],
          }),
        ],
      },
    ],
    [
      'a refused sale whose document was seen later',
      {
        sales: [
          sale('conflict', {
            steps: [...refused, step('found_second', 'conflict', { documentIds: [7] })],
          }),
        ],
      },
    ],
    [
      'a corrected sale with the amount that it has since, and one correction that nobody was told of',
      {
        sales: [sale('confirmed', { totalsCents: [200, 225, 250] })],
        promised: [{ reference, totalCents: 200 }],
        decided: [],
      },
    ],
    [
      'a conflict about the document of a body that was replaced',
      {
        sales: [sale('conflict', { totalsCents: [250, 300] })],
        documents: [document],
      },
    ],
  ])('%s', (_, changes) => {
    expect(kindsOf(changes)).toEqual([]);
  });

  it('a second document that the network made, where the till shows both', () => {
    const verdict = check({
      ...good,
      sales: [sale('conflict', sentTwice)],
      documents: [document, second],
      ...excuse('too_late'),
    });
    expect(verdict).toEqual({
      problems: [],
      duplicates: [{ excuse: 'too_late', isDetected: true }],
    });
  });

  it('a second document under a reference that the service changed, and counts it as unnoticed', () => {
    const verdict = check({
      ...good,
      sales: [sale('confirmed', sentTwice)],
      documents: [document, second],
      ...excuse('mangled'),
    });
    expect(verdict).toEqual({
      problems: [],
      duplicates: [{ excuse: 'mangled', isDetected: false }],
    });
  });

  it('a conflict because the service shows no document that it named', () => {
    const steps = [
      committed,
      claimed,
      step('created_unclear', 'in_doubt'),
      step('missing', 'conflict'),
    ];
    expect(kindsOf({ sales: [sale('conflict', { steps })], documents: [] })).toEqual([]);
  });

  it('a sale that was lost with a folder that another replaced', () => {
    expect(kindsOf({ sales: [], givenUp: new Set([reference]) })).toEqual([]);
  });
});

describe('the checker catches', () => {
  it.each<readonly [string, Partial<Ending>, readonly string[]]>([
    ['a promised sale that the till forgot', { sales: [], documents: [] }, ['forgotten']],
    [
      'a decision that the till forgot',
      { decided: [{ reference, totalCents: 250, event: 'corrected' }] },
      ['forgotten'],
    ],
    ['a confirmed sale that is not there', { documents: [] }, ['lost']],
    [
      'a sale cancelled by nobody',
      {
        sales: [sale('cancelled', { steps: [committed, step('cancelled', 'cancelled')] })],
        documents: [],
      },
      ['lost'],
    ],
    ['two documents that the till made', { documents: [document, second] }, ['duplicated']],
    [
      'two documents that the till made and admits',
      { sales: [sale('conflict')], documents: [document, second] },
      ['duplicated'],
    ],
    [
      'two documents that nobody could prevent and that the till does not notice',
      {
        sales: [sale('confirmed', sentTwice)],
        documents: [document, second],
        ...excuse('too_late'),
      },
      ['undetected'],
    ],
    [
      'an alarm that names one of two documents',
      {
        sales: [
          sale('conflict', {
            ...sentTwice,
            steps: [
              ...refused,
              step('found_second', 'conflict', { documentIds: [7] }),
              step('looked_up', 'conflict', both),
            ],
          }),
        ],
        documents: [document, second],
        ...excuse('too_late'),
      },
      ['undetected'],
    ],
    [
      'a cancelled sale whose late document the till does not notice',
      { sales: [sale('cancelled')], ...excuse('too_late') },
      ['undetected'],
    ],
    ['a sale that waits for ever', { sales: [sale('queued')] }, ['never_settled']],
    ['a sale in doubt for ever', { sales: [sale('in_doubt')] }, ['never_settled']],
    ['a rejected sale that is there', { sales: [sale('rejected')] }, ['untrue']],
    ['a cancelled sale that is there', { sales: [sale('cancelled')] }, ['untrue']],
    ['a conflict that is none', { sales: [sale('conflict')] }, ['untrue']],
    ['a conflict with nothing', { sales: [sale('conflict')], documents: [] }, ['untrue']],
    ['an incomplete sale that is complete', { sales: [sale('incomplete')] }, ['untrue']],
    ['the id of another document', { sales: [sale('confirmed', { documentId: 9 })] }, ['untrue']],
    [
      'the key of another document',
      { sales: [sale('confirmed', { docKey: 'FS 2026A/9' })] },
      ['untrue'],
    ],
    [
      'a confirmed sale that is a draft',
      { documents: [{ ...document, isFinalized: false }] },
      ['untrue'],
    ],
    [
      'another amount at the service that nobody is told of',
      { documents: [{ ...document, totalCents: 251 }] },
      ['untold_difference'],
    ],
    [
      'the amount of a body that was replaced',
      { sales: [sale('confirmed', { totalsCents: [250, 300] })] },
      ['wrong_amount'],
    ],
    [
      'another amount than the till promised',
      { promised: [{ reference, totalCents: 249 }] },
      ['wrong_amount'],
    ],
    [
      'a correction of which the amount before is gone',
      { promised: [{ reference, totalCents: 200 }] },
      ['wrong_amount'],
    ],
    ['a document that nobody sold', { promised: [], sales: [] }, ['never_sold']],
    [
      'a history with a gap',
      { sales: [sale('confirmed', { steps: [committed, ...wayTo.confirmed.slice(2)] })] },
      ['broken_history'],
    ],
    [
      'a history that does not end where the sale is',
      { sales: [sale('confirmed', { steps: wayTo.in_doubt })] },
      ['broken_history'],
    ],
  ])('%s', (_, changes, kinds) => {
    expect(kindsOf(changes)).toEqual(kinds);
  });

  it.each<readonly [string, Partial<Ending>, readonly string[]]>([
    [
      'a sale that was sent again too soon, whatever came of it',
      { resends: { excused: new Map(), hasty: [{ reference, what: 'attempt 2' }] } },
      ['hasty'],
    ],
    ['what waited in silence', { neverTold: [{ reference, what: 'queued' }] }, ['never_told']],
    [
      'a draft that was called incomplete too soon',
      {
        sales: [
          sale('confirmed', {
            steps: [...wayTo.incomplete, step('found', 'confirmed', { documentIds: [7] })],
          }),
        ],
        draftMs: new Map([[reference, 100]]),
      },
      ['untrue'],
    ],
    [
      'a sale that was rejected although no other was accepted',
      {
        sales: [sale('rejected')],
        documents: [],
        attempts: new Map([
          [reference, Array.from({ length: 3 }, () => ({ failed: true, afterAnother: false }))],
        ]),
      },
      ['untrue'],
    ],
    [
      'a sale that was rejected after two attempts',
      {
        sales: [sale('rejected', { steps: judgedAfter(again) })],
        documents: [],
        attempts: new Map([
          [reference, Array.from({ length: 2 }, () => ({ failed: true, afterAnother: true }))],
        ]),
      },
      ['untrue'],
    ],
    [
      'a document that the service has dropped and no audit misses',
      { documents: [], dropped: new Set([reference]) },
      ['undetected'],
    ],
    ['an audit that misses what is there', { auditLost: new Set([reference]) }, ['untrue']],
  ])('%s', (_, changes, kinds) => {
    expect(kindsOf(changes)).toEqual(kinds);
  });

  it('no amount that is told', () => {
    const sales = [sale('confirmed', { toldFields: ['total'] })];
    expect(kindsOf({ sales, documents: [{ ...document, totalCents: 251 }] })).toEqual([]);
  });

  it('a lost sale even if the network is excused', () => {
    expect(kindsOf({ documents: [], ...excuse('delivered_twice') })).toEqual(['lost']);
  });
});
