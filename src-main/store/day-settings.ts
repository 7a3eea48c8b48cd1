// How the shop keeps its days.
import * as v from 'valibot';
import { daySettingsSchema, defaultDaySettings, type DaySettings } from '../contract/day.ts';
import { zeroCents } from '../contract/money.ts';
import { usualCashMethods } from '../contract/payment.ts';
import type { Store } from './open.ts';
import { readPaymentMethods } from './payment-methods.ts';
import { readValues } from './prepared.ts';
import { hasShifts, inCash, readOpenShift } from './shifts.ts';
import { readTillSettingOr, writeTillSetting } from './till-settings.ts';

/** Returns null if the settings cannot be read. */
const readKept = (db: Store): DaySettings | undefined | null =>
  readTillSettingOr(db, 'day', daySettingsSchema, null);

/**
 * Returns what stands in for unreadable settings. A shop that has kept days is reminded of them, as
 * nothing may keep it from selling; methods that last were cash are cash; and every difference
 * needs a manager.
 */
const safeSettings = (db: Store): DaySettings => ({
  mode: hasShifts(db) ? 'reminded' : 'off',
  cashMethods: methodsLastInCash(db),
  differenceLimitCents: zeroCents,
  printsZ: true,
});

/** Looks through the latest thousand sales. */
const methodsLastInCash = (db: Store): number[] =>
  readValues(
    db,
    v.number(),
    `SELECT DISTINCT content ->> '$.payment.method.id' AS id FROM (SELECT
         iif(json_valid(content), content, '{}') AS content, ${inCash} AS inCash FROM sale
         ORDER BY sale_id DESC LIMIT 1000)
       WHERE inCash = 1 AND id IS NOT NULL LIMIT 20`,
  );

export function readDaySettings(db: Store): DaySettings {
  const keptSettings = readKept(db);
  return keptSettings === null ? safeSettings(db) : (keptSettings ?? settingsByCustom(db));
}

/** Returns the settings of a shop that has not said how it keeps its days. */
const settingsByCustom = (db: Store): DaySettings => ({
  ...defaultDaySettings,
  cashMethods: usualCashMethods(readPaymentMethods(db)).map(({ id }) => id),
});

/** Returns whether the settings are not what the shop has chosen: a person must be told. */
export const areDaySettingsDamaged = (db: Store): boolean => readKept(db) === null;

export function writeDaySettings(db: Store, settings: DaySettings): void {
  writeTillSetting(db, 'day', settings);
}

/** Returns whether the money of a sale is asked about: the shop keeps days, or one is open. */
export const countsMoney = (db: Store): boolean =>
  readDaySettings(db).mode !== 'off' || readOpenShift(db) !== undefined;
