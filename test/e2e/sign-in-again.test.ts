// The service no longer accepts the token in the middle of a sale: who signs in again, and to which
// till.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { countDocumentsOf, makeToken, revokeTokens } from './accounts.ts';
import {
  addFreeLine,
  beginToSell,
  connection,
  goTo,
  lines,
  pay,
  signIn,
  submitSignIn,
} from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
const firstTill = { companyCode: 'AURORA', tillCode: '1' };
// A sale that was turned away is looked up a moment later.
const outbox = { settlingMs: 3_000, firstLookUpMs: 300, lookUpCapMs: 500, retryCapMs: 1_000 };
let service: PracticeService;
let till: Till;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
});
beforeEach(async () => {
  till = await launchTill({ userDataDir: newUserData({ outbox }) });
});
afterEach(() => till.kill9());
afterAll(() => service.close());

/**
 * The token expires while a line is on the screen; the sale is still finished. Returns its
 * reference.
 */
async function sellWithoutToken(): Promise<string> {
  const { page } = till;
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.7' });
  await lines(page).first().waitFor();
  revokeTokens(databaseFile);
  const finished = await pay(page);
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0];
  if (!reference) throw new Error('no reference');
  await connection(page).getByText('Sign-in needed').waitFor();
  await finished.getByText(/Somebody must sign in before it can be/).waitFor();
  expect(await finished.getByText(/as soon as/).count()).toBe(0);
  await finished.getByRole('button', { name: 'Next sale' }).click();
  return reference;
}

async function openDialog(button: string): Promise<Locator> {
  await till.page.getByRole('button', { name: button }).click();
  const dialog = till.page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  return dialog;
}

async function expectFlushed(reference: string): Promise<void> {
  await connection(till.page).getByText('Online').waitFor();
  await goTo(till.page, 'Outbox');
  const row = till.page.getByRole('row', { name: reference });
  await row.getByText('Confirmed', { exact: true }).waitFor({ timeout: 60_000 });
  expect(countDocumentsOf(databaseFile, reference)).toBe(1);
}

it('by the password: to the same till, and what waited is sent', async () => {
  await signIn(till.page, service.baseUrl);
  const reference = await sellWithoutToken();
  const dialog = await openDialog('Enter password');
  for (const name of ['Service address', 'Company code', 'Till code']) {
    expect(await dialog.getByRole('textbox', { name }).isEditable(), name).toBe(false);
  }
  await submitSignIn(till.page, { Password: 'wrong' });
  await dialog.getByRole('alert').filter({ hasText: 'did not accept' }).waitFor();
  expect(countDocumentsOf(databaseFile, reference)).toBe(0);
  await submitSignIn(till.page, { Password: practiceAccount.password });
  await dialog.waitFor({ state: 'detached' });
  await expectFlushed(reference);
});

it('by a token: to another till nothing is sent, to the same one it is', async () => {
  const { page } = till;
  await page.getByRole('button', { name: 'A token from the back office' }).click();
  const token = await makeToken(service.baseUrl, firstTill);
  await submitSignIn(page, { 'Service address': service.baseUrl, Token: token });
  await beginToSell(page);
  const reference = await sellWithoutToken();

  const dialog = await openDialog('Enter token');
  const others = [
    [{ companyCode: 'AURORA', tillCode: '2' }, /for till 2, but till 1 was meant/],
    [{ companyCode: 'CAIS', tillCode: '1' }, /for CAIS, but AURORA was meant/],
  ] as const;
  for (const [other, sentence] of others) {
    await submitSignIn(page, { Token: await makeToken(service.baseUrl, other) });
    await dialog.getByRole('alert').filter({ hasText: sentence }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await connection(page).getByText('Sign-in needed').waitFor();
  await goTo(page, 'Outbox');
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('row', { name: reference }).getByText('Being confirmed').waitFor();
  expect(countDocumentsOf(databaseFile, reference)).toBe(0);

  await openDialog('Enter token');
  await submitSignIn(page, { Token: await makeToken(service.baseUrl, firstTill) });
  await dialog.waitFor({ state: 'detached' });
  await expectFlushed(reference);
});

it('to a sandbox: by its own way, to the same demonstration company', async () => {
  const { page } = till;
  await page.getByRole('radio', { name: 'Sandbox of the service' }).check();
  const { username, password } = practiceAccount;
  await submitSignIn(page, {
    'Service address': service.baseUrl,
    Username: username,
    Password: password,
  });
  await page.getByText('Sandbox – a demonstration company').waitFor();
  await beginToSell(page);
  const reference = await sellWithoutToken();
  const dialog = await openDialog('Enter password');
  expect(await dialog.getByRole('radio').count()).toBe(0);
  await submitSignIn(page, { Password: password });
  await dialog.waitFor({ state: 'detached' });
  await expectFlushed(reference);
});

it('by the earlier interface, at its own address', async () => {
  const { page } = till;
  await page.getByText('More ways').click();
  await page.getByRole('button', { name: 'The earlier interface' }).click();
  const { username, password } = practiceAccount;
  await submitSignIn(page, {
    'Address of the earlier interface': service.legacyBaseUrl,
    'Service address': service.baseUrl,
    Username: username,
    Password: password,
  });
  await beginToSell(page);
  const reference = await sellWithoutToken();
  const dialog = await openDialog('Enter password');
  const earlier = dialog.getByRole('textbox', { name: 'Address of the earlier interface' });
  expect(await earlier.inputValue()).toBe(service.legacyBaseUrl);
  expect(await earlier.isEditable()).toBe(false);
  await submitSignIn(page, { Password: password });
  await dialog.waitFor({ state: 'detached' });
  await expectFlushed(reference);
});
