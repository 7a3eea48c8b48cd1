// A shop's own catalogue: read from a file as a spreadsheet saved it, corrected, used, sold from
// and exported.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { addFreeLine, goTo, lines, openSection, pay, practise, scan } from './cashier.ts';
import { examine } from './examine.ts';
import { driven } from '../tier.ts';
import { launchTill, type Till } from './till.ts';
import { compoundOf, rowsOf, xlsxOf } from '../spreadsheets.ts';
import { newUserData } from './user-data.ts';

/** As Excel saves it in Portugal. The first price is the one for resellers. */
const spreadsheet = [
  'Ref.;Designação;Preço 1;Preço 2;EAN;Família;Armazém',
  'PASTEL-NATA;Pastel de nata da avó;0,90;1,35;5601234567893;Pastelaria;Balcão',
  'CAFE;Café;0,50;0,85;;Cafetaria;Balcão',
  ';Broa sem código;0,80;1,10;;Padaria;Balcão',
  'BROA;Broa de Avintes;1,10;a combinar;;Padaria;Balcão',
  'CAFE;Café duplo;0,90;1,20;;Cafetaria;Balcão',
  'QUEIJO;Queijo',
  'PÃO-ALENTEJO;Pão alentejano;1.000,40;1.234,56;5601234567909;Padaria;Balcão',
].join('\r\n');

const windows1252 = (text: string): Buffer => Buffer.from(text, 'latin1');

async function chooseFile(
  page: Page,
  button: string,
  buffer: Buffer,
  name = 'artigos.csv',
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: '', buffer });
}

/** With a title above the table, and prices as numbers. */
const workbook = xlsxOf({
  sheets: [
    { name: 'Contactos', rows: rowsOf([['Fornecedor', 'Telefone']]) },
    {
      name: 'Preços 2026',
      rows: rowsOf([
        ['Pastelaria da Avó, tabela de preços'],
        [],
        ['Ref.', 'Designação', 'PVP', 'EAN'],
        ['QUEIJADA', 'Queijada de Sintra', 1.1, 5601234567898],
        ['TRAVESSEIRO', 'Travesseiro', 12.099999999999998, ''],
        ['SEM-PREÇO', 'Sem preço', 'a combinar', ''],
      ]),
    },
  ],
});

