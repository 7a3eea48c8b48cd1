// Each way to connect a till to a service, and what refuses it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { practiceAccount, restrictedAccount } from '../../src-main/practice-service/accounts.ts';
import { demoPlans } from '../../src-main/practice-service/reference.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { addOnlyTillAccount, makeToken, onlyTillAccount, revokeTokens } from './accounts.ts';
import { goTo, openSection, practise, submitSignIn } from './cashier.ts';
import { atFirstRun } from './first-run.ts';
import { serveJson, stopServing } from './other-services.ts';
import type { Till } from './till.ts';

const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
const secondTill = { companyCode: practiceAccount.companyCode, tillCode: '2' };
let service: PracticeService;
let till: Till;
let started: Till | undefined;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
  addOnlyTillAccount(databaseFile);
});
beforeEach(async () => {
  till = started = await atFirstRun(started);
});
afterEach(stopServing);
afterAll(async () => {
  await started?.kill9();
  await service.close();
});

const user = ({ username, password } = practiceAccount as Account) => ({
  'Service address': service.baseUrl,
  Username: username,
  Password: password,
});
interface Account {
  readonly username: string;
  readonly password: string;
}

const field = (name: string): Locator => till.page.getByRole('textbox', { name, exact: true });
const radio = (name: string | RegExp): Locator => till.page.getByRole('radio', { name });
const press = (name: string) => till.page.getByRole('button', { name, exact: true }).click();
const signIn = (fields: Readonly<Record<string, string>>) => submitSignIn(till.page, fields);
const alert = (sentence: RegExp) =>
  till.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
/** Expects the name of the profile, and beside it who is signed in. */
const isAt = (shopAndUser: RegExp) =>
  expect
    .poll(async () => {
      const text = await till.page.getByRole('banner').innerText({ timeout: 1000 });
      return text.replaceAll(/\s+/g, ' ');
    })
    .toMatch(shopAndUser);
const focused = () =>
  till.page.evaluate<string>('document.activeElement.labels?.[0]?.innerText ?? ""');

async function factsOfTheTill(): Promise<string> {
  await openSection(till.page, 'This till');
  const card = till.page.locator('section').filter({ hasText: 'Signed in by' });
  return (await card.innerText()).replaceAll('\n', ' ');
}

it('practice, in one press', async () => {
  await practise(till.page);
  await till.page.getByText('Practice – nothing here is a real invoice').waitFor();
  expect(await till.page.getByText('Sandbox –').count()).toBe(0);
});

