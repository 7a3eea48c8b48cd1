// Who writes to a medium: one computer, until another one has started again from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { installationOf, setInstallation } from '../../../src-main/store/till.ts';
import { readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { reference, sale } from '../store/samples.ts';
import { copiedTill, copiedTillOf, journalOf, startedAgain, writing } from './copied-till.ts';

const ownerOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as Record<string, unknown>;

/** What main starts the helper with. */
function goingOn(db: Store, folder: string) {
  const setting = readSecondCopy(db);
  if (!setting) throw new Error('no second copy');
  const { medium, generation, installation: lastInstallation } = setting;
  return writing({
    ...{ file: db.name, folder, till: copiedTill, medium, encrypts: true, recipient: null },
    ...{ generation, lastInstallation, installation: installationOf(db) },
  });
}

test('an original that sees that another computer has taken over writes nothing more', async () => {
  const { first, copy: original } = await copiedTillOf(1);
  const { db } = await startedAgain(original.folder);
  const replacement = goingOn(db, original.folder);
  expect(await replacement.copy()).toBeUndefined();
  expect(ownerOf(original.folder)).toMatchObject({
    ...{ generation: 2, installation: installationOf(db) },
  });
  commitSale(first.db, sale(2));
  const before = journalOf(original.folder);
  expect(await original.copy()).toBe('taken_over');
  expect(original.news.at(-1)).toMatchObject({
    ...{ kind: 'taken_over', generation: 2, installation: installationOf(db) },
  });
  expect(journalOf(original.folder)).toEqual(before);
  expect(original.copiedSaleId()).toBe(1);
});

test('of two that start again from one medium, the first to claim it has it', async () => {
  const { copy: original } = await copiedTillOf(1);
  const one = await startedAgain(original.folder);
  const other = await startedAgain(original.folder);
  expect(await goingOn(one.db, original.folder).copy()).toBeUndefined();
  expect(await goingOn(other.db, original.folder).copy()).toBe('taken_over');
});

test('what an original still wrote after it was taken over does not come back', async () => {
  const { first, copy: original } = await copiedTillOf(1);
  const { db } = await startedAgain(original.folder);
  // The original writes on in the moment before the medium is claimed.
  commitSale(first.db, sale(2));
  await original.copy();
  const replacement = goingOn(db, original.folder);
  commitSale(db, sale(3));
  await replacement.copy();
  const read = await readCopy(original.folder, undefined);
  if ('outcome' in read) throw new Error(read.outcome);
  const references = [...(read.rows.get('sale')?.values() ?? [])].map((row) => row.reference);
  expect(references).toEqual([reference(1), reference(3)]);
});

test('a third computer starts again from what the second has written', async () => {
  const { copy: original } = await copiedTillOf(1);
  const second = await startedAgain(original.folder);
  const replacement = goingOn(second.db, original.folder);
  await replacement.copy();
  commitSale(second.db, sale(2));
  await replacement.copy();
  const third = await startedAgain(original.folder);
  expect(third.db.prepare('SELECT reference FROM sale ORDER BY sale_id').pluck().all()).toEqual([
    ...[reference(1), reference(2)],
  ]);
  await goingOn(third.db, original.folder).copy();
  expect(ownerOf(original.folder)).toMatchObject({ generation: 3 });
  expect(await replacement.copy(Date.now() + 5_000)).toBe('taken_over');
});

test('a till that became another installation on its own computer goes on with its medium', async () => {
  const { db, copy: original } = await copiedTillOf(1);
  // As after a power cut, or when the service shows that the file is older.
  setInstallation(db, 'NEWR');
  const next = goingOn(db, original.folder);
  expect(await next.copy()).toBeUndefined();
  expect(next.news).toContainEqual({ kind: 'owned', generation: 2 });
  expect(ownerOf(original.folder)).toMatchObject({ generation: 2, installation: 'NEWR' });
  // The till's file was lost before it could keep that.
  const again = goingOn(db, original.folder);
  expect(await again.copy()).toBeUndefined();
  expect(again.news).toContainEqual({ kind: 'owned', generation: 2 });
});
