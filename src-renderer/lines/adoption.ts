// Takes products into the catalogue that documents of the service have shown.
import * as v from 'valibot';
import { productSchema, type Product } from '../../src-main/contract/catalogue.ts';
import type { DocumentLine } from '../../src-main/contract/documents.ts';
import { ok, type Result } from '../../src-main/contract/errors.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** Returns the product that a line tells of; null if it has no code or price to sell it by. */
export function productOfLine({ code, description, unitPrice }: DocumentLine): Product | null {
  const parsed = v.safeParse(productSchema, {
    code,
    description: description === '' ? code : description,
    barcodes: [],
    unitPrice,
    unit: '',
    soldBy: null,
    vatLabel: '',
    group: '',
    quickKey: null,
    colour: null,
  });
  return parsed.success ? parsed.output : null;
}

/**
 * Adds a product. One that the catalogue has already stays as it is, as a line knows neither its
 * barcodes nor its quick key.
 */
export async function adopt(till: Till, product: Product): Promise<Result<'added' | 'known'>> {
  const sameCode = await till.request('sell.findProducts', { text: product.code });
  if (!sameCode.ok) return sameCode;
  if (sameCode.value.some(({ code }) => code === product.code)) return ok('known');
  const result = await till.request('catalogue.keep', { product });
  return result.ok ? ok('added') : result;
}
