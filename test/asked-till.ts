// A till on a real database and catalogue, without window, outbox and network: a test asks its
// requests as the page does, with anybody at it.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Catalogue } from '../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../src-main/catalogue/import.ts';
import { ManyProducts } from '../src-main/catalogue/many-products.ts';
import type { Cart } from '../src-main/contract/cart.ts';
import type { Product } from '../src-main/contract/catalogue.ts';
import type { Language } from '../src-main/contract/languages.ts';
import type { DoneBy } from '../src-main/contract/lock.ts';
import { defaultPrinting } from '../src-main/contract/printing.ts';
import type { Evidence } from '../src-main/contract/sales.ts';
import { defaultSelling } from '../src-main/contract/selling.ts';
import { CartWatch } from '../src-main/exceptions/cart-watch.ts';
import { catalogueRequests } from '../src-main/handlers/catalogue.ts';
import type { Context } from '../src-main/handlers/context.ts';
import { documentRequests } from '../src-main/handlers/documents.ts';
import { exceptionRequests } from '../src-main/handlers/exceptions.ts';
import { outboxRequests } from '../src-main/handlers/outbox.ts';
import { sellRequests } from '../src-main/handlers/sell.ts';
import type { Store } from '../src-main/store/open.ts';
import { replacePaymentMethods } from '../src-main/store/payment-methods.ts';
import { claimNext, mustStep } from '../src-main/store/sale-steps.ts';
import { readSaleDetail } from '../src-main/store/sales.ts';
import { asking } from './asking.ts';
import { startHelper } from './helper-process.ts';
import { openTill, temporaryFolder } from './integration/store/temporary-till.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { sampleCart, samplePayment } from './sample-sale.ts';

/** The 16th of March of 2026, at noon where the test runs. */
export const noon = new Date(2026, 2, 16, 12);

export function askedTill({
  methods = [{ id: 1, label: 'Cash' }],
  selling = defaultSelling,
  doneBy = null as DoneBy | null,
  products = [] as readonly Product[],
} = {}) {
  const folder = temporaryFolder();
  const file = join(folder, 'till.db');
  let db: Store = openTill(file);
  let cartWatch = new CartWatch(db);
  replacePaymentMethods(db, methods);
  const { catalogue } = Catalogue.open(folder);
  for (const product of products) catalogue.keep(product);
  onTestFinished(() => {
    catalogue.close();
  });
  const works: Promise<void>[] = [];
  // What the till does in the background would find its files gone, and fail another test.
  onTestFinished(async () => {
    await Promise.all(works);
  });
  const at = { doneBy, language: 'en' as Language, now: noon };
  /** Whom the till has told of something. */
  const told: string[] = [];
  /** The carts that the customer was shown. */
  const shownCarts: Cart[] = [];
  const environment = quietEnvironment({
    inBackground: (_whatFailed, work) => {
      works.push(work());
    },
  });
  const catalogueImport = new CatalogueImport(startHelper, catalogue, folder);
  const manyProducts = new ManyProducts(startHelper, catalogue, catalogueImport);
  const tillNow = () => ({
    ...{ db, cartWatch, catalogue, catalogueImport, manyProducts, environment },
    profile: { companyCode: 'LOJA / 1', userName: 'inês' },
    outbox: { wake: () => told.push('wake'), doubt: () => undefined, ended: () => undefined },
    automatic: { finished: () => undefined },
    saleChanged: () => told.push('sale'),
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
    settings: { value: { selling, printing: defaultPrinting } },
    language: () => at.language,
    now: () => at.now,
    receiptFolder: () => join(folder, 'receipts'),
    stateChanged: () => told.push('state'),
    display: { cartIs: (cart: Cart) => shownCarts.push(cart) },
  } as unknown as Context;
  const requests = {
    ...{ ...sellRequests(context), ...documentRequests(context), ...outboxRequests(context) },
    ...{ ...exceptionRequests(context), ...catalogueRequests(context) },
  };
  const ask = asking(requests, tillNow);
  return {
    ...{ at, told, shownCarts, ask, catalogue },
    get db() {
      return db;
    },
    /** Returns the reference of the sale. */
    sell: async (cart: Cart = sampleCart()) => {
      const payment = samplePayment(cart);
      const sold = await ask['sell.finish']({ cart, payment, isAnotherSale: true });
      if (!sold.ok) throw new Error(sold.error.code);
      await Promise.all(works);
      return sold.value.sale.reference;
    },
    /** The service refuses the oldest sale for good. */
    refuse: (reference: string) => {
      claimNext(db, 1);
      const evidence: Evidence = { kind: 'refused', errors: [] };
      mustStep(db, { reference, event: 'refused', evidence, atMs: 2 });
      mustStep(db, { reference, event: 'judged', evidence, atMs: 3 });
    },
    evidenceOf: (reference: string) =>
      readSaleDetail(db, reference)?.steps.map(({ evidence }) => evidence),
    /** Opens the file again, as a start of the program does. */
    reopen: () => {
      db.close();
      db = openTill(file);
      cartWatch = new CartWatch(db);
    },
  };
}
