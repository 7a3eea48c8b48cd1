// Plays each task of src-renderer/ACTIONS.md by touch, by keyboard and by scanner alone. The
// actions that were really made are counted, and must be as many as it says.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultSelling } from '../../src-main/contract/selling.ts';
import { secondReadMs } from '../../src-renderer/lines/scans.svelte.ts';
import {
  actionCounts,
  returnCount,
  type ActionCount,
  type TaskName,
  type Way,
} from '../action-counts.ts';
import { lines, practise, sell, total } from './cashier.ts';
import { connectScanner, type Scanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { connectFinger, type Finger } from './touch.ts';
import { newUserData } from './user-data.ts';

const bread = { name: 'Pão de mistura', barcode: '5601234100075' };
const milk = { name: 'Leite meio-gordo', barcode: '5601234101553' };
const cheese = { name: 'Queijo da Serra', code: 'QUEIJO-SERRA' };
const cake = { name: 'Pastel de nata', code: 'PASTEL-NATA' };
const coffee = { name: 'Café expresso', code: 'CAFE' };
/** As the command sheet of this till names it. */
const card = { name: 'Multibanco', code: 'CF-PAY-2' };

let till: Till;
let page: Page;
let scanner: Scanner;
let finger: Finger;
/** Actions since the task began. */
let made = 0;

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = () => page.getByRole('combobox', { name: 'Scan or search' });
const line = (text: string) => lines(page).filter({ hasText: text });
const payment = () => page.getByRole('dialog', { name: 'Payment' });
const pad = (key: string) =>
  page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name: key, exact: true });
const quickKey = (name: RegExp) =>
  page.getByRole('region', { name: 'Quick keys' }).getByRole('button', { name });

async function tap(target: Locator): Promise<void> {
  made += 1;
  await finger(target);
}
async function tapDigits(digits: string): Promise<void> {
  for (const digit of digits) await tap(pad(digit));
}
/** Presses each key at a person's pace. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    made += 1;
    await page.keyboard.press(key, { delay: 90 });
  }
}
/** Types the name of a product, which counts as one action, however long the shop's names are. */
async function typeName(name: string): Promise<void> {
  made += 1;
  await page.keyboard.type(name, { delay: 90 });
}
async function scan(code: string): Promise<void> {
  made += 1;
  await scanner.scan(code);
}
/** A number from the command sheet, digit by digit. */
async function scanNumber(number: string): Promise<void> {
  let before = '';
  for (const key of number) {
    if (key === before) await aScannersPause();
    before = key;
    await scan(key === '.' ? 'CF-POINT' : `CF-KEY-${key}`);
  }
}
/** The name of a good, on the letters that come up when a finger touches the field. */
async function tapName(name: string): Promise<void> {
  await tap(field());
  made += 1;
  const letters = page.getByRole('group', { name: 'Letters' });
  for (const letter of name)
    await finger(letters.getByRole('button', { name: letter, exact: true }));
}
/**
 * Scans other goods each time, since the till asks about a sale that is the same as the one before.
 */
async function scanThree(breads: number): Promise<void> {
  for (let good = 1; good <= 3; good += 1) await scan(good > breads ? milk.barcode : bread.barcode);
  await line(milk.name).waitFor();
}
async function breadIsThere(): Promise<void> {
  await scanner.scan(bread.barcode);
  await line(bread.name).waitFor();
}

/**
 * Expects that the sale is saved, and that the next product can be scanned without another press.
 */
async function isSold(): Promise<void> {
  await page.getByRole('dialog', { name: 'Sale finished' }).waitFor();
  await scanner.scan(milk.barcode);
  await line(milk.name).waitFor();
  await expect.poll(() => lines(page).count()).toBe(1);
}

/** Waits as a person must: a repeated scan may be the scanner's own. */
const aScannersPause = () => page.waitForTimeout(secondReadMs + 100);

interface Played {
  /** Prepares the task; counts as none of its actions. */
  readonly before?: () => Promise<unknown>;
  readonly act: () => Promise<unknown>;
  readonly done: () => Promise<unknown>;
}
type Ways = Readonly<Record<TaskName, Record<Way, Played>>>;

