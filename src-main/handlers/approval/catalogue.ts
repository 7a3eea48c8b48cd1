// What a manager is asked to approve. Products: changed, imported, learnt, arranged.
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { catalogueError } from '../../catalogue/damage.ts';
import type { Product } from '../../contract/catalogue.ts';
import { learntOf } from '../../learning/take-products.ts';
import { type Known, type WordsOf, quoted, clean, cleaned } from './known.ts';

/** Nothing where it cannot be read. */
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

/** As the catalogue has it, whatever the page calls it. */
const listedIn = (id: number, known: Known): Product | undefined =>
  inTillCatalogue(known, (catalogue) => [catalogue.byId(id)?.product])[0];

const shownOf = ({ code, description }: Product) => ({
  code: clean(code),
  description: clean(description),
});

/** The barcodes that it gets, and those that it has no more. */
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
  'catalogue.changeMany': ({ previewId }, { says, texts, context: { session } }) => {
    const previewed = session.till?.manyProducts.previewed(previewId);
    if (!previewed) return [says.changeMany(0)];
    const { deed, view, changing } = previewed;
    const { deed: deedText, view: viewText } = texts.manyProducts;
    return [
      says.changeMany(changing),
      deedText(cleaned(deed) as typeof deed),
      viewText(cleaned(view) as typeof view),
    ];
  },
  'catalogue.undo': (_, known) => [
    ...inTillCatalogue(known, (catalogue) => [catalogue.lastChange()]).map((last) =>
      last?.isOfMany === true ? known.says.undoMany(last.products) : known.says.undoCatalogue,
    ),
    ...inTillCatalogue(known, (catalogue) =>
      catalogue.undoing().map((product) => {
        const { code, description } = shownOf(product);
        const price = known.format.unitPrice(product.unitPrice);
        return known.says.keepProduct(code, quoted(description), price);
      }),
    ),
  ],
};
