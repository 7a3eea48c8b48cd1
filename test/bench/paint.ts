// In the running till: from a key going down to what it brings being painted, beside a key that
// only changes a text in the same page. The times are the page's own.
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { lines } from '../e2e/cashier.ts';
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
/** Longer than a scanner takes between two keys: whoever types is a person. */
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
  /** What the last of the keys is, and a condition in the page for what it brings. */
  readonly expect: () => Promise<readonly [key: string, isThere: string]>;
  readonly press: () => Promise<unknown>;
}

function keySide(page: Page, { before, expect, press: pressKeys }: Keys): Side {
  let tookMs = 0;
  return {
    before: () => before?.(),
    run: async () => {
      const [key, isThere] = await expect();
      await page.evaluate(`paintClock.expect('${key}', () => ${isThere})`);
      await pressKeys();
      tookMs = await page.evaluate<number>('paintClock.took');
    },
    tookMs: () => tookMs,
  };
}

const plainKey = (page: Page, session: CDPSession): Side =>
  keySide(page, {
    expect: async () => {
      const shown = await page.evaluate<number>('paintClock.shown()');
      return ['F24', `paintClock.shown() > ${shown}`];
    },
    press: () => press(session, 'F24'),
  });

/**
 * Of the keys before the last one nothing is left to do when it goes down, as with a scanner that
 * takes its millisecond for each.
 */
function scan(page: Page, session: CDPSession): Side {
  const wanted = barcodes(count, warmUps + samples);
  let at = 0;
  return keySide(page, {
    before: async () => {
      if ((await lines(page).count()) < mostLines) return;
      await page.keyboard.press('Shift+F4', { delay: pauseMs });
      await lines(page).first().waitFor({ state: 'detached' });
    },
    expect: async () => ['Enter', `paintClock.lines() > ${await lines(page).count()}`],
    press: async () => {
      await Promise.all(Array.from(wanted[at++] ?? '', (key) => press(session, key)));
      await press(session, 'Enter');
    },
  });
}

/**
 * The list is closed before each key, so that whatever opens it answers this key. Something was
 * scanned before, as on every working day: how the till's scanner types is known.
 */
function suggestions(page: Page, session: CDPSession): Side {
  const random = seeded(count);
  const names = Array.from(products(2_000), ({ description }) =>
    description.slice(0, random.between(1, 8)),
  ).filter((name) => /[a-z]$/i.test(name));
  const field = page.getByRole('combobox', { name: 'Scan or search' });
  const option = page.getByRole('option').first();
  const [scanned = ''] = barcodes(count, 1);
  let at = 0;
  let key = '';
  return keySide(page, {
    before: async () => {
      if (at === 0) {
        for (const typed of [...Array.from(scanned), 'Enter']) await press(session, typed);
        await lines(page).first().waitFor();
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

const paintEntry = (
  name: string,
  size: string,
  ours: (page: Page, session: CDPSession) => Side,
): BenchEntry => ({
  name: `paint.${name}`,
  size: `${size}, among ${count} products`,
  warmUps,
  samples,
  baselineName: 'a key that changes a text in the same page',
  prepare: async () => {
    const userDataDir = await prepareTill('service', { products: count, sales: 0 });
    const till = await launchTill({ userDataDir });
    const { page } = till;
    const field = page.getByRole('combobox', { name: 'Scan or search' });
    // The till's own loading has ended by then.
    await field.waitFor();
    await page.addInitScript({ path: fileURLToPath(new URL('paint-clock.js', import.meta.url)) });
    await page.reload();
    await field.waitFor();
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
];
