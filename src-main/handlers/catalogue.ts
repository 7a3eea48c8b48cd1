// Handles the catalogue: finding, changing products, importing a file step by step, exporting.
import { ok, type Result } from '../contract/errors.ts';
import {
  changeCatalogue,
  exportCatalogue,
  inCatalogue,
  inCatalogueLater,
  keepUnknown,
  told,
} from '../till/in-catalogue.ts';
import { actingNow, type Context } from './context.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import type { Till } from '../till/till.ts';
import { forEverybody, type Requests } from './request.ts';
import type { ProductSave, Product } from '../contract/catalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueError } from '../catalogue/damage.ts';
import {
  mostNamed,
  namesEach,
  type ManyChange,
  type PreviewedProduct,
} from '../contract/many-products.ts';
import { type Known, clean } from './approval.ts';

const quickKeyCodes = ({ db, catalogue }: Till): readonly string[] =>
  quickKeyPages(readQuickKeyPages(db), catalogue).flatMap(({ keys }) =>
    keys.flatMap((key) => (key?.product ? [key.code] : [])),
  );

export function catalogueRequests(context: Context): Requests<'catalogue'> {
  /** Who changes the catalogue; null in a till without cashiers. */
  const doerNow = () => actingNow(context, null);
  return {
    'catalogue.summary': forEverybody((_, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.summary())),
    ),
    'catalogue.keep': {
      actions: 'change_catalogue',
      words: ({ product }, known) => [
        known.says.addProduct(...named(product, known)),
        ...scannedBy([], product.barcodes, known),
      ],
      run: ({ product }, till) =>
        changeCatalogue(till, context.log, (catalogue) =>
          keepUnknown(catalogue, product, doerNow()),
        ),
    },
    'catalogue.list': forEverybody(({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.list(view, offset, limit)),
    ),
    'catalogue.range': forEverybody(({ offset, limit, ...view }, till) =>
      inCatalogueLater(till, (catalogue) => catalogue.range(view, offset, limit)),
    ),
    'catalogue.groups': forEverybody((_, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.groups())),
    ),
    'catalogue.save': {
      // Cashiers may add a plain new product if the shop allows it, but change none.
      actions: (save) =>
        isPlainNewProduct(save) && context.settings.value.selling.cashiersAddProducts
          ? []
          : ['change_catalogue'],
      words: ({ id, product }, known) => {
        const { says } = known;
        const before = id === null ? undefined : listedIn(id, known);
        const scanned = scannedBy(before?.barcodes ?? [], product.barcodes, known);
        const [code, description, price] = named(product, known);
        if (!before) return [says.addProduct(code, description, price), ...scanned];
        const [oldCode, oldDescription, oldPrice] = named(before, known);
        const former = [
          ...(oldCode === code ? [] : [oldCode]),
          ...(oldDescription === description ? [] : [oldDescription]),
        ];
        return [
          before.unitPrice === product.unitPrice
            ? says.changeProduct(code, description, price)
            : says.changePrice(code, description, oldPrice, price),
          ...(former.length > 0 ? [says.wasCalled(former.join(', '))] : []),
          ...scanned,
          ...(before.soldBy === product.soldBy
            ? []
            : [says.soldBy(soldIn(before.soldBy, known), soldIn(product.soldBy, known))]),
          ...(before.unit === product.unit
            ? []
            : [says.unit(says.quoted(clean(before.unit)), says.quoted(clean(product.unit)))]),
        ];
      },
      run: (save, till) =>
        changeCatalogue(till, context.log, (catalogue) => {
          const doer = doerNow();
          return catalogue.save(save, 'typed', doer.atMs, doer);
        }),
    },
    'catalogue.remove': {
      actions: 'change_catalogue',
      words: ({ id }, known) => {
        const product = listedIn(id, known);
        const { removeProduct } = known.says;
        return [
          product ? removeProduct(...named(product, known)) : removeProduct('', String(id), ''),
        ];
      },
      run: ({ id }, till) =>
        changeCatalogue(till, context.log, (catalogue) => catalogue.remove(id, doerNow())),
    },
    'catalogue.undo': {
      actions: 'change_catalogue',
      isStale: ({ changeId }) => {
        const { till } = context.session;
        if (!till) return null;
        const last = inCatalogue(till, (catalogue) => ok(catalogue.lastChange()));
        if (!last.ok) return last.error;
        return last.value?.changeId === changeId ? null : { code: 'nothing_to_undo' };
      },
      words: (_, known) => {
        const [many] = inTillCatalogue(known, (catalogue) => {
          const last = catalogue.lastMany();
          return last ? [last] : [];
        });
        if (many) {
          const products = known.texts.products.amount(many.products);
          return [
            known.says.undoMany(products),
            ...manyWords(many, known),
            ...(namesEach(many) ? foundWords(known) : []),
          ];
        }
        return [known.says.undoCatalogue, ...foundWords(known)];
      },
      run: async ({ changeId }, till) => {
        const { manyProducts } = till;
        const undone = await inCatalogueLater(till, () =>
          manyProducts.undo(changeId, doerNow(), context.changeProgress),
        );
        return told(till, context.log, undone);
      },
    },
    'catalogue.lastChange': forEverybody((_, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.lastChange())),
    ),
    'catalogue.previewMany': forEverybody(({ chosen, deed }, till) =>
      inCatalogueLater(till, () => till.manyProducts.preview(chosen, deed)),
    ),
    'catalogue.previewedProducts': forEverybody((part, till) =>
      inCatalogue(till, () => till.manyProducts.part(part)),
    ),
    'catalogue.changeMany': {
      actions: 'change_catalogue',
      isStale: ({ previewId }) => {
        const { till } = context.session;
        const isThere = !till || till.manyProducts.previewed(previewId);
        return isThere ? null : { code: 'products_changed' };
      },
      words: ({ previewId }, known) => {
        const { amount } = known.texts.products;
        const manyProducts = known.context.session.till?.manyProducts;
        const many = manyProducts?.previewed(previewId);
        if (!manyProducts || !many) return [known.says.changeMany(amount(0))];
        const page = { previewId, part: 'changing', offset: 0, limit: mostNamed } as const;
        const products = namesEach(many)
          ? inTillCatalogue(known, () => valueOf(manyProducts.part(page)))
          : [];
        return [
          known.says.changeMany(amount(many.products)),
          ...manyWords(many, known),
          ...products.map((each) => changeWords(each, known)),
        ];
      },
      run: async ({ previewId }, till) => {
        const { manyProducts } = till;
        const done = await inCatalogueLater(till, () =>
          manyProducts.change(previewId, doerNow(), context.changeProgress),
        );
        return told(till, context.log, done);
      },
    },
    'catalogue.stopChange': forEverybody(async (_, till) => {
      await till.manyProducts.stop();
      return ok(null);
    }),
    'catalogue.receive': {
      // The parts after the first go on with an import that the person was allowed to begin.
      actions: ({ isFirst }) => (isFirst ? ['change_catalogue'] : []),
      words: (_, { says }) => [says.importCatalogue],
      run: (part, till) => till.catalogueImport.receive(part),
    },
    'catalogue.preview': forEverybody(({ reading }, till) => till.catalogueImport.preview(reading)),
    'catalogue.read': forEverybody(({ reading, ...options }, till) => {
      const nowMs = context.now().getTime();
      return till.catalogueImport.read(reading, nowMs, context.catalogueProgress, {
        ...options,
        quickKeys: quickKeyCodes(till),
      });
    }),
    'catalogue.discard': forEverybody((_, till) => till.catalogueImport.discard()),
    'catalogue.use': {
      actions: 'change_catalogue',
      words: (_, { says, context: { session } }) => {
        const {
          added = 0,
          changed = 0,
          removed = 0,
        } = session.till?.catalogueImport.report?.comparison ?? {};
        return [says.useCatalogue(added, changed, removed)];
      },
      isStale: ({ reportId }) => {
        const { till } = context.session;
        const isGone = till && till.catalogueImport.report?.reportId !== reportId;
        return isGone ? { code: 'not_found' } : null;
      },
      run: async ({ reportId }, till) => {
        return told(till, context.log, await till.catalogueImport.use(reportId, doerNow()));
      },
    },
    'catalogue.export': {
      actions: 'export',
      words: (_, { says }) => [says.exportCatalogue],
      run: (_, till) =>
        exportCatalogue(till, {
          folder: context.receiptFolder(),
          language: context.language,
        }),
    },
  };
}

