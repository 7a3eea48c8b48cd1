// What was learnt, and how far the reading has come, in a file of its own: it may be lost without
// harm, since the documents can be read again.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { renamePatiently } from '../store/patient-rename.ts';
import { gatheredSchema } from './gathered.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const fileSchema = v.object({
  version: v.literal(1),
  /** As it was left: one that was under way goes on. */
  phase: v.picklist(['never', 'reading', 'stopped', 'ended']),
  /** Since it was begun. */
  read: count,
  unrecognised: count,
  withoutLines: v.boolean(),
  gathered: gatheredSchema,
});
export type LearntFile = v.InferOutput<typeof fileSchema>;

/** Larger than all that is ever kept. */
const mostBytes = 16 * 1024 * 1024;

/** Undefined where there is none, or none that can be read. */
export function readLearnt(file: string): LearntFile | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > mostBytes) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), fileSchema),
    readFileSync(file, 'utf8'),
  );
  return parsed.success ? parsed.output : undefined;
}

/** Whole or not at all. @throws what the file system throws. */
export async function writeLearnt(file: string, learnt: LearntFile): Promise<void> {
  const partial = `${file}.part`;
  try {
    await writeFile(partial, JSON.stringify(learnt), { mode: 0o600 });
    // Not synced: no write waits for the disk, and what a power cut takes can be read again.
    renamePatiently(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}
