// What a manager is asked to approve. Products: changed, imported, learnt, arranged.
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { catalogueError } from '../../catalogue/damage.ts';
import type { Product } from '../../contract/catalogue.ts';
import { type Known, type WordsOf, quoted, clean } from './known.ts';

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

export const catalogueWords: WordsOf<'catalogue' | 'learning'> = {
  'catalogue.receive': (_, { says }) => [says.importCatalogue],
  'catalogue.use': (_, { says }) => [says.useCatalogue],
  'catalogue.export': (_, { says }) => [says.exportCatalogue],
  'catalogue.keep': ({ product }, { says, format }) => {
    const { code, description, unitPrice } = product;
    return [says.keepProduct(code, description, format.unitPrice(unitPrice))];
  },
  'learning.takeProducts': ({ products }, { says }) => [says.takeProducts(products.length)],
  'catalogue.save': ({ id, product }, known) => {
    const { says, format } = known;
    const { code, description } = product;
    const price = format.unitPrice(product.unitPrice);
    const before = id === null ? undefined : listedIn(id, known);
    if (!before) return [says.addProduct(code, quoted(description), price)];
    const was = shownOf(before);
    const named = was.description === description ? [] : [quoted(was.description)];
    const coded = was.code === code ? [] : [was.code];
    return [
      before.unitPrice === product.unitPrice
        ? says.changeProduct(code, quoted(description), price)
        : says.changePrice(code, quoted(description), format.unitPrice(before.unitPrice), price),
      ...(named.length + coded.length > 0 ? [says.wasCalled([...coded, ...named].join(', '))] : []),
    ];
  },
  'catalogue.remove': ({ id }, known) => {
    const product = listedIn(id, known);
    if (!product) return [known.says.removeProduct('', String(id), '')];
    const { code, description } = shownOf(product);
    const price = known.format.unitPrice(product.unitPrice);
    return [known.says.removeProduct(code, quoted(description), price)];
  },
  'catalogue.undo': (_, known) => [
    known.says.undoCatalogue,
    ...inTillCatalogue(known, (catalogue) =>
      catalogue.undoing().map((product) => {
        const { code, description } = shownOf(product);
        const price = known.format.unitPrice(product.unitPrice);
        return known.says.keepProduct(code, quoted(description), price);
      }),
    ),
  ],
};
