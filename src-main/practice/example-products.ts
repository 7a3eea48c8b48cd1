// The products of a practice shop, with quick keys.
import exampleCatalogue from '../../resources/example-catalogue.json' with { type: 'json' };
import * as v from 'valibot';
import type { KeyColour, Product } from '../contract/catalogue.ts';
import { parseDecimal, unitPriceSchema } from '../contract/money.ts';
import { soldByUnit } from '../contract/sold-by.ts';

const groupColours: Readonly<Record<string, KeyColour>> = {
  Cafetaria: 'orange',
  Pastelaria: 'yellow',
  Laticínios: 'blue',
  'Frutas e legumes': 'green',
  'Talho e peixaria': 'red',
  Papelaria: 'purple',
};

/** Products that no scanner can read have a quick key. */
export function exampleProducts(): readonly Product[] {
  let keys = 0;
  return exampleCatalogue.products.map(({ barcode, vatRate, ...product }) => ({
    ...product,
    barcodes: barcode === undefined ? [] : [barcode],
    soldBy: soldByUnit(product.unit) ?? null,
    unitPrice: v.parse(unitPriceSchema, parseDecimal(product.unitPrice, 6)),
    vatLabel: `${vatRate} %`,
    quickKey: barcode === undefined ? (keys += 1) : null,
    colour: groupColours[product.group] ?? 'grey',
  }));
}
