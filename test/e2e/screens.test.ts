// Every screen, in both languages, light and dark, at the smallest and a large size: axe finds nothing, nothing is cut off.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { languages, type Language } from '../../src-main/contract/api.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const pictures = fileURLToPath(new URL('../../out/screens/', import.meta.url));
const sizes = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { html: string }[];
  }[];
}

async function examine(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(pictures, `${name}-${size.width}-${colorScheme}.png`) });
      await page.evaluate(axeSource);
      // The receipt in its frame is paper; it has tests of its own.
      const result = await page.evaluate<AxeResult>(
        'axe.run(document, { iframes: false, resultTypes: ["violations"] })',
      );
      const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
      expect(found, `${name} ${size.width} ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name} ${size.width}: sideways scrolling`).toBe(0);
    }
  }
}

describe.each(languages)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { screens } = messages.frame;
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
  });
  afterAll(() => till.kill9());

  const field = () => page.getByRole('combobox', { name: messages.sell.search });
  const goTo = (screen: keyof typeof screens) =>
    page.getByRole('link', { name: screens[screen] }).click();

  async function add(code: string): Promise<void> {
    await field().fill(code);
    await field().press('Enter');
    await page.getByRole('listitem').filter({ hasText: code }).first().waitFor();
  }

  it('the first run', async () => {
    await page.getByRole('button', { name: messages.signIn.practice, exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe(language);
    await examine(page, `${language}-first-run`);
    await page.getByRole('button', { name: messages.signIn.practice, exact: true }).click();
    await field().waitFor();
  });

  it('selling', async () => {
    await examine(page, `${language}-sell-empty`);
    for (const code of ['CAFE', 'PASTEL-NATA', 'AZEITE-750', 'QUEIJO-SERRA']) await add(code);
    await field().fill('pao');
    await page.getByRole('option').first().waitFor();
    await examine(page, `${language}-sell-search`);
    await field().fill('');
    await examine(page, `${language}-sell`);
  });

  it('paying and having paid', async () => {
    await page.getByRole('button', { name: messages.sell.pay }).click();
    const dialog = page.getByRole('dialog', { name: messages.payment.title });
    await dialog.getByRole('textbox', { name: messages.payment.tendered }).fill('50');
    await examine(page, `${language}-payment`);
    await dialog.getByRole('button', { name: messages.payment.finish }).click();
    const finished = page.getByRole('dialog', { name: messages.finished.title });
    await finished.getByText(/FS \S+\/\d+/).waitFor();
    await page
      .frameLocator('iframe')
      .getByText(/FS \S+\/\d+/)
      .waitFor();
    await examine(page, `${language}-finished`);
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
  });

  it('an outage', async () => {
    await page.getByRole('button', { name: messages.frame.pullPlug }).click();
    await add('TORRADA');
    await page.getByRole('button', { name: messages.sell.pay }).click();
    await page.getByRole('button', { name: messages.payment.finish }).click();
    const finished = page.getByRole('dialog', { name: messages.finished.title });
    await page.frameLocator('iframe').getByText('não serve de fatura').waitFor();
    await examine(page, `${language}-finished-offline`);
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
    await goTo('outbox');
    await page.getByText(messages.frame.connections.offline).first().waitFor();
    await examine(page, `${language}-outbox`);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.frameLocator('iframe').getByText('não serve de fatura').waitFor();
    await examine(page, `${language}-outbox-sale`);
    await goTo('documents');
    await page.getByRole('alert').first().waitFor();
    await examine(page, `${language}-documents-offline`);
    await page.getByRole('button', { name: messages.frame.plugIn }).click();
    await page.getByText(messages.frame.connections.online).first().waitFor({ timeout: 60_000 });
  });

  it('documents', async () => {
    await goTo('sell');
    await goTo('documents');
    const table = page.getByRole('table', { name: messages.documents.title });
    await table.getByRole('row').nth(5).waitFor();
    await examine(page, `${language}-documents`);
    await table.getByRole('link', { name: /^FS/ }).first().click();
    await page.frameLocator('iframe').getByText(/FS /).first().waitFor();
    await examine(page, `${language}-document`);
  });

  it('settings', async () => {
    await goTo('settings');
    await page.getByRole('heading', { name: messages.settings.title }).waitFor();
    await examine(page, `${language}-settings`);
  });
});
