// Takes over parts of a set-up file that was looked at.
import { dirname } from 'node:path';
import type { ImportProgress } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { LockRules } from '../contract/lock.ts';
import type { SetupPart } from '../contract/setup-file.ts';
import type { Till } from '../till/till.ts';
import { readCatalogue, setupImport, type SetupFile } from './content.ts';
import { putIntoStore, type SetupHead } from './head.ts';

/** What is changed by others: the rules are under the seal, the settings are this computer's. */
export interface UsingSetup {
  readonly onProgress: (progress: ImportProgress) => void;
  readonly changeRules: (rules: LockRules) => Result<null>;
  readonly changeSelling: (rules: SetupHead['sellingRules']) => void;
}

/**
 * Uses the catalogue first: it may fail, and nothing else has changed then. Errors:
 * `setup_file_unusable`, those of an import, and those of `changeRules`. @throws what the till's
 * own disk throws.
 */
export async function useSetup(
  till: Till,
  setup: SetupFile,
  parts: readonly SetupPart[],
  { onProgress, changeRules, changeSelling }: UsingSetup,
): Promise<Result<null>> {
  const { head } = setup;
  if (parts.includes('catalogue')) {
    const used = await useCatalogue(till, setup, onProgress);
    if (!used.ok) return used;
  }
  if (parts.includes('lockRules')) {
    const changed = changeRules(head.lockRules);
    if (!changed.ok) return changed;
  }
  putIntoStore(till.db, head, parts);
  if (parts.includes('receiptTexts')) till.environment.withdraw('receipt_settings_damaged');
  if (parts.includes('sellingRules')) changeSelling(head.sellingRules);
  return ok(null);
}

async function useCatalogue(
  { db, clock, catalogue, catalogueImport, environment }: Till,
  setup: SetupFile,
  onProgress: UsingSetup['onProgress'],
): Promise<Result<null>> {
  const imports = setupImport(environment.startHelper, catalogue, dirname(db.name));
  try {
    const read = await readCatalogue(setup, imports, clock.nowMs(), onProgress);
    if (!read.ok) return read;
    // In turn, so that it does not fall into an export.
    return await catalogueImport.inTurn(async () => {
      // The till may have been closed, and perhaps another one opened.
      if (!db.open) return err({ code: 'not_signed_in' });
      const used = await imports.use();
      return used.ok ? ok(null) : used;
    });
  } finally {
    await imports.discard();
  }
}
