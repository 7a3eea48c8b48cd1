// The stores of the open shop, which stay while its screens come and go. Another company or till is
// another shop and has its own, so that nothing that one holds reaches the next.
import { createContext } from 'svelte';
import type { Drafts } from '../bridge/drafts.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { CartStore } from '../lines/cart-store.svelte.ts';
import { lineOf } from '../lines/product-line.ts';
import { Scans } from '../lines/scans.svelte.ts';
import { Weighing } from '../lines/weighing.svelte.ts';
import { NewDocumentPage } from '../new-document/new-document.svelte.ts';
import type { ScanDesk } from '../scanning/scan-desk.svelte.ts';
import { CatalogueImport } from './catalogue-import.svelte.ts';
import { DocumentBrowser } from './document-browser.svelte.ts';
import { DocumentExport } from './document-export.svelte.ts';
import { ManyChange } from './many-change.svelte.ts';
import { ProductList } from './product-list.svelte.ts';
import { LatestSale } from './sale-finished.svelte.ts';

/** What goes on while the till is locked, as it holds nothing but files. */
export interface ShopJobs {
  readonly importing: CatalogueImport;
  readonly many: ManyChange;
  readonly exporting: DocumentExport;
}

export interface OpenShop extends ShopJobs {
  readonly cart: CartStore;
  readonly scans: Scans;
  readonly weighing: Weighing;
  readonly latest: LatestSale;
  readonly documents: DocumentBrowser;
  readonly newDocument: NewDocumentPage;
  readonly products: ProductList;
}

export const [useShop, provideShop] = createContext<OpenShop>();

export const shopJobs = (till: Till): ShopJobs => ({
  importing: new CatalogueImport(till),
  many: new ManyChange(till),
  exporting: new DocumentExport(till),
});

interface Opening {
  readonly till: Till;
  readonly drafts: Drafts;
  readonly desk: ScanDesk;
  readonly jobs: ShopJobs;
}

/** Must be called while a component starts. Takes back what was kept while the till was locked. */
export function openShop({ till, drafts, desk, jobs }: Opening): OpenShop {
  const cart = new CartStore(till);
  void cart.open(drafts.keep('sale.cart', () => cart.draft));
  cart.onadd = (line, totalCents) => {
    const { description, quantity } = line;
    desk.say({ kind: 'added', description, quantity, totalCents });
  };
  const weighing = new Weighing(cart);
  weighing.restore(drafts.keep('sale.weighing', () => weighing.draft));
  const scans = new Scans({
    till,
    add: (product, quantity, unitPrice, labelCents, isGiven) => {
      if (isGiven) cart.add(lineOf(product, quantity, unitPrice, labelCents));
      else weighing.sell(product, { quantity, isGiven });
    },
    say: (message) => desk.say(message),
  });
  scans.restore(drafts.keep('sale.scans', () => scans.draft));
  const latest = new LatestSale(till);
  latest.restore(drafts.keep('sale.finished', () => latest.draft));
  const newDocument: NewDocumentPage = new NewDocumentPage(
    till,
    drafts.keep('new-document', () => newDocument.kept),
  );
  const documents = new DocumentBrowser(till);
  const products = new ProductList(till);
  return { ...jobs, cart, scans, weighing, latest, documents, newDocument, products };
}
