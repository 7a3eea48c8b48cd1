// Scans at the page, played key by key: keyboards of other countries, pauses and endings, what is
// said of labels and codes that nothing was sold for, and percentages.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import { emptyCart, type Cart } from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { oneUnit, quantitySchema, unitPriceSchema } from '../../src-main/contract/money.ts';
import type { Scanned } from '../../src-main/contract/selling.ts';
import { lineOf } from '../../src-renderer/lines/product-line.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { visible } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { play, playScan, type PlayedKey } from './played-scanner.ts';
import { noting, scanned, show, signedIn, type Answers } from './shown-till.ts';

const ean = '5601234100075';
const bread: Product = { ...product('PAO'), description: 'Pão de mistura', barcodes: [ean] };
const neutral: Product = { ...product('Q7'), description: 'Neutro' };
const scarf: Product = { ...product('Q6'), description: '50% Lã 50% Seda' };
const ham: Product = {
  ...product('77'),
  ...{ description: 'Presunto', unit: 'kg', soldBy: 'measure' },
};
const cart: Cart = {
  ...emptyCart('00000000-0000-4000-8000-000000000001'),
  lines: [neutral, ham].map((each) => lineOf(each, oneUnit, each.unitPrice)),
};
/** Shows the sell screen. Returns the carts as main would keep them, and what was looked up. */
async function selling(
  known: Readonly<Record<string, Scanned>> = { [ean]: scanned(bread) },
  more: Answers = {},
  language: Language = 'en',
) {
  const savedCarts: Cart[] = [cart];
  const requests: string[] = [];
  show(
    { ...signedIn, language },
    {
      'sell.openCart': cart,
      'sell.saveCart': noting(savedCarts, null, (argument) => argument.cart),
      'sell.scan': ({ text }: Argument<'sell.scan'>) => {
        requests.push(text);
        return known[text] ?? { kind: 'unknown' };
      },
      ...more,
    },
  );
  await expect.element(page.getByText('Neutro').first()).toBeVisible();
  const codes = () => savedCarts.at(-1)?.lines.map(({ code }) => code);
  return { saved: savedCarts, requests, codes };
}

const field = () => page.getByRole('combobox');
const { scanning, sell } = messagesFor('en');

describe.each([
  ['Portugal with capitals locked', "cf'key'4", "cf'times"],
  ['France', "CF)KEY)'", 'CF)TI?ES'],
  ['the United States, by a German scanner', 'CF/KEZ/4', 'CF/TIMES'],
  ['the United States', 'CF-KEY-4', 'CF-TIMES'],
])('on the keyboard of %s', (_, key, times) => {
  it('commands are obeyed', async () => {
    const { codes, saved } = await selling();
    playScan(key);
    await expect.element(field()).toHaveValue('4');
    playScan(times);
    await expect.element(field()).toHaveValue('4*');
    playScan(ean);
    await expect.poll(codes).toEqual(['Q7', '77', 'PAO']);
    expect(saved.at(-1)?.lines.at(-1)?.quantity).toBe(4000);
  });
});

const endings: readonly (readonly [string, readonly Omit<PlayedKey, 'gapMs'>[]])[] = [
  ['CR', [{ key: 'Enter' }]],
  ['CR LF', [{ key: 'Enter' }, { key: 'j', ctrlKey: true }]],
  ['CR and a line feed that is an arrow', [{ key: 'Enter' }, { key: 'ArrowDown' }]],
  ['CR LF as two Enters', [{ key: 'Enter' }, { key: 'Enter' }]],
  ['LF', [{ key: 'j', ctrlKey: true }]],
  ['LF that is an arrow', [{ key: 'ArrowDown' }]],
  ['Tab', [{ key: 'Tab' }]],
  ['nothing', []],
];

