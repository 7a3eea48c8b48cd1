// Work on a catalogue leaves enough room on the disk for sales.
import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fewProducts, ManyProducts } from '../../../src-main/catalogue/many-products.ts';
import { littleSpaceBytes } from '../../../src-main/store/free-space.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { startHelper } from '../../helper-process.ts';
import { smallDisk } from '../../small-disk.ts';
import { openTill } from '../store/temporary-till.ts';
import { sale } from '../store/samples.ts';
import { codesOf, openCatalogue, product, send } from './import-samples.ts';
import { all, dearer, doer, imported, openMany, sample } from './many-rig.ts';
import { must } from '../../must.ts';

const oneMebibyte = new Uint8Array(1024 * 1024).fill(65);

test('a file too large for the disk is not kept, and the next sale is saved', async (context) => {
  const disk = smallDisk('4m', context);
  const till = openTill(`${disk}/till.db`);
  const { imports } = openCatalogue([], disk);
  const receiveAll = async () => {
    for (let part = 0; ; part += 1)
      must(await imports.receive({ isFirst: part === 0, bytes: oneMebibyte }));
  };
  await expect(receiveAll()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(commitSale(till, sale(1)).state).toBe('queued');
  expect(readdirSync(disk)).not.toContain('catalogue-import.csv');
  const answer = await imports.receive({ isFirst: false, bytes: oneMebibyte });
  expect(answer).toEqual({ ok: false, error: { code: 'not_found' } });
});

test('an import is not put in if it would leave no room for sales', async (context) => {
  const { catalogue, imports } = openCatalogue([product('A')], smallDisk('8m', context));
  await send(imports, 'code;description;price\nB;Bread;1,50\n');
  const { reading } = must(await imports.preview(null));
  must(await imports.read(reading, 1, () => undefined));
  expect(await imports.use()).toMatchObject({ error: { code: 'change_no_room' } });
  expect(codesOf(catalogue)).toEqual(['A']);
});

test('a change of many products is refused if it would leave no room for sales', async () => {
  const { folder, catalogue, imports } = openMany(imported(sample(fewProducts * 3)));
  const neededBytes = 2 * statSync(`${folder}/catalogue.db`).size + littleSpaceBytes;
  let freeBytes = neededBytes - 1;
  const many = new ManyProducts(startHelper, catalogue, imports, () => Promise.resolve(freeBytes));
  const { previewId } = must(await many.preview(all, dearer(10)));
  const change = () => many.change(previewId, doer, () => undefined);
  const refused = { code: 'change_no_room', neededBytes };
  expect(await change()).toEqual({ ok: false, error: refused });
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_000_000);
  freeBytes = neededBytes;
  must(await change());
  expect(catalogue.byCode('P50')?.unitPrice).toBe(5_500_000);
});
