// The sell screen: what its keys and lines say, and how many keys there is room for.
import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import { emptyCart, type Cart } from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { cents, oneUnit, unitPriceSchema } from '../../src-main/contract/money.ts';
import type { QuickKeyPage } from '../../src-main/contract/selling.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { lineOf } from '../../src-renderer/lines/product-line.ts';
import { sale } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../sample-profile.ts';
import { shortcuts } from '../../src-renderer/sell/shortcuts.ts';
import { smallest } from '../screen-sizes.ts';
import { visible } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { layOut } from './lay-out.ts';
import { noting, scanned, show, signedIn } from './shown-till.ts';

const banana: Product = {
  ...product('BANANA'),
  ...{ description: 'Banana da Madeira', unit: 'kg', soldBy: 'measure', colour: 'green' },
  unitPrice: v.parse(unitPriceSchema, 12_990_000),
};
const bread: Product = { ...product('PAO'), description: 'Pão alentejano 500 g', unit: 'un' };
const cart: Cart = {
  ...emptyCart('00000000-0000-4000-8000-000000000001'),
  lines: [banana, bread].map((each) => lineOf(each, oneUnit, each.unitPrice)),
};
const keyOf = (each: Product) => ({ code: each.code, colour: each.colour, product: each });
/** Two pages, as a till that has sold for a while has them. */
const pages: readonly QuickKeyPage[] = ['', 'Café'].map((name) => ({
  name,
  keys: Array.from({ length: 60 }, (_, place) => keyOf(place % 2 === 0 ? banana : bread)),
}));

/** That of computers that enlarge everything. */
const low = { width: 1093, height: 614 };
/** The design's, each with practice's band. */
const rooms = [
  { width: 1024, height: 768, keys: 24, columns: 4 },
  { width: 1366, height: 768, keys: 30, columns: 5 },
  { width: 1366, height: 696, keys: 25, columns: 5 },
  { width: 1280, height: 800, keys: 30, columns: 5 },
  { width: 1920, height: 1080, keys: 56, columns: 7 },
];
/** Returns how wide the letters are, whatever room they have, and in how many lines they stand. */
function lettersOf(element: Element) {
  const letters = document.createRange();
  letters.selectNodeContents(element);
  const tops = [...letters.getClientRects()].map(({ top }) => top);
  return { width: letters.getBoundingClientRect().width, lines: new Set(tops).size };
}
const shownKeys = () => [...document.querySelectorAll('kbd')];
const muted = () => getComputedStyle(document.querySelector('.hint') ?? document.body).color;

