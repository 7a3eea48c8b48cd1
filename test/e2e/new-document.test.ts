// New documents of other natures: made online and offline, each at the service exactly once; the
// rules; correcting a refused one.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connection, goTo, plugBackIn, practise, pullThePlug } from './cashier.ts';
import { withDatabase } from './practice-database.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
let page: Page;
beforeAll(async () => {
  till = await launchTill({ userDataDir });
  page = till.page;
  await practise(page);
});
afterAll(() => till.kill9());

const article = () => page.getByRole('article');
const textbox = (name: string) => article().getByRole('textbox', { name, exact: true });
const choice = (name: string) => article().getByRole('combobox', { name });
const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const focused = (locator: Locator): Promise<void> => locator.and(page.locator(':focus')).waitFor();

interface HeldDocument {
  readonly nature: number;
  readonly status: number;
  readonly theirs: string;
  readonly rounding: number;
  readonly header: string;
  readonly total: number;
  readonly party: string | null;
  readonly discount: number;
  readonly date: string;
  readonly transport: number;
}

/** Returns what the service holds under a reference. */
const held = (reference: string) =>
  withDatabase(userDataDir, (db) =>
    db
      .prepare<[string], HeldDocument>(
        `SELECT d.nature_id AS nature, d.status_id AS status, d.document_reference AS theirs,
           d.round_cents AS rounding, d.header_text AS header, d.total_cents AS total,
           p.fiscal_number AS party, d.discount_millionths AS discount, d.document_date AS date,
           d.is_transport_document AS transport
         FROM documents d LEFT JOIN parties p ON p.id = d.party_id
         WHERE d.our_reference = ? ORDER BY d.id`,
      )
      .all(reference),
  );

const oneNumber = (sql: string): number =>
  withDatabase(userDataDir, (db) => Number(db.prepare(sql).pluck().get()));

const documentCount = () => oneNumber('SELECT count(*) FROM documents');
/** A supplier of the practice shop. */
const supplier = () =>
  withDatabase(userDataDir, (db) =>
    db
      .prepare<[], { id: number; number: string }>(
        `SELECT id, fiscal_number AS number FROM parties
         WHERE company_id = 1 AND class = 1602 ORDER BY id LIMIT 1`,
      )
      .get(),
  ) ?? { id: 0, number: '' };

async function open(): Promise<void> {
  await goTo(page, 'Documents');
  await page.getByRole('button', { name: 'New document' }).click();
  await heading('New document').waitFor();
}

/** Adds the first line. */
async function addProduct(code: string): Promise<void> {
  await choice('Scan or search').fill(code);
  await choice('Scan or search').press('Enter');
  await line(1).waitFor();
}

const showMore = async () => {
  if (!(await textbox('Rounding').isVisible()))
    await article().getByText('More', { exact: true }).click();
};

const save = () => page.getByRole('button', { name: 'Save document' }).click();

/** Saves, and returns the reference of the document, whose page then shows. */
async function saved(): Promise<string> {
  await save();
  const title = heading(/CF-/);
  await title.waitFor();
  return /CF-\w{4}-\w{4}-\w{4}/.exec(await title.innerText())?.[0] ?? '';
}

