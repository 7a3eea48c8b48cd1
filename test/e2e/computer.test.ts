// "Check this computer": a shop opens it during sales, reads the report, and saves what it read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { checkNames } from '../../src-main/contract/computer.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { addFreeLine, goTo, openSection, pay, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const { computer, scanning } = messagesFor('en');
const sizes = [
  { width: 1024, height: 768 },
  { width: 1093, height: 540 },
  { width: 1920, height: 1080 },
];
const scanned = '5601234567895';

let service: PracticeService;
let till: Till;
const databaseFile = join(newUserData(), 'service.db');
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
  till = await launchTill({ userDataDir: newUserData() });
  await signIn(till.page, service.baseUrl);
});
afterAll(async () => {
  await till.kill9();
  await service.close();
});

/** Everything of the shop that a report must not contain. */
function secretsOf(): readonly string[] {
  const db = new Database(databaseFile, { readonly: true });
  const tokens = db.prepare('SELECT key FROM tokens').pluck().all() as string[];
  const parties = db
    .prepare("SELECT name FROM parties WHERE name <> '' UNION SELECT fiscal_number FROM parties")
    .pluck()
    .all() as string[];
  db.close();
  expect(tokens.length).toBeGreaterThan(0);
  expect(parties.length).toBeGreaterThan(0);
  const { username, password } = practiceAccount;
  return [...tokens, ...parties, username, password, scanned].filter((secret) => secret !== '');
}

it('finds what the computer has, while the till sells', async () => {
  const { page } = till;
  await openSection(page, computer.title);
  await page.getByRole('heading', { name: computer.title }).waitFor();
  await goTo(page, 'Sell');
  await page.goBack();
  const again = page.getByRole('button', { name: computer.again });
  await expect.poll(() => again.isEnabled()).toBe(true);
  const results = page.getByRole('region', { name: computer.results });
  for (const check of checkNames)
    await results.getByRole('heading', { name: computer.checks[check] }).waitFor();
  await results.getByText(`${service.baseUrl} answered after`, { exact: false }).waitFor();
  await results.getByText(/^A write is safe on the disk after/).waitFor();
  await results.getByText(/^Receipts go to: the system’s default printer/).waitFor();
  await results.getByText(/^The way to the service: directly/).waitFor();
  await results
    .getByText(/key store/i)
    .first()
    .waitFor();
  expect(await page.getByText(computer.checking).count()).toBe(0);
  await examine(page, 'en-computer', sizes);
});

it('shows how a scan arrived, and saves the report that was read', async () => {
  const { page } = till;
  await page.getByRole('textbox', { name: scanning.test }).focus();
  await (await connectScanner(page)).scan(scanned);
  await page.getByText(scanning.taken(scanned)).waitFor();
  await page.getByRole('button', { name: computer.showReport }).click();
  const report = page.getByRole('region', { name: computer.reportText });
  const read = await report.innerText();
  expect(read).toContain('13 keys');
  await examine(page, 'en-computer-report', sizes);
  await page.getByRole('button', { name: computer.saveReport }).click();
  const said = await page.getByText(/^Saved as .*\.txt$/).innerText();
  const saved = readFileSync(said.replace('Saved as ', ''), 'utf8');
  expect(saved.replace('\uFEFF', '').trim()).toBe(read.trim());
  for (const secret of secretsOf()) expect(saved).not.toContain(secret);
});

it('opens by keys alone, and the till goes on selling', async () => {
  const { page } = till;
  await openSection(page, computer.title);
  await page.getByRole('heading', { name: computer.title }).waitFor();
  await goTo(page, 'Sell');
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.75' });
  await pay(page);
});
