// What a document's lines are called and sold as: in the service's words, else in those of the sale that was made here, else in
// those of the till's own catalogue.
import type { CartLine } from '../../src-main/contract/cart.ts';
import type { DocumentLine } from '../../src-main/contract/documents.ts';
import type { OpenedDocument } from '../../src-main/contract/sales.ts';

type Source = Pick<OpenedDocument, 'sale' | 'products'>;

export interface NamedLine extends DocumentLine {
  /** Whose words the description is in; null where it has none. */
  readonly namedBy: 'service' | 'sale' | 'catalogue' | null;
  readonly isInCatalogue: boolean;
}

export const namedLines = (lines: readonly DocumentLine[], source: Source): readonly NamedLine[] =>
  lines.map((line, place) => namedLine(line, place, source));

function namedLine(line: DocumentLine, place: number, { sale, products }: Source): NamedLine {
  const product = products.find(({ code }) => code === line.code);
  const isInCatalogue = product !== undefined;
  if (line.description !== '') return { ...line, namedBy: 'service', isInCatalogue };
  const sold = soldAs(line, place, sale?.lines ?? []);
  if (sold) {
    return { ...line, description: sold.description, namedBy: 'sale', isInCatalogue };
  }
  if (product) {
    return { ...line, description: product.description, namedBy: 'catalogue', isInCatalogue };
  }
  return { ...line, namedBy: null, isInCatalogue };
}

/** The line in the same place first: free lines may share a code. */
const soldAs = ({ code }: DocumentLine, place: number, sold: readonly CartLine[]) =>
  code === '' ? undefined : [sold[place], ...sold].find((line) => line?.code === code);

/** A line that can be sold once more, as far as it is known. */
export interface LineToSell extends DocumentLine {
  readonly unit?: CartLine['unit'];
  readonly listPrice?: CartLine['listPrice'];
}

/** With the unit and the list price that the catalogue has for them: a service's lines show neither. */
export const withProducts = (
  lines: readonly NamedLine[],
  products: OpenedDocument['products'],
): readonly LineToSell[] =>
  lines.map((line): LineToSell => {
    const { code, description, quantity, unitPrice } = line;
    const plain = { code, description, quantity, unitPrice };
    const product = products.find((each) => each.code === code);
    if (!product) return plain;
    const isLowered = unitPrice !== null && unitPrice < product.unitPrice;
    return {
      ...plain,
      ...(product.unit !== '' && { unit: product.unit }),
      ...(isLowered && { listPrice: product.unitPrice }),
    };
  });
