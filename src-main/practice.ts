// Practice: the embedded service's life inside the till, its ready account, and what a new practice till is given.
import { join } from 'node:path';
import exampleCatalogue from '../resources/example-catalogue.json' with { type: 'json' };
import * as v from 'valibot';
import type { KeyColour, Product } from './contract/catalogue.ts';
import { parseDecimal, unitPriceSchema } from './contract/money.ts';
import type { PaymentMethod } from './contract/payment.ts';
import { discardPractice, finishDiscarding, type PracticeFolders } from './discard-practice.ts';
import { practiceAccount } from './practice-service/accounts.ts';
import { startPracticeService, type PracticeService } from './practice-service/server.ts';
import { Rehearsals, type RehearsalTimes } from './rehearsals.ts';

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
  readonly #folders: PracticeFolders;
  readonly rehearsals: Rehearsals;
  #service: Promise<PracticeService> | undefined;

  constructor(folder: string, times?: RehearsalTimes) {
    this.#folders = { folder, service: join(folder, 'practice') };
    this.rehearsals = new Rehearsals(times);
  }

  start(): Promise<PracticeService> {
    this.#service ??= this.#start().catch((error: unknown) => {
      this.#service = undefined;
      throw error;
    });
    return this.#service;
  }

  async #start(): Promise<PracticeService> {
    finishDiscarding(this.#folders);
    return startPracticeService({
      databaseFile: join(this.#folders.service, 'practice-service.db'),
      line: this.rehearsals.line,
    });
  }

  async setPlugged(plugged: boolean): Promise<void> {
    const service = await this.start();
    if (plugged === service.isPlugged) return;
    await (plugged ? service.plugIn() : service.unplug());
  }

  /** Whoever is signed in to practice is asked for the password again. */
  async expireToken(): Promise<void> {
    (await this.start()).endSessions(practiceAccount.username);
  }

  /** What its till and its service hold is deleted. The till must be closed. @throws when the files cannot be deleted. */
  async discard(tillFolder: string): Promise<void> {
    await this.close();
    this.#service = undefined;
    discardPractice(this.#folders, tillFolder);
  }

  async close(): Promise<void> {
    this.rehearsals.endAll();
    await (await this.#service)?.close();
  }
}
