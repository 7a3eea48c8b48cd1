// Finds what a scanned text stands for in this catalogue.
import * as v from 'valibot';
import type { Scanned } from '../contract/selling.ts';
import {
  readBarcode,
  withCheckDigit,
  type InStore,
  type InStoreRule,
  type NearRule,
} from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import { groupSeparator, plainGtin, readElements, type Gs1Elements } from '../contract/gs1.ts';
import { digitsThroughLayouts, readThroughLayouts } from '../contract/keyboard-layouts.ts';
import { piecesByLabels, weighedByLabels } from '../contract/label-price.ts';
import { soldAs } from '../contract/sold-by.ts';
import { oneUnit, quantitySchema, unitPriceSchema } from '../contract/money.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * The catalogue comes first, even for a code whose check digit is wrong, or one that a rule would
 * read. What it does not know may have been typed on another country's keyboard: numbers and the
 * elements of GS1, whose forms say that they are right, are looked for as they were meant.
 */
export function scan(catalogue: Catalogue, text: string, rules: readonly InStoreRule[]): Scanned {
  const scanned = text.trim();
  const result = scanText(catalogue, scanned, rules);
  if (result.kind !== 'unknown' || result.gtin !== undefined) return result;
  const meant = [...digitsThroughLayouts(scanned), ...elementsThroughLayouts(scanned)];
  const others = meant
    .map((each) => scanText(catalogue, each, rules))
    .filter(({ kind }) => kind !== 'misread')
    .filter((other) => other.kind !== 'unknown' || other.gtin !== undefined);
  return others.length === 1 && others[0] ? others[0] : result;
}

const elementsThroughLayouts = (text: string): readonly string[] =>
  text.length < 16 || /^\d+$/.test(text)
    ? []
    : readThroughLayouts(text)
        .map(({ meant }) => meant)
        .filter((meant) => /\D/.test(meant) && readElements(meant) !== null);

function scanText(catalogue: Catalogue, text: string, rules: readonly InStoreRule[]): Scanned {
  const plain = text.replaceAll(groupSeparator, '');
  const product = productNamed(catalogue, plain);
  if (product) return onePiece(product);
  const elements = readElements(text);
  if (elements) return scanElements(catalogue, elements, rules);
  // A scanner may say which kind of bars it has read.
  return scanCode(catalogue, plain.replace(/^\][A-Za-z]\d/, ''), rules);
}

function scanCode(catalogue: Catalogue, code: string, rules: readonly InStoreRule[]): Scanned {
  const product = productNamed(catalogue, code);
  if (product) return onePiece(product);
  const { isMisread, inStore, near } = readBarcode(code, rules);
  if (isMisread) return { kind: 'misread' };
  if (inStore) return weighedOrPriced(catalogue, inStore);
  return near ? { kind: 'unknown', near } : { kind: 'unknown' };
}

const onePiece = (product: Product): Scanned => ({
  kind: 'product',
  product,
  quantity: oneUnit,
  isFromLabel: false,
  unitPrice: product.unitPrice,
});

/**
 * Returns the product with this barcode or code. One that is written exactly so comes before one
 * with other zeros before it.
 */
function productNamed(catalogue: Catalogue, text: string): Product | undefined {
  const owner = catalogue.byBarcode(text);
  if (owner?.barcodes.includes(text)) return owner;
  return catalogue.byCode(text) ?? owner ?? catalogue.byDigits(text);
}

/** A piece stays one piece, whatever it weighs. A price is what the customer reads on the label. */
function scanElements(
  catalogue: Catalogue,
  { gtin, weight, price }: Gs1Elements,
  rules: readonly InStoreRule[],
): Scanned {
  const unknown: Scanned = { kind: 'unknown', gtin: plainGtin(gtin) };
  const product = productNamed(catalogue, gtin) ?? weighedGood(catalogue, gtin);
  if (!product) {
    const result = scanCode(catalogue, plainGtin(gtin), rules);
    return result.kind === 'unknown' ? { ...result, ...unknown } : result;
  }
  if (price !== null) return labelled(product, 'price', price) ?? unknown;
  if (weight === null || soldAs(product) === 'piece') return onePiece(product);
  return labelled(product, 'weight', weight) ?? unknown;
}

/** What is weighed has a 9 before the number that its good has elsewhere. */
const weighedGood = (catalogue: Catalogue, gtin: string): Product | undefined =>
  gtin.startsWith('9') ? productNamed(catalogue, withCheckDigit(gtin.slice(1, -1))) : undefined;

function weighedOrPriced(catalogue: Catalogue, inStore: InStore): Scanned {
  const { prefix, items, labels, value, amount } = inStore;
  const near = (differs: NearRule): Scanned => ({ kind: 'unknown', near: differs });
  const product = [...items, ...labels]
    .map((item) => productNamed(catalogue, item))
    .find((each) => each !== undefined);
  if (!product) return near({ prefix, differs: 'item', item: items[0] ?? '' });
  return labelled(product, value, amount) ?? near({ prefix, differs: 'amount' });
}

/** Returns null for more than a till can sell. */
function labelled(product: Product, value: InStore['value'], amount: number): Scanned | null {
  if (amount === 0) return { kind: 'empty', product, value };
  if (value === 'weight') {
    const weight = v.safeParse(quantitySchema, amount);
    if (!weight.success) return null;
    const { unitPrice } = product;
    return { kind: 'product', product, quantity: weight.output, isFromLabel: true, unitPrice };
  }
  const price = v.safeParse(unitPriceSchema, amount);
  if (!price.success) return null;
  const byLabels = value === 'price' ? weighedByLabels : piecesByLabels;
  const { labelCents, ...line } = byLabels(product, oneUnit, price.output);
  const isFromLabel = true;
  return {
    kind: 'product',
    isFromLabel,
    ...line,
    ...(labelCents !== null && { labelPrice: price.output }),
  };
}