describe('a cashier', () => {
  let till: Till;
  let page: Page;
  const column = (name: string) =>
    page.getByRole('combobox', { name: `Column “${name}” holds`, exact: true });
  /** Of each row: its line, its field, and what is wrong. */
  async function rowsLeftOut(): Promise<readonly string[][]> {
    const table = page.getByRole('table', { name: 'Rows left out' });
    const [, ...rows] = await table.getByRole('row').allInnerTexts();
    // A cell may end in a line of its own.
    return rows.map((row) => row.split('\t', 3).map((cell) => cell.trim()));
  }
  const firstRow = (text: string): Locator =>
    page.getByRole('table', { name: 'First rows' }).getByRole('row').filter({ hasText: text });
  const openCatalogue = async () => {
    await openSection(page, 'Import and export');
    await page.getByRole('heading', { name: 'Import and export', level: 1 }).waitFor();
  };
  /** The number of products by the till's own count. */
  const products = async () =>
    Number(
      await page.evaluate(
        `till.request('catalogue.summary', undefined).then(({ value }) => value.products)`,
      ),
    );

  beforeAll(async () => {
    till = await launchTill({ userDataDir: newUserData() });
    page = till.page;
    await practise(page);
  });
  afterAll(() => till.kill9());

  it('sees how a file will be read, and corrects the price', async () => {
    await openCatalogue();
    await chooseFile(page, 'Choose a file', windows1252(spreadsheet));
    await page.getByRole('heading', { name: 'How is artigos.csv to be read?' }).waitFor();
    expect(await page.getByLabel('Separator').inputValue()).toBe(';');
    expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
    expect(await page.getByLabel('Decimal mark').inputValue()).toBe(',');
    expect(await page.getByLabel('The first row names the columns').isChecked()).toBe(true);
    expect(await column('Preço 1').inputValue()).toBe('unitPrice');
    await firstRow('Pastel de nata da avó').getByText('€0.90').waitFor();

    await column('Preço 1').selectOption('Not read');
    await page.getByText('No column looks like this: Price. Choose one.').waitFor();
    expect(await page.getByRole('button', { name: 'Read the file' }).isDisabled()).toBe(true);
    await column('Preço 2').selectOption('Price');
    await firstRow('Pastel de nata da avó').getByText('€1.35').waitFor();
    await firstRow('Broa de Avintes').getByText('Price: cannot be used').waitFor();
    await firstRow('Broa sem código').getByText('Code: missing').waitFor();
  });

  it('serves a customer in between, and finds the import as it was', async () => {
    await goTo(page, 'Sell');
    await scan(page, 'CAFE');
    await lines(page).first().waitFor();
    await openCatalogue();
    await page.getByRole('heading', { name: 'How is artigos.csv to be read?' }).waitFor();
    expect(await column('Preço 2').inputValue()).toBe('unitPrice');
  });

  it('reads the file, is told each row that is left out, and uses the rest', async () => {
    const before = await products();
    await page.getByRole('checkbox', { name: 'Replace everything' }).check();
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('3 products can be used.').waitFor();
    await page.getByText('4 rows are left out.').waitFor();
    expect(await rowsLeftOut()).toEqual([
      ['4', 'Code', 'Missing'],
      ['5', 'Price', 'Cannot be used'],
      ['6', 'Code', 'Used by an earlier row'],
      ['7', 'Whole row', 'Does not fit the columns, or cannot be read'],
    ]);
    // The misprinted barcodes above; the first one still finds its product, which is sold below.
    const misprints = page
      .getByRole('table', { name: 'What else to know' })
      .getByRole('row')
      .filter({ hasText: 'Wrong check digit' });
    const told = await misprints.innerText();
    expect(told).toMatch(/^2, 8\n[^]*\tBarcode\t/);
    expect(told).toContain('5601234567893 (PASTEL-NATA) · 5601234567909 (PÃO-ALENTEJO)');
    await page.getByText(/\d+ products and \d+ quick keys? will be removed/).waitFor();
    expect(await products()).toBe(before);
    await page.getByRole('button', { name: 'Replace everything' }).click();
    await page.getByText('The catalogue is updated: 3 products.').waitFor();
    expect(await products()).toBe(3);
  });

  it('sells from the catalogue, and adds to it what a document shows', async () => {
    await goTo(page, 'Sell');
    await scan(page, '5601234567893');
    await lines(page)
      .filter({ hasText: 'Pastel de nata da avó' })
      .getByText('€1.35')
      .first()
      .waitFor();
    await addFreeLine(page, { code: 'TORRADA', quantity: '1', unitPrice: '1.7' });
    const finished = await pay(page);
    await finished.getByText(/FS \S+\/\d+/).waitFor();
    await finished.getByRole('button', { name: 'Next sale' }).click();

    await goTo(page, 'Documents');
    await page
      .getByRole('table', { name: 'Documents' })
      .getByRole('link', { name: /^FS/ })
      .first()
      .click();
    const table = page.getByRole('table', { name: 'Lines' });
    await table.getByRole('button', { name: 'Add to catalogue: TORRADA' }).click();
    await table.getByText('Added to the catalogue').waitFor();
    // A product that the catalogue has is not offered for it.
    const offered = table.getByRole('button', { name: 'Add to catalogue: PASTEL-NATA' });
    expect(await offered.count()).toBe(0);
    expect(await products()).toBe(4);
    await examine(page, 'en-document-adopted');

    await goTo(page, 'Sell');
    await scan(page, 'TORRADA');
    await lines(page).filter({ hasText: 'TORRADA' }).getByText('€1.70').first().waitFor();
  });

  it('exports the catalogue as a file that imports as the same one', async () => {
    await openCatalogue();
    await page.getByRole('button', { name: 'Export the catalogue' }).click();
    const saved = await page.getByText(/Saved as .*\.csv/).innerText();
    const exported = readFileSync(saved.replace('Saved as ', ''));
    expect(exported.toString()).toContain('Pastel de nata da avó');
    await chooseFile(page, 'Choose a file', exported);
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('4 products can be used.').waitFor();
    await page.getByText('Every row could be read.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    expect(await products()).toBe(4);
  });

  it('drops a large file, sees the progress, and stops it', async () => {
    await openCatalogue();
    await page.evaluate(`
      const product = (row) => 'P' + row + ';Produto ' + row + ';' + ((row % 90) + 1) + ',50';
      const rows = ['Código;Designação;Preço', ...Array.from({ length: 400_000 }, (_, row) => product(row))];
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([rows.join('\\n')], 'grande.csv'));
      const target = document.querySelector('main section:not([hidden]) [role="group"]');
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    `);
    await page.getByRole('button', { name: 'Read the file' }).click();
    const progress = page.getByRole('progressbar', { name: 'Read so far' });
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await products()).toBe(4);
  });

  it('is told what to do with a spreadsheet that is not read', async () => {
    await chooseFile(page, 'Choose a file', compoundOf('WordDocument'), 'artigos.xls');
    await page.getByRole('alert').getByText('save it as xlsx or CSV').waitFor();
    await chooseFile(page, 'Choose a file', workbook.subarray(0, 500), 'artigos.xlsx');
    await page.getByRole('alert').getByText('damaged or was cut off').waitFor();
    expect(await products()).toBe(4);
  });

  it('is told when a file holds no product', async () => {
    await chooseFile(page, 'Choose a file', Buffer.from(''));
    await page.getByRole('alert').getByText('No product can be read from this file').waitFor();
    expect(await products()).toBe(4);
  });

  it('imports a spreadsheet whose table is on its second sheet, below a title', async () => {
    await chooseFile(page, 'Choose a file', workbook, 'artigos.xlsx');
    await page.getByRole('heading', { name: 'How is artigos.xlsx to be read?' }).waitFor();
    const shown = (label: string) =>
      page.getByLabel(label, { exact: true }).locator('option:checked').innerText();
    expect(await shown('Sheet')).toBe('Preços 2026');
    expect(await shown('Table begins at')).toBe('Line 3: Ref. · Designação · PVP · EAN');
    expect(await page.getByLabel('Separator').count()).toBe(0);
    await firstRow('Travesseiro').getByText('€12.10').waitFor();

    await page.getByLabel('Sheet', { exact: true }).selectOption('Contactos');
    await column('Telefone').waitFor();
    await page.getByLabel('Sheet', { exact: true }).selectOption('Preços 2026');
    await column('PVP').waitFor();
    await page.getByLabel('Table begins at').selectOption({ index: 0 });
    await expect.poll(() => column('PVP').count()).toBe(0);
    await page.getByLabel('Table begins at').selectOption({ index: 1 });
    expect(await column('PVP').inputValue()).toBe('unitPrice');

    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('2 products can be used.').waitFor();
    expect(await rowsLeftOut()).toEqual([['6', 'Price', 'Cannot be used']]);
    await page.getByRole('button', { name: 'Update the catalogue' }).click();
    await page.getByText('The catalogue is updated').waitFor();
    await goTo(page, 'Sell');
    await scan(page, '5601234567898');
    await lines(page)
      .filter({ hasText: 'Queijada de Sintra' })
      .getByText('€1.10')
      .first()
      .waitFor();
  });
});