describe('by username and password', () => {
  it('one of several companies and tills, by keyboard alone', async () => {
    await field('Service address').focus();
    for (const value of Object.values(user())) {
      await till.page.keyboard.insertText(value);
      await till.page.keyboard.press('Tab');
    }
    await till.page.keyboard.press('Enter');
    await till.page.getByRole('heading', { name: 'Choose your till' }).waitFor();
    const groups = till.page.getByRole('radiogroup', { name: /Aurora|Cais/ });
    await expect.poll(() => groups.count()).toBe(2);
    await expect.poll(() => radio(/./).and(till.page.locator(':checked')).count()).toBe(1);
    await till.page.keyboard.press('Enter');
    await alert(/Choose a till first/);
    await till.page.keyboard.press('ArrowUp');
    await till.page.keyboard.press('Enter');
    await isAt(/Livraria do Cais, Lda. · Caixa 1/);
    expect(await factsOfTheTill()).toMatch(
      /Invoicing service .*Livraria do Cais, Lda\. \(CAIS\).*Loja.*Terminal 1.*Caixa 1 \(1\).*Inês Formação \(formacao@.*Username and password.*1\.0\.0/,
    );
  });

  it('one of the tills of one company: the last one is first, and chosen', async () => {
    await signIn(user(restrictedAccount));
    const tills = till.page.getByRole('radiogroup', { name: /Aurora/ }).getByRole('radio');
    await tills.nth(1).waitFor();
    await expect.poll(() => tills.count()).toBe(2);
    expect(await radio(/Caixa 2.*Loja · Terminal 2 · code 2/).isChecked()).toBe(true);
    expect(await tills.first().isChecked()).toBe(true);
    await signIn({});
    await isAt(/Mercearia Aurora, Lda. · Caixa 2 Rui Balcão/);
  });

  it('a user’s only till, at once', async () => {
    await signIn(user(onlyTillAccount));
    await isAt(/Livraria do Cais, Lda. · Caixa 1 Rita Livros/);
  });

  it('a user without a till is told so', async () => {
    const serviceAddress = await serveJson({
      '/auth/login/': { key: 'abc' },
      '/auth/companies/': [{ id: 1, code: 'A', company_name: 'A', tills: [] }],
    });
    await signIn({ ...user(), 'Service address': serviceAddress });
    await alert(/no till at any company/);
  });

  it('going back from the choice keeps what was typed', async () => {
    await signIn(user());
    await press('Back');
    expect(await field('Username').inputValue()).toBe(practiceAccount.username);
    expect(await field('Password').inputValue()).toBe(practiceAccount.password);
  });

  it('a wrong password is told before any choice', async () => {
    await signIn({ ...user(), Password: 'wrong' });
    await alert(/did not accept the sign-in.*password is wrong/);
    expect(await focused()).toBe('Password');
  });

  it('one code alone asks for the other', async () => {
    await signIn({ ...user(), 'Till code': '1' });
    await alert(/both codes, or neither/);
    expect(await focused()).toBe('Company code');
  });
});

describe('by the sandbox', () => {
  beforeEach(() => radio('Sandbox of the service').check());
  const info = {
    user: { id: 1, full_name: 'Ana' },
    company: { id: 1, code: 'DEMO', company_name: 'Demo' },
  };

  it.each(demoPlans)('with the plan $code', async ({ description }) => {
    await field('Service address').fill(service.baseUrl);
    await field('Username').focus();
    await radio(description).check();
    await signIn(user());
    await isAt(new RegExp(`Demonstração: ${description}`));
    for (const screen of ['Documents', 'Outbox', 'Settings', 'Sell'] as const) {
      await goTo(till.page, screen);
      await till.page.getByText('Sandbox – a demonstration company').waitFor();
    }
  });

  it('with the plan that the service chooses if none can be read', async () => {
    const serviceAddress = await serveJson({
      '/auth/login_sandbox/': { key: 'abc' },
      '/auth/info/': { ...info, till: { id: 1, code: 1, description: 'Caixa de teste' } },
      '/auth/companies/': [],
    });
    await field('Service address').fill(serviceAddress);
    await field('Username').focus();
    await till.page.getByText('The plans could not be read').waitFor();
    expect(await radio('As the service chooses').count()).toBe(0);
    await signIn({ ...user(), 'Service address': serviceAddress });
    await isAt(/Demo · Caixa de teste Ana/);
    expect(await factsOfTheTill()).toMatch(/Connection Sandbox .*Sandbox of the service/);
  });

  it('a wrong password is told', async () => {
    await signIn({ ...user(), Password: 'wrong' });
    await alert(/did not accept the sign-in/);
    expect(await field('Username').inputValue()).toBe(practiceAccount.username);
  });

  it('asks for the till at once if the service does not name it', async () => {
    const serviceAddress = await serveJson({
      '/auth/login_sandbox/': { key: 'abc' },
      '/auth/info/': info,
      '/auth/companies/': [],
    });
    await signIn({ ...user(), 'Service address': serviceAddress });
    await alert(/does not say which till/);
    expect(await focused()).toBe('Till code');
    await signIn({ 'Till code': '7' });
    await isAt(/Demo · 7 Ana/);
  });
});

describe('by a token of the back office', () => {
  beforeEach(() => press('A token from the back office'));
  const pasted = async () => ({
    'Service address': service.baseUrl,
    Token: await makeToken(service.baseUrl, secondTill),
  });

  it('to the till that it is for, without leaving it in the page', async () => {
    const fields = await pasted();
    await signIn(fields);
    await isAt(/Mercearia Aurora, Lda. · Caixa 2 Inês Formação/);
    expect(await till.page.content()).not.toContain(fields.Token);
    expect(await factsOfTheTill()).toMatch(/Inês Formação .*A token from the back office/);
    expect(await till.page.content()).not.toContain(fields.Token);
  });

  it('which is not for the chosen company', async () => {
    await signIn({ ...(await pasted()), 'Company code': 'CAIS' });
    await alert(/for AURORA, but CAIS was meant/);
    expect(await focused()).toBe('Company code');
    await signIn({ 'Company code': '' });
    await isAt(/Caixa 2/);
  });

  it('which is not for the chosen till', async () => {
    await signIn({ ...(await pasted()), 'Till code': '1' });
    await alert(/for till 2, but till 1 was meant/);
    expect(await focused()).toBe('Till code');
    await signIn({ 'Till code': '2' });
    await isAt(/Caixa 2/);
  });

  it('which has been revoked', async () => {
    const fields = await pasted();
    revokeTokens(databaseFile);
    await signIn(fields);
    await alert(/does not accept this token/);
    expect(await focused()).toBe('Token');
    await signIn(await pasted());
    await isAt(/Caixa 2/);
  });
});

describe('by the earlier interface', () => {
  beforeEach(async () => {
    await till.page.getByText('More ways').click();
    await press('The earlier interface');
  });
  const fields = () => ({ 'Address of the earlier interface': service.legacyBaseUrl, ...user() });

  it('with its own address', async () => {
    await signIn(fields());
    await isAt(/Mercearia Aurora, Lda. · Caixa \d Inês Formação/);
    const facts = await factsOfTheTill();
    expect(facts).toContain(service.legacyBaseUrl);
    expect(facts).toContain('The earlier interface');
  });

  it('a wrong password is told', async () => {
    await signIn({ ...fields(), Password: 'wrong' });
    await alert(/did not accept the sign-in/);
    await signIn(fields());
    await isAt(/Inês Formação/);
  });

  it('an address where it does not answer', async () => {
    await signIn({ ...fields(), 'Address of the earlier interface': service.baseUrl });
    await alert(/Something other than the invoicing service/);
    expect(await focused()).toBe('Address of the earlier interface');
  });

  it('an address that cannot be used', async () => {
    await signIn({ ...fields(), 'Address of the earlier interface': 'http://192.0.2.1' });
    await alert(/must begin with https/);
    expect(await focused()).toBe('Address of the earlier interface');
  });

  it('not to another company than the chosen one', async () => {
    await signIn({ ...fields(), 'Company code': 'CAIS', 'Till code': '1' });
    await alert(/CAIS was meant/);
  });
});
