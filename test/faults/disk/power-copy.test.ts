// Power cuts while a second copy is written: what was called copied is on the medium, whatever of
// the rest is.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { reference } from '../../integration/store/samples.ts';
import { sweepShare } from '../../tier.ts';
import { seeded } from '../seeded.ts';
import { cutAtRandom, parseRecord, type Change, type Image } from './disk-model.ts';
import { notHere, runInterposed, temporaryFolder } from './interposed.ts';
import { copiedWords } from './power-copy-words.ts';

/** Returns the references that can be read from what the medium then holds. */
async function readFrom(image: Image): Promise<ReadonlySet<unknown> | string> {
  const folder = temporaryFolder();
  try {
    for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes);
    const read = await readCopy(folder, undefined);
    if ('outcome' in read) return read.outcome;
    return new Set([...(read.rows.get('sale')?.values() ?? [])].map((row) => row.reference));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('nothing that was called copied is lost when the power of the medium is cut', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const seed = 7;
  const changes = parseRecord(await runInterposed('power-copy.ts', { seed, turns: 120 }));
  const images = 1_000 * sweepShare;
  const isWord = ({ kind, name }: Change) => kind === 'write' && name === copiedWords;
  const copiedAfter = (done: readonly Change[]) =>
    Number(done.findLast(isWord)?.bytes.toString().trim() ?? 0);
  // Whoever heard the words was not cut off.
  const isOnDisk = ({ name }: Change) => name !== copiedWords;
  let checked = 0;
  const lost: string[] = [];
  for (const { cut, image } of cutAtRandom(changes, images, seeded(seed), { isOnDisk })) {
    const copied = copiedAfter(changes.slice(0, cut));
    const read = await readFrom(image);
    checked += copied > 0 ? 1 : 0;
    for (let number = 1; number <= copied; number += 1)
      if (typeof read === 'string' || !read.has(reference(number)))
        lost.push(
          `cut ${cut}: ${number} of ${copied} (${typeof read === 'string' ? read : read.size})`,
        );
  }
  expect(lost).toEqual([]);
  expect(copiedAfter(changes)).toBe(120);
  expect(checked).toBeGreaterThan(images / 2);
}, 900_000);
