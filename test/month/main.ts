// `npm run month [-- --days N] [--per-day N] [--seed S]`: plays a month of a shop, prints its
// summary, and says whether it comes out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkMonth, holds } from './check-month.ts';
import { playMonth } from './play-month.ts';
import { readRecords } from './read-records.ts';
import { summaryOf } from './summary.ts';

// Lisbon's clocks change in the middle of the month.
process.env.TZ = 'Europe/Lisbon';
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    'per-day': { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const [days = 0, perDay = 0, seed = 0] = [values.days, values['per-day'], values.seed].map(Number);
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-month-'));
try {
  const { files, ledger } = await playMonth({ folder, seed, days, perDay });
  const records = readRecords(files);
  const checked = checkMonth(records, ledger);
  console.log(`${summaryOf(records, ledger, checked)}\n\nSEED=${seed}`);
  if (!holds(checked)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
