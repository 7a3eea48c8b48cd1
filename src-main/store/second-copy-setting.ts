// Where the second copy of this till is written, and as whom. It moves with the file, but never
// onto the copy itself.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { readTillSettingOr, removeTillSetting, writeTillSetting } from './till-settings.ts';

export const secondCopySettingName = 'second_copy';

const generation = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const settingSchema = v.strictObject({
  /** The folder that somebody has chosen. */
  folder: v.string(),
  /** Tells the medium from another one in its place. */
  medium: v.string(),
  encrypts: v.boolean(),
  isOnSameDisk: v.boolean(),
  /** As the medium bore them when this file last wrote to it. */
  generation,
  installation: v.string(),
  /** Who writes to the medium since another computer has started again from it; null for nobody. */
  takenOver: v.nullable(
    v.strictObject({
      generation,
      installation: v.string(),
      atMs: v.number(),
      computer: v.string(),
    }),
  ),
});
export type SecondCopySetting = v.InferOutput<typeof settingSchema>;

/** Returns undefined if no medium is chosen, or what is kept of it cannot be read. */
export const readSecondCopy = (db: Store): SecondCopySetting | undefined =>
  readTillSettingOr(db, secondCopySettingName, settingSchema, undefined);

export function writeSecondCopy(db: Store, setting: SecondCopySetting): void {
  writeTillSetting(db, secondCopySettingName, setting);
}

export const removeSecondCopy = (db: Store): void => removeTillSetting(db, secondCopySettingName);
