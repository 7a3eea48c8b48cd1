// An operation that puts another file in a till's place, while every change to its files is
// recorded. Before them the record has the files as they were. Arguments: a folder of its own, and
// the options.
import fs, { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { order, outputFile } from './interposed.ts';
import { databaseFile, sayIn } from './words.ts';

// The system copies a file in one call, of which nothing could be recorded.
fs.copyFileSync = (from, to) => {
  writeFileSync(to, readFileSync(from));
};
syncBuiltinESMExports();
const { operationOf } = await import('./operations.ts');

const [own = '', options = ''] = process.argv.slice(2);
const { name, seed } = JSON.parse(options) as { readonly name: string; readonly seed: number };
const operation = operationOf(name);
const folder = join(own, 'till');
const file = join(folder, databaseFile);
const record = join(own, outputFile);

mkdirSync(folder);
await operation.prepare(file, seed, sayIn(folder));
await operation.run(
  file,
  seed,
  () => {
    writeFileSync(record, asRecord());
    order(`watch ${folder}`);
    order(`record ${record}`);
  },
  sayIn(folder),
);

/** The files of the folder, written and synced. */
function asRecord(): Buffer {
  const entries = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const isFolder = (entry: string) => statSync(join(folder, entry)).isDirectory();
  const files = entries.filter((entry) => !isFolder(entry) && !entry.endsWith('-shm'));
  const line = (kind: string, entry: string, bytes = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from(`${kind} 0 ${bytes.length} ${entry}\n`), bytes]);
  return Buffer.concat([
    ...files.flatMap((entry) => [
      line('c', entry),
      line('w', entry, readFileSync(join(folder, entry))),
      line('s', entry),
    ]),
    ...[...entries.filter(isFolder), ''].map((entry) => line('s', entry)),
  ]);
}