const played: Ways = {
  threeInCash: {
    touch: {
      act: async () => {
        await scanThree(2);
        await tap(button(/^Pay/));
        await tap(button('Finish sale'));
      },
      done: isSold,
    },
    keyboard: {
      act: async () => {
        await scanThree(1);
        await press('F8');
        await press('Enter');
      },
      done: isSold,
    },
    scanner: {
      act: async () => {
        await scanThree(0);
        await scan('CF-PAY');
        await payment().waitFor();
        await aScannersPause();
        await scan('CF-PAY');
      },
      done: isSold,
    },
  },
  twoByName: {
    touch: {
      act: async () => {
        await tapName('torrada');
        await tap(page.getByRole('option', { name: /Torrada/ }).first());
        await tap(button(/^One more/));
        await tap(button(/^Pay/));
        await tap(payment().getByText('Multibanco', { exact: true }));
        await tap(button('Finish sale'));
      },
      done: isSold,
    },
    keyboard: {
      act: async () => {
        await press('2', '*');
        await typeName('galao');
        await press('Enter');
        await line('Galão').waitFor();
        await press('F8');
        await press('Shift+Tab', 'ArrowDown', 'Enter');
      },
      done: isSold,
    },
    scanner: {
      act: async () => {
        await scanNumber('2');
        await scan('CF-TIMES');
        await scan(coffee.code);
        await line(coffee.name).waitFor();
        await scan('CF-PAY');
        await payment().waitFor();
        await scan(card.code);
        await payment().getByRole('radio', { name: card.name, checked: true }).waitFor();
        await aScannersPause();
        await scan('CF-PAY');
      },
      done: isSold,
    },
  },
  weighed: {
    touch: {
      act: async () => {
        await tap(quickKey(/Queijo da Serra/));
        await page.getByRole('textbox', { name: 'Weight (kg)' }).waitFor();
        await tap(pad('.'));
        await tapDigits('35');
      },
      // Counts together with the next action.
      done: async () => {
        await finger(quickKey(/Café expresso/));
        await line(cheese.name).getByText('€8.72').waitFor();
      },
    },
    keyboard: {
      act: async () => {
        await press('.', '3', '5', '*');
        await typeName(cheese.code);
        await press('Enter');
      },
      done: () => line(cheese.name).getByText('€8.72').waitFor(),
    },
    scanner: {
      act: async () => {
        await scanNumber('.35');
        await scan('CF-TIMES');
        await scan(cheese.code);
      },
      done: () => line(cheese.name).getByText('€8.72').waitFor(),
    },
  },
  tenOff: {
    touch: {
      before: breadIsThere,
      act: async () => {
        await tap(page.getByRole('textbox', { name: /^Discount % on/ }));
        await tapDigits('10');
      },
      done: async () => {
        await finger(quickKey(/Café expresso/));
        await line(bread.name).getByText('10 % off').waitFor();
      },
    },
    keyboard: {
      before: breadIsThere,
      act: () => press('1', '0', '%', 'Enter'),
      done: () => line(bread.name).getByText('10 % off').waitFor(),
    },
    scanner: {
      before: breadIsThere,
      act: async () => {
        await scanNumber('10');
        await scan('CF-OFF');
      },
      done: () => line(bread.name).getByText('10 % off').waitFor(),
    },
  },
  taxNumber: {
    touch: {
      before: breadIsThere,
      act: async () => {
        await tap(page.getByRole('textbox', { name: 'Tax number' }));
        await tapDigits('501442600');
      },
      done: isTaxNumberThere,
    },
    keyboard: {
      before: breadIsThere,
      act: async () => {
        await press('F9');
        await page.getByRole('dialog', { name: 'Customer' }).waitFor();
        await press(...Array.from('501442600'), 'Enter');
        await page.getByRole('dialog', { name: 'Customer' }).waitFor({ state: 'detached' });
      },
      done: isTaxNumberThere,
    },
    scanner: {
      before: breadIsThere,
      act: async () => {
        await scanNumber('501442600');
        await scan('CF-NIF');
      },
      done: isTaxNumberThere,
    },
  },
  heldAndResumed: {
    touch: {
      before: breadIsThere,
      act: async () => {
        await tap(button('Put aside'));
        await tap(button('Held sales (1)'));
      },
      done: () => line(bread.name).waitFor(),
    },
    keyboard: {
      before: breadIsThere,
      act: async () => {
        await press('F4');
        await button('Held sales (1)').waitFor();
        await press('F6');
      },
      done: () => line(bread.name).waitFor(),
    },
    scanner: {
      before: breadIsThere,
      act: async () => {
        await scan('CF-HOLD');
        await button('Held sales (1)').waitFor();
        await scan('CF-HELD');
      },
      done: () => line(bread.name).waitFor(),
    },
  },
  receiptAgain: {
    touch: {
      before: lastSaleIsThere,
      act: () => tap(button('Print the last receipt')),
      done: isPrintedOnce,
    },
    keyboard: { before: lastSaleIsThere, act: () => press('Shift+F8'), done: isPrintedOnce },
    scanner: { before: lastSaleIsThere, act: () => scan('CF-PRINT'), done: isPrintedOnce },
  },
  lineOut: {
    touch: {
      before: breadIsThere,
      act: () => tap(button(/^Remove/)),
      done: () => line(bread.name).waitFor({ state: 'detached' }),
    },
    keyboard: {
      before: breadIsThere,
      act: () => press('Control+z'),
      done: () => line(bread.name).waitFor({ state: 'detached' }),
    },
    scanner: {
      before: breadIsThere,
      act: () => scan('CF-UNDO'),
      done: () => line(bread.name).waitFor({ state: 'detached' }),
    },
  },
  twentyEuros: {
    touch: {
      act: async () => {
        await scan(bread.barcode);
        await line(bread.name).waitFor();
        await tap(button(/^Pay/));
        await tap(payment().getByRole('button', { name: '€20.00' }));
        await tap(button('Finish sale'));
      },
      done: () => showsChange('€19.75'),
    },
    keyboard: {
      act: async () => {
        await scan(milk.barcode);
        await line(milk.name).waitFor();
        await press('F8');
        await press('2', '0', 'Enter');
      },
      done: () => showsChange('€19.08'),
    },
    scanner: {
      act: async () => {
        await scan(cake.code);
        await line(cake.name).waitFor();
        await scan('CF-PAY');
        await payment().waitFor();
        await scanNumber('20');
        await aScannersPause();
        await scan('CF-PAY');
      },
      done: () => showsChange('€18.80'),
    },
  },
};

