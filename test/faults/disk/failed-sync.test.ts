// A disk that takes what is written and cannot sync it, and a quota that is used up.
import { expect, test } from 'vitest';
import { reference } from '../../integration/store/samples.ts';
import { notHere, runInterposed } from './interposed.ts';

const play = async (): Promise<Record<string, unknown>> =>
  JSON.parse((await runInterposed('failed-sync-process.ts', null)).toString('utf8')) as Record<
    string,
    unknown
  >;

test('a sale that was refused as the disk could not sync it does not come back at the next start', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const left = { references: [reference(1)], hasCart: true, methods: 0 };
  expect(await play()).toMatchObject({
    refused: ['store_failed', 'store_failed', 'store_failed'],
    afterKill: left,
    afterClosing: left,
  });
});

test('a whole till whose backup before a migration the disk could not sync is not rebuilt', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const failed = { code: 'store_failed', detail: 'SQLITE_IOERR_FSYNC' };
  const { broughtUp, synced } = await play();
  expect(broughtUp).toEqual([failed, failed, failed, []]);
  // What only reading tells is damage once it happens twice.
  expect(synced).toEqual({ code: 'store_failed', detail: 'EIO write' });
});

test('a quota that is used up is told as a full disk, and refuses the sale alone', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const { overQuota, besideQuota } = await play();
  expect(overQuota).toEqual([{ code: 'disk_full' }, { code: 'disk_full' }]);
  expect(besideQuota).not.toContainEqual(expect.stringContaining('room'));
});
