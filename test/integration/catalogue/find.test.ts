// Finds products as a cashier types: in small catalogues by example, and in a large one compared
// with a plain search.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { foldText } from '../../../src-main/contract/fold-text.ts';
import { schemaVersion } from '../../../src-main/catalogue/schema.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { isLong } from '../../tier.ts';
import {
  keepAll,
  openCatalogue,
  openImported,
  openedIn,
  openedOnce,
  product,
  writtenFile,
} from './import-samples.ts';
import { must } from '../../must.ts';

const named = (code: string, description: string, ...barcodes: string[]): Product =>
  product(code, { description, barcodes });

const shop = [
  named('CAFE', 'Café'),
  named('CAFE-D', 'Café descafeinado'),
  named('PAO', 'Pão de água'),
  named('12', 'Água 12 garrafas', '5601234567892'),
  named('CADERNO-A5', 'Caderno'),
  named('P12', 'Lápis'),
  named('120', 'Borracha'),
];

const codesIn = (catalogue: Catalogue, text: string): readonly string[] =>
  catalogue.find(text).map(({ code }) => code);
const catalogueOf = openedOnce(keepAll);
const importedOf = openedOnce((catalogue, products) => {
  must(catalogue.replaceWith(writtenFile(products)));
});
const codesFor = (text: string, products: readonly Product[] = shop): readonly string[] =>
  codesIn(catalogueOf(products), text);

test('a found product has all its fields', () => {
  const whole = product('W1', {
    description: 'Queijo da Serra',
    barcodes: ['2000001', 'ABC-1'],
    unit: 'kg',
    vatLabel: '6 %',
    group: 'Laticínios',
    quickKey: 3,
    colour: 'blue',
  });
  expect(openCatalogue([whole]).catalogue.find('W1')).toEqual([whole]);
});

test.each<[readonly string[], readonly string[]]>([
  [
    ['cafe', 'CAFÉ', 'café', 'Cafe\u0301', ' cafe '],
    ['CAFE', 'CAFE-D'],
  ],
  // Words in any order, by their beginnings.
  [['agua pao', 'ag pa'], ['PAO']],
  // Operators of a search language are words.
  [['gua', 'agua cafe', '', '   ', '\u0301', 'cafe OR pao', 'NOT cafe'], []],
])('each of %j finds %j', (texts, found) => {
  for (const text of texts) expect(codesFor(text), text).toEqual(found);
});

test('a number finds its unit, apart or together', () => {
  const oil = [named('A', 'Azeite 500ml'), named('B', 'Azeite 500 ml'), named('C', 'Azeite 50 ml')];
  expect(codesFor('500ml', oil)).toEqual(['A', 'B']);
  expect(codesFor('500 ml', oil)).toEqual(['A', 'B']);
});

test('the exact code comes first, then the barcode, then codes, descriptions and words with that beginning', () => {
  const products = shop.map((each) =>
    each.code === 'CADERNO-A5' ? { ...each, barcodes: ['12'] } : each,
  );
  const { catalogue } = openImported(products);
  expect(codesIn(catalogue, '12')).toEqual([...['12', 'CADERNO-A5', '120', 'P12']]);
  expect(codesFor('cafe-d')[0]).toBe('CAFE-D');
  const sugars = [
    named('X', 'Pacote de açúcar'),
    named('Y', 'Açúcar branco'),
    named('ACUCAR', 'Z'),
  ];
  expect(codesFor('açucar', sugars)).toEqual(['ACUCAR', 'Y', 'X']);
});

test('codes that differ only in case are two, and the one in the typed case comes first', () => {
  const two = [named('ab', 'Um'), named('AB', 'Dois')];
  expect(codesFor('ab', two)).toEqual(['ab', 'AB']);
  expect(codesFor('AB', two)).toEqual(['AB', 'ab']);
});

const bottles = [
  named('AGUA', 'Água', '5601234567892'),
  named('VINHO', 'Vinho', '5601239876548'),
  named('SUMO', 'Sumo', '036000291452'),
  named('CHA', 'Chá', '0012345678905'),
  named('MAL', 'Etiqueta errada', '5607777777777'),
];

