// Tells from the name of a column in a catalogue file what the column holds.
import { productFields, type ProductField } from '../contract/catalogue.ts';
import { foldText } from '../contract/fold-text.ts';

/** Names that say on their own what a column holds. */
const exactNames: Readonly<Record<ProductField, readonly string[]>> = {
  code: [
    ...['code', 'codigo', 'cod', 'ref', 'referencia', 'reference', 'sku', 'plu', 'id'],
    ...['product code', 'item code', 'item number', 'internal reference', 'referencia interna'],
    ...['codigo artigo', 'codigo do artigo', 'cod artigo', 'codigo produto', 'codigo do produto'],
  ],
  description: [
    ...['description', 'descricao', 'designacao', 'design', 'nome', 'name', 'title', 'titulo'],
    ...['product name', 'item name', 'nome do produto', 'nome do artigo', 'denominacao'],
  ],
  barcodes: ['barcode', 'barcodes', 'ean', 'ean13', 'ean 13', 'ean8', 'gtin', 'upc', 'codbarras'],
  unitPrice: [
    ...['price', 'preco', 'pvp', 'unit price', 'preco unitario', 'preco venda', 'preco de venda'],
    ...['sale price', 'sales price', 'retail price', 'selling price', 'valor'],
  ],
  unit: ['unit', 'unidade', 'un', 'und', 'unid', 'uom', 'medida', 'unidade de medida'],
  soldBy: ['sold by', 'vendido por', 'venda por', 'vendido a', 'tipo de venda'],
  vatLabel: ['vat', 'iva', 'tax', 'taxa', 'taxa iva', 'taxa de iva', 'vat rate', 'imposto'],
  group: [
    ...['group', 'grupo', 'familia', 'family', 'category', 'categoria', 'department', 'seccao'],
    ...['departamento'],
  ],
  quickKey: ['quick key', 'quickkey', 'tecla', 'tecla rapida', 'hotkey', 'key'],
  colour: ['colour', 'color', 'cor'],
};

const tax = '(?:iva|vat|tax(?:es)?|imposto)';
const withoutTax = new RegExp(
  `\\b(?:s|sem|mais|acresce|ex|exc|excl\\w*|without|before|plus) ${tax}\\b` +
    `|\\b${tax} (?:nao incl\\w*|not incl\\w*|exc|excl\\w*)\\b|\\b(?:net|liquido)\\b`,
  'u',
);
const withTax = new RegExp(
  `\\b(?:c|com|inc|incl\\w*|with|after) ${tax}\\b|\\b${tax} (?:inc|incl\\w*)\\b`,
  'u',
);

/**
 * Words in a longer name. The first that matches counts, so that "preço c/ IVA" is a price and
 * "preço de custo" nothing.
 */
const nameWords: readonly (readonly [RegExp, ProductField | null])[] = [
  [/\b(custo|cost|compra|purchase|pcu?m?)\b/u, null],
  [/\b(stocks?|qtd|quantidade|quantity|qty|margem|margin|desconto|discount|peso|weight)\b/u, null],
  [
    /\b(fornecedor|supplier|data|date|marca|brand|obs|observacoes|notas|notes|image|imagem)\b/u,
    null,
  ],
  [/\b(barras?|barcodes?|ean\d*|gtin|upc)\b/u, 'barcodes'],
  [/\b(precos?|pvp\d*|prices?|pv\d*|p(r|rc)? venda)\b/u, 'unitPrice'],
  [/\b(valor|venda) (c|com|s|sem) iva\b/u, 'unitPrice'],
  [/\b(iva|vat|tax|taxa)\b/u, 'vatLabel'],
  [/\b(tecla|hotkey|quick)\b/u, 'quickKey'],
  [/\b(cor|colou?r)\b/u, 'colour'],
  [/\b(sub|grupo|group|familia|family|categoria|category)\b/u, 'group'],
  [/\b(unidade|unid|uom|unit)\b/u, 'unit'],
  [/\b(descricao|designacao|description|nome|name)\b/u, 'description'],
  [/\b(codigo|cod|code|ref|referencia|reference|sku)\b/u, 'code'],
];

/** What a name says. Of several columns that hold the same field, the most certain one counts. */
export interface NamedColumn {
  /** Null if the name says that the column holds nothing of ours; undefined if it says nothing. */
  readonly field: ProductField | null | undefined;
  /** 2 if a price says that it is with tax, 1 if the name alone says what the column holds. */
  readonly certainty: number;
  /** True for a price without tax, which is never taken for the price that a shop sells at. */
  readonly isPriceWithoutTax: boolean;
}

export function namedColumn(name: string): NamedColumn {
  const words = wordsOf(name);
  const exact = productFields.find((field) => exactNames[field].includes(words));
  const field = exact ?? nameWords.find(([pattern]) => pattern.test(words))?.[1];
  const isPrice = field === 'unitPrice' || /^(c|com|s|sem) iva$/u.test(words);
  if (isPrice && withoutTax.test(words)) {
    return { field: null, certainty: 0, isPriceWithoutTax: true };
  }
  const isWithTax = isPrice && withTax.test(words);
  return {
    field: isWithTax ? 'unitPrice' : field,
    certainty: isWithTax ? 2 : exact === undefined ? 0 : 1,
    isPriceWithoutTax: false,
  };
}

/**
 * Returns the name in lower case, without accents and signs. "P.V.P." and "PVPc/IVA" become the
 * words that they stand for.
 */
function wordsOf(name: string): string {
  return foldText(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(
      /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){2,}(?:(?<=\.)\p{L}(?![\p{L}\p{N}/.]))?/gu,
      (initials) => {
        return `${initials.replaceAll(/[.\s]/gu, '')} `;
      },
    )
    .replaceAll('+', ' mais ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=\bpvp\d*)(?=[cs] ?iva\b)/gu, ' ')
    .replace(/\b([cs])iva\b/gu, '$1 iva')
    .trim();
}
