import { describe, expect, it } from 'vitest';
import { ok } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { Asked } from '../../../src-main/contract/new-document.ts';
import {
  proveAbsence,
  scanAbove,
  searchReference,
  type LookUpDocuments,
} from '../../../src-main/outbox/reconcile.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import type { Doubt } from '../../../src-main/store/doubts.ts';
import { document as documentOf } from '../receipt/sample-receipts.ts';

const row = (id: number) => ({ id, ourReference: 'CF-TEST-0000-0009', summary: null });

/** The pages in the order in which they are asked for, the last one for ever; each but `end` claims to have a next one. */
function service(...pages: readonly (readonly number[] | 'end')[]) {
  let asked = 0;
  const ask: LookUpDocuments = () => {
    const page = pages[Math.min(asked, pages.length - 1)] ?? 'end';
    asked += 1;
    const ids = page === 'end' ? [] : page;
    return Promise.resolve(ok({ rows: ids.map(row), hasNext: page !== 'end' }));
  };
  return { ask, asked: () => asked };
}

const reference = 'CF-TEST-0000-0001';
const invalid = (field: string) => ({ ok: false, error: { code: 'answer_invalid', field } });

describe('a list that does not end', () => {
  it('fails a search whose pages go on for ever', async () => {
    const { ask, asked } = service([7, 8]);
    expect(await searchReference(ask, reference)).toEqual(invalid('next'));
    expect(asked()).toBe(100);
  });

  it('fails a scan whose pages go on for ever', async () => {
    expect(await scanAbove(service([9, 8]).ask, 1, reference)).toEqual(invalid('ordering'));
  });

  it.each([[[[]]], [[[9], []]]])(
    'fails where a page without rows has a next one: %j',
    async (pages) => {
      expect(await searchReference(service(...pages).ask, reference)).toEqual(invalid('next'));
      expect(await scanAbove(service(...pages).ask, 1, reference)).toEqual(invalid('next'));
    },
  );

  it('ends in full with an empty page that has no next one', async () => {
    expect(await searchReference(service([9], 'end').ask, reference)).toEqual(ok([]));
    expect(await scanAbove(service([9], 'end').ask, 1, reference)).toEqual(ok([]));
  });
});

describe('proving that a document is not there', () => {
  const kind = { by: 'natureCode', code: 'OR' } as const;
  const draft: Asked = { kind, finalize: false };
  const settled = { quietMs: 600_000, lookUps: 4 };
  const control = 'CF-TEST-0000-0009';
  const doubtOf = (asked: Asked): Doubt => ({
    reference,
    asked,
    totalCents: cents(100),
    corrected: false,
    mark: 5,
  });

  /** A search finds the control as it is now; a scan finds nothing. */
  function listing(shown: LookUpRow['summary'] | 'nothing') {
    let scans = 0;
    const ask: LookUpDocuments = ({ search }) => {
      if (search === '') scans += 1;
      const isFound = search === control && shown !== 'nothing';
      const rows = isFound ? [{ id: 9, ourReference: control, summary: shown }] : [];
      return Promise.resolve(ok({ rows, hasNext: false }));
    };
    return { ask, scans: () => scans };
  }
  const shownAs = (code: string, status: string) =>
    documentOf({
      nature: { id: 353, code, description: '' },
      status: { id: 1, code: status, description: '' },
    });

  it('a draft is absent where another draft of its kind shows', async () => {
    const { ask } = listing(shownAs('OR', 'P'));
    const proven = await proveAbsence(ask, doubtOf(draft), settled, control);
    expect(proven).toMatchObject({ ok: true, value: { event: 'proven_absent' } });
  });

  it.each([
    ['was finalized meanwhile', shownAs('OR', 'F')],
    ['turned out to be of another kind', shownAs('GR', 'P')],
    ['cannot be read', null],
  ])('a draft that may be unseen is not, where the other one %s', async (_, shown) => {
    const { ask, scans } = listing(shown);
    expect(await proveAbsence(ask, doubtOf(draft), settled, control)).toEqual(ok(null));
    expect(scans()).toBe(0);
  });

  it('a search that does not find what is there proves nothing', async () => {
    const { ask } = listing('nothing');
    expect(await proveAbsence(ask, doubtOf(draft), settled, control)).toEqual(invalid('search'));
    expect(await proveAbsence(ask, doubtOf({ kind, finalize: true }), settled, control)).toEqual(
      invalid('search'),
    );
  });

  it('what may be in no list is not looked for among all documents again and again', async () => {
    const { ask, scans } = listing('nothing');
    expect(await proveAbsence(ask, doubtOf(draft), settled, undefined)).toEqual(ok(null));
    expect(scans()).toBe(0);
  });

  it('what the lists are known to show is absent even as the first of its kind', async () => {
    const { ask, scans } = listing('nothing');
    const first = doubtOf({ kind, finalize: true });
    expect(await proveAbsence(ask, first, settled, undefined)).toMatchObject({
      value: { event: 'proven_absent' },
    });
    expect(scans()).toBe(1);
  });
});
