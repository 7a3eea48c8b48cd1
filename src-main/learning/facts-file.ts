// Keeps what was learnt, and how far the reading has come, in a file of its own. The file may be
// lost without harm, since the documents can be read again.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { renamePatiently } from '../store/patient-rename.ts';
import { gatheredSchema } from './gathered-facts.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const fileSchema = v.object({
  version: v.literal(1),
  /** The phase when the till was closed. A reading that was under way goes on. */
  phase: v.picklist(['never', 'reading', 'stopped', 'ended']),
  /** How many documents were read since the reading was begun. */
  read: count,
  unrecognised: count,
  withoutLines: v.boolean(),
  gathered: gatheredSchema,
});
export type LearntFile = v.InferOutput<typeof fileSchema>;

/** More bytes than are ever kept. */
const mostBytes = 16 * 1024 * 1024;

/** Returns undefined if there is no file, or none that can be read. */
export function readLearnt(file: string): LearntFile | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > mostBytes) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), fileSchema),
    readFileSync(file, 'utf8'),
  );
  return parsed.success ? parsed.output : undefined;
}

/** Writes the file whole or not at all. @throws what the file system throws. */
export async function writeLearnt(file: string, learnt: LearntFile): Promise<void> {
  const partial = `${file}.part`;
  try {
    await writeFile(partial, JSON.stringify(learnt), { mode: 0o600 });
    // Not synced, as no write should wait for the disk: what a power cut takes can be read again.
    renamePatiently(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}