it.each(endings)(
  'a scan that ends with %s is one line, and chooses no other, with pauses and without',
  async (_, end) => {
    const { requests, codes } = await selling();
    await userEvent.click(field());
    for (const pauses of [{}, { 1: 300 }, { 4: 120 }, { 7: 300 }, { 2: 70, 9: 250 }]) {
      requests.length = 0;
      playScan(ean, end, pauses);
      await expect.poll(() => requests, { message: JSON.stringify(pauses) }).toEqual([ean]);
      await expect.element(field()).toHaveValue('');
      await expect.element(field()).toHaveFocus();
    }
    expect(codes()).toEqual(['Q7', '77', 'PAO']);
  },
);

const gtin = '95601234500021';
const withMore: readonly (readonly [string, string])[] = [
  [`01${gtin}`, '3103001350'],
  [`https://id.gs1.org/01/${gtin}`, '?3103=001350'],
];

it.each(withMore)(
  'what goes on behind a number that is whole, %s, is one scan, also after a pause',
  async (whole, rest) => {
    const { requests } = await selling();
    await userEvent.click(field());
    for (const pauses of [{}, { [whole.length]: 300 }, { [whole.length]: 90, 5: 300 }]) {
      requests.length = 0;
      playScan(whole + rest, [{ key: 'Enter' }], pauses);
      await expect
        .poll(() => requests, { message: JSON.stringify(pauses) })
        .toEqual([whole + rest]);
      await expect.element(field()).toHaveValue('');
    }
  },
);

it('a pause before the ending key presses nothing', async () => {
  const { requests } = await selling();
  page.getByRole('button', { name: sell.pay }).element().focus();
  playScan(ean, [{ key: 'Enter' }], { 13: 250 });
  await expect.poll(() => requests).toEqual([ean]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('what a person types before a scan stays in the field', async () => {
  const { requests } = await selling();
  await userEvent.click(field());
  const person = (text: string): PlayedKey[] => Array.from(text, (key) => ({ key, gapMs: 130 }));
  const scan = [...Array.from(ean), 'Enter'].map((key, at) => ({ key, gapMs: at === 0 ? 130 : 8 }));
  play([...person('caf'), ...scan]);
  await expect.poll(() => requests).toEqual([ean]);
  await expect.element(field()).toHaveValue('caf');
  play([...person('é')]);
  await expect.element(field()).toHaveValue('café');
});

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language).scanning;
  const { percentTaken } = messagesFor(language).sell;
  const alert = (text: string) => page.getByText(text, { exact: false });

  it('a code that another keyboard has spoilt says so, and leads to the scanner’s settings', async () => {
    await selling({}, {}, language);
    for (const code of ["CF'FOO", "GT R'22", 'àçé"\'(§è!']) {
      playScan(code);
      await expect.element(alert(messages.problem.unknown(code))).toBeVisible();
    }
    await expect.poll(() => alert(messages.otherLayout).elements().length).toBe(3);
    await examine();
    await page.getByRole('link', { name: messages.openScanner }).first().click();
    expect(location.hash).toBe('#/settings/scanner');
  });

  it('a label that nothing was sold for says why', async () => {
    const { saved } = await selling(
      {
        '2700077000009': { kind: 'empty', product: ham, value: 'weight' },
        '270007700641': {
          ...{ kind: 'unknown', near: { prefix: '27', differs: 'length', digits: 12 } },
        },
        '0200042001359': {
          ...{ kind: 'unknown', near: { prefix: '27', differs: 'prefix', begins: '02' } },
        },
        '0105609876500017310300135': { kind: 'unknown', gtin: '5609876500017' },
      },
      {},
      language,
    );
    for (const code of ['270007700641', '0200042001359', '0105609876500017310300135'])
      playScan(code);
    playScan('2700077000009');
    await expect.element(alert(messages.problem.no_weight('Presunto'))).toBeVisible();
    for (const near of [
      { prefix: '27', differs: 'length', digits: 12 },
      { prefix: '27', differs: 'prefix', begins: '02' },
    ] as const)
      await expect.element(alert(messages.near(near))).toBeInTheDocument();
    await expect.element(alert(messages.problem.unknown('5609876500017'))).toBeInTheDocument();
    await examine();
    expect(saved).toEqual([cart]);
    // What is weighed is asked for, as if it had been chosen.
    await page.getByRole('button', { name: messages.sellUnlabelled }).click();
    await expect.element(alert(messages.problem.no_weight('Presunto'))).not.toBeInTheDocument();
    await expect.element(page.getByText('Presunto').nth(1)).toBeVisible();
  });

  it('a percentage that also names a product is told, with the way back', async () => {
    const foundAnswers = { 'sell.findProducts': [scarf] };
    const { saved } = await selling({}, foundAnswers, language);
    await userEvent.fill(field(), '50%');
    await userEvent.keyboard('{Enter}');
    await expect.element(alert(percentTaken.said('50%', scarf.description, 1))).toBeVisible();
    await expect.poll(() => saved.at(-1)?.lines[1]?.unitPrice).toBe(ham.unitPrice / 2);
    await examine();
    await page.getByRole('button', { name: percentTaken.undo }).click();
    await expect.poll(() => saved.at(-1)?.lines[1]?.unitPrice).toBe(ham.unitPrice);
    await expect.element(field()).toHaveValue('50%');
    await expect.element(page.getByRole('option', { name: /50% Lã/ })).toBeVisible();
    await expect
      .element(alert(percentTaken.said('50%', scarf.description, 1)))
      .not.toBeInTheDocument();
  });

  it('a percentage that cannot be taken off says why', async () => {
    const { saved } = await selling({}, {}, language);
    for (const [typed, sentence] of [
      ['12.345%', messages.problem.percent_decimals],
      ['88,888%', messages.problem.percent_decimals],
      ['150%', messages.problem.percent_much],
    ] as const) {
      await userEvent.fill(field(), typed);
      await userEvent.keyboard('{Enter}');
      await expect.element(alert(sentence(typed))).toBeVisible();
      // Of the tries before nothing is said any more.
      await expect.poll(() => page.getByRole('alert').elements().length).toBe(1);
    }
    expect(page.getByRole('button', { name: messages.byHand }).elements()).toEqual([]);
    expect(saved).toEqual([cart]);
    await examine();
    await userEvent.fill(field(), '50%');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
  });
});

