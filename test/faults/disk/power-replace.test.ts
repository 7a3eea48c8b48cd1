// Power cuts while another file is put in a till's place: the next start has the till of before or
// the whole other one, and the person begins again.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepShare } from '../../tier.ts';
import { seeded } from '../seeded.ts';
import { cutAtRandom, parseRecord, type Change, type Image } from './disk-model.ts';
import { notHere, runInterposed, temporaryFolder } from './interposed.ts';
import type { Operation } from './operation.ts';
import { ofReplacing } from './replacing.ts';
import { databaseFile, expectedAfter, parseWords, wordsFile } from './words.ts';

const seed = 2;
const nothing = () => undefined;

/**
 * Returns where the new till writes to the medium. An image is another file than the one that was
 * cut short, so that the medium knows it no more; `power-copy.test.ts` cuts what is written there.
 */
function endOf(changes: readonly Change[]): number {
  const placed = changes.findLastIndex(
    ({ kind, bytes }) => kind === 'rename' && bytes.toString() === databaseFile,
  );
  const claimed = changes.findIndex(({ name }, at) => at > placed && name.startsWith('medium/'));
  return claimed < 0 ? changes.length : claimed;
}

/** Returns what is wrong with each of so many images. `waits`: for the file that is to be used. */
async function problemsAfterCuts(
  operation: Operation,
  images: number,
  { waits }: { readonly waits: boolean },
): Promise<readonly string[]> {
  const { name } = operation;
  const recorded = parseRecord(await runInterposed('power-replace.ts', { name, seed }));
  const changes = recorded.filter(
    (change) => waits || change.kind !== 'sync' || !change.name.includes('.restored'),
  );
  // The files as they were end with the first sync of the folder itself.
  const from = changes.findIndex(({ kind, name }) => kind === 'sync' && name === '') + 1;
  const part = { from, to: endOf(changes) };
  const problems: string[] = [];
  for (const { cut, image } of cutAtRandom(changes, images, seeded(seed), part)) {
    const found = await check(operation, image);
    problems.push(...found.map((what) => `cut ${cut} of ${changes.length}: ${what}`));
  }
  return problems;
}

async function check(operation: Operation, image: Image): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const file = join(folder, databaseFile);
  const words = parseWords(image.get(wordsFile)?.toString() ?? '');
  const checked = async () =>
    (await operation.check?.(file, expectedAfter(words, words.length))) ?? [];
  try {
    for (const [name, bytes] of image) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const problems = [...(await checked())];
    if (problems.length === 0) {
      await operation.run(file, seed, nothing, nothing);
      problems.push(...(await checked()));
    }
    return problems.map(({ kind, what }) => `${kind}: ${what}`);
  } catch (error) {
    return [`failed: ${String(error)}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.for(ofReplacing.map((operation) => [operation.name, operation] as const))(
  'a power cut leaves the till of before or the whole other one: %s',
  { timeout: 900_000 },
  async ([, operation], { skip }) => {
    if (notHere !== null) skip(notHere);
    expect(await problemsAfterCuts(operation, 500 * sweepShare, { waits: true })).toEqual([]);
  },
);

test.for(ofReplacing.map((operation) => [operation.name, operation] as const))(
  'a till that does not wait for the disk is caught: %s',
  { timeout: 900_000 },
  async ([, operation], { skip }) => {
    if (notHere !== null) skip(notHere);
    expect(await problemsAfterCuts(operation, 60, { waits: false })).not.toEqual([]);
  },
);
