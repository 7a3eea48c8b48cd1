// A sale that stays in doubt: the till looks it up by itself, and only then may a person decide.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import type { TillBridge } from '../../src-main/contract/api.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { startFaultProxy, type FaultProxy } from '../faults/fault-proxy.ts';
import { goTo, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { driven } from '../tier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

/** Longer than any test, so that nothing is settled meanwhile, however slow the machine is. */
const outbox = { settlingMs: 300_000, firstLookUpMs: 500, lookUpCapMs: 500 };
// A desktop with a secret store, so that the sign-in outlives a restart.
const args = ['--password-store=gnome-libsecret'];

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const { decision } = messages.outbox;
  const userDataDir = newUserData({ language, outbox });
  let service: PracticeService;
  let proxy: FaultProxy;
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-doubt-'));
    service = await startPracticeService({ databaseFile: join(folder, 'service.db') });
    proxy = await startFaultProxy(service.baseUrl);
    await start();
    await signIn(page, proxy.baseUrl, language);
  });
  afterAll(async () => {
    await till.kill9();
    await proxy.close();
    await service.close();
  });

  async function start(): Promise<void> {
    till = await launchTill({ userDataDir, args });
    page = till.page;
  }

  /** Starts the till anew with a settling time that is soon over. */
  async function restartImpatient(): Promise<void> {
    await till.close();
    const file = join(userDataDir, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(
      file,
      JSON.stringify({
        ...settings,
        outbox: { ...outbox, settlingMs: 2_000, decisionDelayMs: 1_000 },
      }),
    );
    await start();
  }

  const decide = () => page.getByText(decision.headings.settleable, { exact: true });

  /** Returns what "Sale finished" shows while the sale is in doubt. */
  async function finish(unitPrice: string, tendered?: string): Promise<Locator> {
    await page.getByRole('button', { name: messages.sell.freeLine }).click();
    const code = page.getByRole('textbox', { name: messages.sell.code, exact: true });
    await code.fill('CAFE');
    await page.getByRole('textbox', { name: messages.sell.unitPrice, exact: true }).fill(unitPrice);
    await page.getByRole('button', { name: messages.sell.addLine }).click();
    await page.getByRole('button', { name: messages.sell.pay }).click();
    if (tendered !== undefined)
      await page.getByRole('textbox', { name: messages.payment.tendered }).fill(tendered);
    await page.getByRole('button', { name: messages.payment.finish }).click();
    const finished = page.getByRole('dialog', { name: messages.finished.title });
    await finished.getByText(messages.states.in_doubt, { exact: true }).waitFor();
    return finished;
  }

  async function sell(unitPrice: string): Promise<void> {
    const finished = await finish(unitPrice);
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
  }

  it('shows both totals if the service’s differs, and the change by the till’s, which the drawer expects', async () => {
    proxy.distortLists((results) => results.map((row) => ({ ...row, total_amount: 0.71 })));
    proxy.plan({ kind: 'reset_after' });
    // The till looks the sale up at once: nothing differs until a look-up is answered.
    proxy.breakLists(true);
    const finished = await finish('0.7', '5');
    await finished.getByText(/4[.,]30/).waitFor();
    proxy.breakLists(false);
    const differs = finished.getByRole('alert').filter({ hasText: messages.finished.totalDiffers });
    await differs.getByText(/0[.,]70/).waitFor();
    await differs.getByText(/0[.,]71/).waitFor();
    await finished.getByText(messages.states.confirmed, { exact: true }).waitFor();
    expect(await finished.getByText(/4[.,]30/).count()).toBe(1);
    proxy.distortLists(null);
    await examine(page, `${language}-other-total`);
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
  });

  it('can be corrected or cancelled, and is not settled while the till may still find out', async () => {
    proxy.plan({ kind: 'reset_before' });
    await sell('0.8');
    await goTo(page, messages.frame.screens.outbox);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('article').getByText(messages.states.in_doubt).first().waitFor();
    await page.getByText(decision.headings.in_doubt, { exact: true }).click();
    const choices = page.getByRole('radiogroup', { name: decision.outcome }).getByRole('radio');
    await expect.poll(() => choices.count()).toBe(2);
    expect(await decide().count()).toBe(0);
    await examine(page, `${language}-in-doubt-at-first`);

    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    const answer = await page.evaluate(
      async (reference) => {
        const { till: bridge } = globalThis as unknown as { till: TillBridge };
        const by = 'Inês';
        return bridge.request('outbox.settle', { reference, by, note: 'x', as: 'cancelled' });
      },
      /CF-\S+/.exec(heading)?.[0] ?? '',
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'still_looking' } });
    // From here on look-ups fail, so the till cannot find out.
    proxy.breakLists(true);
  });

  it('can be settled by name and reason after its bound', async () => {
    await restartImpatient();
    await goTo(page, messages.frame.screens.outbox);
    await page.getByRole('row').nth(1).getByRole('link').click();
    await decide().click();
    await examine(page, `${language}-in-doubt`);
    await page.getByRole('radio', { name: decision.choices.settleCancelled }).check();
    await page.getByRole('textbox', { name: decision.by }).fill('Inês');
    await page.getByRole('textbox', { name: decision.note }).fill('Não está no serviço');
    await page.getByRole('button', { name: decision.actions.settleCancelled }).click();
    const article = page.getByRole('article');
    await article.getByText(messages.finished.stateLines.cancelled).waitFor();
    expect(await decide().count()).toBe(0);
  });

  it('is given to a person if the document is there but not finalized', async () => {
    proxy.breakLists(false);
    proxy.distortLists((results) =>
      results.map((row) => ({
        ...row,
        document_status: { code: 'P', description: 'Por finalizar' },
      })),
    );
    proxy.plan({ kind: 'reset_after' });
    await goTo(page, messages.frame.screens.sell);
    // Other goods than before, so that the till does not ask about the same sale.
    await sell('0.9');
    await goTo(page, messages.frame.screens.outbox);
    const row = page.getByRole('row').nth(1);
    await row.getByText(messages.states.incomplete, { exact: true }).waitFor({ timeout: 60_000 });
    proxy.distortLists(null);
    await row.getByRole('link').click();
    const { comparison } = messages.outbox;
    const key = page.getByRole('region', { name: comparison.heading }).getByRole('link');
    const alarm = comparison.notFinalized(await key.innerText());
    await page.getByRole('alert').filter({ hasText: alarm }).waitFor();
    await examine(page, `${language}-incomplete`);
    await page.getByRole('radio', { name: decision.choices.settleConfirmed }).check();
    await page.getByRole('button', { name: decision.actions.settleConfirmed }).click();
    await page.getByText(decision.noteNeeded).waitFor();
    await page.getByRole('textbox', { name: decision.by }).fill('Inês');
    await page.getByRole('textbox', { name: decision.note }).fill('Finalizada no serviço');
    await page.getByRole('button', { name: decision.actions.settleConfirmed }).click();
    await page.getByText(messages.finished.stateLines.confirmed).waitFor();
  });
});