it('a percentage that names no product says nothing, and the notice ends with the next change', async () => {
  const weighed: Product = { ...product('P'), description: 'Café 500g' };
  const { saved } = await selling({ [ean]: scanned(bread) }, { 'sell.findProducts': [weighed] });
  await userEvent.fill(field(), '50%');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved.length).toBe(2);
  expect(page.getByRole('button', { name: sell.percentTaken.undo }).elements()).toEqual([]);
});

it('the discount of a line and of the sale explain their decimals', async () => {
  const { saved } = await selling();
  const discount = page.getByRole('textbox', { name: sell.lineDiscountOf('Presunto') });
  await userEvent.fill(discount, '12,345');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(scanning.problem.percent_decimals('12,345'))).toBeVisible();
  expect(saved).toEqual([cart]);
});

describe.each(playedLanguages)('on the Sell screen in %s', (language) => {
  const noService: Answers = {
    'documents.list': { code: 'service_unreachable', reason: 'timeout' },
  };
  const messages = messagesFor(language).scanning.said;
  it.each(['FS A/12', 'FS A-12'])(
    'the code of a receipt, %s, leads to the document',
    async (key) => {
      await selling({}, noService, language);
      playScan(key);
      await expect.element(page.getByText(messages.document(key))).toBeVisible();
      expect(
        page.getByRole('list', { name: messagesFor(language).scanning.problems }).query(),
      ).toBeNull();
      await examine();
      await page.getByRole('button', { name: messages.open }).click();
      await expect.poll(() => location.hash).toMatch(/^#\/documents/);
    },
  );
});

describe.each(playedLanguages)('the scanner’s settings in %s', (language) => {
  const messages = messagesFor(language).scanning;
  const scans: Readonly<Record<string, Scanned>> = {
    [ean]: scanned(bread),
    '2700077001357': scanned(ham, { isFromLabel: true, quantity: v.parse(quantitySchema, 135) }),
  };

  async function trial(text: string, end?: Parameters<typeof playScan>[1]) {
    page.getByRole('textbox', { name: messages.test }).element().focus();
    playScan(text, end);
    await expect.element(page.getByText(messages.arrived(text))).toBeVisible();
  }

  it('the test names a prefix, the ending key, the keyboards and what would be done', async () => {
    show(
      { ...signedIn, language },
      { 'sell.scan': ({ text }: Argument<'sell.scan'>) => scans[text] ?? { kind: 'unknown' } },
      '#/settings/scanner',
    );
    await expect.element(page.getByText(messages.testHint)).toBeVisible();
    await trial(`~${ean}`);
    await expect.element(page.getByText(messages.before.unset('~'))).toBeVisible();
    await trial(ean, [{ key: 'ArrowDown' }]);
    await expect.element(page.getByText(messages.rhythm(13, 8, '↓'))).toBeVisible();
    await expect.element(page.getByText(/1 × Pão de mistura/)).toBeVisible();
    await trial("CF'TIMES");
    await expect
      .element(
        page.getByText(
          messages.layoutsDiffer(messages.layouts.us, messages.layouts.pt, 'CF-TIMES'),
        ),
      )
      .toBeVisible();
    await visible(page.getByText(messages.wouldDo.command(messages.commands.times[0])));
    await examine();
    await trial('2700077001357');
    await expect.element(page.getByText(/0[.,]135 kg × Presunto/)).toBeVisible();
    await trial('CF)NIF', [{ key: 'Tab' }]);
    await expect.element(page.getByText(messages.rhythm(6, 8, 'Tab'))).toBeVisible();
    await expect
      .element(
        page.getByText(messages.layoutsDiffer(messages.layouts.us, messages.layouts.fr, 'CF-NIF')),
      )
      .toBeVisible();
  });

  it('a rule for labels may begin with 02 or with 2 alone, and says what else may not', async () => {
    show({ ...signedIn, language }, {}, '#/settings/scanner');
    await page.getByRole('button', { name: messages.addRule }).click();
    const prefix = page.getByRole('textbox', { name: messages.rulePrefix });
    await prefix.fill('30');
    await expect.element(page.getByText(messages.rulePrefixWrong)).toBeVisible();
    await examine();
    await prefix.fill('02');
    await expect.element(page.getByText(/021234501234\d/)).toBeVisible();
    await prefix.fill('2');
    await page.getByRole('textbox', { name: messages.itemDigits }).fill('6');
    await expect.element(page.getByText(/212345601234\d/)).toBeVisible();
    await page.getByRole('textbox', { name: messages.itemDigits }).fill('9');
    await expect.element(page.getByText(messages.ruleWrong)).toBeVisible();
  });
});

it('a sale of nothing says what becomes of a gift', async () => {
  const { errors, payment } = messagesFor('en');
  const free = { ...neutral, unitPrice: v.parse(unitPriceSchema, 0) };
  const lines = [lineOf(free, oneUnit, free.unitPrice)];
  show(signedIn, {
    'sell.openCart': { ...cart, lines },
    'sell.finish': { code: 'total_not_positive' },
  });
  await expect.element(page.getByText('Neutro').first()).toBeVisible();
  playScan('CF-PAY');
  await page.getByRole('button', { name: payment.finish }).click();
  const sentence = errors.total_not_positive({ code: 'total_not_positive' });
  expect(sentence).toMatch(/give something away/);
  await expect.element(page.getByText(sentence)).toBeVisible();
});
