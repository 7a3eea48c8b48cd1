// The catalogue as a file: importing one step by step, and exporting.
import { join } from 'node:path';
import { catalogueError } from '../catalogue/damage.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import { err, type Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import { openTill, type Context } from './context.ts';

export function catalogueFileHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'catalogue.receive'
  | 'catalogue.preview'
  | 'catalogue.read'
  | 'catalogue.discard'
  | 'catalogue.use'
  | 'catalogue.export'
> {
  return {
    'catalogue.receive': (part) => {
      const till = openTill(context);
      return till.ok ? till.value.catalogueImport.receive(part) : till;
    },
    'catalogue.preview': ({ reading }) => {
      const till = openTill(context);
      return till.ok ? till.value.catalogueImport.preview(reading) : till;
    },
    'catalogue.read': ({ reading }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const nowMs = context.now().getTime();
      return till.value.catalogueImport.read(reading, nowMs, context.catalogueProgress);
    },
    'catalogue.discard': () => {
      const till = openTill(context);
      return till.ok ? till.value.catalogueImport.discard() : till;
    },
    'catalogue.use': () => {
      const till = openTill(context);
      return till.ok ? till.value.catalogueImport.use() : till;
    },
    'catalogue.export': () => exportCatalogue(context),
  };
}

/** Errors: `not_signed_in`, `catalogue_damaged`, and those of writing the file. */
async function exportCatalogue(context: Context): Promise<Result<{ readonly file: string }>> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { catalogue, catalogueImport, profile } = till.value;
  const name = `${profile.companyCode}-catalogue`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  const file = join(context.receiptFolder(), `${name}.csv`);
  try {
    return await catalogueImport.inTurn(() =>
      writeNewFile(file, catalogueCsv(catalogue.products(), context.language())),
    );
  } catch (error) {
    const expected = catalogueError(error);
    if (!expected) throw error;
    return err(expected);
  }
}
