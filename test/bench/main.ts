// `npm run bench [-- --only PREFIX,PREFIX] [--long] [--json FILE]`
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endWith } from '../../resources/scripts/steps.mjs';
import { measure, type BenchRow } from './harness.ts';
import { ageEntries } from './age.ts';
import { answerEntries } from './answers.ts';
import { backupEntries } from './backups.ts';
import { commitEntries } from './commit.ts';
import { dayEntries } from './day.ts';
import { documentEntries } from './documents.ts';
import { figureEntries } from './figures.ts';
import { importEntries } from './import.ts';
import { manyEntries } from './many.ts';
import { memoryEntries } from './memory.ts';
import { paintEntries } from './paint.ts';
import { printEntries } from './print.ts';
import { replayEntries } from './replay.ts';
import { searchEntries } from './search.ts';
import { secondCopyEntries } from './second-copy.ts';
import { startEntries } from './start.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, long: { type: 'boolean' }, json: { type: 'string' } },
});
const entries = [
  ...commitEntries,
  ...secondCopyEntries,
  ...backupEntries,
  ...replayEntries,
  ...answerEntries,
  ...printEntries,
  ...importEntries,
  ...manyEntries,
  ...searchEntries,
  ...paintEntries,
  ...documentEntries,
  ...startEntries,
  ...ageEntries,
  ...dayEntries,
  ...figureEntries,
  ...memoryEntries,
].filter(
  (entry) =>
    (values.only ?? '').split(',').some((prefix) => entry.name.startsWith(prefix)) &&
    (values.long === true || entry.isLong !== true),
);
if (entries.length === 0) endWith(`No entry begins with ${values.only ?? ''}`);

const rows: BenchRow[] = [];
for (const entry of entries) {
  const row = await measure(entry);
  rows.push(row);
  const number = (value: number) => value.toFixed(3);
  console.log(
    [
      row.name,
      `size: ${row.size}`,
      `p50 ${number(row.p50)} ${row.unit}`,
      `p95 ${number(row.p95)} ${row.unit}`,
      `p99 ${number(row.p99)} ${row.unit}`,
      `baseline (${row.baseline}) p50 ${number(row.baselineP50)} ${row.unit}, p95 ${number(row.baselineP95)} ${row.unit}, p99 ${number(row.baselineP99)} ${row.unit}`,
      `ratio ${row.ratio.toFixed(2)}`,
      ...Object.entries(row.memoryMiB ?? {}).map(
        ([what, mib]) => `memory of ${what} ${mib.toFixed(0)} MiB`,
      ),
    ].join(' | '),
  );
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