async function isTaxNumberThere(): Promise<void> {
  await scanner.scan(milk.barcode);
  await line(milk.name).waitFor();
  const typed = page.getByRole('textbox', { name: 'Tax number' });
  expect(await typed.inputValue()).toBe('501442600');
}

async function showsChange(change: string): Promise<void> {
  const finished = page.getByRole('dialog', { name: 'Sale finished' });
  await finished.getByText(change).first().waitFor();
}

let printed = 0;
const jobs = () =>
  page.evaluate(async () => {
    const { till: bridge } = globalThis as unknown as {
      till: { request: (name: string, argument?: unknown) => Promise<{ value: unknown[] }> };
    };
    return (await bridge.request('printing.jobs')).value.length;
  });
async function lastSaleIsThere(): Promise<void> {
  await sell(page, ['CAFE']);
  await breadIsThere();
  printed = await jobs();
}
async function isPrintedOnce(): Promise<void> {
  await expect.poll(jobs).toBe(printed + 1);
}

beforeAll(async () => {
  const selling = { ...defaultSelling, numberPad: true };
  till = await launchTill({ userDataDir: newUserData({ selling }) });
  page = till.page;
  await page.setViewportSize({ width: 1366, height: 768 });
  await practise(page);
  scanner = await connectScanner(page);
  finger = await connectFinger(page);
  // The most sold product has a key.
  await page.evaluate(async () => {
    const { till: bridge } = globalThis as unknown as {
      till: { request: (name: string, argument: unknown) => Promise<unknown> };
    };
    const keys = ['CAFE', 'QUEIJO-SERRA'].map((code) => ({ code, colour: null }));
    await bridge.request('sell.arrangeQuickKeys', { pages: [{ name: '', keys }] });
  });
  await page.reload();
  await quickKey(/Queijo da Serra/).waitFor();
});
afterAll(() => till.kill9());

beforeEach(async () => {
  while ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
  const next = button('Next sale');
  if (await next.isVisible()) await next.click();
  await field().fill('');
  await page.keyboard.press('Shift+F4');
  await expect.poll(() => lines(page).count()).toBe(0);
  await field().focus();
  await total(page).getByText('€0.00').waitFor();
});

describe.each(Object.keys(actionCounts) as TaskName[])('%s', (name) => {
  const { ours }: ActionCount = actionCounts[name];
  it.each(Object.entries(played[name]) as [Way, Played][])('by %s', async (way, task) => {
    await task.before?.();
    await field().focus();
    made = 0;
    await task.act();
    const counted = made;
    await task.done();
    expect(counted).toBeLessThanOrEqual(ours[way]);
    // If the till needs fewer, ACTIONS.md must say so.
    expect(counted).toBe(ours[way]);
  });
});

it('a good comes back with its receipt', async () => {
  await scanner.scan(milk.barcode);
  await scanner.scan(bread.barcode);
  await line(bread.name).waitFor();
  await page.keyboard.press('F8');
  await payment().waitFor();
  await page.keyboard.press('Enter');
  const finished = page.getByRole('dialog', { name: 'Sale finished' });
  await finished
    .getByText(/FS \S+\/\d+/)
    .first()
    .waitFor();
  const receipt = /FS \S+\/\d+/.exec(await finished.innerText())?.[0] ?? '';
  await button('Next sale').click();
  await field().focus();
  made = 0;
  await scan(receipt);
  await tap(button('Return'));
  await button('Finish return').waitFor();
  await scan(milk.barcode);
  await page.getByText(`1 of ${milk.name}`, { exact: false }).waitFor();
  await tap(button('Finish return'));
  await page.getByText('Goods taken back').waitFor();
  expect(made).toBe(returnCount.ours);
  await page.getByRole('link', { name: 'Sell', exact: true }).first().click();
  await field().waitFor();
});
