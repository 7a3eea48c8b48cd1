// What the columns of a catalogue file hold, guessed by their names, and by their values where names do not tell.
import { productFields, type ProductField, type Reading } from '../contract/catalogue.ts';
import { colourOf, priceOf } from './import-cells.ts';
import { foldText } from '../contract/fold-text.ts';

type Columns = Reading['columns'];
type Rows = readonly (readonly string[])[];

/** Names that say it all. */
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
  vatLabel: ['vat', 'iva', 'tax', 'taxa', 'taxa iva', 'taxa de iva', 'vat rate', 'imposto'],
  group: [
    ...['group', 'grupo', 'familia', 'family', 'category', 'categoria', 'department', 'seccao'],
    ...['departamento'],
  ],
  quickKey: ['quick key', 'quickkey', 'tecla', 'tecla rapida', 'hotkey', 'key'],
  colour: ['colour', 'color', 'cor'],
};

/** Words in a longer name; the first that holds counts, so that "preço c/ IVA" is a price and "preço de custo" nothing. */
const nameWords: readonly (readonly [RegExp, ProductField | null])[] = [
  [/\b(custo|cost|compra|purchase|pcu?m?)\b/u, null],
  [/\b(stocks?|qtd|quantidade|quantity|qty|margem|margin|desconto|discount|peso|weight)\b/u, null],
  [
    /\b(fornecedor|supplier|data|date|marca|brand|obs|observacoes|notas|notes|image|imagem)\b/u,
    null,
  ],
  [/\b(barras?|barcodes?|ean\d*|gtin|upc)\b/u, 'barcodes'],
  [/\b(precos?|pvp\d*|prices?|pv\d*)\b/u, 'unitPrice'],
  [/\b(iva|vat|tax|taxa)\b/u, 'vatLabel'],
  [/\b(tecla|hotkey|quick)\b/u, 'quickKey'],
  [/\b(cor|colou?r)\b/u, 'colour'],
  [/\b(sub|grupo|group|familia|family|categoria|category)\b/u, 'group'],
  [/\b(unidade|unid|uom|unit)\b/u, 'unit'],
  [/\b(descricao|designacao|description|nome|name)\b/u, 'description'],
  [/\b(codigo|cod|code|ref|referencia|reference|sku)\b/u, 'code'],
];

/** Null: it says that the column holds nothing of ours. Undefined: it says nothing. */
function fieldOfName(name: string): ProductField | null | undefined {
  const words = foldText(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const exact = productFields.find((field) => exactNames[field].includes(words));
  return exact ?? nameWords.find(([pattern]) => pattern.test(words))?.[1];
}

/** How many of the names are ones that a column can have. */
export const countKnownNames = (names: readonly string[]): number =>
  names.filter((name) => fieldOfName(name) !== undefined).length;

/** Of all fields but barcodes the first column counts. `names` is null where the file has none. */
export function guessColumns(names: readonly string[] | null, rows: Rows, width: number): Columns {
  const columns: (ProductField | null | undefined)[] = Array.from({ length: width }, (_, index) =>
    fieldOfName(names?.[index] ?? ''),
  );
  const exact = new Map<ProductField, number>();
  names?.forEach((name, index) => {
    const field = columns[index];
    if (field && exactNames[field].includes(foldText(name).trim()) && !exact.has(field)) {
      exact.set(field, index);
    }
  });
  columns.forEach((field, index) => {
    if (!field || field === 'barcodes') return;
    if ((exact.get(field) ?? columns.indexOf(field)) !== index) columns[index] = null;
  });
  guessByValues(columns, rows);
  // A shop without codes of its own sells by barcode.
  const barcodes = columns.indexOf('barcodes');
  if (!columns.includes('code') && barcodes >= 0) columns[barcodes] = 'code';
  return columns.map((field) => field ?? null);
}

/** Each test takes the first column that is still open and whose cells mostly pass it. */
const valueTests: readonly (readonly [ProductField, (cell: string) => boolean])[] = [
  ['barcodes', (cell) => /^'?(?:\d{8}|\d{12,14})$/u.test(cell)],
  ['vatLabel', (cell) => /^(?:(?:IVA )?(?:[0469]|12|13|16|18|22|23)(?:[.,]0+)? ?%?)$/iu.test(cell)],
  ['unitPrice', (cell) => isPrice(cell) && /[.,]\d{1,4}\D*$/u.test(cell)],
  ['unitPrice', (cell) => isPrice(cell) && /\p{Sc}/u.test(cell)],
  [
    'unit',
    (cell) => /^(?:un|und|unid|uni|kg|g|gr|l|lt|ml|cl|cx|pc|pç|par|emb|m|m2|m3)\.?$/iu.test(cell),
  ],
  ['colour', (cell) => colourOf(cell) !== undefined],
];

export const isPrice = (cell: string): boolean =>
  priceOf(cell, ',') !== undefined || priceOf(cell, '.') !== undefined;

function guessByValues(columns: (ProductField | null | undefined)[], rows: Rows): void {
  const valuesOf = (index: number): readonly string[] =>
    rows.map((row) => row[index]?.trim() ?? '').filter(Boolean);
  const open = (): readonly number[] =>
    [...columns.keys()].filter((at) => columns[at] === undefined);
  const take = (field: ProductField, index: number | undefined): void => {
    if (index !== undefined && !columns.includes(field)) columns[index] = field;
  };

  for (const [field, test] of valueTests) {
    take(
      field,
      open().find((index) => isMostly(valuesOf(index), test)),
    );
  }
  take(
    'code',
    open().find((index) => areCodes(valuesOf(index), rows.length)),
  );
  const byLength = open().toSorted((a, b) => meanLetters(valuesOf(b)) - meanLetters(valuesOf(a)));
  take(
    'description',
    byLength.find((index) => meanLetters(valuesOf(index)) > 2),
  );
  take(
    'unitPrice',
    open().find((index) => isMostly(valuesOf(index), isPrice)),
  );
}

const isMostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= 0.9 * values.length;

/** In every row, each once, without blanks. */
const areCodes = (values: readonly string[], rows: number): boolean =>
  values.length === rows &&
  new Set(values).size === rows &&
  isMostly(values, (value) => /^\S+$/u.test(value));

const meanLetters = (values: readonly string[]): number =>
  values.reduce((sum, value) => sum + value.replace(/\P{L}+/gu, '').length, 0) /
  (values.length || 1);
