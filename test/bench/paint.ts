// In the running till: from a key press until its effect is painted, compared with a key that only
// changes a text in the same page. The times are the page's own.
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { goTo, lines } from '../e2e/cashier.ts';
import { launchTill } from '../e2e/till.ts';
import { seeded } from '../faults/seeded.ts';
import { prepareTill, removeTill } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';
import { barcodes, products } from './products.ts';

const count = 100_000;
const warmUps = 10;
const samples = 150;
/** The list must not grow from sample to sample. */
const mostLines = 10;
const scansBefore = 15;
/** Longer than a scanner takes between two keys, so that the typing is a person's. */
const pauseMs = 100;

const keyCodes: Readonly<Record<string, number>> = { Enter: 13, F24: 135 };

async function press(session: CDPSession, key: string): Promise<void> {
  const windowsVirtualKeyCode = keyCodes[key] ?? key.toUpperCase().charCodeAt(0);
  const text = key === 'Enter' ? '\r' : key;
  const down = { type: 'keyDown', key, windowsVirtualKeyCode } as const;
  await Promise.all([
    session.send('Input.dispatchKeyEvent', key === 'F24' ? down : { ...down, text }),
    session.send('Input.dispatchKeyEvent', { ...down, type: 'keyUp' }),
  ]);
}

interface Keys {
  readonly before?: () => Promise<void>;
  /** Gives the last of the keys, and a condition in the page for its effect. */
  readonly expect: () => Promise<readonly [key: string, isThere: string]>;
  readonly press: () => Promise<unknown>;
}

function keySide(page: Page, { before, expect, press: pressKeys }: Keys): Side {
  return {
    ...(before && { before }),
    run: async () => {
      const [key, isThere] = await expect();
      await page.evaluate(`paintClock.expect('${key}', () => ${isThere})`);
      await pressKeys();
      return page.evaluate<number>('paintClock.took');
    },
  };
}

const plainKey = (page: Page, session: CDPSession): Side =>
  keySide(page, {
    expect: async () => {
      const shownCount = await page.evaluate<number>('paintClock.shown()');
      return ['F24', `paintClock.shown() > ${shownCount}`];
    },
    press: () => press(session, 'F24'),
  });

/**
 * When the last key is pressed the earlier ones are handled completely, as with a scanner that
 * takes a millisecond for each.
 */
function scan(page: Page, session: CDPSession): Side {
  const wantedBarcodes = barcodes(count, warmUps + samples);
  let at = 0;
  return keySide(page, {
    before: async () => {
      if ((await lines(page).count()) < mostLines) return;
      await page.keyboard.press('Shift+F4', { delay: pauseMs });
      await lines(page).first().waitFor({ state: 'detached' });
    },
    expect: async () => ['Enter', `paintClock.lines() > ${await lines(page).count()}`],
    press: async () => {
      await Promise.all(Array.from(wantedBarcodes[at++] ?? '', (key) => press(session, key)));
      await press(session, 'Enter');
    },
  });
}

/**
 * The list is closed before each key, so that whatever opens it answers this key. Goods were
 * scanned before, as on every working day, so that the till knows how its scanner types: enough for
 * it to have forgotten the first ones. No key of a scan waits for what an earlier one did.
 */
function suggestions(page: Page, session: CDPSession): Side {
  const random = seeded(count);
  const names = Array.from(products(2_000), ({ description }) =>
    description.slice(0, random.between(1, 8)),
  ).filter((name) => /[a-z]$/i.test(name));
  const field = page.getByRole('combobox', { name: 'Scan or search' });
  const option = page.getByRole('option').first();
  let at = 0;
  let key = '';
  return keySide(page, {
    before: async () => {
      if (at === 0) {
        for (const [index, scanned] of barcodes(count, scansBefore).entries()) {
          await page.waitForTimeout(pauseMs);
          await Promise.all(
            [...Array.from(scanned), 'Enter'].map((typed) => press(session, typed)),
          );
          await lines(page).nth(index).waitFor();
        }
      }
      const name = names[at++] ?? '';
      key = name.slice(-1);
      await field.fill(name.slice(0, -1));
      if (name.length > 1) {
        await option.waitFor();
        await field.press('Escape', { delay: pauseMs });
        await option.waitFor({ state: 'hidden' });
      }
      await page.waitForTimeout(pauseMs);
    },
    expect: () => Promise.resolve([key, 'paintClock.suggestions() > 0'] as const),
    press: () => press(session, key),
  });
}

/**
 * Changes a price in the middle of the catalogue's screen: from Enter to the row with the new
 * price. Each sample has a price that no product has before.
 */
function edit(page: Page, session: CDPSession): Side {
  let at = 0;
  let price = '';
  return keySide(page, {
    before: async () => {
      if (at === 0) await openMiddle(page);
      at += 1;
      price = `${20 + at}.05`;
      await page.locator('[data-row]').nth(14).click();
      await page.getByRole('textbox', { name: 'Price with tax' }).fill(price);
      await page.waitForTimeout(pauseMs);
    },
    expect: () =>
      Promise.resolve([
        'Enter',
        `[...document.querySelectorAll('td.price')].some((cell) => cell.textContent === '€${price}')`,
      ] as const),
    press: () => press(session, 'Enter'),
  });
}

async function openMiddle(page: Page): Promise<void> {
  await goTo(page, 'Catalogue');
  await page.locator('[data-row="0"]').waitFor();
  await page.evaluate(`
    const scroller = document.querySelector('[role="group"]:has(> table)');
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2;
  `);
  await page.locator('[data-row="0"]').waitFor({ state: 'detached' });
  await page.locator('[data-row]').nth(14).waitFor();
}

const paintEntry = (
  name: string,
  size: string,
  ours: (page: Page, session: CDPSession) => Side,
  among = count,
): BenchEntry => ({
  name: `paint.${name}`,
  size: `${size}, among ${among} products`,
  isLong: among > count,
  warmUps,
  samples,
  baselineName: 'a key that changes a text in the same page',
  prepare: async () => {
    const userDataDir = await prepareTill('service', { products: among, sales: 0 });
    const till = await launchTill({ userDataDir });
    const { page } = till;
    const field = page.getByRole('combobox', { name: 'Scan or search' });
    const openSell = async () => {
      // A new till leads through its first day.
      await page.getByRole('link', { name: 'Sell', exact: true }).click();
      await field.waitFor();
    };
    // By now the till's own loading has ended.
    await openSell();
    await page.addInitScript({ path: fileURLToPath(new URL('paint-clock.js', import.meta.url)) });
    await page.reload();
    await openSell();
    const session = await page.context().newCDPSession(page);
    return {
      ours: ours(page, session),
      baseline: plainKey(page, session),
      cleanUp: async () => {
        await till.kill9();
        removeTill(userDataDir);
      },
    };
  },
});

export const paintEntries: readonly BenchEntry[] = [
  paintEntry('scan', 'the last key of 1 scan to its line', scan),
  paintEntry('suggestions', '1 key typed to the list it brings', suggestions),
  paintEntry('edit', '1 price saved to its row', edit, 1_000_000),
];
