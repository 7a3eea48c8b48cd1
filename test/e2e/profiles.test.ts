// Two companies, practice and a sandbox on one computer: each sells by itself, and no sale goes to
// another's service.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { beginToSell, goTo, openSection, signIn, submitSignIn } from './cashier.ts';
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

async function addAnother(): Promise<void> {
  await badge().click();
  await dialog().getByRole('button', { name: 'Another company or till…' }).click();
  await page.getByRole('heading', { name: 'On this computer' }).waitFor();
}

const atProfile = (name: string) =>
  page.getByRole('button', { name: `Profile ${name}. Switch profile` }).waitFor();

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
  expect(profiles.map(({ profile }) => profile.kind)).toEqual(['service', 'service', 'sandbox']);
  expect(new Set(profiles.map(({ colour }) => colour)).size).toBe(3);
  await page.reload();
  await page.getByText('Sandbox – a demonstration company').waitFor();
  expect((await stateOf()).profileId).toBe(profileId);
});
