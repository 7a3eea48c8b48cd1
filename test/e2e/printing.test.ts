// Setting up a printer and its drawer, automatic printing, and selling on while the printer is off.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linesOf } from '../log-lines.ts';
import { startVirtualPrinter, type VirtualPrinter } from '../printer/virtual-printer.ts';
import { goTo, lines, openSection, pay, practise, scan } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
let page: Page;
let printer: VirtualPrinter;
beforeAll(async () => {
  printer = await startVirtualPrinter();
  till = await launchTill({ userDataDir });
  page = till.page;
  await practise(page);
});
afterAll(async () => {
  await till.kill9();
  await printer.close();
});

const isKick = (job: Buffer) => job.length < 10 && job[0] === 0x1b && job[1] === 0x70;
const papers = () => printer.jobs.filter((job) => !isKick(job));
const kicks = () => printer.jobs.filter(isKick);
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function sellOne(): Promise<void> {
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page, { tendered: '5' });
  await finished.getByRole('button', { name: 'Next sale' }).click();
}

async function openSetUp(): Promise<void> {
  await openSection(page, 'Printer');
  await page.getByRole('heading', { name: 'Printer', level: 1 }).waitFor();
}

it('a printer is found at its address, tried and saved, with its drawer', async () => {
  await openSetUp();
  await page.getByRole('radio', { name: 'Network' }).check();
  await button('Print test page').click();
  await page.getByRole('alert').filter({ hasText: 'give its address' }).waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(printer.port));
  printer.mood = 'cover_open';
  await button('Print test page').click();
  await page.getByRole('alert').filter({ hasText: 'cover is open' }).waitFor();
  expect(printer.jobs).toHaveLength(0);
  printer.mood = 'fine';
  await button('Print test page').click();
  await page.getByRole('region', { name: 'What came out?' }).waitFor();
  expect(printer.jobs).toHaveLength(1);
  await button('The ruler breaks, or stops short').click();
  await expect.poll(() => printer.jobs.length).toBe(2);
  expect(await page.getByRole('combobox', { name: 'Roll' }).inputValue()).toBe('80');
  const columns = page.getByRole('combobox', { name: 'Letters per line' });
  expect(await columns.locator('option:checked').innerText()).toBe('42');
  expect(printer.jobs.map((job) => /[0-9]{20,}/.exec(job.toString('latin1'))?.[0].length)).toEqual([
    48, 42,
  ]);
  await button('Everything is right: save').click();
  await page.getByText('Saved.').waitFor();

  await page.getByRole('checkbox', { name: 'There is a drawer' }).check();
  await button('Test the drawer').click();
  await page.getByText('The drawer was told to open.').waitFor();
  expect(kicks()).toHaveLength(1);
  await button('Save drawer').click();
  await page.getByRole('radio', { name: 'After each sale' }).check();
});

it('a sale opens the drawer and prints its receipt once; a later print is a copy', async () => {
  await goTo(page, 'Sell');
  await sellOne();
  await expect.poll(() => [kicks().length, papers().length]).toEqual([2, 3]);
  await page.getByRole('button', { name: 'Print the last receipt' }).click();
  await expect.poll(() => papers().length).toBe(4);
  await openSetUp();
  const jobs = page.getByRole('table', { name: 'Print jobs' }).getByRole('row');
  await expect.poll(() => jobs.count()).toBe(3);
  expect(await jobs.nth(1).innerText()).toMatch(/FS \S+\/\d+\s+copy/);
  expect(await jobs.nth(2).innerText()).toContain('automatic');
  expect(await jobs.nth(2).innerText()).not.toContain('copy');
  // Every line of the log about a sale has its reference.
  const log = join(userDataDir, 'logs', 'till.log');
  const [sold] = linesOf(log, /^sale$/);
  await expect
    .poll(() => linesOf(log, /^print job$/))
    .toContainEqual(expect.objectContaining({ jobId: 1, reference: sold?.reference }));
});

it('a printer without paper holds up no sale, and unprinted jobs are told until somebody decides', async () => {
  printer.mood = 'paper_out';
  await goTo(page, 'Sell');
  await sellOne();
  await sellOne();
  const trouble = page.getByRole('status', { name: 'Printer' });
  await trouble.getByText('out of paper').waitFor();
  await page.getByText('The drawer did not open').waitFor();
  await button('Dismiss').click();
  expect(papers()).toHaveLength(4);
  await examine(page, 'print-trouble');

  printer.mood = 'fine';
  const again = trouble.getByRole('button', { name: /^Print again/ });
  const latest = await again.getAttribute('aria-label');
  await again.click();
  await expect.poll(() => papers().length).toBe(5);
  await expect.poll(() => again.getAttribute('aria-label')).not.toBe(latest);
  await trouble.getByRole('button', { name: /^Give up/ }).click();
  await expect.poll(() => trouble.innerText()).toBe('');

  await button('More').click();
  await button('Open drawer').click();
  const dialog = page.getByRole('dialog', { name: 'Open drawer' });
  await examine(page, 'open-drawer');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Trocar uma nota');
  await button('Open it').click();
  await dialog.waitFor({ state: 'detached' });
  expect(kicks()).toHaveLength(3);
  await openSetUp();
  const openings = page.getByRole('table', { name: 'Drawer openings' }).getByRole('row');
  await expect.poll(() => openings.count()).toBe(6);
  expect(await openings.nth(1).innerText()).toContain('Trocar uma nota');
  expect(await openings.nth(2).innerText()).toContain('Not opened');
  await examine(page, 'printer');
});