/** One of each nature that the form knows by name, two by their types, and a draft. */
const kinds: readonly {
  readonly what: string;
  readonly fill: () => Promise<void>;
  readonly holds: Partial<HeldDocument>;
}[] = [
  {
    what: 'a delivery note',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'Delivery note' });
      await addProduct('3*CAFE');
      await textbox('Tax number').fill('509442013');
      await showMore();
      await choice('Transport document').selectOption({ label: 'Yes' });
    },
    holds: { nature: 321, status: 1202, total: 240, party: '509442013', transport: 1 },
  },
  {
    what: 'a quotation',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'Quotation' });
      await addProduct('QUEIJO-SERRA');
      await line(1).getByRole('textbox', { name: 'Quantity' }).fill('0,5');
      await line(1).getByRole('textbox', { name: 'Unit price' }).fill('20');
      await textbox('Discount %').fill('10');
      await article().getByRole('button', { name: 'Choose a customer' }).click();
      const dialog = page.getByRole('dialog', { name: 'Customer' });
      await dialog.getByRole('button', { name: /Café Central/ }).click();
      await showMore();
      await textbox('Text above the lines').fill('Valid for\n30 days');
    },
    holds: {
      nature: 353,
      status: 1202,
      total: 900,
      discount: 10_000_000,
      party: '510234674',
      header: 'Valid for\n30 days',
    },
  },
  {
    what: 'a simplified invoice, with its payment',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'Simplified invoice' });
      await addProduct('TORRADA');
      await choice('Payment method').selectOption({ index: 2 });
      await showMore();
      await article().getByRole('checkbox', { name: 'Make the PDF' }).check();
    },
    holds: { nature: 302, status: 1202 },
  },
  {
    what: 'a stock entry',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'Stock entry' });
      await addProduct('AZEITE-750');
      await showMore();
      await textbox('Warehouse (id)').fill('102');
      await article().getByLabel('Date', { exact: true }).fill('2026-02-28');
    },
    holds: { nature: 502, status: 1201, party: null, date: '2026-02-28' },
  },
  {
    what: 'a purchase, by its document type',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'A document type, by its id' });
      await textbox('Document type (id)').fill('11');
      await addProduct('CAFE');
      const { id, number } = supplier();
      await textbox('Party (id)').fill(String(id));
      await textbox('Tax number').fill(number);
      await showMore();
      await choice('Communicate to the tax authority at once').selectOption({ label: 'No' });
      await choice('Bank payment reference').selectOption({ label: 'Yes' });
      await textbox('Reference of the other side').fill('FT 77/2026');
      await textbox('Rounding').fill('-0,02');
      await choice('Prices with tax').selectOption({ label: 'Yes' });
    },
    holds: { nature: 401, status: 1202, theirs: 'FT 77/2026', rounding: -2 },
  },
  {
    // Where one is found, another of this type can be proven absent, and be sent again.
    what: 'another document, by its type',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'A document type, by its id' });
      await textbox('Document type (id)').fill('6');
      await addProduct('CAFE');
    },
    holds: { status: 1202 },
  },
  {
    what: 'a draft of an order, by its nature',
    fill: async () => {
      await choice('Kind of document').selectOption({ label: 'Another nature, by its code' });
      await textbox('Nature (code)').fill('NE');
      await addProduct('TORRADA');
      await article().getByRole('checkbox', { name: 'Finalize' }).uncheck();
    },
    holds: { nature: 354, status: 1203 },
  },
];

