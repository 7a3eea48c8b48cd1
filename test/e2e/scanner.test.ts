// A scanner at every speed, wherever the focus is: each scan is one line, and nothing else happens.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultSelling, type SellingSettings } from '../../src-main/contract/selling.ts';
import { goTo, lines, openSection, practise } from './cashier.ts';
import { examine } from './examine.ts';
import { connectScanner, type Scanner } from './synthetic-scanner.ts';
import { soldByUnit } from '../../src-main/contract/sold-by.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const bread = { code: 'PAO-MISTURA', barcode: '5601234100075' };
const milk = { code: 'LEITE-MG', barcode: '5601234101553' };

const selling: SellingSettings = {
  ...defaultSelling,
  inStoreRules: [
    { prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 },
    { prefix: '28', itemDigits: 5, value: 'price', decimals: 2 },
    { prefix: '29', itemDigits: 5, value: 'piecePrice', decimals: 2 },
  ],
};

let till: Till;
let page: Page;
let scanner: Scanner;

const field = () => page.getByRole('combobox', { name: 'Scan or search' });
const line = (name: string) => lines(page).filter({ hasText: name });
/** The quantity of the chosen line. */
const quantity = () => page.getByRole('textbox', { name: /^Quantity of/ });
/** How many of the product are sold, as its line shows it: "2 un". */
const sold = async (name: string) =>
  (await line(name).getByRole('button').first().innerText()).split(/\s/)[0];
const problem = (text: string) => page.getByRole('alert').filter({ hasText: text });

/** Requests as the page itself does. */
async function request(name: string, argument: unknown): Promise<void> {
  const asked = `till.request(${JSON.stringify(name)}, ${JSON.stringify(argument)})`;
  expect(await page.evaluate(asked)).toMatchObject({ ok: true });
}

const keep = (
  code: string,
  { unit = '', unitPrice = 1_000_000, barcodes = [] as readonly string[] } = {},
) =>
  request('catalogue.keep', {
    product: {
      code,
      description: `Product ${code}`,
      barcodes,
      unitPrice,
      unit,
      soldBy: soldByUnit(unit) ?? null,
      vatLabel: '',
      group: '',
      quickKey: null,
      colour: null,
    },
  });

/** Notes the frequency of each tone from now on. */
const listen = () =>
  page.evaluate(`
    globalThis.heard = [];
    globalThis.RealOscillator ??= OscillatorNode;
    globalThis.OscillatorNode = class extends RealOscillator {
      constructor(context, options) {
        super(context, options);
        heard.push(options.frequency);
      }
    };
    undefined;
  `);

/** The pause between two keys. */
const aPersonsPause = () => delay(100);

const focusedRole = () => page.evaluate('document.activeElement?.role');

beforeAll(async () => {
  till = await launchTill({ userDataDir: newUserData({ selling }) });
  page = till.page;
  await practise(page);
  scanner = await connectScanner(page);
});
afterAll(() => till.kill9());

beforeEach(async () => {
  await page.keyboard.press('Shift+F4');
  await expect.poll(() => lines(page).count()).toBe(0);
  await field().fill('');
  await field().focus();
});

