// `npm run bench [-- --only PREFIX] [--json FILE]`
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measure, type BenchRow } from './harness.ts';
import { commitEntries } from './commit.ts';
import { replayEntries } from './replay.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const entries = [...commitEntries, ...replayEntries].filter((entry) =>
  entry.name.startsWith(values.only ?? ''),
);
if (entries.length === 0) throw new Error(`no entry begins with ${values.only ?? ''}`);

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
      `p99 ${number(row.p99)} ${row.unit}`,
      `baseline (${row.baseline}) p50 ${number(row.baselineP50)} ${row.unit}`,
      `ratio ${row.ratio.toFixed(2)}`,
    ].join(' | '),
  );
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
