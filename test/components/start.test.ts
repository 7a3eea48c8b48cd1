// The steps of the first day that show what documents have told, at a till that answers as the test
// says.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type {
  LearningState,
  LearntMethod,
  LearntProduct,
} from '../../src-main/contract/learning.ts';
import { cents, unitPriceSchema } from '../../src-main/contract/money.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { layOut } from './lay-out.ts';
import { show, signedIn } from './shown-till.ts';

const learning: LearningState = {
  ...{ phase: 'ended', read: 120, most: 500, error: null, withoutLines: false, unrecognised: 0 },
  found: { methods: 3, products: 4, customers: 3, kinds: 2 },
};
const price = (micros: number) => v.parse(unitPriceSchema, micros);
const lastOn = '2026-11-20';

function learnt(code: string, name: string, change: Partial<LearntProduct> = {}): LearntProduct {
  const at = { lowest: price(18_900_000), highest: price(21_450_000), on: lastOn };
  return {
    ...{ code, names: [name], unit: 'kg', documents: 52, lastOn },
    price: { ...at, unitPrice: price(18_900_000), isTaxIncluded: true },
    ...change,
  };
}
const unpriced = (isTaxIncluded: boolean | null): LearntProduct['price'] => ({
  ...{ unitPrice: price(12_345_678), lowest: price(12_345_678), highest: price(12_345_678) },
  ...{ on: lastOn, isTaxIncluded },
});
const products = [
  learnt('QUEIJO-SERRA', 'Queijo da Serra da Estrela amanteigado'),
  learnt('PRESUNTO', 'Presunto de Chaves', { price: unpriced(false) }),
  learnt('AZEITE-750', 'Azeite virgem extra 750 ml', { price: unpriced(null) }),
  learnt('CAFE', 'Café', { names: ['Café expresso', 'Café', 'Bica'] }),
];

const method = (id: number, label: string, change: Partial<LearntMethod> = {}): LearntMethod => ({
  ...{ id, label, documents: 40, lastOn, example: null },
  ...change,
});

/** Returns on how many lines the text stands, wherever it is in sight. */
function linesOf(text: string): readonly number[] {
  const shownElements = [...document.querySelectorAll('main *')].filter(
    (element) =>
      element.childElementCount === 0 &&
      element.textContent.includes(text) &&
      element.checkVisibility(),
  );
  return shownElements.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

/** Expects a table within its card, and each name to have room for some words. */
function expectRoom(at: string): void {
  const card = document.querySelector('.card.table');
  const table = card?.querySelector('table');
  if (!card || !table) throw new Error('no table shows');
  const edge = card.getBoundingClientRect().right;
  expect(table.getBoundingClientRect().right, at).toBeLessThanOrEqual(edge);
  const names = [...table.querySelectorAll('input[type="text"]:not(.amount)')];
  for (const name of names) expect(name.clientWidth, at).toBeGreaterThan(140);
}

describe.each(playedLanguages)('in %s', (language) => {
  const { start } = messagesFor(language);
  const { unitPrice, money } = formatFor(language);
  const sizes = [
    { width: 1024, height: 768 },
    { width: 1366, height: 768 },
  ];

  it('the prices at which a product was seen are on one line, and so is what they lack', async () => {
    show(
      { ...signedIn, language },
      {
        'learning.state': learning,
        'learning.products': { products, inCatalogue: 0, bestSold: [] },
      },
      '#/start/products',
    );
    const exact = unitPrice(price(12_345_678));
    const texts = [
      `${unitPrice(price(18_900_000))} – ${unitPrice(price(21_450_000))}`,
      start.products.withoutTax(exact),
      start.products.unsaid(exact),
    ];
    await expect.element(page.getByText('PRESUNTO').first()).toBeInTheDocument();
    for (const size of sizes) {
      await layOut(size);
      const at = String(size.width);
      expect(texts.map(linesOf), at).toEqual([[1, 1], [1], [1]]);
      expect(linesOf('QUEIJO-SERRA'), at).toEqual([1]);
      expectRoom(at);
    }
    await examine();
  });

  it('a payment method shows its latest document as an example, and its order can be changed', async () => {
    const example = { docKey: 'FS 2026A/1234', totalCents: cents(1240) };
    show(
      { ...signedIn, language, paymentMethods: [] },
      {
        'learning.state': learning,
        'learning.methods': [
          method(2, 'Multibanco'),
          method(1, 'Numerário'),
          method(52, 'Meio 52', { documents: 3, example }),
        ],
      },
      '#/start/methods',
    );
    const shownText = start.methods.example(example.docKey, money(example.totalCents));
    await expect.element(page.getByText(shownText).first()).toBeInTheDocument();
    for (const size of sizes) {
      await layOut(size);
      const at = String(size.width);
      expect(linesOf(shownText), at).toEqual([1]);
      expectRoom(at);
    }
    const names = () =>
      page
        .getByRole('table', { name: start.names.methods })
        .getByRole('textbox')
        .elements()
        .map((field) => (field as HTMLInputElement).value);
    expect(names()).toEqual(['Numerário', 'Multibanco', 'Meio 52']);
    await page.getByRole('button', { name: start.methods.up('Meio 52') }).click();
    expect(names()).toEqual(['Numerário', 'Meio 52', 'Multibanco']);
    await examine();
  });
});
