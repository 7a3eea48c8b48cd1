// Two companies, practice and a sandbox on one computer: each sells by itself, and no sale goes to
// another's service.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '../../src-main/contract/languages.ts';
import type { TillBridge } from '../../src-main/contract/api.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { countDocumentsOf } from './accounts.ts';
import {
  addFreeLine,
  beginToSell,
  connection,
  goTo,
  lines,
  openSection,
  pay,
  practise,
  signIn,
  submitSignIn,
} from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { username, password } = practiceAccount;
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-profiles-'));
const shopFile = join(folder, 'shop.db');
const quayFile = join(folder, 'quay.db');
let shop: PracticeService;
let quay: PracticeService;
let till: Till;
let page: Page;
beforeAll(async () => {
  shop = await startPracticeService({ databaseFile: shopFile });
  quay = await startPracticeService({ databaseFile: quayFile });
  till = await launchTill({ userDataDir: newUserData() });
  page = till.page;
});
afterAll(async () => {
  await till.kill9();
  await shop.close();
  await quay.close();
});

const badge = (): Locator => page.getByRole('button', { name: /Switch profile$/ });
const dialog = (name = 'Switch profile'): Locator => page.getByRole('dialog', { name });
const stateOf = (): Promise<TillState> =>
  page.evaluate(async () => {
    const { till: bridge } = globalThis as unknown as { till: TillBridge };
    const answer = await bridge.request('app.state', undefined);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  });

async function switchTo(name: string): Promise<void> {
  await badge().click();
  await dialog().getByRole('button', { name }).click();
}

async function addAnother(): Promise<void> {
  await badge().click();
  await dialog().getByRole('button', { name: 'Another company or till…' }).click();
  await page.getByRole('heading', { name: 'On this computer' }).waitFor();
}

const speak = (language: Language): Promise<void> =>
  page.evaluate(async (chosen) => {
    const { till: bridge } = globalThis as unknown as { till: TillBridge };
    await bridge.request('settings.update', { language: chosen });
  }, language);

const atCounter = () => page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
const atProfile = (name: string) =>
  page.getByRole('button', { name: `Profile ${name}. Switch profile` }).waitFor();

/** Sells one coffee. Returns the reference. */
async function sellOne(): Promise<string> {
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.7' });
  await lines(page).first().waitFor();
  const finished = await pay(page);
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0];
  if (!reference) throw new Error('no reference');
  await finished.getByRole('button', { name: 'Next sale' }).click();
  return reference;
}

it('a profile has a name and a colour that a person gives it', async () => {
  await signIn(page, shop.baseUrl);
  await openSection(page, 'Profiles');
  await page.getByRole('button', { name: /^Change / }).click();
  const change = dialog('Change profile');
  await change.getByRole('textbox', { name: 'Name' }).fill(' ');
  await change.getByRole('button', { name: 'Save' }).click();
  await change.getByText('Give a name of at most 60 characters.').waitFor();
  await change.getByRole('textbox', { name: 'Name' }).fill('Loja');
  await change.getByRole('radio', { name: 'Pink' }).check();
  await change.getByRole('button', { name: 'Save' }).click();
  await atProfile('Loja');
  expect((await stateOf()).profiles).toMatchObject([{ name: 'Loja', colour: 'pink' }]);
});

it('another company is added, with a colour of its own', async () => {
  await addAnother();
  await examine(page, 'profiles-first-run');
  await submitSignIn(page, {
    'Service address': quay.baseUrl,
    Username: username,
    Password: password,
    'Company code': 'CAIS',
    'Till code': '1',
  });
  await beginToSell(page);
  const { profiles, profileId } = await stateOf();
  expect(profiles).toHaveLength(2);
  expect(profiles[1]).toMatchObject({ id: profileId, profile: { companyCode: 'CAIS' } });
  expect(profiles[1]?.colour).not.toBe('pink');
  await openSection(page, 'Profiles');
  await page.getByRole('button', { name: 'Change Loja' }).click();
  await examine(page, 'profiles-change');
  await page.keyboard.press('Escape');
  await goTo(page, 'Sell');
});