test.each([
  ['560123', ['AGUA', 'VINHO']],
  ['5601234', ['AGUA']],
  ['5601234567892', ['AGUA']],
  // Without the check digit.
  ['560123456789', ['AGUA']],
  ['560777777777', ['MAL']],
  // As it is printed below the bars.
  ['5 601234 567892', ['AGUA']],
  ['5 601234 56789', ['AGUA']],
  // A UPC-A with its leading zero and without, whole and in part.
  ['036000291452', ['SUMO']],
  ['0036000291452', ['SUMO']],
  ['03600029145', ['SUMO']],
  ['036000', ['SUMO']],
  ['003600', ['SUMO']],
  ['012345678905', ['CHA']],
  // Too few digits, or digits from the middle.
  ['56012', []],
  ['234567', []],
])('%j finds the barcodes with that beginning', (text, codes) => {
  expect(codesFor(text, bottles)).toEqual(codes);
});

test('a code and the whole barcode come before barcodes that only begin with it', () => {
  const products = [
    named('LONGER', 'Mais longo', '56012345678921'),
    named('WHOLE', 'Inteiro', '5601234567892'),
    named('5601234567892', 'Código'),
    named('56012345678920', 'Começa assim'),
  ];
  const { catalogue } = openImported(products);
  expect(codesIn(catalogue, '5601234567892')).toEqual([
    '5601234567892',
    'WHOLE',
    '56012345678920',
    'LONGER',
  ]);
});

test('at most twenty of very many barcodes with the same beginning are returned', () => {
  const all = Array.from({ length: 60 }, (_, at) =>
    named(`B${at}`, 'Igual', String(56_000_000 + at)),
  );
  expect(codesFor('560000', all)).toHaveLength(20);
});

const spelt = [
  named('Q1', "Sumo d'uva"),
  named('Q2', 'Auto-rádio'),
  named('Q3', 'K/7 virgem'),
  named('Q4', 'Cœur de palmier'),
  named('Q5', 'Weißbier'),
  named('Q6', '50% Lã 50% Seda'),
  named('Q7', 'Neutro'),
  named('Q8', 'T-Shirt azul'),
  named('Q9', 'Œuf dur'),
  named('Q10', 'Plan Straße'),
  named('Q11', 'Autorádio de bancada'),
  named('Q12', 'Sumo d’uva branca'),
  named('Q13', 'Smørrebrød, Łódź'),
  named('Q14', 'Bar-b-q'),
  named('Q16', 'Käse, Müller'),
  named('Q15', 'Tshirt verde'),
];

test.each([
  ['duva', ['Q1', 'Q12']],
  ["d'uva", ['Q1', 'Q12']],
  ['uva branca', ['Q12']],
  ['autoradio', ['Q11', 'Q2']],
  ['auto radio', ['Q2', 'Q11']],
  ['auto-rád', ['Q2', 'Q11']],
  ['k7', ['Q3']],
  ['coeur', ['Q4']],
  ['cœur', ['Q4']],
  ['weissbier', ['Q5']],
  ['WEISSBIER', ['Q5']],
  ['weißb', ['Q5']],
  ['tshirt', ['Q15', 'Q8']],
  ['tshirt azul', ['Q8']],
  ['t-shirt', ['Q8', 'Q15']],
  ['T shirt azul', ['Q8']],
  ['oeuf', ['Q9']],
  ['strasse', ['Q10']],
  ['smorrebrod', ['Q13']],
  ['lodz', ['Q13']],
  ['smoerrebroed', ['Q13']],
  ['kaese mueller', ['Q16']],
  ['kase muller', ['Q16']],
  ['barbq', ['Q14']],
  ['bq', ['Q14']],
])('%j is found however it is spelt and joined', async (text, codes) => {
  expect(codesFor(text, spelt)).toEqual(codes);
  // As an import has it, and in the list of all that a text finds.
  const catalogue = importedOf(spelt);
  expect(codesIn(catalogue, text)).toEqual(codes);
  const { products } = must(await catalogue.list({ text, group: null }, 0, 50));
  expect(new Set(products.map(({ product: { code } }) => code))).toEqual(new Set(codes));
});

