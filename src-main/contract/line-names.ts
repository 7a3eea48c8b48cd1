// What a document's lines are called on screen and on paper. The first of these that exists counts:
// the service's words, those of the sale made here, those of the till's own catalogue, what may be
// the service's words.
import type { CartLine } from './cart.ts';
import type { DocumentLine } from './documents.ts';
import type { OpenedDocument } from './sales.ts';

type Source = Pick<OpenedDocument, 'sale' | 'products'>;

export interface NamedLine extends DocumentLine {
  /** Whose words the description is in; null if there is none. */
  readonly namedBy: 'service' | 'sale' | 'catalogue' | 'guess' | null;
  readonly isInCatalogue: boolean;
}

export const namedLines = (lines: readonly DocumentLine[], source: Source): readonly NamedLine[] =>
  lines.map((line, place) => namedLine(line, place, source));

function namedLine(line: DocumentLine, place: number, { sale, products }: Source): NamedLine {
  const product = products.find(({ code }) => code === line.code);
  const isInCatalogue = product !== undefined;
  if (line.description !== '' && !line.isNameGuessed) {
    return { ...line, namedBy: 'service', isInCatalogue };
  }
  const sold = soldAs(line, place, sale?.lines ?? []);
  if (sold) return { ...line, description: sold.description, namedBy: 'sale', isInCatalogue };
  if (product) {
    return { ...line, description: product.description, namedBy: 'catalogue', isInCatalogue };
  }
  return { ...line, namedBy: line.description === '' ? null : 'guess', isInCatalogue };
}

/** Looks at the line in the same place first: free lines may share a code. */
const soldAs = ({ code }: DocumentLine, place: number, sold: readonly CartLine[]) =>
  code === '' ? undefined : [sold[place], ...sold].find((line) => line?.code === code);