describe('a new document', () => {
  it.each(kinds)('online: $what reaches the service once', async ({ fill, holds }) => {
    await open();
    await fill();
    const reference = await saved();
    await article().getByRole('status').getByText('Confirmed', { exact: true }).waitFor();
    const documents = held(reference);
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject(holds);
    await article()
      .getByRole('link', { name: /Open document/ })
      .click();
    await article().getByText(reference).first().waitFor();
  });

  it('offline: each of them stays unsent, and later reaches the service once', async () => {
    await pullThePlug(page);
    const references: string[] = [];
    for (const { fill } of kinds) {
      await open();
      await fill();
      references.push(await saved());
      await article()
        .getByRole('status')
        .getByText('Waiting to be sent', { exact: true })
        .waitFor();
    }
    expect(references.flatMap(held)).toEqual([]);
    await plugBackIn(page);
    await goTo(page, 'Outbox');
    await page.getByRole('button', { name: 'Try now' }).click();
    await connection(page)
      .getByText(/^Online$/)
      .waitFor({ timeout: 60_000 });
    for (const [at, { holds }] of kinds.entries()) {
      const reference = references[at] ?? '';
      await expect.poll(() => held(reference), { timeout: 60_000 }).toMatchObject([holds]);
    }
    await expect.poll(() => connection(page).innerText()).not.toContain('waiting');
  });

  it('a double press makes one', async () => {
    await open();
    await choice('Kind of document').selectOption({ label: 'Delivery note' });
    await addProduct('CAFE');
    const before = documentCount();
    await page.getByRole('button', { name: 'Save document' }).dblclick();
    await article().getByRole('status').getByText('Confirmed', { exact: true }).waitFor();
    expect(documentCount()).toBe(before + 1);
  });

  it('typed text stays while another screen shows, until it is discarded', async () => {
    await open();
    await choice('Kind of document').selectOption({ label: 'Quotation' });
    await addProduct('CAFE');
    await textbox('Discount %').fill('7,5');
    await goTo(page, 'Sell');
    await open();
    expect(await choice('Kind of document').locator('option:checked').innerText()).toBe(
      'Quotation',
    );
    expect(await textbox('Discount %').inputValue()).toBe('7,5');
    await line(1).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('table', { name: 'Documents' }).waitFor();
    await page.getByRole('button', { name: 'New document' }).click();
    expect(await textbox('Discount %').inputValue()).toBe('');
    expect(await line(1).count()).toBe(0);
  });

  it('a broken rule is told at its field, and nothing is saved', async () => {
    const before = documentCount();
    await open();
    await textbox('Discount %').press('Enter');
    expect(await article().getByText('Choose what kind of document it is').count()).toBe(0);
    await article().getByText('CF-····-····-····').waitFor();
    await textbox('Party (id)').fill('0');
    await showMore();
    await textbox('Series (id)').fill('1');
    await save();
    await article().getByText('Choose what kind of document it is').waitFor();
    await focused(choice('Kind of document'));
    await article().getByText('A document needs at least one line.').waitFor();
    await article().getByText('A series counts only together').waitFor();
    await article().getByText('Give a whole number from 1').waitFor();
    await choice('Kind of document').selectOption({ label: 'Simplified invoice' });
    await article().getByText('This document is paid at once').waitFor();
    await textbox('Party (id)').fill('');
    await textbox('Series (id)').fill('');
    await save();
    await focused(choice('Scan or search'));
    await addProduct('CAFE');
    await save();
    await focused(choice('Payment method'));
    await choice('Kind of document').selectOption({ label: 'Delivery note' });
    await showMore();
    await textbox('Series (id)').fill('1');
    await textbox('Rounding').fill('10');
    const date = article().getByLabel('Date', { exact: true });
    await date.press('1');
    await save();
    await article().getByText('Give an amount from').waitFor();
    await article().getByText('Give a day of the calendar').waitFor();
    await focused(date);
    await date.fill('');
    await textbox('Rounding').fill('1');
    await article().getByRole('checkbox', { name: 'Finalize' }).uncheck();
    await article().getByRole('checkbox', { name: 'Make the PDF' }).check();
    await article().getByText('More', { exact: true }).click();
    await save();
    await article().getByText('Only purchase documents can be rounded.').waitFor();
    await focused(textbox('Rounding'));
    await article().getByText('A series counts only together').waitFor();
    await article().getByText('The PDF is made of a finalized document only.').waitFor();
    await heading('New document').waitFor();
    expect(documentCount()).toBe(before);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('lines come by scanner, or by hand for products that the catalogue lacks', async () => {
    const scanner = await connectScanner(page);
    await open();
    await heading('New document').click();
    await scanner.scan('CAFE');
    await scanner.scan('CAFE');
    await expect
      .poll(() => line(1).getByRole('textbox', { name: 'Quantity' }).inputValue())
      .toBe('2');
    await scanner.scan('FORA-DE-VENDA');
    await article().getByRole('button', { name: 'Sell by hand: FORA-DE-VENDA' }).click();
    await focused(line(2).getByRole('textbox', { name: 'Description' }));
    expect(await line(2).getByRole('textbox', { name: 'Code' }).inputValue()).toBe('FORA-DE-VENDA');
    await line(2).getByRole('textbox', { name: 'Unit price' }).fill('2');
    await article().getByRole('status', { name: 'Total' }).getByText('€3.60').waitFor();
  });

  it('a refused document is corrected in the same form, with the service’s words at the fields', async () => {
    await choice('Kind of document').selectOption({ label: 'A document type, by its id' });
    await textbox('Document type (id)').fill('6');
    await showMore();
    await textbox('Series (id)').fill('999999');
    await textbox('Salesperson (id)').fill('999998');
    const reference = await saved();
    await article()
      .getByRole('radio', { name: /Correct it/ })
      .check();
    await article().getByText('So it is not typed, and stays as it is.').waitFor();
    const code = line(2).getByRole('textbox', { name: 'Code' });
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    for (const name of ['Series (id)', 'Salesperson (id)']) {
      expect(await textbox(name).getAttribute('aria-invalid')).toBe('true');
    }
    expect(await textbox('Document type (id)').inputValue()).toBe('6');
    await line(2).getByText('There is no such record.').waitFor();
    await code.fill('TORRADA');
    expect(await line(2).getByText('There is no such record.').count()).toBe(0);
    await choice('Scan or search').press('Enter');
    await textbox('Salesperson (id)').fill('');
    expect(await article().getByText('Please give your name.').count()).toBe(0);
    await choice('Kind of document').selectOption({ label: 'Delivery note' });
    await page.getByRole('textbox', { name: 'Your name' }).fill('Inês');
    await page.getByRole('textbox', { name: 'Reason, or what was done' }).fill('Code and series');
    await page.getByRole('button', { name: 'Correct and send' }).click();
    await article().getByText('A series counts only together').waitFor();
    await focused(textbox('Series (id)'));
    await textbox('Series (id)').fill('');
    await page.getByRole('button', { name: 'Correct and send' }).click();
    // Of a document that the lists may not show, no machine knows that it was not made.
    await article().getByText('It will be sent corrected.').waitFor();
    await article().getByText('The service’s lists may not show a document like this').waitFor();
    expect(held(reference)).toEqual([]);
  });
});