test('an older file is indexed again when it is opened, and loses nothing', () => {
  const twice = named('Q21', 'Fio', '0012345678905');
  const {
    folder,
    catalogue: before,
    file,
  } = openImported([...[...spelt, named('Q20', 'Rádio', '70312'), twice]]);
  before.close();
  // As the version before has made it: fewer words, and keys with the zeros that were printed.
  const db = new Database(file);
  db.exec(`
    DROP TABLE word;
    CREATE VIRTUAL TABLE word USING
      fts5(words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
    INSERT INTO word (rowid, words) VALUES (1, 'q 1 sumo d uva');
    CREATE TABLE common_beginning (beginning TEXT PRIMARY KEY, form TEXT, ids BLOB) STRICT;
    CREATE TABLE late_word (word TEXT, product_id INTEGER) STRICT;
    INSERT INTO late_word (word, product_id) VALUES ('neutro', 7);
    CREATE TABLE gone (product_id INTEGER PRIMARY KEY) STRICT;
    DELETE FROM barcode;
    INSERT INTO barcode VALUES ('0012345678905', 18), ('70312', 17);
    UPDATE product SET barcodes = '["70312","070312"]' WHERE product_id = 17;
  `);
  db.pragma('user_version = 1');
  db.close();

  const { catalogue, notices } = openedIn(folder);
  expect(notices).toEqual([]);
  expect(codesIn(catalogue, 'duva')).toEqual(['Q1', 'Q12']);
  expect(codesIn(catalogue, 'neutro')).toEqual(['Q7']);
  expect(catalogue.byBarcode('12345678905')?.code).toBe('Q21');
  expect(catalogue.byBarcode('0070312')?.code).toBe('Q20');
  expect(catalogue.summary().products).toBe(spelt.length + 2);
  const again = new Database(file, { readonly: true });
  expect(again.pragma('user_version', { simple: true })).toBe(schemaVersion);
  again.close();
});

const hostile = [
  ...['%', '_', "'", '"', '*', '"*"', 'x OR 1=1', 'NEAR(', 'NEAR(cafe, 2)', '^cafe', 'cafe*', '-'],
  ...['words : cafe', '\0', 'cafe\0', '\ud800', '{cafe}', 'cafe + cafe', '(', 'AND', 'NOT cafe'],
];

test('what belongs to a search language is searched for as plain text', () => {
  const { catalogue } = openCatalogue(shop);
  for (const text of hostile) {
    const printable = text.toWellFormed().replace(/\p{Cc}/gu, '');
    must(catalogue.keep(named('ODD', `Odd ${printable} thing`)));
    expect(() => catalogue.find(text), text).not.toThrow();
    expect(codesIn(catalogue, `odd ${text}`), text).toContain('ODD');
  }
});

test('a text longer than any description finds nothing', () => {
  for (const long of ['a'.repeat(10_000), 'cafe '.repeat(2_000), '"'.repeat(10_000)])
    expect(codesFor(long)).toEqual([]);
});

test('at most twenty are returned, and the exact code is among them', () => {
  const many = Array.from({ length: 60 }, (_, index) => named(`T${index}`, `Aaa tea T59 ${index}`));
  expect(codesFor('tea', many)).toHaveLength(20);
  expect(codesFor('t59', many)[0]).toBe('T59');
});

const nouns = ['Leite', 'Leitão', 'Arroz', 'Água', 'Azeite', 'Açúcar', 'Sal', 'Sabão', 'Atum'];
const kinds = ['meio-gordo', 'magro', 'do Norte', 'da Quinta', 'especial', 'azul', 'extra'];
const sizes = ['1 L', '500 ml', '250ml', '1 kg', '500g', '6 un', '33 cl'];

/**
 * More products than the search takes from the full-text index, so that most beginnings here are
 * common ones.
 */
const many = 9_000;

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

function largeCatalogue(): { catalogue: Catalogue; products: Product[] } {
  const products = Array.from({ length: many }, (_, index) => {
    // Each part takes a step of its own, so that all combinations occur.
    const words = [at(nouns, index), at(kinds, index * 3 + (index >> 4)), at(sizes, index >> 3)];
    const code = index % 5 === 0 ? `${at(nouns, index + 2)}-${index}` : String(100_000 + index);
    return named(code, [...words, String(index % 97)].join(' '), String(7_000_000 + index));
  });
  return { catalogue: openImported(products).catalogue, products };
}

