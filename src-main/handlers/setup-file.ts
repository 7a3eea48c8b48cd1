// One till's set-up as a file for the shop's next till: made, looked at, and used in part or whole.
import { dirname, join } from 'node:path';
import type { Argument } from '../contract/api.ts';
import { catalogueFailure } from '../catalogue/damage.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { choosing } from '../page/choosing.ts';
import { forFileName, writeNewFile } from '../receipt/new-file.ts';
import {
  readCatalogue,
  setupFileText,
  setupImport,
  type SetupFile,
} from '../setup-file/content.ts';
import { headOf, putIntoStore } from '../setup-file/head.ts';
import { changeRules } from '../staff/people.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function setupFileHandlers(context: Context): HandlersOf<'setup'> {
  const { setupFiles } = context;
  let isUsing = false;
  return {
    'setup.save': (_, till) => save(context, till),
    'setup.look': async (_, till) => {
      const chosen = await choosing(context, context.chooseSetupFile);
      if (!chosen.ok) return chosen;
      const file = chosen.value;
      if (!till.db.open) return err({ code: 'not_signed_in' });
      return file === undefined ? ok(null) : readable(() => setupFiles.look(file, till));
    },
    'setup.use': async ({ lookId, parts }, till) => {
      const looked = setupFiles.looked(lookId, till.db);
      const isOffered = parts.every((part) =>
        looked?.verdict.parts.some((one) => one.part === part),
      );
      if (!looked || !isOffered) {
        return err({ code: 'setup_file_unusable', problem: 'changed', field: null });
      }
      if (isUsing) return err({ code: 'import_under_way' });
      isUsing = true;
      try {
        return await readable(() => use(context, till, looked.setup, parts));
      } finally {
        isUsing = false;
      }
    },
  };
}

/** Errors: `receipt_settings_damaged`, `catalogue_damaged`, and those of writing the file. */
async function save(
  context: Context,
  { profile, db, catalogue, catalogueImport }: Till,
): Promise<Result<{ readonly file: string }>> {
  const { companyCode, tillCode } = profile;
  const name = `${forFileName(companyCode)}-${forFileName(tillCode)}-setup`;
  const file = join(context.receiptFolder(), `${name}.counterfoil`);
  try {
    return await catalogueImport.inTurn(() => {
      const { products } = catalogue.summary();
      const head = headOf(
        { profile, db, products },
        context.settings.value.selling,
        context.now().getTime(),
      );
      return head.ok ? writeNewFile(file, setupFileText(head.value, catalogue)) : head;
    });
  } catch (error) {
    return catalogueFailure(error);
  }
}

/**
 * Uses the catalogue first: it may fail, and nothing else has changed then. Errors:
 * `setup_file_unusable`, those of an import, and those of changing what managers may do.
 */
async function use(
  context: Context,
  till: Till,
  setup: SetupFile,
  parts: Argument<'setup.use'>['parts'],
): Promise<Result<null>> {
  const { settings } = context;
  const { head } = setup;
  if (parts.includes('catalogue')) {
    const used = await useCatalogue(context, till, setup);
    if (!used.ok) return used;
  }
  if (parts.includes('lockRules')) {
    const changed = changeRules({ db: till.db, keys: context.staffKeys() }, head.lockRules);
    if (!changed.ok) return changed;
    context.lock.watchIdle();
  }
  putIntoStore(till.db, head, parts);
  if (parts.includes('receiptTexts')) context.withdraw('receipt_settings_damaged');
  if (parts.includes('sellingRules')) {
    settings.update({ selling: { ...settings.value.selling, ...head.sellingRules } });
  }
  context.stateChanged();
  return ok(null);
}

async function useCatalogue(
  context: Context,
  { db, catalogue, catalogueImport, environment }: Till,
  setup: SetupFile,
): Promise<Result<null>> {
  const imports = setupImport(environment.startHelper, catalogue, dirname(db.name));
  try {
    const nowMs = context.now().getTime();
    const read = await readCatalogue(setup, imports, nowMs, context.catalogueProgress);
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

/** A chosen file may be gone, or be on a stick that was pulled out. */
async function readable<Value>(act: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    const unread = unreadable(error);
    if (!unread) throw error;
    return err(unread);
  }
}

const unreadable = (error: unknown): AppError | undefined =>
  error instanceof Error && 'syscall' in error
    ? { code: 'setup_file_unusable', problem: 'unreadable', field: null }
    : undefined;
