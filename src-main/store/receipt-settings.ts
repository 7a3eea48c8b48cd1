// What the company prints on every receipt, in the till's file; the logo as base64.
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  defaultReceiptSettings,
  receiptSettingsSchema,
  type ReceiptSettings,
} from '../contract/printing.ts';
import type { Store } from './open.ts';
import { readTillSetting, writeTillSetting } from './till-settings.ts';

const name = 'receipt';

const logoBytes = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Uint8Array.from(Buffer.from(text, 'base64'))),
);

export const storedReceiptSettingsSchema = v.object({
  ...receiptSettingsSchema.entries,
  logo: v.nullable(v.pipe(logoBytes, receiptSettingsSchema.entries.logo.wrapped)),
});

/**
 * Reads the settings. Nothing is guessed if they cannot be read: a receipt without the company's
 * tax number, or one that should have been refused, is worse than none.
 * Errors: `receipt_settings_damaged`.
 */
export function readReceiptSettings(db: Store): Result<ReceiptSettings> {
  try {
    return ok(readTillSetting(db, name, storedReceiptSettingsSchema) ?? defaultReceiptSettings);
  } catch (error) {
    if (v.isValiError(error)) return err({ code: 'receipt_settings_damaged' });
    throw error;
  }
}

export function toStoredReceiptSettings(
  settings: ReceiptSettings,
): v.InferInput<typeof storedReceiptSettingsSchema> {
  return { ...settings, logo: settings.logo && Buffer.from(settings.logo).toString('base64') };
}

export function writeReceiptSettings(db: Store, settings: ReceiptSettings): void {
  writeTillSetting(db, name, toStoredReceiptSettings(settings));
}
