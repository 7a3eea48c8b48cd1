// Saves how the open till is set up.
import { join } from 'node:path';
import { catalogueFailure } from '../catalogue/damage.ts';
import type { Result } from '../contract/errors.ts';
import type { SellingSettings } from '../contract/selling.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import type { Till } from '../till/till.ts';
import { setupFileText } from './content.ts';
import { headOf } from './head.ts';

/** Errors: `receipt_settings_damaged`, `catalogue_damaged`, and those of writing the file. */
export async function saveSetup(
  { profile, db, clock, catalogue, catalogueImport }: Till,
  { folder, selling }: { readonly folder: string; readonly selling: () => SellingSettings },
): Promise<Result<{ readonly file: string }>> {
  const { companyCode, tillCode } = profile;
  const file = join(folder, fileNameOf([companyCode, tillCode, 'setup'], 'counterfoil'));
  try {
    return await catalogueImport.inTurn(() => {
      const { products } = catalogue.summary();
      const head = headOf({ profile, db }, products, selling(), clock.nowMs());
      return head.ok ? writeNewFile(file, setupFileText(head.value, catalogue)) : head;
    });
  } catch (error) {
    return catalogueFailure(error);
  }
}
