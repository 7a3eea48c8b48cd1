// Seeds a practice till: products, ways to pay, and a day that is open.
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import { hasSales } from '../store/sales.ts';
import { hasShifts } from '../store/shifts.ts';
import type { Seeding } from '../till/open-till.ts';
import { prepareDrawer } from './drawer-rehearsal.ts';
import * as v from 'valibot';
import type { KeyColour, Product } from '../contract/catalogue.ts';
import { parseDecimal, unitPriceSchema } from '../contract/money.ts';
import { soldByUnit } from '../contract/sold-by.ts';

import exampleCatalogue from '../../resources/example-catalogue.json' with { type: 'json' };

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

/** The payment methods that the practice service knows. */
const paymentMethods: readonly PaymentMethod[] = [
  { id: 1, label: 'Numerário' },
  { id: 2, label: 'Multibanco' },
  { id: 3, label: 'MB WAY' },
];

/** An invoice that is paid at once, as sales are. */
const invoiceKind: InvoiceKind = { kind: { by: 'natureId', id: 303 }, name: 'Fatura-recibo' };

export const returnKind: InvoiceKind = {
  kind: { by: 'natureId', id: 304 },
  name: 'Nota de crédito',
};

export const seedingOf = (timing: OutboxTiming): Seeding => ({
  paymentMethods,
  invoiceKind,
  returnKind,
  products: exampleProducts,
  timing,
  openDay: (db, by, atMs) => {
    if (!hasSales(db) && !hasShifts(db)) prepareDrawer(db, { by, approvedBy: null, atMs });
  },
});