// The speeds in between are proven by the tests of the rhythm itself.
describe.each([1, 50])('at %i ms between keys', (gapMs) => {
  it('a scan in the product field is one line, and leaves the field empty', async () => {
    await scanner.scan(bread.barcode, gapMs);
    await line(bread.code).waitFor();
    expect(await field().inputValue()).toBe('');
    expect(await focusedRole()).toBe('combobox');
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('a scan in a quantity field adds a line, and keeps what is being typed there', async () => {
    await scanner.scan(bread.barcode);
    await quantity().focus();
    await page.keyboard.type('2', { delay: 90 });
    await scanner.scan(milk.barcode, gapMs);
    await line(milk.code).waitFor();
    expect(await quantity().inputValue()).toBe('2');
    await field().focus();
    await expect.poll(() => sold(bread.code)).toBe('2');
    expect(await sold(milk.code)).toBe('1');
  });

  it('a scan of the same product in its quantity field is one more', async () => {
    await scanner.scan(bread.barcode);
    await quantity().focus();
    await scanner.scan(bread.barcode, gapMs);
    await expect.poll(() => sold(bread.code)).toBe('2');
    expect(await quantity().inputValue()).toBe('2');
    await field().focus();
    expect(await sold(bread.code)).toBe('2');
  });

  it('a scan over the payment changes nothing there, and presses no button', async () => {
    await scanner.scan(bread.barcode);
    await line(bread.code).waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payment' });
    const tendered = dialog.getByRole('textbox', { name: 'Tendered' });
    await tendered.fill('20');
    await scanner.scan(milk.barcode, gapMs);
    await dialog.getByRole('button', { name: 'Finish sale' }).focus();
    await scanner.scan(`${milk.barcode.slice(0, 4)} ${milk.barcode.slice(4)}`, gapMs);
    expect(await tendered.inputValue()).toBe('20');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await line(milk.code).waitFor();
    expect(await sold(milk.code)).toBe('1');
    await page.getByRole('button', { name: /^Dismiss 5601 / }).click();
  });

  it('a scan while a button has the focus presses nothing, and loses no character', async () => {
    await scanner.scan(bread.barcode);
    await line(bread.code).waitFor();
    await page.getByRole('button', { name: /^One more/ }).focus();
    await scanner.scan(milk.barcode, gapMs);
    await line(milk.code).waitFor();
    expect(await sold(bread.code)).toBe('1');
    expect(await field().inputValue()).toBe('');
  });
});

it('a hundred scans back to back are all kept, in the order in which they came', async () => {
  const codes = Array.from({ length: 25 }, (_, index) => `T${String(index).padStart(3, '0')}`);
  for (const code of codes) await keep(code);
  const scans = Array.from({ length: 100 }, (_, index) => codes[(index * 7) % codes.length] ?? '');
  await Promise.all(scans.map((code) => scanner.scan(code)));
  await expect.poll(() => lines(page).count()).toBe(25);
  const order = await lines(page)
    .getByText(/^T\d+$/)
    .allInnerTexts();
  expect(order).toEqual(codes.map((_, index) => codes[(index * 7) % codes.length]));
  for (const code of codes) {
    await expect.poll(() => sold(code)).toBe('4');
  }
});

it('an unknown and a misread code are told, with a sound, and can be dealt with', async () => {
  await listen();
  await scanner.scan('5609999999996');
  await scanner.scan('5601234100076');
  await scanner.scan(bread.barcode);
  await problem('“5609999999996” is not in the catalogue').waitFor();
  await problem('“5601234100076” was misread').waitFor();
  await line(bread.code).waitFor();
  expect(await page.evaluate<number[]>('heard')).toEqual([220, 220, 220, 220, 1760]);

  await keep('5609999999996');
  await page.getByRole('button', { name: 'Try again: 5609999999996' }).click();
  await line('5609999999996').waitFor();
  await problem('“5609999999996” is not in the catalogue').waitFor({ state: 'detached' });
  expect(await focusedRole()).toBe('combobox');
  await page.getByRole('button', { name: 'Sell by hand: 5601234100076' }).click();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  expect(await code.inputValue()).toBe('5601234100076');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dismiss 5601234100076' }).click();
  await problem('“5601234100076” was misread').waitFor({ state: 'detached' });
  expect(await focusedRole()).toBe('combobox');
});

it('sounds can be turned off', async () => {
  await request('settings.update', { selling: { ...selling, sounds: false } });
  await listen();
  await scanner.scan(bread.barcode);
  await line(bread.code).waitFor();
  expect(await page.evaluate<number[]>('heard')).toEqual([]);
  await request('settings.update', { selling });
});

it('a character that begins a code is no shortcut, but a person’s is', async () => {
  await scanner.scan(bread.barcode);
  await line(bread.code).waitFor();
  await page.getByRole('button', { name: /^One more/ }).focus();
  await scanner.scan('+A1-B+2');
  await problem('“+A1-B+2” is not in the catalogue').waitFor();
  expect(await sold(bread.code)).toBe('1');
  await page.getByRole('button', { name: 'Dismiss +A1-B+2' }).click();
  await page.getByRole('button', { name: /^One more/ }).focus();
  await page.keyboard.press('+');
  await expect.poll(() => sold(bread.code)).toBe('2');
});

it('a person’s letter chooses in a list, and a person’s space presses; no scan undoes that', async () => {
  await openSection(page, 'Scanner');
  const ending = page.getByRole('combobox', { name: 'Ending key' });
  const sounds = page.getByRole('checkbox', { name: 'Sounds when scanning' });
  await ending.focus();
  await page.keyboard.press('T');
  await expect.poll(() => ending.inputValue()).toBe('Tab');
  await aPersonsPause();
  await sounds.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => sounds.isChecked()).toBe(false);
  await ending.selectOption('Enter');
  await page.getByRole('textbox', { name: 'Prefix' }).focus();
  await scanner.scan(bread.barcode);
  await page.getByText(`Nothing was sold: “${bread.barcode}”`).waitFor();
  expect([await ending.inputValue(), await sounds.isChecked()]).toEqual(['Enter', false]);
  // A short press of the space bar may belong to a scan, until no other key follows.
  await sounds.focus();
  await page.keyboard.press('Space', { delay: 0 });
  await expect.poll(() => sounds.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Dismiss the scan' }).click();
  await goTo(page, 'Sell');
});

it('scanning a document’s code opens it on every screen', async () => {
  for (const code of [milk.barcode, milk.barcode, bread.barcode]) await scanner.scan(code);
  await line(bread.code).waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Finish sale' }).click();
  const finished = page.getByRole('dialog', { name: 'Sale finished' });
  await finished.getByText(/FS \S+\/\d+/).waitFor();
  const text = await finished.innerText();
  const key = /FS \S+\/\d+/.exec(text)?.[0] ?? '';
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(text)?.[0] ?? '';
  for (const [code, heading] of [
    [key, `Document ${key}`],
    [reference, new RegExp(reference)],
  ] as const) {
    for (const screen of ['Settings', 'Sell', 'Catalogue']) {
      await goTo(page, screen);
      await scanner.scan(code);
      await page.getByText(`“${code}” is the code of a document.`).waitFor();
      await page.getByRole('button', { name: 'Open it' }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
    }
  }
  await goTo(page, 'Sell');
});

it('the times of the keys count, however late a busy page handles them', async () => {
  await scanner.scan(bread.barcode);
  await line(bread.code).waitFor();
  await quantity().focus();
  await scanner.scan('123', 90);
  await expect.poll(() => sold(bread.code)).toBe('123');
});

it('scans arrive while the receipt’s preview has the focus', async () => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await scanner.scan(bread.barcode);
  await line(bread.code).waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Finish sale' }).click();
  const receipt = page
    .frameLocator('iframe')
    .getByText(/FS \S+\/\d+/)
    .first();
  await receipt.click();
  await scanner.scan(milk.barcode);
  await line(milk.code).waitFor();
});

it('prefix and ending key are settings, and a trial scan in Settings shows what arrives', async () => {
  await openSection(page, 'Scanner');
  const other = await connectScanner(page, 'Tab');
  const test = page.getByRole('textbox', { name: 'Scan here to test' });
  const card = page.locator('form').filter({ has: test });
  await test.focus();
  await other.scan(`~${bread.barcode}`, 20);
  await card.getByText(`Arrived: ~${bread.barcode}`).waitFor();
  await card.getByText('14 characters, longest pause 20 ms, ended by Tab.').waitFor();
  await card.getByText('~ came before the code: give it as the prefix').waitFor();
  await card.getByRole('textbox', { name: 'Prefix' }).fill('~');
  await card.getByRole('combobox', { name: 'Ending key' }).selectOption('Tab');
  await test.focus();
  await other.scan(`~${bread.barcode}`, 20);
  await card.getByText(`Read as a scan of “${bread.barcode}”.`).waitFor();
  await card.getByText('2712345012348 is product 12345, weight 1.234.').waitFor();
  await card.getByRole('button', { name: 'Save scanner' }).click();
  await card.getByText('Saved.').waitFor();

  await card.getByRole('button', { name: 'Command barcodes' }).click();
  await page.getByRole('img', { name: 'Barcode of CF-PAY', exact: true }).waitFor();
  await page.getByRole('img', { name: 'Barcode of CAFE', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const saved = await page.getByText(/^Saved.*Command-barcodes.*\.pdf/).innerText();
  const [file = ''] = /\/.*\.pdf/.exec(saved) ?? [];
  const pdf = await readFile(file, 'latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  // A4, in points.
  expect(pdf).toMatch(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  await examine(page, 'en-command-barcodes');
  await page.getByRole('button', { name: 'Close' }).click();
  await goTo(page, 'Sell');
  await other.scan(`~${milk.barcode}`);
  await line(milk.code).waitFor();
});

/**
 * Types key by key in real time, as a slow scanner does. Returns the most suggestions that showed
 * meanwhile.
 */
async function scanSlowly(code: string, gapMs: number) {
  // Text left by an earlier scan that was too slow does not belong to this one.
  await field().fill('');
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await delay(150);
  await page.evaluate(`
    globalThis.slowScan = { most: 0 };
    globalThis.slowWatch?.disconnect();
    globalThis.slowWatch = new MutationObserver(() => {
      const { length } = document.querySelectorAll('[role=option]');
      slowScan.most = Math.max(slowScan.most, length);
    });
    slowWatch.observe(document.body, { subtree: true, childList: true, attributes: true });
    undefined;
  `);
  for (const key of [...Array.from(code), 'Enter'])
    await page.keyboard.press(key, { delay: gapMs });
  await delay(150);
  return page.evaluate<{ most: number }>('slowScan');
}

it('no list flashes up under a scan, known or not, and a person sees it at once', async () => {
  await request('settings.update', { selling });
  for (const known of [false, true]) {
    let scanned: Awaited<ReturnType<typeof scanSlowly>>;
    let times = 0;
    do {
      // After a reload nothing is known of the scanner.
      if (!known) await page.reload();
      await field().waitFor();
      scanned = await scanSlowly(bread.barcode, 8);
      times += 1;
      // A busy computer types as slowly as a person.
    } while (scanned.most > 0 && times < 5);
    expect(scanned.most).toBe(0);
  }
  await field().fill('');
  await field().focus();
  await page.keyboard.type('leite', { delay: 120 });
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
});
