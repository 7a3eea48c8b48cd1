// The page of one document: everything that the service shows of it, what a person can do with it,
// and that no answer can do harm.
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { startFaultProxy, type DistortDocument, type FaultProxy } from '../faults/fault-proxy.ts';
import { goTo as goToScreen, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

interface Stored {
  readonly id: number;
  readonly docKey: string;
}

const markup = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>';
const turning = '\u202e\u2067';
const long = 'W'.repeat(400);
const hostile = `${turning}${markup}${long}`;

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const texts = messages.documents.page;
  const userDataDir = newUserData({ language });
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-document-'));
  const databaseFile = join(folder, 'service.db');
  let service: PracticeService;
  let proxy: FaultProxy;
  let till: Till;
  let page: Page;
  /** A document that was not sold at this till. */
  let other: Stored;

  beforeAll(async () => {
    service = await startPracticeService({ databaseFile });
    proxy = await startFaultProxy(service.baseUrl);
    till = await launchTill({ userDataDir });
    page = till.page;
    await signIn(page, proxy.baseUrl, language);
    other = stored(
      `company_id = 1 AND nature_id = 302 AND status_id = 1202
       AND (SELECT count(*) FROM document_lines WHERE document_id = documents.id) > 1`,
    );
  });
  afterEach(() => {
    proxy.distortDocument(null);
  });
  afterAll(async () => {
    await till.kill9();
    await proxy.close();
    await service.close();
  });

  const article = () => page.getByRole('article');
  const button = (name: string) => article().getByRole('button', { name, exact: true });
  const table = (name: string) => article().getByRole('table', { name, exact: true });
  const paper = () => page.frameLocator('iframe').getByRole('main');
  const row = (name: string) => article().getByRole('row').filter({ hasText: name });

  /** Returns the service's newest document for which the condition is true. */
  function stored(condition: string): Stored {
    const db = new Database(databaseFile, { readonly: true });
    try {
      const found = db
        .prepare<[], Stored>(
          `SELECT id, doc_key AS docKey FROM documents WHERE ${condition} ORDER BY id DESC LIMIT 1`,
        )
        .get();
      if (!found) throw new Error(`no document where ${condition}`);
      return found;
    } finally {
      db.close();
    }
  }

  const goTo = (screen: keyof typeof messages.frame.screens) =>
    goToScreen(page, messages.frame.screens[screen]);

  /** Opens the page anew, even if it is open already. */
  async function open({ id }: Stored): Promise<void> {
    await goTo('documents');
    await article().waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '#/documents/${id}'`);
    await article().waitFor();
  }

  async function addFreeLine(unitPrice: string): Promise<void> {
    await page.getByRole('button', { name: messages.sell.freeLine }).click();
    await page.getByRole('textbox', { name: messages.sell.code, exact: true }).fill('CAFE');
    await page.getByRole('textbox', { name: messages.sell.unitPrice, exact: true }).fill(unitPrice);
    await page.getByRole('button', { name: messages.sell.addLine }).click();
    await soldLines().first().waitFor();
  }

  const soldLines = () =>
    page.getByRole('list', { name: messages.sell.lines }).getByRole('listitem');

  /** Sells here, and returns the sale's document. */
  async function sell(): Promise<Stored> {
    await goTo('sell');
    await addFreeLine('0.7');
    await page.getByRole('button', { name: messages.sell.pay }).click();
    await page.getByRole('button', { name: messages.payment.finish }).click();
    const finished = page.getByRole('dialog', { name: messages.finished.title });
    await finished.getByText(messages.states.confirmed, { exact: true }).waitFor();
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
    return stored("our_reference LIKE 'CF-%'");
  }

  const distort = (change: (document: Record<string, unknown>) => Record<string, unknown>) => {
    proxy.distortDocument(change);
  };

  async function expectNothingWide(): Promise<void> {
    const wider = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;
    expect(await page.evaluate(`${wider}(document.querySelector('article'))`)).toBe(0);
  }

  it('shows all that the service has of a document', async () => {
    await open(other);
    await page.getByRole('heading', { name: texts.heading(other.docKey) }).waitFor();
    await expect.poll(() => table(texts.lines).getByRole('row').count()).toBeGreaterThan(2);
    await table(texts.payments).getByRole('row').nth(1).waitFor();
    await table(texts.taxes).getByText(/€/).first().waitFor();
    await article().getByText(texts.others).click();
    await article().getByText('is_tax_included').waitFor();
    expect(await article().getByText('doc_key', { exact: true }).count()).toBe(0);
    expect(await article().getByText(texts.sold).count()).toBe(0);
    await examine(page, `${language}-document-page`);
    await expectNothingWide();
  });

  it('copies its key', async () => {
    await open(other);
    await button(texts.copyKey).click();
    await article().getByRole('status').filter({ hasText: texts.copied }).waitFor();
    await goTo('sell');
    const field = page.getByRole('combobox', { name: messages.sell.search });
    await field.focus();
    await page.keyboard.press('ControlOrMeta+v');
    expect(await field.inputValue()).toBe(other.docKey);
    await field.fill('');
  });

  it('sells the same again, but never into a sale that has begun', async () => {
    await addFreeLine('9');
    await open(other);
    await table(texts.lines).waitFor();
    const lines = (await table(texts.lines).getByRole('row').count()) - 1;
    await button(texts.sellAgain).click();
    const alert = article().getByRole('alert');
    await alert
      .filter({ hasText: errorSentence(messages.errors, { code: 'cart_not_empty' }) })
      .waitFor();
    await alert.getByRole('link', { name: messages.frame.screens.sell }).click();
    await expect.poll(() => soldLines().count()).toBe(1);
    await page.keyboard.press('Shift+F4');

    await open(other);
    await button(texts.sellAgain).click();
    await expect.poll(() => soldLines().count()).toBe(lines);
    await page.getByRole('button', { name: messages.sell.undo }).click();
    await expect.poll(() => soldLines().count()).toBe(0);
  });

  it('says so if it cannot be sold again', async () => {
    distort((document) => ({ ...document, details: [{ code: 'CAFE', base_qty: 1 }] }));
    await open(other);
    await article().getByText(texts.notSellable).waitFor();
    expect(await button(texts.sellAgain).isDisabled()).toBe(true);
  });

  it('saves its receipt, and marks every further one as a copy', async () => {
    await open(other);
    await paper().getByText(other.docKey).first().waitFor();
    expect(await paper().innerText()).not.toContain('2.ª via');
    await button(messages.receiptActions.savePdf).click();
    await article().getByText(/\.pdf/).waitFor();
    expect(readdirSync(join(userDataDir, '..', 'receipts'))).toHaveLength(1);
    await open(other);
    await paper().getByText('2.ª via').waitFor();
  });

  it('shows the sale that was made here, compares the two if they differ, and links to it', async () => {
    const own = await sell();
    await open(own);
    await article().getByText(texts.same).waitFor();
    await article().getByText(messages.outbox.page.tendered).waitFor();

    distort((document) => ({
      ...document,
      total_amount: 0.8,
      details: [{ code: 'CAFE', base_qty: 1, line_unit_value: 0.8 }],
    }));
    await open(own);
    await article().getByText(texts.differs).waitFor();
    const { comparison, columns } = messages.outbox;
    const cells = (name: string) => row(name).filter({ hasText: comparison.differs });
    await cells(columns.total)
      .getByText(/0[.,]70/)
      .waitFor();
    await cells(columns.total)
      .getByText(/0[.,]80/)
      .waitFor();
    await cells(messages.outbox.correction.line(1)).waitFor();
    await examine(page, `${language}-document-differs`);
    await article().getByRole('link', { name: /CF-/ }).click();
    await page.getByRole('heading', { name: /CF-/ }).waitFor();
  });

  it('is shown even if the service fails at its lines, with those seen before', async () => {
    await open(other);
    await table(texts.lines).getByRole('row').nth(1).waitFor();
    const nested = '['.repeat(500_000) + ']'.repeat(500_000);
    const surprising: DistortDocument = (document, isExtended) => (isExtended ? nested : document);
    proxy.distortDocument(surprising);
    await open(other);
    await page.getByRole('heading', { name: texts.heading(other.docKey) }).waitFor();
    await article().getByText(texts.earlierLines).waitFor();
    await table(texts.lines).getByRole('row').nth(1).waitFor();
    const neverSeen = stored(`company_id = 1 AND status_id = 1202 AND id < ${other.id}`);
    await open(neverSeen);
    await article().getByText(texts.linesFailed).waitFor();
  });

  it('shows what is known, with the reason, if the service answers with another document', async () => {
    distort((document) => ({ ...document, id: 1, doc_key: 'FS 1/1' }));
    await open(other);
    const said = errorSentence(messages.errors, { code: 'answer_invalid', field: 'id' });
    await article().getByText(said).waitFor();
    await page.getByRole('heading', { name: texts.heading(other.docKey) }).waitFor();
  });

  it('shows hostile texts as text: nothing runs, reverses its surroundings or sticks out', async () => {
    distort((document) => ({
      ...document,
      doc_key: hostile,
      document: { document_name: hostile },
      document_nature: { code: 'FS', description: hostile },
      document_status: { code: 'F', description: hostile },
      document_date: hostile,
      our_reference: hostile,
      party: { name: hostile, fiscal_number: hostile },
      header_text: hostile,
      footer_text: hostile,
      details: [{ code: hostile, description: hostile, base_qty: 1, line_unit_value: 1 }],
      payments: [{ name: hostile, amount: 1 }],
      taxes: [{ name: hostile, amount: 1 }],
      [hostile]: hostile,
    }));
    await open(other);
    await table(texts.payments).getByText(markup).waitFor();
    await article().getByText(texts.others).click();
    await article().getByText(`${markup}${long}`).last().waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await article().locator('img, script').count()).toBe(0);
    expect(await article().innerText()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    await examine(page, `${language}-document-hostile`);
    await expectNothingWide();
  });

  it('stays readable without the service, and says how old it is', async () => {
    await open(other);
    await page.getByRole('heading', { name: texts.heading(other.docKey) }).waitFor();
    await proxy.setReachable(false);
    await open(other);
    const note: Locator = article().getByRole('status').filter({ hasText: '(' });
    await note.getByRole('button', { name: messages.common.retry }).waitFor();
    await table(texts.lines).getByRole('row').nth(1).waitFor();
    await examine(page, `${language}-document-remembered`);
    await proxy.setReachable(true);
    await note.waitFor({ state: 'detached', timeout: 60_000 });
  });
});
