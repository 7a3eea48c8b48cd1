// Tests rows whose ids cannot be read, among those that end or order a scan.
import { expect, it } from 'vitest';
import { ok } from '../../../src-main/contract/errors.ts';
import { Lists } from '../../../src-main/outbox/lists.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';

const row = (id: number, ourReference = ''): LookUpRow => ({ id, ourReference, summary: null });

/** A service whose pages hold two rows. */
const listsOf = (rows: readonly LookUpRow[]) =>
  new Lists(({ offset }) =>
    Promise.resolve(
      ok({ rows: rows.slice(offset, offset + 2), hasNext: offset + 2 < rows.length }),
    ),
  );

it('a row without an id does not end a scan before it has reached the high-water mark', async () => {
  const scan = await listsOf([row(9), row(0), row(8), row(7, 'CF-OURS'), row(3)]).above(5);
  expect(scan.ok && scan.value.map(({ ourReference }) => ourReference)).toContain('CF-OURS');
});

it('a row without an id at the end of a page overlaps with itself at the beginning of the next', async () => {
  const scan = await listsOf([row(9), row(8), row(0), row(7, 'CF-OURS'), row(3)]).above(5);
  expect(scan.ok && scan.value.map(({ ourReference }) => ourReference)).toContain('CF-OURS');
});
