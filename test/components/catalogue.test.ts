// The catalogue, at a till that answers as the test says: what it is for stays in sight.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { ListedProduct } from '../../src-main/contract/catalogue.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { profile } from '../unit/src-renderer/sign-in/signing-in-till.ts';
import { playedLanguages } from './in-first.ts';
import { layOut } from './lay-out.ts';
import { show, signedIn } from './shown-till.ts';

const listed: ListedProduct = { id: 1, product: product('CAFE'), source: null };
/** That of computers that enlarge everything. */
const low = { width: 1093, height: 614 };

describe.each(playedLanguages)('in %s', (language) => {
  const { manyProducts, products } = messagesFor(language);
  const at = { ...signedIn, language, profile: { ...profile, kind: 'practice' as const } };
  const answers = {
    'catalogue.list': { total: 1, all: 1, products: [listed] },
    'catalogue.groups': [],
    'catalogue.lastChange': null,
    'catalogue.save': { changeId: 1, listed },
  };
  /** A button says its key as well. */
  const button = (name: string) => page.getByRole('button', { name, exact: false });

  it('says what was done where it covers no button of an open form', async () => {
    show(at, answers, '#/catalogue');
    const open = () => button(listed.product.description).click();
    await open();
    await button(products.save).click();
    await expect.element(button(products.dismiss)).toBeVisible();
    await open();
    await expect.element(button(products.save)).toBeVisible();
    await expect.element(button(products.dismiss)).not.toBeInTheDocument();
    await button(products.cancel).click();
    await expect.element(button(products.dismiss)).toBeVisible();
  });

  it('has the button that changes many products in sight on a low screen', async () => {
    show(at, answers, '#/catalogue');
    await button(manyProducts.chooseAllOf(1)).click();
    await button(manyProducts.change).click();
    await layOut(low);
    const begin = button(manyProducts.begin(0));
    await expect.element(begin).toBeInTheDocument();
    expect(begin.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(low.height);
  });
});