/**
 * Returns whether it is a product as a cashier adds it after a scan: a new one with one barcode at
 * most, and no place among the quick keys.
 */
const isPlainNewProduct = ({ id, product }: ProductSave): boolean =>
  id === null && product.barcodes.length <= 1 && product.quickKey === null && product.unitPrice > 0;

/** Returns nothing if the catalogue cannot be read. */
function inTillCatalogue<Value>(
  { context: { session } }: Known,
  read: (catalogue: Catalogue) => readonly Value[],
): readonly Value[] {
  try {
    return session.till ? read(session.till.catalogue) : [];
  } catch (error) {
    if (catalogueError(error)) return [];
    throw error;
  }
}

const valueOf = <Value>(part: Result<readonly Value[]>): readonly Value[] =>
  part.ok ? part.value : [];

/** Returns the product as the catalogue has it, whatever the page calls it. */
const listedIn = (id: number, known: Known): Product | undefined =>
  inTillCatalogue(known, (catalogue) => [catalogue.byId(id)?.product])[0];

/** Returns how a manager reads of a product: its code, its quoted name and its price. */
const named = (
  { code, description, unitPrice }: Pick<Product, 'code' | 'description' | 'unitPrice'>,
  { says, format }: Known,
) => [clean(code), says.quoted(clean(description)), format.unitPrice(unitPrice)] as const;