/** Words of letters or of digits. */
const wordsOf = (folded: string): readonly string[] => folded.match(/\p{L}+|\p{N}+/gu) ?? [];

/** The keys that `plainFind` compares, worked out once for each product. */
const keysOf = (product: Product) => ({
  product,
  code: foldText(product.code),
  description: foldText(product.description),
  words: wordsOf(foldText(`${product.code} ${product.description}`)),
});
type Keys = ReturnType<typeof keysOf>;

/** Does what `find` promises by going through every product. `all` is in the catalogue's order. */
function plainFind(all: readonly Keys[], text: string): readonly string[] {
  const key = foldText(text.trim());
  const words = wordsOf(key);
  const begins = (field: 'code' | 'description') =>
    all
      .filter((each) => each[field].startsWith(key))
      .sort((one, other) => (one[field] < other[field] ? -1 : 1));
  const ranked = [
    ...all.filter(({ code }) => code === key),
    ...all.filter(({ product }) => product.barcodes.includes(text.trim())),
    ...begins('code'),
    ...begins('description'),
    ...all.filter((each) => words.every((word) => each.words.some((own) => own.startsWith(word)))),
  ];
  return [...new Set(ranked.map(({ product }) => product.code))];
}

/** Expects the first twenty; among equally ranked products any may come first. */
function expectFound(catalogue: Catalogue, keys: readonly Keys[], text: string): void {
  const codes = codesIn(catalogue, text);
  const all = plainFind(keys, text);
  expect(codes, text).toHaveLength(Math.min(20, all.length));
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(all, text).toContain(code);
}

const typed = fc
  .tuple(
    fc.array(fc.constantFrom(...nouns, ...kinds, ...sizes, '7', '100', 'ausente'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 4 }),
  )
  .map(([parts, lengths]) => parts.map((part, index) => part.slice(0, lengths[index])).join(' '));

test('a search in a large catalogue finds the same as going through every product', () => {
  const { catalogue, products } = largeCatalogue();
  const keys = products.map(keysOf);
  fc.assert(
    fc.property(typed, (text) => {
      expectFound(catalogue, keys, text);
    }),
    { numRuns: isLong ? 300 : 20 },
  );
  // What only contains the words comes in the order of the catalogue.
  for (const text of ['norte 500', 'ml l', 'extra azul', 'un 6', 'g kg', 'quinta s 9'])
    expect(codesIn(catalogue, text), text).toEqual(plainFind(keys, text).slice(0, 20));
});

test('products added, renamed and repriced by hand are found by their present names', () => {
  const { catalogue, products } = largeCatalogue();
  const renamed = products[1];
  const repriced = products[5_001];
  if (!renamed || !repriced) throw new Error('the catalogue is too small');
  const changes = [
    { ...renamed, description: 'Leite raro recente' },
    { ...repriced, unitPrice: product('').unitPrice, vatLabel: '6 %' },
    named('NOVO', 'Mistura de sal e arroz, raro', '999'),
  ];
  for (const change of changes) must(catalogue.keep(change));

  const now = [...products.filter((each) => each !== renamed && each !== repriced), ...changes].map(
    keysOf,
  );
  const wordsBefore = wordsOf(foldText(renamed.description)).filter((word) => word.length > 1);
  for (const text of ['raro', 'leite raro', 'r l', 'l raro rec', wordsBefore.join(' ')]) {
    expectFound(catalogue, now, text);
  }
  expect(codesIn(catalogue, 'arroz sal')).toEqual(['NOVO']);
  expect(codesIn(catalogue, 'raro recente')).toEqual([renamed.code]);
  expect(catalogue.find(`${renamed.description} ${renamed.code}`)).toEqual([]);
  expect(catalogue.find(repriced.code)[0]).toEqual(changes[1]);
  expect(catalogue.find(`${repriced.code.slice(0, 5)} ${repriced.description}`)[0]).toEqual(
    changes[1],
  );
  expect(catalogue.find('999')[0]?.code).toBe('NOVO');
  expect(catalogue.summary().products).toBe(many + 1);
});
