// What a print of labels contains, and how far it has come; kept with its job. Products are named
// by their codes, which an import leaves as they are, and get the price of the time of printing.
import * as v from 'valibot';
import { labelChoiceSchema, type LabelChoice } from '../contract/shelf-labels.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readValue } from './prepared.ts';
import { readTillSettingOr, writeTillSetting } from './till-settings.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const labelJobSchema = v.object({
  codes: v.array(v.string()),
  choice: labelChoiceSchema,
  /** How many labels are on paper. */
  done: count,
});
export type LabelJob = v.InferOutput<typeof labelJobSchema>;

/** @throws if the job prints no labels. */
export const readLabelJob = (db: Store, jobId: number): LabelJob =>
  readValue(db, inJson(labelJobSchema), 'SELECT labels FROM print_job WHERE job_id = ?', jobId);

/** Notes the printed labels: whatever becomes of the others, these are not printed again. */
export function noteLabelsDone(db: Store, jobId: number, done: number): void {
  prepared(
    db,
    `UPDATE print_job SET labels = json_set(labels, '$.done', CAST(? AS INTEGER)) WHERE job_id = ?`,
  ).run(done, jobId);
}

const name = 'labels';

/** Returns null before the first print, and if the choice cannot be read. */
export const readLabelChoice = (db: Store): LabelChoice | null =>
  readTillSettingOr(db, name, labelChoiceSchema, null) ?? null;

export const writeLabelChoice = (db: Store, choice: LabelChoice): void =>
  writeTillSetting(db, name, choice);
