// The pages of quick keys: as a person arranged them, else by the catalogue's numbers.
import type { Catalogue } from '../catalogue/catalogue.ts';
import { maxQuickKeys, type Product } from '../contract/catalogue.ts';
import { keysPerPage, type QuickKeyPage, type QuickKeyPages } from '../contract/selling.ts';
import type { Result } from '../contract/errors.ts';
import { usualName } from '../contract/profiles.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { commandSheetOf } from '../receipt/page.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import type { TillParts } from './parts.ts';

type Products = Pick<Catalogue, 'byCode' | 'quickKeys'>;

export function quickKeyPages(
  arranged: QuickKeyPages,
  catalogue: Products,
): readonly QuickKeyPage[] {
  if (arranged.length === 0) return numberedPages(catalogue.quickKeys());
  return arranged.map(({ name, keys }) => ({
    name,
    keys: keys.map((key) => key && { ...key, product: catalogue.byCode(key.code) ?? null }),
  }));
}

/** Gives a place that two products claim to the first, and the next free one to the other. */
function numberedPages(products: readonly Product[]): readonly QuickKeyPage[] {
  const places: (Product | undefined)[] = [];
  for (const product of products) {
    let at = (product.quickKey ?? 1) - 1;
    while (places[at]) at += 1;
    if (at < maxQuickKeys) places[at] = product;
  }
  return Array.from({ length: Math.ceil(places.length / keysPerPage) }, (_, page) => ({
    name: '',
    keys: Array.from(places.slice(page * keysPerPage, (page + 1) * keysPerPage), (product) =>
      product ? { code: product.code, colour: product.colour, product } : null,
    ),
  }));
}

/** Saves it beside `file` if there is one already. Errors: those of writing a file. */
export async function saveCommandSheet(
  { db, catalogue, environment, profile }: TillParts,
  file: string,
): Promise<Result<{ readonly file: string }>> {
  const page = await commandSheetOf({
    language: environment.language(),
    owner: usualName(profile),
    methods: readPaymentMethods(db),
    products: quickKeyPages(readQuickKeyPages(db), catalogue).flatMap(({ keys }) =>
      keys.flatMap((key) => key?.product ?? []),
    ),
  });
  return saveReceiptPdf(environment.openHiddenWindow, page, file, 'A4');
}
