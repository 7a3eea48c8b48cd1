// The exceptions of a day: a manager sees what cashiers did, only with a manager's PIN, and not on
// a locked till.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestName, TillBridge } from '../../src-main/contract/api.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import { goTo, lines, openSection, practise, scan } from './cashier.ts';
import { addCashier, closePinWindow, enterPin, unlockAs } from './pin-window.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const people = [
  { name: 'Inês', role: 'manager', pin: '73519046' },
  { name: 'Rui', role: 'cashier', pin: '40817263' },
] as const;
type Name = (typeof people)[number]['name'];
let till: Till;
let page: Page;

beforeAll(async () => {
  till = await launchTill({ userDataDir: newUserData() });
  page = till.page;
  await practise(page);
  for (const person of people) await addCashier(page, person);
  await unlock('Rui');
});
afterAll(() => till.kill9());

const send = (name: RequestName, argument: unknown): Promise<Result<unknown>> =>
  page.evaluate(
    ([to, what]) => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      return bridge.request(to, what as undefined);
    },
    [name, argument] as const,
  );

async function unlock(name: Name): Promise<void> {
  await send('lock.lock', undefined);
  await unlockAs(page, name, people.find((person) => person.name === name)?.pin ?? '');
}

const table = (): Locator => page.getByRole('table', { name: 'Exceptions', exact: true });
const rows = (text: string): Locator => table().getByRole('row').filter({ hasText: text });

it('a cashier who clears a sale is in the list, which only a manager’s PIN opens', async () => {
  await goTo(page, 'Sell');
  for (const code of ['CAFE', 'GALAO']) await scan(page, code);
  await expect.poll(() => lines(page).count()).toBe(2);
  await page.keyboard.press('Shift+F4');
  await expect.poll(() => lines(page).count()).toBe(0);
  await openSection(page, 'Exceptions');
  await enterPin(page, people[0].pin);
  await rows('Sale cleared').getByText('Galão (GALAO)').waitFor();
  expect(await rows('Sale cleared').innerText()).toMatch(/Rui[\s\S]*€2\.30/);
  expect(await rows('See the list of exceptions').innerText()).toMatch(/Rui[\s\S]*Inês/);
});

it('a locked till shows nothing of the list, nor does it to whoever unlocks the till', async () => {
  await send('lock.lock', undefined);
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  expect(await page.content()).not.toContain('Sale cleared');
  await unlock('Rui');
  await page.getByRole('navigation').waitFor();
  expect(await table().count()).toBe(0);
  const day = { date: new Date().toLocaleDateString('sv-SE') };
  const needed = { code: 'manager_needed', action: 'see_exceptions' };
  for (const [name, argument] of [
    ['exceptions.list', day],
    ['exceptions.export', { ...day, by: null }],
  ] as const) {
    const answer = send(name, argument);
    await closePinWindow(page);
    expect(await answer).toEqual({ ok: false, error: needed });
  }
});

it('a manager needs no approval, chooses a cashier, and saves the file', async () => {
  await unlock('Inês');
  await openSection(page, 'Exceptions');
  await table().waitFor();
  await page.getByRole('combobox', { name: 'Cashier' }).selectOption('Rui');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const saved = await page.getByText(/exceptions-\d{4}-\d\d-\d\d\.csv/).innerText();
  const [file = ''] = /\/\S+\.csv/.exec(saved) ?? [];
  const csv = readFileSync(file, 'utf8').split('\r\n');
  expect(csv[0]).toContain('Approved by');
  expect(csv.some((row) => row.includes('Sale cleared before it was finished'))).toBe(true);
  await page.getByLabel('Day').fill('2020-02-29');
  await page.getByText('Nothing of this kind on this day.').waitFor();
});
