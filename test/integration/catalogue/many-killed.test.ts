// A change of many products is killed at any moment: all of them are changed or none is, the last
// change can be undone, and each change is noted once.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import { newChance } from '../../chance.ts';
import { linesUntilKilled } from '../../lines-until-killed.ts';
import { product, unitPrice } from './import-samples.ts';
import { imported } from './many-rig.ts';
import { must } from '../../must.ts';

const program = join(import.meta.dirname, 'change-until-killed.ts');
const amount = 3_000;
const cheap = 1_000_000;
const chance = newChance();

/** The kill comes at most so long after the process printed this step. */
const moments = [
  { step: 'progress', longestMs: 150 },
  { step: 'progress', longestMs: 600 },
  { step: 'changed', longestMs: 4 },
  { step: 'undoing', longestMs: 400 },
  { step: 'undone', longestMs: 4 },
];
const kills = [...moments, ...moments, ...moments];

test('a kill leaves all or none changed, keeps the undo right, and loses no note', async () => {
  const folder = imported(
    Array.from({ length: amount }, (_, at) => product(`P${at}`, { unitPrice: unitPrice(cheap) })),
  );
  let done = 0;
  for (const { step, longestMs } of kills) {
    const lines = await linesUntilKilled(
      [program, folder],
      (printed) => printed.at(-1) === step,
      chance.next() * longestMs,
    );
    const { catalogue, notices } = Catalogue.open(folder);
    expect(notices).toEqual([]);
    const prices = [...catalogue.products()].map((each) => each.unitPrice);
    expect(prices).toHaveLength(amount);
    const [price, ...others] = new Set(prices);
    expect(others).toEqual([]);
    const isChanged = price !== cheap;
    expect(price).toBe(isChanged ? 2 * cheap : cheap);
    const last = catalogue.lastChange();
    expect(last).toEqual(
      isChanged ? { changeId: expect.any(Number) as number, products: amount } : null,
    );
    const saidDone = lines.filter((each) => each === 'changed' || each === 'undone').length;
    const till = must(openStore(`${folder}/till.db`));
    catalogue.tell(till);
    catalogue.tell(till);
    const areUndone = readDecisions(till, { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }).map(
      ({ what }) => what.kind === 'catalogue_many_changed' && what.isUndone,
    );
    // One more change may have been made just before the kill cut off its line.
    expect([done + saidDone, done + saidDone + 1]).toContain(areUndone.length);
    done = areUndone.length;
    // Alternately done and undone.
    expect(areUndone).toEqual(areUndone.map((_, at) => at % 2 === 1));
    expect(isChanged).toBe(areUndone.length % 2 === 1);
    if (last) {
      const doer = { atMs: Date.now() * 100 + 99, by: 'Rui', approvedBy: null };
      must(catalogue.undo(last.changeId, doer));
      catalogue.tell(till);
      done += 1;
      expect(new Set([...catalogue.products()].map((each) => each.unitPrice))).toEqual(
        new Set([cheap]),
      );
    }
    till.close();
    catalogue.close();
  }
  const certainlyDone = kills.filter(({ step }) => step !== 'progress');
  expect(done).toBeGreaterThanOrEqual(certainlyDone.length);
}, 300_000);
