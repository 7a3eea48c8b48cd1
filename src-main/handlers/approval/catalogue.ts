// The words for what a manager is asked to approve about products: changed, imported, learnt,
// arranged.
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { catalogueError } from '../../catalogue/damage.ts';
import type { Product } from '../../contract/catalogue.ts';
import type { Result } from '../../contract/errors.ts';
import {
  mostNamed,
  namesEach,
  type ManyChange,
  type PreviewedProduct,
} from '../../contract/many-products.ts';
import { learntOf } from '../../learning/take-products.ts';
import { type Known, type WordsOf, quoted, clean } from './known.ts';

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

const shownOf = ({ code, description }: Product) => ({
  code: clean(code),
  description: clean(description),
});

/** Returns the words for the barcodes that the product gets, and for those that it loses. */
function scannedBy(
  before: Product['barcodes'],
  after: Product['barcodes'],
  { says }: Known,
): readonly string[] {
  const listOf = (barcodes: readonly string[]) => barcodes.map(quoted).join(', ');
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
  const shown = deed.kind === 'group' ? { ...deed, group: isolated(deed.group) } : deed;
  const group = view?.group ?? null;
  const of = view && {
    text: view.text.trim() === '' ? '' : isolated(view.text.trim()),
    group: group && isolated(group),
  };
  return [
    manyProducts.deed(deed.kind === 'group' && deed.group === '' ? deed : shown),
    manyProducts.view(of),
    ...(drops ? [manyProducts.drops(drops)] : []),
  ];
}

/** Returns the words for one product that changes: as it is, and as it would be. */
function namedWords({ product, outcome }: PreviewedProduct, { says, format }: Known): string {
  const code = clean(product.code);
  const description = quoted(clean(product.description));
  const price = format.unitPrice(product.unitPrice);
  if (outcome.kind === 'removed') return says.removeProduct(code, description, price);
  const after = outcome.kind === 'changed' ? outcome.to.unitPrice : undefined;
  return after === undefined
    ? says.changeProduct(code, description, price)
    : says.changePrice(code, description, price, format.unitPrice(after));
}

/**
 * Returns the words for the products as they were before the last change, at most the first few.
 */
const foundWords = (known: Known): readonly string[] =>
  inTillCatalogue(known, (catalogue) => catalogue.undoing()).map((product) => {
    const { code, description } = shownOf(product);
    const price = known.format.unitPrice(product.unitPrice);
    return known.says.keepProduct(code, quoted(description), price);
  });

const soldIn = (soldBy: Product['soldBy'], { texts }: Known): string =>
  texts.products.soldBys[soldBy ?? 'unit'];

export const catalogueWords: WordsOf<'catalogue' | 'learning'> = {
  'catalogue.receive': (_, { says }) => [says.importCatalogue],
  'catalogue.use': (_, { says }) => [says.useCatalogue],
  'catalogue.export': (_, { says }) => [says.exportCatalogue],
  'catalogue.keep': ({ product }, known) => {
    const { code, description, unitPrice, barcodes } = product;
    const price = known.format.unitPrice(unitPrice);
    return [
      known.says.addProduct(code, quoted(description), price),
      ...scannedBy([], barcodes, known),
    ];
  },
  'learning.takeProducts': ({ products }, { says, format, context: { session } }) => {
    const taken = session.till ? learntOf(session.till.learning, products) : [];
    const lowest = taken.toSorted((one, other) => one.unitPrice - other.unitPrice)[0];
    return [
      says.takeProducts(taken.length),
      ...(lowest ? [says.lowestPrice(lowest.code, format.unitPrice(lowest.unitPrice))] : []),
    ];
  },
  'catalogue.save': ({ id, product }, known) => {
    const { says, format } = known;
    const { code, description } = product;
    const price = format.unitPrice(product.unitPrice);
    const before = id === null ? undefined : listedIn(id, known);
    const scanned = scannedBy(before?.barcodes ?? [], product.barcodes, known);
    if (!before) return [says.addProduct(code, quoted(description), price), ...scanned];
    const was = shownOf(before);
    const named = was.description === description ? [] : [quoted(was.description)];
    const coded = was.code === code ? [] : [was.code];
    return [
      before.unitPrice === product.unitPrice
        ? says.changeProduct(code, quoted(description), price)
        : says.changePrice(code, quoted(description), format.unitPrice(before.unitPrice), price),
      ...(named.length + coded.length > 0 ? [says.wasCalled([...coded, ...named].join(', '))] : []),
      ...scanned,
      ...(before.soldBy === product.soldBy
        ? []
        : [says.soldBy(soldIn(before.soldBy, known), soldIn(product.soldBy, known))]),
      ...(before.unit === product.unit
        ? []
        : [says.unit(quoted(clean(before.unit)), quoted(clean(product.unit)))]),
    ];
  },
  'catalogue.remove': ({ id }, known) => {
    const product = listedIn(id, known);
    if (!product) return [known.says.removeProduct('', String(id), '')];
    const { code, description } = shownOf(product);
    const price = known.format.unitPrice(product.unitPrice);
    return [known.says.removeProduct(code, quoted(description), price)];
  },
  'catalogue.changeMany': ({ previewId }, known) => {
    const { amount } = known.texts.products;
    const asked = known.context.session.till?.manyProducts;
    const many = asked?.previewed(previewId);
    if (!asked || !many) return [known.says.changeMany(amount(0))];
    const page = { previewId, part: 'changing', offset: 0, limit: mostNamed } as const;
    const named = namesEach(many) ? inTillCatalogue(known, () => valueOf(asked.part(page))) : [];
    return [
      known.says.changeMany(amount(many.products)),
      ...manyWords(many, known),
      ...named.map((each) => namedWords(each, known)),
    ];
  },
  'catalogue.undo': (_, known) => {
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
};