describe.each(playedLanguages)('in %s', (language) => {
  const { finished, sellActions, payment, scanning, sell } = messagesFor(language);
  const at = { ...signedIn, language };
  const { unitPrice } = formatFor(language);

  it('shows the keys of buttons, unless the till hides them', async () => {
    const become = show(at, { 'sell.openCart': cart, 'sell.quickKeys': pages });
    const pay = page.getByRole('button', { name: sell.pay, exact: true });
    await expect.element(pay).toHaveTextContent(`${sell.pay}F8`);
    const { color, fontSize } = getComputedStyle(shownKeys()[0] ?? document.body);
    expect([color, fontSize]).toEqual([muted(), '12px']);
    become({ ...at, selling: { ...at.selling, keyHints: false } });
    await expect.poll(shownKeys).toEqual([]);
    expect(pay.element().getAttribute('aria-keyshortcuts')).toBe('F8');
    await examine();
  });

  it.each(rooms)('has room for $keys quick keys at $width × $height', async (room) => {
    const practice = { ...at, profile: { ...sampleProfile, kind: 'practice' as const } };
    show(practice, { 'sell.openCart': cart, 'sell.quickKeys': pages });
    await layOut(room);
    const panel = page.getByRole('tabpanel');
    await expect.element(panel.getByRole('button').first()).toBeVisible();
    const view = panel.element().getBoundingClientRect();
    const places = [...panel.element().children].map((key) => key.getBoundingClientRect());
    const first = places[0];
    expect(places.filter(({ top }) => top === first?.top)).toHaveLength(room.columns);
    const isWhole = ({ bottom }: DOMRect) => bottom <= Math.min(view.bottom, room.height) + 0.5;
    expect(places.filter(isWhole).length).toBeGreaterThanOrEqual(room.keys);
  });

  it('names the fields of a line in full on the smallest screen', async () => {
    show(at, { 'sell.openCart': cart });
    await layOut(smallest);
    await expect.element(page.getByText(sell.quantity, { exact: true })).toBeVisible();
    const names = [...document.querySelectorAll('.tools label')];
    const isCut = (name: Element) => lettersOf(name).width > name.getBoundingClientRect().width;
    expect(names.map(({ textContent }) => textContent)).toContain(sell.quantity);
    expect(names.filter(isCut).map(({ textContent }) => textContent)).toEqual([]);
  });

  it('shows a key without a colour as one that can be pressed, and strikes out a dead one', async () => {
    const dead = { code: 'ANTIGO', colour: null, product: null };
    const keys = [keyOf(bread), dead];
    show(at, { 'sell.openCart': cart, 'sell.quickKeys': [{ name: '', keys }] });
    const looks = (name: string) => {
      const text = page.getByRole('group').getByText(name, { exact: true }).element();
      const face = getComputedStyle(text.parentElement ?? text);
      return [face.backgroundColor, getComputedStyle(text).textDecorationLine];
    };
    await expect.element(page.getByText('ANTIGO')).toBeVisible();
    const [plain, struck] = [looks(bread.description), looks('ANTIGO')];
    expect(plain[0]).not.toBe(struck[0]);
    expect([plain[1], struck[1]]).toEqual(['none', 'line-through']);
    await examine();
  });

  it('goes back to the product field with Enter after a tax number that is right', async () => {
    show(at, { 'sell.openCart': cart });
    const number = page.getByRole('textbox', { name: sell.taxNumber });
    const field = page.getByRole('combobox', { name: sell.search });
    await number.fill('123456780');
    await userEvent.keyboard('{Enter}');
    await expect.element(number).toHaveFocus();
    // The ring of the field does not lie over what is wrong with it.
    const { outlineWidth, outlineOffset } = getComputedStyle(number.element());
    const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    const wrong = page.getByText(sell.taxNumberWrong).element().getBoundingClientRect();
    expect(wrong.top).toBeGreaterThanOrEqual(
      number.element().getBoundingClientRect().bottom + ring,
    );
    await number.fill('123456789');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveFocus();
    await examine();
  });

  it('keeps a long word whole on a key of the smallest screen', async () => {
    const keys = [keyOf({ ...bread, description: 'Descafeinado' })];
    show(at, { 'sell.openCart': cart, 'sell.quickKeys': [{ name: '', keys }] });
    await layOut(smallest);
    const word = page.getByText('Descafeinado');
    await expect.element(word).toBeVisible();
    expect(lettersOf(word.element()).lines).toBe(1);
    // The keys are narrower where they are arranged.
    await userEvent.keyboard('{Shift>}{F7}{/Shift}');
    const arranged = page.getByRole('dialog').getByText('Descafeinado');
    await expect.element(arranged).toBeVisible();
    expect(lettersOf(arranged.element()).lines).toBe(1);
  });

  it('shows the whole of the dialog that arranges keys on a low screen', async () => {
    show(at, { 'sell.openCart': cart, 'sell.quickKeys': pages });
    await layOut(low);
    await expect.element(page.getByRole('tabpanel')).toBeVisible();
    await userEvent.keyboard('{Shift>}{F7}{/Shift}');
    const dialog = page.getByRole('dialog', { name: sellActions.arrange.title });
    await expect.element(dialog).toBeVisible();
    dialog.element().querySelector<HTMLElement>('[data-place]')?.click();
    await visible(dialog.getByRole('group', { name: sellActions.arrange.move }));
    expect(dialog.element().scrollHeight).toBe(dialog.element().clientHeight);
  });

  it.each([
    ['five', 1_208_990_000],
    ['four', 1_095_500_000],
  ])('leaves none of %s offers of cash alone in its row', async (_, price) => {
    const dear = { ...bread, unitPrice: v.parse(unitPriceSchema, price) };
    const lines = [lineOf(dear, oneUnit, dear.unitPrice)];
    const limits = { ...at.selling.limits, privateCents: cents(1_000_000) };
    const selling = { ...at.selling, limits };
    show({ ...at, selling }, { 'sell.openCart': { ...cart, lines } });
    await layOut(smallest);
    await page.getByRole('button', { name: sell.pay, exact: true }).click();
    const offers = page.getByRole('group', { name: payment.quickAmounts });
    await expect.element(offers).toBeVisible();
    const tops = [...offers.element().children].map((one) => one.getBoundingClientRect().top);
    expect(tops.filter((top) => tops.filter((each) => each === top).length === 1)).toEqual([]);
  });

  it('gives what is found the colour of its key', async () => {
    const foundAnswers = { 'sell.findProducts': [banana, bread] };
    show(at, { 'sell.openCart': cart, 'sell.quickKeys': pages, ...foundAnswers });
    await page.getByRole('combobox', { name: sell.search }).fill('banana');
    const option = page.getByRole('option').first();
    await expect.element(option).toBeVisible();
    const colourOf = (among: Element, selector: string) => {
      const tinted = among.querySelector(selector);
      return tinted && getComputedStyle(tinted).backgroundColor;
    };
    const key = page.getByRole('tabpanel').getByRole('button').first();
    expect(colourOf(option.element(), '.tint')).toBe(colourOf(key.element(), '.key'));
  });

  it.each(rooms)('gives the frame and a line their sizes at $width × $height', async (room) => {
    const practice = { ...at, profile: { ...sampleProfile, kind: 'practice' as const } };
    show(practice, { 'sell.openCart': cart, 'sell.quickKeys': pages });
    await layOut(room);
    const lines = page.getByRole('list', { name: sell.lines });
    await expect.element(lines.getByRole('listitem').first()).toBeVisible();
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    expect(root).toBe(room.width >= 1600 && room.height >= 900 ? 17 : 16);
    const sizeOf = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      const inRems = (length = 0) => Math.round((length / root) * 16);
      return [inRems(box?.width), inRems(box?.height)];
    };
    const measured = {
      rail: sizeOf('nav')[0],
      topBar: sizeOf('header')[1],
      // Its border comes to it.
      band: sizeOf('.band button')[1],
      line: sizeOf('li .line')[1],
      tools: sizeOf('.lines > .tools')[1],
    };
    expect(measured).toEqual({ rail: 80, topBar: 48, band: 44, line: 44, tools: 60 });
  });

  it('takes a typed percentage off the chosen line', async () => {
    let savedCart: Cart = cart;
    show(at, {
      'sell.openCart': cart,
      'sell.saveCart': (argument: Argument<'sell.saveCart'>) => {
        savedCart = argument.cart;
        return null;
      },
    });
    const lines = page.getByRole('list', { name: sell.lines }).getByRole('listitem');
    await lines.nth(0).getByRole('button').click();
    const field = page.getByRole('combobox', { name: sell.search });
    await field.fill('10%');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => savedCart.lines.map((line) => line.unitPrice))
      .toEqual([11_691_000, bread.unitPrice]);
    await expect.element(field).toHaveValue('');
    await field.fill('0%');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => savedCart.lines[0]?.unitPrice).toBe(banana.unitPrice);
  });

  it('looks for a typed percentage as for any words while there is no line', async () => {
    const requests: string[] = [];
    show(at, { 'sell.scan': noting(requests, { kind: 'unknown' }, ({ text }) => text) });
    const field = page.getByRole('combobox', { name: sell.search });
    await field.fill('10%');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(scanning.problem.unknown('10%'))).toBeVisible();
    expect(requests).toEqual(['10%']);
  });

  it('keeps a typed percentage while the sale is put aside, and looks for no product of that name', async () => {
    const requests: string[] = [];
    let isHeld = false;
    show(at, {
      'sell.openCart': cart,
      'sell.hold': () => {
        isHeld = true;
        return new Promise<never>(() => undefined);
      },
      'sell.scan': noting(requests, { kind: 'unknown' }, ({ text }) => text),
    });
    await expect.element(page.getByText(bread.description)).toBeVisible();
    await userEvent.keyboard(`{${shortcuts.hold}}`);
    await expect.poll(() => isHeld).toBe(true);
    const field = page.getByRole('combobox', { name: sell.search });
    await field.fill('10%');
    await userEvent.keyboard('{Enter}');
    const input = field.element() as HTMLInputElement;
    const selected = () => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
    await expect.poll(selected).toBe('10%');
    expect(requests).toEqual([]);
  });

  it('asks whether the same goods are another sale, and says which total counts', async () => {
    const requests: boolean[] = [];
    show(at, {
      'sell.openCart': cart,
      'sell.finish': ({ isAnotherSale, payment: paid }: Argument<'sell.finish'>) => {
        requests.push(isAnotherSale);
        if (!isAnotherSale) return { code: 'same_sale_again', reference: 'CF-7K2M-9QXZ-4T0A' };
        const nextCart = emptyCart('00000000-0000-4000-8000-000000000002');
        return { sale: sale({ serviceTotalCents: cents(1) }), paid, nextCart };
      },
    });
    await expect.element(page.getByText(bread.description)).toBeVisible();
    await userEvent.keyboard('{F8}{Enter}');
    // A second press of Enter leaves it unsold.
    const leave = page.getByRole('button', { name: payment.doNotSell });
    await expect.element(leave).toHaveFocus();
    await expect.element(page.getByRole('alert')).toContainElement(leave.element());
    await examine();
    await page.getByRole('button', { name: payment.sellAgain }).click();
    const differs = page.getByRole('alert').getByText(finished.totalDiffers);
    await expect.element(differs).toBeVisible();
    expect(requests).toEqual([false, true]);
    await examine();
  });

  it('says the unit beside the price of what is weighed', async () => {
    const perKilo = `${unitPrice(banana.unitPrice)} / kg`;
    const says = async (place: Locator) => {
      await expect.element(place).toBeVisible();
      expect(place.element().textContent).toContain(perKilo);
    };
    /** A price is for one piece unless it says something else. */
    const saysNothing = (place: Locator) => {
      expect(place.element().textContent).not.toContain('/');
    };
    const answers = {
      'sell.openCart': cart,
      'sell.quickKeys': pages,
      'sell.findProducts': [banana, bread],
      'sell.scan': scanned(banana),
    };
    show(at, answers);
    const keys = page.getByRole('tabpanel').getByRole('button');
    await says(keys.nth(0));
    saysNothing(keys.nth(1));
    const lines = page.getByRole('list', { name: sell.lines }).getByRole('listitem');
    await says(lines.nth(0));
    saysNothing(lines.nth(1));
    await examine();
    await page.getByRole('combobox', { name: sell.search }).fill('banana');
    await says(page.getByRole('option').first());
    await userEvent.keyboard('{Escape}{Escape}');
    await page.getByRole('button', { name: sellActions.priceCheck.title }).click();
    const dialog = page.getByRole('dialog', { name: sellActions.priceCheck.title });
    await dialog.getByRole('combobox').fill('BANANA');
    await userEvent.keyboard('{Enter}');
    await says(dialog.getByRole('status').last());
  });
});
