// Examines every screen of signing in.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { demoPlans } from '../../src-main/practice-service/reference.ts';
import { revokeTokens } from './accounts.ts';
import { goTo } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

const retail = demoPlans[2].description;

describe.each(driven)('in %s', (language: Language) => {
  const { signIn: texts, common, connection, frame, sell, start } = messagesFor(language);
  const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
  let service: PracticeService;
  let till: Till;
  let page: Page;
  beforeAll(async () => {
    service = await startPracticeService({ databaseFile });
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
  });
  afterAll(async () => {
    await till.kill9();
    await service.close();
  });

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check();

  it('the three choices', async () => {
    await page.getByRole('heading', { name: texts.heading }).waitFor();
    await examine(page, `${language}-sign-in`);
  });

  it('another way, with everything still to be filled in', async () => {
    await page.getByText(texts.moreWays).click();
    await press(texts.ways.earlier);
    await press(texts.submit);
    await examine(page, `${language}-sign-in-earlier`);
  });

  it('a token', async () => {
    await press(texts.ways.token);
    await field(texts.serviceAddress).fill(service.baseUrl);
    await field(texts.token).fill('0123456789');
    await press(texts.submit);
    await page.getByText(texts.tokenRefused).waitFor();
    await examine(page, `${language}-sign-in-token`);
  });

  it('a choice of tills', async () => {
    await press(texts.ways.password);
    await field(texts.username).fill(practiceAccount.username);
    await field(texts.password).fill(practiceAccount.password);
    await press(texts.submit);
    await page.getByRole('heading', { name: texts.chooseTill }).waitFor();
    await press(texts.submit);
    await page.getByText(texts.tillNeeded).waitFor();
    await examine(page, `${language}-sign-in-tills`);
    await press(common.back);
  });

  it('the sandbox and its plans', async () => {
    await choose(texts.sandbox);
    await choose(retail);
    await examine(page, `${language}-sign-in-sandbox`);
    await press(texts.submit);
    await page.getByText(texts.sandboxBand).waitFor();
    // The till has no payment method yet.
    await page.getByRole('heading', { name: start.reading.title }).waitFor();
    await examine(page, `${language}-sandbox-start`);
    await page.getByRole('button', { name: start.sell }).click();
    await page.getByRole('combobox', { name: sell.search }).waitFor();
    await examine(page, `${language}-sandbox-sell`);
  });

  it('whose till it is', async () => {
    await goTo(page, frame.screens.settings);
    await page.getByRole('link', { name: connection.title, exact: true }).click();
    await page.getByRole('button', { name: connection.signOut }).scrollIntoViewIfNeeded();
    await examine(page, `${language}-connection`);
  });

  it('signing in again', async () => {
    revokeTokens(databaseFile);
    await goTo(page, frame.screens.outbox);
    await goTo(page, frame.screens.documents);
    await press(frame.openSignIn);
    await field(texts.password).fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: texts.submit, exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await examine(page, `${language}-sign-in-again`);
  });
});
