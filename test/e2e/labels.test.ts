// Shelf labels: of one product, of all ticked products, on sheets and on the roll.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { isolated } from '../../src-renderer/bridge/foreign-text.ts';
import { decode } from '../printer/decode.ts';
import { startVirtualPrinter, type VirtualPrinter } from '../printer/virtual-printer.ts';
import { printerAt } from '../printing-till.ts';
import { goTo } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

describe.each(driven)('in %s', (language) => {
  const messages = messagesFor(language);
  const { labels, products, frame, receiptActions } = messages;
  let printer: VirtualPrinter;
  let till: Till;
  let page: Page;
  let receipts: string;

  beforeAll(async () => {
    printer = await startVirtualPrinter();
    const printing = { printer: printerAt(printer.port), drawer: null, automatic: 'never' };
    const userDataDir = newUserData({ language, printing });
    receipts = join(userDataDir, '..', 'receipts');
    till = await launchTill({ userDataDir });
    ({ page } = till);
    await page.getByRole('button', { name: messages.signIn.practice, exact: true }).click();
    await page.getByRole('combobox', { name: messages.sell.search }).waitFor();
    await goTo(page, frame.screens.catalogue);
  });
  afterAll(async () => {
    await till.kill9();
    await printer.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const preview = () => page.frameLocator(`iframe[title="${labels.preview}"]`);
  const shown = () => preview().getByRole('article');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const find = (text: string) => page.getByRole('searchbox', { name: products.search }).fill(text);
  const openOf = async (name: string) => {
    await find(name);
    await button(products.edit(isolated(name))).click();
    await button(labels.printOne).click();
  };

  it('of all ticked products are printed from the first free place of a begun sheet', async () => {
    expect(await button(labels.open).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: messages.manyProducts.chooseAll }).check();
    await button(labels.open).click();
    await expect.poll(() => shown().count()).toBe(24);
    expect(await shown().first().innerText()).toContain('PRÁTICA');
    const all = await page.getByRole('form', { name: labels.title }).innerText();
    const found = Number(/^\d+/.exec(all.trim())?.[0]);
    await field(labels.copies).fill('50');
    const tooMany = { code: 'too_many_labels', labels: found * 50, most: 2_000 } as const;
    await page.getByRole('alert').getByText(errorSentence(messages.errors, tooMany)).waitFor();
    expect(await button(labels.print).isDisabled()).toBe(true);
    await field(labels.copies).fill('2');
    await field(labels.first).fill('99');
    await page.getByRole('alert').getByText(labels.firstWrong(24)).waitFor();
    expect(await button(labels.print).isDisabled()).toBe(true);
    await field(labels.first).fill('4');
    await expect.poll(() => shown().count()).toBe(21);
    const sheets = Math.ceil((found * 2 + 3) / 24);
    await page.getByText(labels.comesTo(found, found * 2, sheets)).waitFor();
    await examine(page, `${language}-labels`);
    await button(receiptActions.savePdf).click();
    await page.getByText(/\.pdf/).waitFor();
    const [file = ''] = readdirSync(receipts);
    expect(file).toContain(labels.pageTitle);
    const pdf = readFileSync(join(receipts, file), 'latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(sheets);
    // A sheet of A4 in points.
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12]/);
    const next = ((3 + found * 2) % 24) + 1;
    await expect.poll(() => field(labels.first).inputValue()).toBe(String(next));
    if (process.env.PICTURES) {
      const kinds = page.getByRole('combobox', { name: labels.sheet });
      await field(labels.first).fill('1');
      for (const sheet of ['5x13', '4x10', '3x7', '2x7', '3x8'] as const) {
        const path = await page.locator('iframe').getAttribute('src');
        await kinds.selectOption({ label: labels.sheets[sheet] });
        await expect.poll(() => page.locator('iframe').getAttribute('src')).not.toBe(path);
        await shown().first().waitFor();
        const out = join(import.meta.dirname, `../../out/screens/${language}-sheet-${sheet}.png`);
        await page.locator('iframe').screenshot({ path: out });
      }
    }
    await page.getByRole('link', { name: messages.common.back }).click();
  });

  it('of one product are printed on the receipt printer, in any number, as chosen the last time', async () => {
    await goTo(page, frame.screens.catalogue);
    await openOf('Café expresso');
    await page.getByRole('radio', { name: labels.papers.roll }).check();
    await field(labels.copies).fill('2');
    await page.getByText(labels.comesTo(1, 2, null)).waitFor();
    await expect.poll(() => shown().count()).toBe(2);
    await examine(page, `${language}-labels-roll`);
    await button(labels.print).click();
    await page.getByRole('status').getByText(labels.printed).waitFor();
    expect(printer.jobs).toHaveLength(1);
    const { printed, problems } = decode('esc-pos', printer.jobs[0] ?? Buffer.alloc(0));
    expect(problems).toEqual([]);
    expect(printed.filter(({ kind }) => kind === 'cut')).toHaveLength(2);
    const said = printed.flatMap((part) =>
      part.kind === 'line' ? [part.runs.map(({ text }) => text).join('')] : [],
    );
    expect(said.join('\n')).toContain('PRÁTICA');
    expect(said.join('\n')).toContain('Café expresso');
    await page.getByRole('link', { name: messages.common.back }).click();
    await page.keyboard.press('Escape');
    await openOf('Café expresso');
    await page.getByText(labels.comesTo(1, 2, null)).waitFor();
    expect(await page.getByRole('radio', { name: labels.papers.roll }).isChecked()).toBe(true);
  });

  it('that were not printed are told on every screen, and printed again from there', async () => {
    printer.mood = 'paper_out';
    await button(labels.print).click();
    const trouble = page.getByRole('status', { name: messages.printing.title });
    await trouble.getByText(messages.printing.failed(labels.jobTitle(2))).waitFor();
    expect(printer.jobs).toHaveLength(1);
    printer.mood = 'fine';
    await trouble
      .getByRole('button', { name: messages.printing.again(labels.jobTitle(2)) })
      .click();
    await expect.poll(() => printer.jobs.length).toBe(2);
    await page.getByRole('status').getByText(labels.printed).waitFor();
  });
});