let waiting: string;

it('no other profile opens in the middle of a sale, and the till asks about unsent sales', async () => {
  await quay.unplug();
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.7' });
  await lines(page).first().waitFor();
  await switchTo('Loja');
  await dialog().getByRole('alert').filter({ hasText: 'A sale is under way' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => lines(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  waiting = await sellOne();

  await switchTo('Loja');
  await dialog('Leave sales waiting?').getByText('One sale has not reached').waitFor();
  await examine(page, 'profiles-leave');
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  expect((await stateOf()).profile?.companyCode).toBe('CAIS');
  await dialog().getByRole('button', { name: 'Loja' }).click();
  await page.getByRole('button', { name: 'Switch all the same' }).click();
  await atProfile('Loja');
  await atCounter();
});

it('unsent sales are sent once to their own service when their profile is open again', async () => {
  await quay.plugIn();
  const own = await sellOne();
  await expect.poll(() => countDocumentsOf(shopFile, own)).toBe(1);
  // The service has the sale before the till has recorded that.
  await expect.poll(async () => (await stateOf()).unsent).toBe(0);
  await badge().click();
  await dialog().getByRole('button', { name: '1 sale waiting' }).waitFor();
  await speak('pt-PT');
  await dialog('Mudar de perfil').getByRole('button', { name: '1 por enviar' }).waitFor();
  await examine(page, 'profiles-switch');
  await speak('en');
  await page.keyboard.press('Escape');
  await addAnother();
  await practise(page);
  await page.getByText('Practice – nothing here is a real invoice').waitFor();
  expect(countDocumentsOf(quayFile, waiting)).toBe(0);

  await switchTo('1 sale waiting');
  await connection(page).getByText('Online').waitFor();
  await expect.poll(() => countDocumentsOf(quayFile, waiting)).toBe(1);
  await expect.poll(async () => (await stateOf()).unsent).toBe(0);
  expect(countDocumentsOf(shopFile, waiting)).toBe(0);
  expect(countDocumentsOf(quayFile, waiting)).toBe(1);
});

it('a sandbox shows its band, and the open profile is open again after a restart', async () => {
  await addAnother();
  await page.getByRole('radio', { name: 'Sandbox of the service' }).check();
  await submitSignIn(page, {
    'Service address': shop.baseUrl,
    Username: username,
    Password: password,
  });
  await page.getByText('Sandbox – a demonstration company').waitFor();
  const { profileId, profiles } = await stateOf();
  expect(profiles.map(({ profile }) => profile.kind)).toEqual([
    'service',
    'service',
    'practice',
    'sandbox',
  ]);
  expect(new Set(profiles.map(({ colour }) => colour)).size).toBe(4);
  await page.reload();
  await page.getByText('Sandbox – a demonstration company').waitFor();
  expect((await stateOf()).profileId).toBe(profileId);
});

it('a signed-out profile needs a sign-in before it sells, and can be removed once it has no unsent sale', async () => {
  await switchTo('Loja');
  await atProfile('Loja');
  await openSection(page, 'This till');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'On this computer' }).waitFor();
  await page.getByRole('button', { name: /^Loja .*Signed out/ }).click();
  await page.getByRole('heading', { name: 'Sign in to this profile' }).waitFor();
  const address = page.getByRole('textbox', { name: 'Service address' });
  expect(await address.inputValue()).toBe(shop.baseUrl);
  expect(await address.isEditable()).toBe(false);
  await examine(page, 'profiles-signed-out');
  await submitSignIn(page, { Password: password });
  await atProfile('Loja');

  await openSection(page, 'Remove profiles');
  await page.getByRole('button', { name: /^Remove .*Cais/i }).click();
  await dialog('Remove profile?').getByRole('button', { name: 'Remove profile' }).click();
  await dialog('Remove profile?').waitFor({ state: 'detached' });
  expect((await stateOf()).profiles).toHaveLength(3);
});
