// Examines every screen.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { goTo as goToScreen } from './cashier.ts';
import { examine } from './examine.ts';
import { addTwin } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

// An audit every second, so that a second document is noticed while the test waits.
const outbox = { auditDelaysMs: Array<number>(10).fill(1_000) };

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { screens } = messages.frame;
  let till: Till;
  let page: Page;
  const userDataDir = newUserData({ language, outbox });
  beforeAll(async () => {
    till = await launchTill({ userDataDir });
    page = till.page;
  });
  afterAll(() => till.kill9());

  const field = () => page.getByRole('combobox', { name: messages.sell.search });
  const goTo = (screen: keyof typeof screens) => goToScreen(page, screens[screen]);

  async function add(code: string, quantity = ''): Promise<void> {
    await field().fill(quantity + code);
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
    for (const code of ['CAFE', 'PASTEL-NATA', 'AZEITE-750']) await add(code);
    await add('QUEIJO-SERRA', '1*');
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
    // After the examination, wide enough for the paper beside the details of the sale.
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

  it('the work between two scans', async () => {
    const { sellActions } = messages;
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: sellActions.shortcuts.title }).waitFor();
    await examine(page, `${language}-shortcuts`);
    await page.keyboard.press('Escape');

    await add('QUEIJO-SERRA', '1*');
    await examine(page, `${language}-sell-last-sale`);
    await page.getByRole('button', { name: sellActions.priceCheck.title }).click();
    const check = page.getByRole('dialog', { name: sellActions.priceCheck.title });
    await check.getByRole('combobox').fill('AZEITE-750');
    await check.getByRole('combobox').press('Enter');
    await check.getByText('AZEITE-750').waitFor();
    await examine(page, `${language}-price-check`);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Shift+F3');
    const hold = page.getByRole('dialog', { name: sellActions.hold.title });
    await hold.getByRole('textbox', { name: sellActions.hold.name }).fill('Sr. Vasconcelos');
    await examine(page, `${language}-hold`);
    await hold.getByRole('button', { name: sellActions.hold.action }).click();
    await page.getByRole('button', { name: sellActions.held.action(1) }).waitFor();
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'QUEIJO' }).count())
      .toBe(0);
    await add('QUEIJO-SERRA', '1*');
    await page.getByRole('button', { name: sellActions.held.action(1) }).click();
    await page.getByText('Sr. Vasconcelos').waitFor();
    await examine(page, `${language}-held`);
    await page.getByRole('button', { name: /Sr. Vasconcelos/ }).click();
    await page.getByRole('listitem').filter({ hasText: 'QUEIJO-SERRA' }).waitFor();
    await page.keyboard.press('Shift+F4');

    await page.getByRole('button', { name: sellActions.arrange.action }).click();
    const arrange = page.getByRole('dialog', { name: sellActions.arrange.title });
    await arrange.getByRole('button', { name: sellActions.arrange.place(1) }).click();
    await examine(page, `${language}-arrange`);
    await page.keyboard.press('Escape');
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

  it('a refused sale, and its correction', { timeout: 240_000 }, async () => {
    const { sell, payment, finished: done, outbox: sales } = messages;
    await goTo('sell');
    await add('AZEITE-750');
    await page.getByRole('button', { name: sell.freeLine }).click();
    await page.getByRole('textbox', { name: sell.code, exact: true }).fill('FORA-DE-VENDA');
    await page.getByRole('textbox', { name: sell.unitPrice, exact: true }).fill('2');
    await page.getByRole('button', { name: sell.addLine }).click();
    await page.getByRole('button', { name: sell.pay }).click();
    await page.getByRole('button', { name: payment.finish }).click();
    const finished = page.getByRole('dialog', { name: done.title });
    await finished.getByText(sales.refused, { exact: true }).waitFor();
    await finished.getByRole('button', { name: done.nextSale }).click();
    await goTo('outbox');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByText(sales.decision.headings.refused, { exact: true }).waitFor();
    await page.frameLocator('iframe').getByText('não serve de fatura').waitFor();
    await examine(page, `${language}-refused`);

    await page.getByRole('radio', { name: sales.decision.choices.correct }).check();
    const line = page.getByRole('group', { name: sales.correction.line(2), exact: true });
    await line.getByRole('textbox', { name: sell.unitPrice }).fill('2.5');
    await page.getByRole('button', { name: sales.decision.actions.correct }).click();
    await page.getByText(sales.decision.noteNeeded).waitFor();
    await examine(page, `${language}-correction-end`);
    await page.getByText(sales.correction.legend).scrollIntoViewIfNeeded();
    await examine(page, `${language}-correction`);
    await line.getByRole('textbox', { name: sell.code, exact: true }).fill('TORRADA');
    await page.getByRole('textbox', { name: payment.tendered }).fill('');
    await page.getByRole('textbox', { name: sales.decision.by }).fill('Inês');
    await page.getByRole('textbox', { name: sales.decision.note }).fill('Código trocado');
    await page.getByRole('button', { name: sales.decision.actions.correct }).click();
    // Six settling times of practice may pass before it is sent.
    await page.getByText(done.stateLines.confirmed).waitFor({ timeout: 180_000 });
  });

  it('a second document for one sale, and its evidence', async () => {
    const { comparison, page: texts } = messages.outbox;
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    const twin = addTwin(userDataDir, /CF-\S+/.exec(heading)?.[0] ?? '');
    const table = page.getByRole('region', { name: comparison.heading });
    await table.getByRole('link', { name: twin }).waitFor({ timeout: 30_000 });
    await table.getByText('TORRADA').nth(1).waitFor();
    await page.frameLocator('iframe').getByText('não serve de fatura').waitFor();
    await examine(page, `${language}-second-document`);
    await page.getByText(texts.former('').trim()).click();
    await page.getByRole('button', { name: texts.saveEvidence }).click();
    await page.getByText(/CF-\S+\.txt/).waitFor();
    await examine(page, `${language}-evidence`);
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

  it('a new document, and one that was refused', async () => {
    const { sell, outbox: sales } = messages;
    const { newDocument, particulars, natures } = messages.documents;
    const kind = page.getByRole('combobox', { name: particulars.names.kind });
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
    const save = page.getByRole('button', { name: newDocument.save });
    const endOfPage = () => page.evaluate("document.querySelector('article').scrollTo(0, 1e6)");
    await goTo('documents');
    await page.getByRole('button', { name: newDocument.title }).click();
    await page.getByRole('heading', { name: newDocument.title }).waitFor();
    await examine(page, `${language}-new-document-empty`);

    await kind.selectOption({ label: natures[321] ?? '' });
    for (const code of ['AZEITE-750', 'QUEIJO-SERRA']) {
      await field().fill(code);
      await field().press('Enter');
      await page
        .locator('article')
        .getByRole('button', { name: sell.remove('').trim() })
        .last()
        .waitFor();
    }
    await textbox(newDocument.taxNumber).fill('509442013');
    await page.getByText(newDocument.more, { exact: true }).click();
    await textbox(particulars.names.serieId).fill('999999');
    await textbox(particulars.names.roundCents).fill('1');
    await textbox(newDocument.discount).fill('101');
    await save.click();
    await page.getByText(newDocument.wrong.discount).waitFor();
    await examine(page, `${language}-new-document-errors`);
    await textbox(newDocument.discount).fill('');
    await save.click();
    await page
      .getByText(
        messages.errors.document_rule({
          code: 'document_rule',
          rule: 'rounding_only_on_purchases',
        }),
      )
      .waitFor();
    await endOfPage();
    await examine(page, `${language}-new-document-more`);

    await textbox(particulars.names.roundCents).fill('');
    await kind.selectOption({ label: newDocument.kinds.documentTypeId });
    await textbox(newDocument.typedKinds.documentTypeId).fill('6');
    await save.click();
    await page.getByRole('radio', { name: sales.decision.choices.correct }).check();
    await textbox(particulars.names.serieId).waitFor();
    await textbox(particulars.names.serieId).focus();
    await examine(page, `${language}-document-correction`);
  });

  it('settings', async () => {
    await goTo('settings');
    const nav = page.getByRole('navigation', { name: messages.settings.title, exact: true });
    const links = await nav.getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const link = nav.locator(`a[href="${path ?? ''}"]`);
      await link.click();
      await link.and(page.locator('[aria-current=page]')).waitFor();
      await examine(page, `${language}-settings-${path?.split('/')[2] ?? ''}`);
    }
    await page.getByRole('searchbox').fill('pin');
    await examine(page, `${language}-settings-search`);
    await page.getByRole('searchbox').fill('');

    await nav.locator('a[href="#/settings/printer"]').click();
    await page.getByRole('radio', { name: messages.printing.kinds.tcp }).check();
    await page.getByRole('checkbox', { name: messages.printing.hasDrawer }).check();
    await examine(page, `${language}-printer`);

    const { manage } = messages.lock;
    await nav.locator('a[href="#/settings/cashiers"]').click();
    await page.getByRole('button', { name: manage.firstTitle }).click();
    const dialog = page.getByRole('dialog', { name: manage.firstTitle });
    await dialog.getByRole('button', { name: manage.add }).click();
    await dialog.getByText(manage.nameNeeded).waitFor();
    await examine(page, `${language}-first-manager`);
  });
});