/** Returns the words for the barcodes that the product gets, and for those that it loses. */
function scannedBy(
  before: Product['barcodes'],
  after: Product['barcodes'],
  { says }: Known,
): readonly string[] {
  const listOf = (barcodes: readonly string[]) => barcodes.map(says.quoted).join(', ');
  const [was, is] = [before.map(clean), after.map(clean)];
  const added = is.filter((barcode) => !was.includes(barcode));
  const gone = was.filter((barcode) => !is.includes(barcode));
  return [
    ...(added.length > 0 ? [says.barcodesAdded(listOf(added))] : []),
    ...(gone.length > 0 ? [says.barcodesGone(listOf(gone))] : []),
  ];
}

/** Returns the words for what is done, or was done, and to what. */
function manyWords(
  { deed, view, drops }: ManyChange,
  { texts: { manyProducts } }: Known,
): readonly string[] {
  const isolated = (text: string): string => `\u2068${clean(text)}\u2069`;
  const shownDeed = deed.kind === 'group' ? { ...deed, group: isolated(deed.group) } : deed;
  const group = view?.group ?? null;
  const of = view && {
    text: view.text.trim() === '' ? '' : isolated(view.text.trim()),
    group: group && isolated(group),
  };
  return [
    manyProducts.deed(deed.kind === 'group' && deed.group === '' ? deed : shownDeed),
    manyProducts.view(of),
    ...(drops ? [manyProducts.drops(drops)] : []),
  ];
}

/** Returns the words for one product that changes: as it is, and as it would be. */
function changeWords({ product, outcome }: PreviewedProduct, known: Known): string {
  const { says, format } = known;
  const [code, description, price] = named(product, known);
  if (outcome.kind === 'removed') return says.removeProduct(code, description, price);
  const after = outcome.kind === 'changed' ? outcome.to.unitPrice : undefined;
  return after === undefined
    ? says.changeProduct(code, description, price)
    : says.changePrice(code, description, price, format.unitPrice(after));
}

/** Returns the words for the products before the last change, at most the first few. */
const foundWords = (known: Known): readonly string[] =>
  inTillCatalogue(known, (catalogue) => catalogue.undoing()).map((product) =>
    known.says.keepProduct(...named(product, known)),
  );

const soldIn = (soldBy: Product['soldBy'], { texts }: Known): string =>
  texts.products.soldBys[soldBy ?? 'unit'];
