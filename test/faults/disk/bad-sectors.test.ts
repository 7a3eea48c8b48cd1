// A disk on which a part of a till's file cannot be read any more keeps no shop from selling.
import { expect, test } from 'vitest';
import { sweepShare } from '../../tier.ts';
import { openOnBadSectors } from './bad-sectors.ts';
import { notHere } from './interposed.ts';

const sales = 60;
const everyPage = Math.round(7 / sweepShare);

test('a till of which a page cannot be read is rebuilt when that is so again, with every sale', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const all = await openOnBadSectors({ sales, everyPage, laterFromBytes: null, ofBackup: false });
  expect(all.length).toBeGreaterThan(1);
  for (const each of all)
    expect(each).toEqual({
      page: each.page,
      // The disk may just be away.
      first: 'store_failed',
      second: `store_salvaged ${sales}`,
      third: String(sales),
    });
}, 300_000);

test('a start that was killed before it had read the file is no first time', async ({ skip }) => {
  if (notHere !== null) skip(notHere);
  const options = { sales, laterFromBytes: 0, ofBackup: false, wasKilled: true };
  const all = await openOnBadSectors({ ...options, everyPage: 3 * everyPage });
  for (const { first, second } of all)
    expect([first, second]).toEqual(['store_failed', `store_salvaged ${sales}`]);
}, 300_000);

test('so is a large one, in whatever page; pages that nobody needs are left to the reading of the whole', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const all = await openOnBadSectors({ sales, everyPage, laterFromBytes: 0, ofBackup: false });
  for (const { first, second } of all)
    expect([first, second]).toSatisfy(
      ([one = '', other]: readonly string[]) =>
        one.endsWith(` ${sales}`) || other === `store_salvaged ${sales}`,
    );
}, 300_000);

test('a backup of which a page cannot be read keeps no lost till from being rebuilt', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const all = await openOnBadSectors({ sales, everyPage, laterFromBytes: null, ofBackup: true });
  expect(new Set(all.map(({ first }) => first))).toEqual(new Set([`store_salvaged ${sales}`]));
}, 300_000);
