import { describe, expect, it } from 'vitest';
import { ok } from '../../../src-main/contract/errors.ts';
import {
  scanAbove,
  searchReference,
  type LookUpDocuments,
} from '../../../src-main/outbox/reconcile.ts';

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
