// Practice: the embedded service's life inside the till, its ready account, and what a new practice till is given.
import { join } from 'node:path';
import exampleCatalogue from '../resources/example-catalogue.json' with { type: 'json' };
import * as v from 'valibot';
import type { KeyColour, Product } from './contract/catalogue.ts';
import { parseDecimal, unitPriceSchema } from './contract/money.ts';
import type { PaymentMethod } from './contract/payment.ts';
import { startPracticeService, type PracticeService } from './practice-service/server.ts';

/** What stands for the service's address: the port that practice listens on is another at every start. */
export const practiceAddress = 'practice';

/** The payment methods that the practice service knows. */
export const practicePaymentMethods: readonly PaymentMethod[] = [
  { id: 1, label: 'Numerário' },
  { id: 2, label: 'Multibanco' },
  { id: 3, label: 'MB WAY' },
];

const groupColours: Readonly<Record<string, KeyColour>> = {
  Cafetaria: 'orange',
  Pastelaria: 'yellow',
  Laticínios: 'blue',
  'Frutas e legumes': 'green',
  'Talho e peixaria': 'red',
  Papelaria: 'purple',
};

/** What no scanner can read has a quick key. */
export function exampleProducts(): readonly Product[] {
  let keys = 0;
  return exampleCatalogue.products.map(({ barcode, vatRate, ...product }) => ({
    ...product,
    barcodes: barcode === undefined ? [] : [barcode],
    unitPrice: v.parse(unitPriceSchema, parseDecimal(product.unitPrice, 6)),
    vatLabel: `${vatRate} %`,
    quickKey: barcode === undefined ? (keys += 1) : null,
    colour: groupColours[product.group] ?? 'grey',
  }));
}

/** Started when first needed, and once. */
export class Practice {
  readonly #databaseFile: string;
  #service: Promise<PracticeService> | undefined;

  constructor(folder: string) {
    this.#databaseFile = join(folder, 'practice', 'practice-service.db');
  }

  start(): Promise<PracticeService> {
    this.#service ??= startPracticeService({ databaseFile: this.#databaseFile }).catch(
      (error: unknown) => {
        this.#service = undefined;
        throw error;
      },
    );
    return this.#service;
  }

  async setPlugged(plugged: boolean): Promise<void> {
    const service = await this.start();
    if (plugged === service.isPlugged) return;
    await (plugged ? service.plugIn() : service.unplug());
  }

  async close(): Promise<void> {
    await (await this.#service)?.close();
  }
}
