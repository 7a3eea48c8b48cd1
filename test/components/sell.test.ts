// The sell screen: what its keys and lines say, and how many keys there is room for.
import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { emptyCart, type Cart } from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { oneUnit, unitPriceSchema } from '../../src-main/contract/money.ts';
import type { QuickKeyPage } from '../../src-main/contract/selling.ts';
import { languages } from '../../src-main/contract/settings.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { lineOf } from '../../src-renderer/sell/product-line.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { examine } from './examine.ts';
import { show, signedIn } from './shown-till.ts';

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

describe.each(languages)('in %s', (language) => {
  const { pace, sell } = messagesFor(language);
  const at = { ...signedIn, language };
  const { unitPrice } = formatFor(language);

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
      'sell.scan': {
        ...({ kind: 'product', product: banana, quantity: oneUnit } as const),
        unitPrice: banana.unitPrice,
      },
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
    await page.getByRole('button', { name: pace.priceCheck.title }).click();
    const dialog = page.getByRole('dialog', { name: pace.priceCheck.title });
    await dialog.getByRole('combobox').fill('BANANA');
    await userEvent.keyboard('{Enter}');
    await says(dialog.getByRole('status').last());
  });
});
