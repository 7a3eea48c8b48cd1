// A till that starts with the computer, while the system's key store asks for its own password.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { addFreeLine, connection, lines, pay, signIn } from './cashier.ts';
import { keyStoreLacks, notPlayed } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { frame, states } = messagesFor('en');
const userDataDir = newUserData();
// A secret store of this test's own.
const env = { XDG_CONFIG_HOME: join(userDataDir, '..', 'config') };
const args = ['--password-store=gnome-libsecret'];
let service: PracticeService;
let till: Till;
let page: Page;

async function start(asks?: string): Promise<void> {
  const asking = asks === undefined ? {} : { STAND_IN_KEY_STORE_ASKS: asks };
  till = await launchTill({ userDataDir, args, env: { ...env, ...asking } });
  page = till.page;
}

let lacking: string;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile: join(userDataDir, '..', 'service.db') });
  await start();
  lacking = notPlayed || (await keyStoreLacks(page));
  await signIn(page, service.baseUrl);
  await till.close();
});
beforeEach(({ skip }) => {
  skip(lacking !== '', lacking);
});
afterAll(async () => {
  await till.kill9();
  await service.close();
});

it('sells before the key store has answered, and sends by itself once it has', async () => {
  const unlocked = join(userDataDir, '..', 'unlocked');
  await start(unlocked);
  await connection(page).getByText(frame.connections.sign_in_needed).waitFor();
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.8' });
  await lines(page).first().waitFor();
  const finished = await pay(page);
  await finished.getByText(states.queued, { exact: true }).waitFor();
  writeFileSync(unlocked, '');
  await finished.getByText(states.confirmed, { exact: true }).waitFor();
  await connection(page).getByText(frame.connections.online).waitFor();
});

it('ends while the key store is still asking', async () => {
  await till.close();
  await start(join(userDataDir, '..', 'never'));
  await connection(page).getByText(frame.connections.sign_in_needed).waitFor();
  await till.close();
  expect(till.output()).not.toMatch(/^(?!\[\d).*rror/m);
});
