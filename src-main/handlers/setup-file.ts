// One till's set-up as a file for the shop's next till: made, looked at, and used in part or whole.
import { join } from 'node:path';
import type { Argument } from '../contract/api.ts';
import { catalogueError } from '../catalogue/damage.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { forFileName, writeNewFile } from '../receipt/new-file.ts';
import { readCatalogue, setupFileText, type SetupFile } from '../setup-file/content.ts';
import { headOf, putIntoStore } from '../setup-file/head.ts';
import { changeRules } from '../staff/people.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function setupFileHandlers(context: Context): HandlersOf<'setup'> {
  const { setupFiles } = context;
  return {
    'setup.save': (_, till) => save(context, till),
    'setup.look': async (_, till) => {
      const chosen = await context.chooseSetupFile();
      if (context.lock.isLocked) return err({ code: 'locked' });
      if (!till.db.open) return err({ code: 'not_signed_in' });
      return chosen === undefined ? ok(null) : readable(() => setupFiles.look(chosen, till));
    },
    'setup.use': ({ lookId, parts }, till) => {
      const looked = setupFiles.looked(lookId, till.db);
      const isOffered = parts.every((part) =>
        looked?.verdict.parts.some((one) => one.part === part),
      );
      if (!looked || !isOffered) {
        return err({ code: 'setup_file_unusable', problem: 'changed', field: null });
      }
      return readable(() => use(context, till, looked.setup, parts));
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
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
}

/**
 * What may fail comes before what is then done at once. Errors: `setup_file_unusable`, those of an
 * import, and those of changing what managers may do.
 */
async function use(
  context: Context,
  till: Till,
  setup: SetupFile,
  parts: Argument<'setup.use'>['parts'],
): Promise<Result<null>> {
  const { settings } = context;
  const { head } = setup;
  const hasCatalogue = parts.includes('catalogue');
  if (hasCatalogue) {
    const nowMs = context.now().getTime();
    const read = await readCatalogue(setup, till.catalogueImport, nowMs, context.catalogueProgress);
    if (!read.ok) return read;
    // The till was closed, and perhaps another one opened.
    if (!till.db.open) return err({ code: 'not_signed_in' });
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
  const used = hasCatalogue ? await till.catalogueImport.use() : ok(null);
  context.stateChanged();
  return used.ok ? ok(null) : used;
}

/** A file that somebody chose may have gone, or be on a stick that is pulled out. */
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
