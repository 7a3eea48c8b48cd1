// The whole month that `npm run month` plays.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newChance } from '../chance.ts';
import { checkMonth } from './check-month.ts';
import { incidents } from './month-plan.ts';
import { playMonth } from './play-month.ts';
import { readRecords } from './read-records.ts';
import { summaryOf } from './summary.ts';

test('thirty days come out, with outages, power cuts, summer time, and a day that nobody closed', async () => {
  const zone = process.env.TZ;
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-month-'));
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    rmSync(folder, { recursive: true });
  });
  process.env.TZ = 'Europe/Lisbon';
  const seed = newChance().between(1, 1_000_000_000);
  const { files, ledger } = await playMonth({ folder, seed, days: 30, perDay: 12 });
  const records = readRecords(files);
  const checked = checkMonth(records, ledger);
  console.log(summaryOf(records, ledger, checked));
  expect(checked.flatMap(({ faults }) => faults)).toEqual([]);
  expect(records.zReports).toHaveLength(29);
  expect(ledger.incidents.length).toBeGreaterThanOrEqual(incidents.length);
}, 600_000);
