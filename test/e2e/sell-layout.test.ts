// How much of a sale shows: the lines, with the chosen one's tools open, and what must always be
// visible beside them.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { languages } from '../../src-main/contract/languages.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { products } = JSON.parse(
  readFileSync(new URL('../../resources/example-catalogue.json', import.meta.url), 'utf8'),
) as { readonly products: readonly { readonly code: string }[] };

/** With practice's band above, which a real till does not have. */
const leastLines = [
  { width: 1024, height: 768, lines: 9 },
  { width: 1366, height: 768, lines: 9 },
  { width: 1093, height: 614, lines: 4 },
  { width: 1920, height: 1080, lines: 15 },
  { width: 1080, height: 1920, lines: 24 },
];

/** With practice's band, the number pad and a last sale, which all take room from the keys. */
const leastRowsOfKeys = [
  { width: 1024, height: 768, rows: 2 },
  { width: 1366, height: 768, rows: 2 },
  { width: 1093, height: 614, rows: 3 },
  { width: 1920, height: 1080, rows: 4 },
  { width: 1080, height: 1920, rows: 6 },
];

/** How many rows of quick keys are completely visible, each key with its whole price. */
const seenRowsOfKeys = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const keys = [...document.querySelectorAll('[role=tabpanel] > button')];
    const view = keys[0]?.parentElement.getBoundingClientRect();
    const isSeen = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= view.top && bottom <= view.bottom;
    };
    const isWhole = (key) => {
      const price = key.querySelector('.price');
      return isSeen(key) && isSeen(price) && price.scrollWidth <= price.clientWidth;
    };
    const rows = Map.groupBy(keys, (key) => key.getBoundingClientRect().top);
    return [...rows.values()].filter((row) => row.every(isWhole)).length;
  })()`);

/** How many lines are completely visible, and whether the newest one is. */
async function seenLines(page: Page, name: string) {
  const list = page.getByRole('list', { name, exact: true });
  const view = await list.boundingBox();
  if (!view) throw new Error('no list');
  const lines = await list.getByRole('listitem').all();
  const places = await Promise.all(lines.map((line) => line.boundingBox()));
  const seen = places.map(
    (at) => at !== null && at.y >= view.y - 1 && at.y + at.height <= view.y + view.height + 1,
  );
  return { lines: seen.filter(Boolean).length, isNewestSeen: seen.at(-1) === true };
}

describe.each(languages)('in %s', (language) => {
  const { sell, sellActions } = messagesFor(language);
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
    await page.getByRole('button', { name: messagesFor(language).signIn.practice }).click();
    const field = page.getByRole('combobox', { name: sell.search });
    for (const { code } of products.slice(0, 26)) {
      await field.fill(code);
      await field.press('Enter');
    }
    await page.getByRole('listitem').nth(25).waitFor();
  });
  afterAll(() => till.kill9());

  test.each(leastLines)('$lines lines are visible at $width × $height', async (size) => {
    await page.setViewportSize(size);
    const enough = async () => {
      const { lines, isNewestSeen } = await seenLines(page, sell.lines);
      return isNewestSeen && lines >= size.lines;
    };
    await expect.poll(enough).toBe(true);
    const always = [
      page.getByRole('textbox', { name: sell.taxNumber }),
      page.getByRole('status', { name: sell.total, exact: true }),
      page.getByRole('button', { name: sell.pay, exact: true }),
      page.getByRole('button', { name: sellActions.hold.action }),
      page.getByRole('button', { name: sellActions.menu, exact: true }),
      page.getByRole('textbox', { name: /^(Quantity of|Quantidade de)/ }),
    ];
    for (const each of always) {
      const at = await each.boundingBox();
      expect(at, String(each)).not.toBeNull();
      expect((at?.y ?? 0) + (at?.height ?? 0), String(each)).toBeLessThanOrEqual(size.height);
      expect((at?.x ?? 0) + (at?.width ?? 0), String(each)).toBeLessThanOrEqual(size.width);
    }
    await examine(page, `${language}-sell-layout`, [size]);
  });

  test('a line’s tools have a fixed place, and rare ones are behind one button', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const pay = page.getByRole('button', { name: sell.pay, exact: true });
    const quantity = page.getByRole('textbox', { name: /^(Quantity of|Quantidade de)/ });
    const before = [await pay.boundingBox(), await quantity.boundingBox()];
    await page.getByRole('listitem').nth(20).getByRole('button').click();
    expect([await pay.boundingBox(), await quantity.boundingBox()]).toEqual(before);
    await page.getByRole('button', { name: sellActions.menu, exact: true }).click();
    await page.getByRole('button', { name: sellActions.clear }).waitFor();
    await examine(page, `${language}-sell-menu`);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: sellActions.clear }).isVisible()).toBe(false);
    await page.getByRole('button', { name: sellActions.menu, exact: true }).click();
    await page.getByRole('button', { name: sellActions.discount }).click();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    const discount = page.getByRole('textbox', { name: sell.discount, exact: true });
    expect(await discount.inputValue()).toBe('10');
    await examine(page, `${language}-sell-discount`);
  });

  test('after a sale the change is the largest text, and nothing moves once it is confirmed', async () => {
    const { frame, payment, finished: done, receiptActions, states } = messagesFor(language);
    await page.setViewportSize({ width: 1024, height: 768 });
    const pay = page.getByRole('button', { name: sell.pay, exact: true });
    const placeOfPay = await pay.boundingBox();
    await page.getByRole('button', { name: frame.pullPlug }).click();
    await pay.click();
    const dialog = page.getByRole('dialog', { name: payment.title });
    await dialog.getByRole('textbox', { name: payment.tendered }).fill('500');
    await dialog.getByRole('button', { name: payment.finish }).click();
    const finished = page.getByRole('dialog', { name: done.title });
    await finished.getByText(states.queued, { exact: true }).waitFor();
    const change = finished.locator('.change strong');
    const next = finished.getByRole('button', { name: done.nextSale });
    const all = [
      ...[change, next, finished.getByRole('button', { name: receiptActions.print, exact: true })],
      finished.getByRole('button', { name: receiptActions.savePdf, exact: true }),
      finished.getByRole('combobox').first(),
    ];
    const places = () => Promise.all(all.map((each) => each.boundingBox()));
    const before = await places();
    const larger = await page.evaluate<readonly string[]>(`
      const size = (element) => parseFloat(getComputedStyle(element).fontSize);
      const change = document.querySelector('.change strong');
      [...document.querySelectorAll('body *')]
        .filter((each) => each !== change && each.checkVisibility() && size(each) >= size(change))
        .map((each) => each.outerHTML.slice(0, 60))
    `);
    expect(larger).toEqual([]);
    // The button that finishes is always in the same corner.
    const placeOfNext = await next.boundingBox();
    const middle = (placeOfPay?.y ?? 0) + (placeOfPay?.height ?? 0) / 2;
    expect(Math.abs((placeOfNext?.y ?? 0) + (placeOfNext?.height ?? 0) / 2 - middle)).toBeLessThan(
      4,
    );
    expect((placeOfNext?.x ?? 0) + (placeOfNext?.width ?? 0)).toBeCloseTo(
      (placeOfPay?.x ?? 0) + (placeOfPay?.width ?? 0),
      0,
    );
    await page.getByRole('button', { name: frame.plugIn }).click();
    await finished.getByText(states.confirmed, { exact: true }).waitFor({ timeout: 60_000 });
    expect(await places()).toEqual(before);
    await finished.getByRole('button', { name: receiptActions.savePdf, exact: true }).click();
    await finished.getByText(/\.pdf/).waitFor();
    expect(await places()).toEqual(before);
  });

  describe('with the number pad and a last sale', () => {
    beforeAll(async () => {
      const { sell: texts } = messagesFor(language);
      const field = page.getByRole('combobox', { name: texts.search });
      await field.fill(products[0]?.code ?? '');
      await field.press('Enter');
      await page.getByRole('button', { name: sellActions.printLastName }).waitFor();
      await page.getByRole('button', { name: texts.numberPad.name }).click();
      await page.getByRole('group', { name: texts.numberPad.name }).waitFor();
    });

    test.each(leastRowsOfKeys)('$rows rows of keys are whole at $width × $height', async (size) => {
      await page.setViewportSize(size);
      await expect.poll(() => seenRowsOfKeys(page)).toBeGreaterThanOrEqual(size.rows);
      await examine(page, `${language}-sell-keys`, [size]);
    });
  });
});
