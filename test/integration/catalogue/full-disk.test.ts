// What is done to a catalogue leaves room on the disk to go on selling.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commitSale } from '../../../src-main/store/sales.ts';
import { smallDisk } from '../../small-disk.ts';
import { openTill } from '../store/temporary-till.ts';
import { sale } from '../store/samples.ts';
import { openCatalogue, expectOk } from './import-samples.ts';

const oneMebibyte = new Uint8Array(1024 * 1024).fill(65);

test('of a file for which the disk has no room nothing is kept, and the next sale is saved', async (context) => {
  const disk = smallDisk('4m');
  context.skip(disk === undefined, 'this user may not mount a file system');
  if (disk === undefined) return;
  const till = openTill(`${disk}/till.db`);
  const { imports } = openCatalogue([], disk);
  const receiveAll = async () => {
    for (let part = 0; ; part += 1)
      expectOk(await imports.receive({ isFirst: part === 0, bytes: oneMebibyte }));
  };
  await expect(receiveAll()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(commitSale(till, sale(1)).state).toBe('queued');
  expect(readdirSync(disk)).not.toContain('catalogue-import.csv');
  const answer = await imports.receive({ isFirst: false, bytes: oneMebibyte });
  expect(answer).toEqual({ ok: false, error: { code: 'not_found' } });
});
