// A till on a real database and catalogue whose sell screen and list of exceptions a test asks as
// the page does, with anybody at it.
import { CartWatch } from '../../../src-main/exceptions/cart-watch.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import { ManyProducts } from '../../../src-main/catalogue/many-products.ts';
import { startHelper } from '../../helper-process.ts';
import { cartLineSchema, type Cart, type CartLine } from '../../../src-main/contract/cart.ts';
import type { TillException } from '../../../src-main/contract/exceptions.ts';
import type { DoneBy } from '../../../src-main/contract/lock.ts';
import { noDiscount } from '../../../src-main/contract/money.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import type { Language } from '../../../src-main/contract/languages.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { catalogueRequests } from '../../../src-main/handlers/catalogue.ts';
import { documentRequests } from '../../../src-main/handlers/documents.ts';
import { exceptionRequests } from '../../../src-main/handlers/exceptions.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { exampleProducts } from '../../../src-main/practice/seed-till.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { asking } from '../../asking.ts';
import { quietEnvironment } from '../../quiet-environment.ts';
import { samplePayment } from '../../sample-sale.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';

/** The 16th of March of 2026, at noon where the test runs. */
export const noon = new Date(2026, 2, 16, 12);

/** A line as the catalogue has it, if it has the code. */
export function line(code: string, change: Partial<Record<keyof CartLine, unknown>> = {}) {
  const product = exampleProducts().find((each) => each.code === code);
  const { description = code, unitPrice = 800_000 } = product ?? {};
  return v.parse(cartLineSchema, {
    ...{ lineId: randomUUID(), code, description, quantity: 1000, unitPrice },
    ...change,
  });
}

export const cartOf = (...lines: readonly CartLine[]): Cart => ({
  cartId: randomUUID(),
  lines: [...lines],
  discount: noDiscount,
  taxNumber: null,
});

export function watchedTill() {
  const folder = temporaryFolder();
  const file = join(folder, 'till.db');
  let db: Store = openTill(file);
  let cartWatch = new CartWatch(db);
  replacePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  const { catalogue } = Catalogue.open(folder);
  for (const product of exampleProducts()) catalogue.keep(product);
  onTestFinished(() => {
    catalogue.close();
  });
  const works: Promise<void>[] = [];
  // What the till does in the background would find its files gone, and fail another test.
  onTestFinished(async () => {
    await Promise.all(works);
  });
  const at = { doneBy: { name: 'Rui' } as DoneBy | null, language: 'en' as Language, now: noon };
  const environment = quietEnvironment({
    inBackground: (_whatFailed, work) => {
      works.push(work());
    },
  });
  const catalogueImport = new CatalogueImport(startHelper, catalogue, folder);
  const manyProducts = new ManyProducts(startHelper, catalogue, catalogueImport);
  const tillNow = () => ({
    ...{ db, cartWatch, catalogue, catalogueImport, manyProducts },
    profile: { companyCode: 'LOJA / 1', userName: 'inês' },
    outbox: { wake: () => undefined, doubt: () => undefined, ended: () => undefined },
    automatic: { finished: () => undefined },
    saleChanged: () => undefined,
    environment,
  });
  const context = {
    session: {
      get till() {
        return tillNow();
      },
    },
    lock: {
      get doneBy() {
        return at.doneBy;
      },
    },
    settings: { value: { selling: defaultSelling, printing: defaultPrinting } },
    language: () => at.language,
    now: () => at.now,
    receiptFolder: () => join(folder, 'receipts'),
    stateChanged: () => undefined,
  } as unknown as Context;
  const requests = {
    ...sellRequests(context),
    ...documentRequests(context),
    ...outboxRequests(context),
    ...exceptionRequests(context),
    ...catalogueRequests(context),
  };
  const ask = asking(requests, tillNow);
  return {
    at,
    ask,
    catalogue,
    get db() {
      return db;
    },
    save: (cart: Cart) => ask['sell.saveCart']({ cart }),
    sell: async (cart: Cart) => {
      const payment = samplePayment(cart);
      const sold = await ask['sell.finish']({ cart, payment, isAnotherSale: true });
      if (!sold.ok) throw new Error(sold.error.code);
      await Promise.all(works);
      return sold.value.sale.reference;
    },
    list: async (date = '2026-03-16'): Promise<readonly TillException[]> => {
      const answer = await ask['exceptions.list']({ date });
      if (!answer.ok) throw new Error(answer.error.code);
      return answer.value;
    },
    /** Opens the file again, as a start of the program does. */
    reopen: () => {
      db.close();
      db = openTill(file);
      cartWatch = new CartWatch(db);
    },
  };
}
