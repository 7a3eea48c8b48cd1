// How the shop keeps its days.
import * as v from 'valibot';
import { daySettingsSchema, defaultDaySettings, type DaySettings } from '../contract/day.ts';
import type { Store } from './open.ts';
import { readTillSetting, writeTillSetting } from './till-settings.ts';

/** Those that cannot be read are as if nobody had set them: the till still sells. */
export function readDaySettings(db: Store): DaySettings {
  try {
    return readTillSetting(db, 'day', daySettingsSchema) ?? defaultDaySettings;
  } catch (error) {
    if (v.isValiError(error)) return defaultDaySettings;
    throw error;
  }
}

export function writeDaySettings(db: Store, settings: DaySettings): void {
  writeTillSetting(db, 'day', settings);
}
