// The lock of a whole till whose managers are protected by a key in the system's key store, against
// somebody who writes to its file while it is closed.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument, RequestName, TillBridge } from '../../src-main/contract/api.ts';
import { practiceAccount, restrictedAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { openSection, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { addCashier, pinWindow, pinWindowClosed, pinWindowSize, unlockAs } from './pin-window.ts';
import { keyStoreLacks } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { errors, lock, signIn: signInTexts } = messagesFor('en');
const pins = { Inês: '735190', Rui: '4081' } as const;
const userDataDir = newUserData();
// A secret store of this test's own.
const env = { XDG_CONFIG_HOME: join(userDataDir, '..', 'config') };
const args = ['--password-store=gnome-libsecret'];
let service: PracticeService;
let till: Till;
let page: Page;

let lacking: string;
beforeAll(async () => {
  service = await startPracticeService({
    databaseFile: join(userDataDir, '..', 'service.db'),
  });
  await start();
  lacking = await keyStoreLacks(page);
  await signIn(page, service.baseUrl);
});
beforeEach(({ skip }) => {
  skip(lacking !== '', lacking);
});
afterAll(async () => {
  await till.kill9();
  await service.close();
});

async function start(): Promise<void> {
  till = await launchTill({ userDataDir, args, env });
  page = till.page;
}

const request = <Name extends RequestName>(name: Name, argument: Argument<Name>) =>
  page.evaluate(
    ([to, what]) => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      return bridge.request(to, what);
    },
    [name, argument] as const,
  );
const unproven = (why: 'key_lost' | 'people_changed' | 'people_gone') =>
  page.getByText(errors.manager_unproven({ code: 'manager_unproven', why }));
const button = (name: string) => page.getByRole('button', { name, exact: true });

const unlock = (name: keyof typeof pins): Promise<void> => unlockAs(page, name, pins[name]);

async function restartAfter(sql: string): Promise<void> {
  await till.close();
  const [folder = ''] = readdirSync(join(userDataDir, 'tills'));
  const db = new Database(join(userDataDir, 'tills', folder, 'till.db'));
  db.exec(sql);
  db.close();
  await start();
  await page.getByRole('heading', { name: lock.title }).waitFor();
}

async function recover(
  window: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await window.getByRole('textbox', { name: signInTexts.username }).fill(username);
  await window.getByLabel(signInTexts.password).fill(password);
  await window.getByLabel(lock.manage.newPin, { exact: true }).fill('918273');
  await window.getByLabel(lock.manage.pinAgain).fill('918273');
  await window.getByRole('button', { name: lock.recovery.set }).click();
}

it('proves its manager again after a start', async () => {
  const inOrder = { Inês: 'manager', Rui: 'cashier' } as const;
  for (const [name, role] of Object.entries(inOrder)) {
    await addCashier(page, { name, role, pin: pins[name as keyof typeof pins] });
  }
  await restartAfter('');
  await unlock('Inês');
  expect(await request('settings.backUp', undefined)).toMatchObject({ ok: true });
  expect(await page.getByText(lock.manage.weak).count()).toBe(0);
});

it('lists who may recover a PIN, and adds a user who signs in for that', async () => {
  await openSection(page, lock.manage.title);
  await page.getByText(lock.manage.users.first).waitFor();
  await button(lock.manage.users.add).click();
  const adding = await pinWindow(page);
  await adding.getByRole('heading', { name: lock.manage.users.addTitle }).waitFor();
  await adding.getByLabel(signInTexts.username).fill(restrictedAccount.username);
  await adding.getByLabel(signInTexts.password).fill(restrictedAccount.password);
  await examine(adding, 'en-recovery-user', pinWindowSize);
  await adding.getByRole('button', { name: lock.manage.users.add }).click();
  await page.getByText(lock.manage.users.addedBy('Inês')).waitFor();
  await button(lock.manage.users.remove('Rui Balcão')).click();
  await page.getByText(lock.manage.users.removed).waitFor();
  expect(await page.getByText(lock.manage.users.addedBy('Inês')).count()).toBe(0);
});

it('does not accept a manager whom somebody promoted in its file', async () => {
  await restartAfter(`UPDATE cashier SET role = 'manager' WHERE name = 'Rui'`);
  await unproven('people_changed').waitFor();
  await examine(page, 'en-locked-changed');
  await unlock('Rui');
  await unproven('people_changed').waitFor();
  expect(await request('settings.backUp', undefined)).toEqual({
    ok: false,
    error: { code: 'manager_unproven', why: 'people_changed' },
  });
  expect(await request('sell.openCart', undefined)).toMatchObject({ ok: true });
});

it('stays locked without its cashiers, until its owner makes a new manager', async () => {
  await restartAfter('DELETE FROM cashier');
  await unproven('people_gone').waitFor();
  await button(lock.recovery.title).click();
  const window = await pinWindow(page);
  await window.getByLabel(lock.recovery.newManager).fill('Ana');
  await examine(window, 'en-new-manager', pinWindowSize);
  await recover(window, restrictedAccount);
  await window.getByText('Rui Balcão (balcao@mercearia-aurora.example, id 2)').waitFor();
  await recover(window, practiceAccount);
  await pinWindowClosed(page);
  await page.getByText('At the till: Ana').waitFor();
  await page.getByText(/^The PIN of Ana was reset by Inês Formação/).waitFor();
  expect(await request('settings.backUp', undefined)).toMatchObject({ ok: true });
});

it('has no manager without its key, and sells', async () => {
  await restartAfter('');
  await till.close();
  rmSync(join(userDataDir, 'staff-keys'), { recursive: true });
  await start();
  await unproven('key_lost').waitFor();
  await unlockAs(page, 'Ana', '918273');
  expect(await request('settings.backUp', undefined)).toMatchObject({
    error: { code: 'manager_unproven' },
  });
  expect(await request('sell.openCart', undefined)).toMatchObject({ ok: true });
});
