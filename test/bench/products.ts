// Products as a large shop might have them, and what a cashier types to find them; both depend only
// on their number.
import * as v from 'valibot';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { unitPriceSchema } from '../../src-main/contract/money.ts';
import { seeded, type Seeded } from '../faults/seeded.ts';

type Words = readonly [string, ...string[]];

const nouns = [
  ...['Leite', 'Azeite', 'Arroz', 'Água', 'Café', 'Queijo', 'Iogurte', 'Bolacha', 'Massa'],
  ...['Cerveja', 'Vinho', 'Sumo', 'Detergente', 'Sabonete', 'Champô', 'Papel', 'Manteiga', 'Pão'],
  ...['Chocolate', 'Atum', 'Sardinha', 'Feijão', 'Grão', 'Açúcar', 'Sal', 'Farinha', 'Presunto'],
  ...['Caderno', 'Caneta', 'Parafuso', 'Prego', 'Tinta', 'Lâmpada', 'Pilha', 'Cabo', 'Tubo'],
] as const satisfies Words;
const kinds = [
  ...['branco', 'tinto', 'integral', 'magro', 'meio-gordo', 'extra virgem', 'com sal', 'sem sal'],
  ...['light', 'biológico', 'tradicional', 'especial', 'azul', 'preto', 'de coco', 'de limão'],
  ...[
    ...['para bebé', 'infantil', 'profissional', 'fino', 'grosso', 'clássico', 'do Alentejo'],
    'suave',
  ],
] as const satisfies Words;
const sizes = [
  ...['1 L', '500 ml', '250 ml', '33 cl', '75 cl', '1 kg', '500 g', '250 g', '100 g', '2 kg'],
  ...['6 un', '12 un', '4 x 120 g', '1,5 L', '5 L', '10 mm', '20 mm', '3 m'],
] as const satisfies Words;
const syllables = [
  ...['ba', 'be', 'bo', 'ca', 'co', 'da', 'do', 'fa', 'fe', 'ga', 'la', 'le', 'li', 'lu', 'ma'],
  ...['mi', 'na', 'no', 'pa', 'pe', 'ra', 're', 'ro', 'sa', 'se', 'ta', 'te', 'va', 'vi', 'nhão'],
] as const satisfies Words;

const brand = (random: Seeded): string => {
  const name = Array.from({ length: random.between(2, 4) }, () => random.pick(syllables)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** A few brands have most of the products. */
const commonest = (random: Seeded, brands: readonly string[]): string =>
  brands[Math.floor(brands.length * random.next() ** 3)] ?? '';

/** The barcode of the product with this number. */
const ean = (number: number): string => {
  const first = String(560_000_000_000 + number * 7);
  const sum = Array.from(first, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${first}${(10 - (sum % 10)) % 10}`;
};

export function* products(count: number): Generator<Product> {
  const random = seeded(count);
  const brands = Array.from({ length: 200 + Math.floor(count / 200) }, () => brand(random));
  const unitPrice = v.parse(unitPriceSchema, 1_990_000);
  for (let number = 0; number < count; number += 1) {
    const words = [random.pick(nouns), random.pick(kinds), commonest(random, brands)];
    yield {
      code: `${number % 3 === 0 ? 'ART-' : ''}${100_000 + number}`,
      description: `${words.join(' ')} ${random.pick(sizes)}`,
      ...{ barcodes: [ean(number)], unitPrice, unit: 'un', soldBy: 'piece', vatLabel: '23 %' },
      ...{ group: `Grupo ${number % 40}`, quickKey: null, colour: null },
    };
  }
}

export function barcodes(count: number, wanted: number): readonly string[] {
  const random = seeded(wanted);
  return Array.from({ length: wanted }, () => ean(random.between(0, count - 1)));
}

/**
 * Returns the text in the field after each key: names from their beginning and by their words in
 * another order, codes, pairs of words that most products have but hardly any together, and texts
 * that no product has.
 */
export function keystrokes(count: number, wanted: number): readonly string[] {
  const random = seeded(wanted);
  const some = [...products(Math.min(count, 2_000))] as unknown as [Product, ...Product[]];
  const phrase = (): string => {
    const { code, description } = random.pick(some);
    const words = description.split(' ');
    const shuffled = words.toSorted(() => random.next() - 0.5).join(' ');
    return random.pick([
      description,
      shuffled,
      shuffled.toLowerCase(),
      words.slice(-2).join(' '),
      code,
      `${random.pick(sizes)} ${random.pick(sizes)}`,
      `${random.pick(nouns)} ${random.pick(nouns)}`,
      `${random.pick(kinds)} ${brand(random)}`,
    ]);
  };
  const typed: string[] = [];
  while (typed.length < wanted) {
    const whole = phrase();
    for (let length = 1; length <= whole.length; length += 1) typed.push(whole.slice(0, length));
  }
  return typed.slice(0, wanted);
}
