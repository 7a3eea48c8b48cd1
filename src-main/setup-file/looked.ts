// The set-up file that was looked at. Only this one can be used, and at no other till.
import { randomInt } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { SetupVerdict, SetupPart } from '../contract/setup-file.ts';
import type { Doer } from '../catalogue/pending-notices.ts';
import type { Store } from '../store/open.ts';
import type { Till } from '../till/till.ts';
import { CatalogueImport, setupImportName } from '../catalogue/import.ts';
import { readSetupFile, type SetupFile, readCatalogue } from './content.ts';
import { verdictOf, putIntoStore, type SetupHead } from './head.ts';
import type { ImportProgress } from '../contract/catalogue.ts';
import type { LockRules } from '../contract/lock.ts';

interface Looked {
  readonly setup: SetupFile;
  readonly verdict: SetupVerdict;
}

export class SetupFiles {
  #looked: (Looked & { readonly db: Store }) | null = null;
  #isUsing = false;

  /** Errors: `setup_file_unusable`. */
  async look(file: string, { profile, db }: Till): Promise<Result<SetupVerdict>> {
    this.#looked = null;
    const setup = await readSetupFile(file);
    if (!setup.ok) return setup;
    // A guessed number would ask a manager about what nobody has looked at yet.
    const identity = { lookId: randomInt(1, 2 ** 47), name: basename(file) };
    const verdict = verdictOf(setup.value.head, profile, identity);
    this.#looked = { setup: setup.value, verdict, db };
    return ok(verdict);
  }

  /** Returns undefined if another file was looked at since, or another till is open. */
  looked(lookId: number, db: Store | undefined): Looked | undefined {
    const looked = this.#looked;
    return looked?.verdict.lookId === lookId && looked.db === db ? looked : undefined;
  }

  /**
   * Uses those parts of the file that was looked at, one request at a time. Errors:
   * `setup_file_unusable`, `import_under_way`, and those of `useSetup`. @throws what the till's own
   * disk throws.
   */
  async use(
    { lookId, parts }: Argument<'setup.use'>,
    till: Till,
    using: UsingSetup,
  ): Promise<Result<null>> {
    const looked = this.looked(lookId, till.db);
    const isOffered = parts.every((part) => looked?.verdict.parts.some((one) => one.part === part));
    if (!looked || !isOffered) {
      return err({ code: 'setup_file_unusable', problem: 'changed', field: null });
    }
    if (this.#isUsing) return err({ code: 'import_under_way' });
    this.#isUsing = true;
    try {
      return await useSetup(till, looked.setup, parts, using);
    } finally {
      this.#isUsing = false;
    }
  }
}

// Takes over parts of a set-up file that was looked at.

/** What is changed by others: the rules are under the seal, the settings are this computer's. */
interface UsingSetup {
  readonly doer: Doer;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly changeRules: (rules: LockRules) => Result<null>;
  readonly changeSelling: (rules: SetupHead['sellingRules']) => void;
}

/**
 * Uses the catalogue first: it may fail, and nothing else has changed then. Errors:
 * `setup_file_unusable`, those of an import, and those of `changeRules`. @throws what the till's
 * own disk throws.
 */
async function useSetup(
  till: Till,
  setup: SetupFile,
  parts: readonly SetupPart[],
  { changeRules, changeSelling, ...importing }: UsingSetup,
): Promise<Result<null>> {
  const { head } = setup;
  if (parts.includes('catalogue')) {
    const used = await useCatalogue(till, setup, importing);
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
  { onProgress, doer }: Pick<UsingSetup, 'onProgress' | 'doer'>,
): Promise<Result<null>> {
  const { startHelper } = environment;
  const folder = dirname(db.name);
  // No page can reach this import, so that only the approved file gets into it.
  const imports = new CatalogueImport(startHelper, catalogue, folder, undefined, setupImportName);
  try {
    const read = await readCatalogue(setup, imports, clock.nowMs(), onProgress);
    if (!read.ok) return read;
    // In turn, so that it does not fall into an export.
    return await catalogueImport.inTurn(async () => {
      // The till may have been closed, and perhaps another one opened.
      if (!db.open) return err({ code: 'not_signed_in' });
      const used = await imports.use(undefined, doer);
      return used.ok ? ok(null) : used;
    });
  } finally {
    await imports.discard();
  }
}
