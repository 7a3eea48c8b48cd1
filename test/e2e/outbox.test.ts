// What a person sees of the outbox: what it holds back and why, what waits too long, whether all
// agrees, and what can be done about sales that do not go on by themselves.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { startFaultProxy, type FaultProxy } from '../faults/fault-proxy.ts';
import { documentedRefusal, type Fault } from '../faults/fault.ts';
import { goTo as goToScreen, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { ageSales } from './till-database.ts';
import { driven, isLong } from '../tier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const refused: Fault = { kind: 'status_before', status: 400, body: documentedRefusal };
const outbox = {
  settlingMs: 2_000,
  decisionDelayMs: 1_000,
  firstLookUpMs: 200,
  lookUpCapMs: 400,
  retryFirstMs: 200,
  retryCapMs: 400,
  pausedProbeMs: 60_000,
  // An audit every two seconds.
  auditDelaysMs: [2_000],
};

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { frame, states, outbox: texts, payment, sell, finished } = messages;
  const { report, decision, page: saleTexts } = texts;
  const userDataDir = newUserData({ language, outbox });
  let service: PracticeService;
  let proxy: FaultProxy;
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-outbox-'));
    service = await startPracticeService({ databaseFile: join(folder, 'service.db') });
    proxy = await startFaultProxy(service.baseUrl);
    till = await launchTill({ userDataDir });
    page = till.page;
    await signIn(page, proxy.baseUrl, language);
  });
  afterAll(async () => {
    await till.kill9();
    await proxy.close();
    await service.close();
  });

  const goTo = (screen: keyof typeof frame.screens) => goToScreen(page, frame.screens[screen]);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (reference: string): Locator => page.getByRole('row', { name: reference });
  const audit = () => page.getByRole('status', { name: report.audit.name });
  const connection = () => page.getByRole('status', { name: frame.connection });
  const article = () => page.getByRole('article');
  let price = 0;

  /**
   * Sells at another price each time, so that the till does not ask about the same sale. Returns
   * the reference.
   */
  async function sold(code = 'CAFE'): Promise<string> {
    await goTo('sell');
    await button(sell.freeLine).click();
    price += 1;
    await page.getByRole('textbox', { name: sell.code, exact: true }).fill(code);
    await page.getByRole('textbox', { name: sell.unitPrice, exact: true }).fill(`${price}`);
    await button(sell.addLine).click();
    await page.getByRole('button', { name: sell.pay }).click();
    await button(payment.finish).click();
    const dialog = page.getByRole('dialog', { name: finished.title });
    const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await dialog.innerText())?.[0] ?? '';
    await dialog.getByRole('button', { name: finished.nextSale }).click();
    return reference;
  }

  async function decide(action: string, by = 'Inês'): Promise<void> {
    await page.getByRole('textbox', { name: decision.by }).fill(by);
    await page.getByRole('textbox', { name: decision.note }).fill('Visto');
    await button(action).click();
  }

  it.runIf(isLong)('the audit says that the service’s documents agree', async () => {
    await sold();
    await sold();
    await goTo('outbox');
    await audit().getByText(report.audit.agrees(2)).waitFor({ timeout: 30_000 });
    await examine(page, `${language}-outbox-audit`);
  });

  it('a service that refuses everything pauses it: the cause, the next try, and “Try now”', async () => {
    proxy.planEach(() => refused);
    const references = [await sold(), await sold(), await sold(), await sold()];
    const banner = page.getByRole('alert').filter({ hasText: frame.paused });
    await banner.getByText(/Refused/).waitFor();
    await banner.getByRole('link', { name: frame.seeWhy }).click();
    const note = page.getByRole('alert').filter({ hasText: report.held.refusing });
    await note.getByText(/Refused/).waitFor();
    await note.getByText(/\d\d:\d\d:\d\d/).waitFor();
    expect(await banner.count()).toBe(0);
    await connection().getByText(frame.connections.paused).waitFor();
    await connection().getByText(frame.waiting(4)).waitFor();
    await examine(page, `${language}-outbox-paused`);

    proxy.planEach(null);
    await button(texts.tryNow).click();
    await page.getByRole('status').filter({ hasText: texts.asked }).waitFor();
    for (const reference of references) {
      await row(reference)
        .getByText(states.confirmed, { exact: true })
        .waitFor({ timeout: 60_000 });
    }
    await note.waitFor({ state: 'detached' });
    await connection().getByText(frame.connections.online).waitFor();
  });

  it('a person can ask to cancel a sale in doubt, which happens once the service is proven not to hold it', async () => {
    const reference = await sold('FORA-DE-VENDA');
    await goTo('outbox');
    await row(reference).getByText(texts.canBeDone.refused).waitFor();
    proxy.breakLists(true);
    await page.getByRole('link', { name: reference }).click();
    await page
      .getByRole('region', { name: texts.said.heading })
      .getByText('no such record')
      .waitFor();
    await page.getByRole('radio', { name: decision.choices.cancel }).check();
    await page.getByRole('textbox', { name: decision.note }).fill('Engano');
    // Typed text is not lost while the till tries the sale again.
    await page.waitForTimeout(1_500);
    expect(await page.getByRole('textbox', { name: decision.note }).inputValue()).toBe('Engano');
    await examine(page, `${language}-sale-refused-in-doubt`);
    await decide(decision.actions.cancel);
    const asked = page.getByRole('status').filter({ hasText: saleTexts.requestedDecision.cancel });
    await asked.waitFor();
    await article()
      .getByText(/Inês (asked|pediu)/)
      .waitFor();
    await examine(page, `${language}-sale-asked`);
    proxy.breakLists(false);
    await article().getByText(finished.stateLines.cancelled).waitFor({ timeout: 30_000 });
    await asked.waitFor({ state: 'detached' });
    await sold();
  });

  it.runIf(isLong)(
    'a sale in doubt can be corrected, and the corrected one is then sent',
    async () => {
      const reference = await sold('FORA-DE-VENDA');
      await goTo('outbox');
      await page.getByRole('link', { name: reference }).click();
      await page.getByRole('radio', { name: decision.choices.correct }).check();
      await page.getByRole('textbox', { name: sell.code, exact: true }).fill('CAFE');
      await decide(decision.actions.correct);
      await article().getByText(finished.stateLines.confirmed).waitFor({ timeout: 30_000 });
      await sold();
    },
  );

  it.runIf(isLong)(
    'sales that the service refuses while it accepts others can all be sent again by one decision',
    async () => {
      const references = [await sold('FORA-DE-VENDA'), await sold('FORA-DE-VENDA')];
      await goTo('outbox');
      const rejected = () => page.getByText(states.rejected, { exact: true }).count();
      for (let others = 0; others < 12 && (await rejected()) < 2; others += 1) {
        await sold();
        await goTo('outbox');
        await page.waitForTimeout(1_000);
      }
      for (const reference of references) {
        await row(reference).getByText(texts.canBeDone.rejected).waitFor({ timeout: 30_000 });
      }
      await connection().getByText(frame.needPerson(2)).waitFor();
      const link = page.getByRole('link', { name: frame.screens.outbox, exact: true });
      const describedBy = await link.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${describedBy ?? ''}"]`).textContent()).toBe(
        frame.needPerson(2),
      );
      await examine(page, `${language}-outbox-rejected`);

      await button(report.sendAll.action(2)).click();
      await button(report.sendAll.confirm(2)).click();
      const dialog = page.getByRole('dialog', { name: report.sendAll.title(2) });
      await dialog.getByText(decision.noteNeeded).waitFor();
      await examine(page, `${language}-send-all-again`);
      await decide(report.sendAll.confirm(2));
      await page
        .getByRole('status')
        .filter({ hasText: report.sendAll.done(2) })
        .waitFor();
      await expect.poll(() => button(report.sendAll.action(2)).count()).toBe(0);
      for (const reference of references) {
        await row(reference).getByRole('link', { name: reference }).click();
        await article()
          .getByText(/Inês (decided|decidiu): Visto/)
          .waitFor();
        await page.getByRole('radio', { name: decision.choices.cancel }).check();
        await decide(decision.actions.cancel);
        await article().getByText(finished.stateLines.cancelled).waitFor({ timeout: 30_000 });
        await goTo('outbox');
      }
    },
  );

  it.runIf(isLong)(
    'a sale that waits too long is told on every screen, marked in the list, and can be settled by a person',
    async () => {
      // No creation arrives before the lists fail; then the look-ups find nothing out.
      proxy.planEach(() => ({ kind: 'reset_before' }));
      const reference = await sold();
      await goTo('outbox');
      await row(reference).getByText(states.in_doubt, { exact: true }).waitFor({ timeout: 30_000 });
      proxy.breakLists(true);
      proxy.planEach(null);
      await connection().getByText(frame.waiting(1)).waitFor();
      ageSales(userDataDir);
      await connection().getByText(frame.needPerson(1)).waitFor({ timeout: 60_000 });
      const note = page
        .getByRole('alert')
        .filter({ hasText: report.overdue.groups('in_doubt', 1) });
      await note.getByRole('link', { name: reference }).waitFor();
      await row(reference).getByText(report.overdue.mark).waitFor();
      await examine(page, `${language}-outbox-overdue`);

      await row(reference).getByRole('link').click();
      await page.getByText(decision.headings.settleable, { exact: true }).click();
      await examine(page, `${language}-sale-settleable`);
      await page.getByRole('radio', { name: decision.choices.settleCancelled }).check();
      await decide(decision.actions.settleCancelled);
      await article().getByText(finished.stateLines.cancelled).waitFor();
      await expect.poll(() => connection().innerText()).not.toContain(frame.needPerson(1));
      proxy.breakLists(false);
    },
  );

  it.runIf(isLong)(
    'the audit names a document that is no longer in the service’s lists',
    async () => {
      const reference = await sold();
      await goTo('outbox');
      // A person settled the three that failed before, which alone ends no pause.
      await button(texts.tryNow).click();
      await row(reference)
        .getByText(states.confirmed, { exact: true })
        .waitFor({ timeout: 30_000 });
      proxy.distortLists((rows) => rows.filter((one) => one.our_reference !== reference));
      // Asked for by its id, it is another's as well.
      proxy.distortDocument((document) =>
        document.our_reference === reference ? { ...document, our_reference: 'web 17' } : document,
      );
      await audit().getByText(report.audit.lost).waitFor({ timeout: 30_000 });
      await audit().getByRole('link', { name: reference }).waitFor();
      await examine(page, `${language}-outbox-lost`);
      proxy.distortLists(null);
      proxy.distortDocument(null);
    },
  );
});