it.each(driven)('every step looks as it should, in %s', async (language) => {
  const { catalogue, signIn, frame } = messagesFor(language);
  const till = await launchTill({ userDataDir: newUserData({ language }) });
  const { page } = till;
  try {
    await page.getByRole('button', { name: signIn.practice, exact: true }).click();
    await goTo(page, frame.screens.settings);
    await page.getByRole('link', { name: catalogue.title, exact: true }).click();
    await page.getByRole('button', { name: catalogue.export }).click();
    await page.getByText(/\.csv/).waitFor();
    await examine(page, `${language}-catalogue`);
    await chooseFile(page, catalogue.choose, windows1252(spreadsheet));
    const price = page.getByRole('combobox', { name: catalogue.column('Preço 1') });
    await price.selectOption(catalogue.notRead);
    await page.getByText(catalogue.missing([catalogue.fields.unitPrice])).waitFor();
    await examine(page, `${language}-catalogue-preview`);
    await price.selectOption(catalogue.fields.unitPrice);
    await page.getByRole('checkbox', { name: catalogue.replaceAll }).check();
    await page.getByRole('button', { name: catalogue.read }).click();
    await page.getByRole('button', { name: catalogue.useReplacing }).waitFor();
    await examine(page, `${language}-catalogue-report`);
    await page.getByRole('button', { name: catalogue.useReplacing }).click();
    await page.getByText(catalogue.used(4)).waitFor();
    await examine(page, `${language}-catalogue-used`);
    await chooseFile(page, catalogue.choose, workbook, 'artigos.xlsx');
    await page.getByRole('combobox', { name: catalogue.sheet, exact: true }).waitFor();
    await examine(page, `${language}-catalogue-spreadsheet`);
    await page.getByRole('button', { name: catalogue.discard }).click();
    await chooseFile(page, catalogue.choose, compoundOf('WordDocument'), 'artigos.xls');
    await page.getByRole('alert').waitFor();
    await examine(page, `${language}-catalogue-xls`);
  } finally {
    await till.kill9();
  }
});
