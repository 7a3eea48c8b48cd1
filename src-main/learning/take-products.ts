// Offers learnt products, and puts those that a person has ticked into the catalogue. A product
// that is there already stays as it is, and one that a scan would find in the place of another is
// left out.
import { setImmediate as turn } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Product } from '../contract/catalogue.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { LearntOffer, LearntProduct, TakenProduct } from '../contract/learning.ts';
import { keysPerPage } from '../contract/selling.ts';
import { soldByUnit } from '../contract/sold-by.ts';

/** The number of look-ups in the catalogue at a time. */
const atATime = 100;

/** Offers products that the catalogue lacks, and the best-selling of them for quick keys. */
export async function offerProducts(
  catalogue: Pick<Catalogue, 'byCode'>,
  learntProducts: readonly LearntProduct[],
): Promise<LearntOffer> {
  const products: LearntProduct[] = [];
  const bestSold: Product[] = [];
  for (const [index, product] of learntProducts.entries()) {
    if (index > 0 && index % atATime === 0) await turn();
    const known = catalogue.byCode(product.code);
    if (known?.code !== product.code) products.push(product);
    else if (bestSold.length < keysPerPage) bestSold.push(known);
  }
  return { products, inCatalogue: learntProducts.length - products.length, bestSold };
}

/** Returns how many were added. Errors: those of `Catalogue.keep`; what was added stays. */
export async function takeProducts(
  catalogue: Pick<Catalogue, 'byCode' | 'keep'>,
  products: readonly TakenProduct[],
  nowMs: number,
): Promise<Result<number>> {
  let added = 0;
  for (const [index, { code, description, unitPrice, unit }] of products.entries()) {
    // Each is written to the disk by itself, and a sale's own look-ups get their turn in between.
    if (index > 0) await turn();
    // Compared to the letter: "a1" and "A1" may be two products.
    if (catalogue.byCode(code)?.code === code) continue;
    const product = {
      ...{ code, description, unitPrice, unit, barcodes: [], vatLabel: '', group: '' },
      ...{ soldBy: soldByUnit(unit) ?? null, quickKey: null, colour: null },
    };
    const result = catalogue.keep(product, 'document', nowMs);
    if (result.ok) added += 1;
    else if (result.error.code !== 'product_taken') return result;
  }
  return ok(added);
}

/** Returns the products whose codes the documents have shown, as the page could name others. */
export function learntOf(
  learning: { readonly products: () => readonly Pick<LearntProduct, 'code'>[] },
  products: readonly TakenProduct[],
): readonly TakenProduct[] {
  const codes = new Set(learning.products().map(({ code }) => code));
  return products.filter(({ code }) => codes.has(code));
}
