// What the till remembers between starts. Nothing is secret, and no sale depends on it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import * as v from 'valibot';
import { closestLanguage, languages, type Language } from './contract/languages.ts';
import { themes } from './contract/settings.ts';
import { counterSchema, defaultCounter } from './contract/counter.ts';
import { defaultDisplay, displaySettingsSchema } from './contract/display.ts';
import { defaultDocumentColumns, documentColumnsSchema } from './contract/documents.ts';
import { type AppError, codeOf } from './contract/errors.ts';
import { defaultPrinting, printingSchema } from './contract/printing.ts';
import { keptProfileSchema } from './contract/profiles.ts';
import {
  defaultSelling,
  scannerSchema,
  sellingSettingsSchema,
  simplifiedLimitsSchema,
} from './contract/selling.ts';
import { updateAddressSchema } from './contract/update.ts';
import { renamePatiently } from './store/patient-rename.ts';
import { defaultTiming, type OutboxTiming } from './outbox/timing.ts';

const duration = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(10)));

const anyObject = v.optional(v.looseObject({}), {});

/** Fills in defaults, also within an object. What this release does not know is left alone. */
const sellingSchema = v.pipe(
  v.optional(v.looseObject({ limits: anyObject, scanner: anyObject }), {}),
  v.transform((stored) => ({
    ...defaultSelling,
    ...stored,
    limits: { ...defaultSelling.limits, ...stored.limits },
    scanner: { ...defaultSelling.scanner, ...stored.scanner },
  })),
  v.object({
    ...sellingSettingsSchema.entries,
    limits: v.object(simplifiedLimitsSchema.entries),
    scanner: v.object(scannerSchema.entries),
  }),
);

const settingsSchema = v.object({
  /** Absent until a person chooses a language. Then the system's is used. */
  language: v.exactOptional(v.picklist(languages)),
  theme: v.optional(v.picklist(themes), 'system'),
  profiles: v.optional(v.array(keptProfileSchema), []),
  /** The profile that is open, or that is to be signed in to. */
  profileId: v.optional(v.nullable(v.string()), null),
  /** Addresses of plain http over a network that a person has accepted. */
  acceptedHttp: v.optional(v.array(v.string()), []),
  /** Whether tokens may be kept if the system has no real key store. */
  keepTokenWeakly: v.optional(v.boolean(), false),
  /** The address of the network's proxy script. */
  proxyScript: v.optional(v.nullable(v.string()), null),
  practicePlugged: v.optional(v.boolean(), true),
  tourTaken: v.optional(v.boolean(), false),
  selling: sellingSchema,
  printing: v.optional(printingSchema, defaultPrinting),
  documentColumns: v.optional(documentColumnsSchema, [...defaultDocumentColumns]),
  counter: v.optional(v.object(counterSchema.entries), defaultCounter),
  /** The address at which newer versions of the program are looked for. */
  updateAddress: v.optional(updateAddressSchema, null),
  display: v.optional(v.object(displaySettingsSchema.entries), defaultDisplay),
  /** The folder in which receipts are saved. Absent means the person's documents folder. */
  receiptFolder: v.exactOptional(v.string()),
  /** Holds only what differs from the defaults, so that later defaults reach every till. */
  outbox: v.optional(
    v.object({
      settlingMs: duration,
      lookUpsNeeded: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      firstLookUpMs: duration,
      lookUpCapMs: duration,
      retryFirstMs: duration,
      retryCapMs: duration,
      probeMs: duration,
      pausedProbeMs: duration,
      decisionDelayMs: duration,
      auditDelaysMs: v.exactOptional(
        v.pipe(
          v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(10))),
          v.minLength(1),
          v.maxLength(10),
        ),
      ),
    }),
    {},
  ),
});
export type SettingsValue = v.InferOutput<typeof settingsSchema>;

export class Settings {
  readonly #store: ElectronStore;
  /** What the file holds, with what this release does not know. */
  #stored: ElectronStore['store'];
  #value: SettingsValue;

  constructor(folder: string) {
    this.#store = new ElectronStore({ cwd: folder, name: 'settings' });
    this.#stored = this.#store.store;
    this.#value = v.parse(settingsSchema, this.#stored);
  }

  get value(): SettingsValue {
    return this.#value;
  }

  /**
   * Writes the file whole, and does not read it again: if it is gone or damaged by now, the
   * profiles must not go with it.
   * @throws when the file cannot be written.
   */
  update(change: Partial<SettingsValue>): void {
    const stored = { ...this.#stored, ...change };
    const value = v.parse(settingsSchema, stored);
    this.#store.store = stored;
    this.#stored = stored;
    this.#value = value;
  }
}

export interface OpenedSettings {
  readonly settings: Settings;
  readonly notices: readonly AppError[];
}

/**
 * Opens the settings. A file that cannot be read as settings is set aside under another name, never
 * overwritten, and reported with what is wrong in it; the till starts with its defaults. `isEarly`:
 * what the disk cannot read is not set aside yet. @throws what the file system throws, such as for
 * a file that a virus scanner holds: it must not cost the settings.
 */
export function openSettings(folder: string, isEarly = false): OpenedSettings {
  const file = join(folder, 'settings.json');
  const problem = existsSync(file) ? problemOf(file, isEarly) : null;
  if (!problem) return { settings: new Settings(folder), notices: [] };
  const aside = join(folder, `settings.damaged-${Date.now()}.json`);
  renamePatiently(file, aside);
  const fields = problem.fields.map((field) => ({ code: 'invalid_value', field }) as const);
  const notices = [{ code: 'settings_set_aside', file: aside } as const, ...fields];
  return { settings: new Settings(folder), notices };
}

/** Returns null for a file that can be used. One that holds no settings has no fields. */
function problemOf(file: string, isEarly: boolean): { readonly fields: readonly string[] } | null {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const codes = ['EISDIR', ...(isEarly ? [] : ['EIO'])];
    if (error instanceof SyntaxError || codes.includes(codeOf(error) ?? '')) return { fields: [] };
    throw error;
  }
  const parsed = v.safeParse(settingsSchema, stored);
  if (parsed.success) return null;
  return { fields: parsed.issues.flatMap((issue) => v.getDotPath(issue) ?? []) };
}

/** Returns the waits. `usual`: what differs from a real till's; the owner's come first. */
export const timingOf = (
  value: SettingsValue,
  usual: Partial<OutboxTiming> = {},
): OutboxTiming => ({
  ...defaultTiming,
  ...usual,
  ...value.outbox,
});

/** Returns the chosen language, else the system's if the till speaks it, else English. */
export const languageOf = (
  chosen: Language | undefined,
  systemLanguages: readonly string[],
): Language => chosen ?? closestLanguage(systemLanguages[0]);
