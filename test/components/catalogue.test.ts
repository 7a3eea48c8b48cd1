// The catalogue's screen, at a till that answers as the test says.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { ListedProduct } from '../../src-main/contract/catalogue.ts';
import { isolated } from '../../src-renderer/bridge/foreign-text.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { button } from './locators.ts';
import { coveredControls } from './covered-controls.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { isInSight } from './in-sight.ts';
import { layOut } from './lay-out.ts';
import { show, signedIn, type Answers } from './shown-till.ts';

const listed: readonly ListedProduct[] = ['CAFE', 'CHA', 'GALAO'].map((code, index) => ({
  ...{ id: index + 1, product: product(code), source: null, editedAtMs: null },
}));
const answers: Answers = {
  'catalogue.list': { total: listed.length, all: listed.length, products: listed },
};

describe.each(playedLanguages)('in %s', (language) => {
  const { manyProducts, products } = messagesFor(language);
  const at = { ...signedIn, language };
  const removedMessage = (code: string) => page.getByText(products.said.removed(isolated(code)));

  it('says what was done where it covers no form', async () => {
    show(at, { ...answers, 'catalogue.remove': { changeId: 1, products: 1 } }, '#/catalogue');
    await button(/CAFE/).click();
    await button(products.remove).click();
    await expect.element(removedMessage('CAFE')).toBeVisible();
    await button(/CHA/).click();
    await expect.element(button(products.save)).toBeVisible();
    expect(removedMessage('CAFE').query()).toBeNull();
    await button(products.cancel).click();
    await expect.element(removedMessage('CAFE')).toBeVisible();
  });

  it('says what blocked a form where it covers no control', async () => {
    show(at, { ...answers, 'catalogue.save': { code: 'disk_full' } }, '#/catalogue');
    await button(/CAFE/).click();
    await button(products.save).click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toBeVisible();
    expect(coveredControls()).toEqual([]);
    expect(isInSight(button(products.save))).toBe(true);
  });

  it('keeps the buttons of a form in sight however much is wrong in it', async () => {
    show(at, answers, '#/catalogue');
    await button(products.add).click();
    await button(products.addIt).click();
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    await examine();
    await layOut({ width: 1093, height: 540 });
    expect(isInSight(button(products.addIt))).toBe(true);
    expect(isInSight(button(products.cancel))).toBe(true);
  });

  it('keeps the buttons beside what is to change in sight', async () => {
    const preview = {
      ...{ previewId: 1, chosen: 3, changing: 3, same: 0 },
      refused: { no_price: 0, too_low: 0, too_high: 0 },
    };
    const many = { 'catalogue.previewMany': preview, 'catalogue.previewedProducts': [] };
    show(at, { ...answers, ...many }, '#/catalogue');
    await button(manyProducts.chooseAllOf(3)).click();
    await button(manyProducts.change).click();
    await page.getByRole('textbox', { name: manyProducts.percent }).fill('5');
    const begin = button(manyProducts.begin(3));
    await expect.element(begin).toBeEnabled();
    await examine();
    await layOut({ width: 1093, height: 570 });
    expect(isInSight(begin)).toBe(true);
  });
});
