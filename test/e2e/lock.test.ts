// Cashiers and the lock: who is at the till, what only a manager may do, and what a locked till
// still does.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { requests, type RequestName, type TillBridge } from '../../src-main/contract/api.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { connection, goTo, lines, pay, practise, pullThePlug, scan, total } from './cashier.ts';
import { examine } from './examine.ts';
import { countDocuments } from './practice-database.ts';
import { rightArguments } from './right-arguments.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
const pins = { Inês: '73519046', Rui: '40817263' } as const;
type Name = keyof typeof pins;
const newPin = '62840917';
let till: Till;
let page: Page;
let reference = '';
beforeAll(async () => {
  await start();
  await practise(page);
});
afterAll(() => till.kill9());

async function start(): Promise<void> {
  till = await launchTill({ userDataDir });
  page = till.page;
  page.setDefaultTimeout(7000);
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const isAtTill = (name: Name) => page.getByText(`At the till: ${name}`).waitFor();
const locked = () => page.getByRole('heading', { name: 'Locked' });
const focused = (locator: Locator): Promise<void> => locator.and(page.locator(':focus')).waitFor();

const send = (name: string, argument: unknown): Promise<Result<unknown>> =>
  page.evaluate(
    ([to, what]) => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      return bridge.request(to as RequestName, what as undefined);
    },
    [name, argument] as const,
  );

async function add(name: Name, role: 'Manager' | 'Cashier', opener: string): Promise<void> {
  await button(opener).click();
  await box('Name').fill(name);
  await page.getByRole('radio', { name: role }).check();
  await box('PIN').fill(pins[name]);
  await box('The same PIN again').fill(pins[name]);
  await button('Add').and(page.locator('.primary')).last().click();
  await page.getByText(`${name} was added.`).waitFor();
}

async function say(name: Name, pin: string, action: string, within: Page | Locator = page) {
  await within.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await within.getByLabel(`PIN of ${name}`).fill(pin);
  await within.getByRole('button', { name: action }).click();
}

async function entryOf(name: Name) {
  const state = await send('app.state', undefined);
  const { lock: people } = (state as { value: TillState }).value;
  const cashierId = people?.cashiers.find((cashier) => cashier.name === name)?.cashierId;
  return { cashierId, pin: pins[name] };
}

async function lock(): Promise<void> {
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await locked().waitFor();
}

async function unlock(name: Name): Promise<void> {
  await say(name, pins[name], 'Unlock');
  await isAtTill(name);
}

it('is set up by the first manager, who is at the till from then on', async () => {
  await goTo(page, 'Settings');
  await page.getByRole('link', { name: 'Open cashiers' }).click();
  await button('Add the first manager').click();
  expect(await page.getByRole('radio', { name: 'Cashier' }).isDisabled()).toBe(true);
  await box('PIN').fill('12');
  await button('Add').and(page.locator('.primary')).last().click();
  await page.getByText('Please give a name').waitFor();
  await page.getByText('A manager’s PIN has from 6 to 12 digits.').waitFor();
  await button('Cancel').click();
  await add('Inês', 'Manager', 'Add the first manager');
  await isAtTill('Inês');
  await add('Rui', 'Cashier', 'Add somebody');
  await page.getByText('Let two people be managers').waitFor();
  // Whole, where a long word of it is cut off.
  await page.getByRole('listitem').getByTitle('Inês', { exact: true }).waitFor();
  await examine(page, 'en-cashiers');
  await send('settings.update', { language: 'pt-PT' });
  await page.getByRole('heading', { name: messagesFor('pt-PT').lock.manage.title }).waitFor();
  await examine(page, 'pt-PT-cashiers');
  await send('settings.update', { language: 'en' });
});

it('locks in the middle of a sale, shows nothing of it, and goes on with it for another cashier', async () => {
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  await button('Free line').click();
  await box('Unit price').fill('3');
  // As after a while: no button of the screen can be reached over a dialog.
  await send('lock.lock', undefined);
  await locked().waitFor();
  expect(await page.getByText('CAFE', { exact: true }).isVisible()).toBe(false);
  expect(await page.locator('dialog:visible').count()).toBe(0);
  await page.getByText('Practice – nothing here is a real invoice').last().waitFor();
  await focused(button(/^Inês/));
  await button(/^Inês/).getByTitle('Inês', { exact: true }).waitFor();
  await examine(page, 'en-locked');
  await send('settings.update', { language: 'pt-PT' });
  await page.getByRole('heading', { name: messagesFor('pt-PT').lock.title }).waitFor();
  await examine(page, 'pt-PT-locked');
  await send('settings.update', { language: 'en' });

  await say('Rui', '0000', 'Unlock');
  await page.getByText('This PIN is wrong.').waitFor();
  const pin = page.getByLabel('PIN of Rui');
  await focused(pin);
  const scanner = await connectScanner(page);
  await scanner.scan('40817263');
  expect(await pin.inputValue()).toBe('');
  await locked().waitFor();
  for (const digit of pins.Rui) {
    await page.getByRole('group', { name: 'Number pad' }).getByText(digit, { exact: true }).click();
  }
  await page.keyboard.press('Enter');
  await isAtTill('Rui');
  expect(await box('Unit price').inputValue()).toBe('3');
  await button('Cancel').click();
  expect(await lines(page).count()).toBe(1);
});

it('asks for a manager when a price is lowered, not when it is paid, and the history names both', async () => {
  await box('Discount %').fill('10');
  await page.keyboard.press('Tab');
  const asked = dialog('A manager is needed');
  await asked.getByText('Lower a price, or give a discount').waitFor();
  expect(await asked.getByRole('list', { name: 'Prices to approve' }).innerText()).toMatch(/10 %/);
  expect(await asked.getByRole('button', { name: /^Rui/ }).count()).toBe(0);
  await focused(asked.getByLabel('PIN of Inês'));
  const scanner = await connectScanner(page);
  // In the field for the PIN it would be a secret.
  await asked.getByRole('button', { name: 'Cancel' }).focus();
  await scanner.scan('CF-PAY');
  await asked.getByText('“CF-PAY” did nothing: close this dialog first.').waitFor();
  expect(await dialog('Payment').count()).toBe(0);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Only with a manager’s PIN').waitFor();
  expect(await box('Discount %').inputValue()).toBe('0');
  expect(await total(page).innerText()).toBe('€0.80');
  await box('Discount %').fill('10');
  await page.keyboard.press('Tab');
  await say('Inês', pins.Rui, 'Approve', asked);
  await asked.getByText('This PIN is wrong.').waitFor();
  await say('Inês', pins.Inês, 'Approve', asked);
  await asked.waitFor({ state: 'detached' });
  await total(page).getByText('€0.72').waitFor();

  const line = box('Unit price of Café expresso');
  await line.fill('0.60');
  await page.keyboard.press('Enter');
  await asked.getByText('Café expresso').waitFor();
  await examine(page, 'en-approval');
  await send('settings.update', { language: 'pt-PT' });
  await page.getByText(messagesFor('pt-PT').lock.approval.explanation).waitFor();
  await examine(page, 'pt-PT-approval');
  await send('settings.update', { language: 'en' });
  await say('Inês', pins.Inês, 'Approve', asked);
  await total(page).getByText('€0.54').waitFor();

  await button('Pay').click();
  await button('Finish sale').click();
  const finished = dialog('Sale finished');
  await finished.getByText('Confirmed', { exact: true }).waitFor();
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await goTo(page, 'Outbox');
  await page.getByRole('row').filter({ hasText: 'Confirmed' }).getByRole('link').first().click();
  await page.getByText('Saved on this computer by Rui, approved by Inês.').waitFor();
  const receipt = page.frameLocator('iframe');
  await receipt.getByText(/^Printed at .* by Rui$/).waitFor();
});

it('holds the finished sale against what was approved, whatever the page says', async () => {
  await goTo(page, 'Sell');
  const cartId = crypto.randomUUID();
  const line = {
    lineId: crypto.randomUUID(),
    code: 'CAFE',
    description: 'Café expresso',
    quantity: 1000,
    unitPrice: 10_000,
  };
  const finish = (change: object) =>
    send('sell.finish', {
      cart: { cartId, lines: [{ ...line, ...change }], discount: 0, taxNumber: null },
      payment: { method: { id: 1, label: 'Numerário' }, tenderedCents: 10_000 },
      isAnotherSale: true,
    });
  const needed = { ok: false, error: { code: 'manager_needed', action: 'lower_price' } };
  // As the catalogue has it, though the page names no other price.
  expect(await finish({})).toMatchObject(needed);
  expect(await finish({ unitPrice: 100_000 })).toMatchObject(needed);
  await send('lock.approve', { ...(await entryOf('Inês')), action: 'lower_price' });
  expect(await finish({ unitPrice: 90_000 })).toMatchObject(needed);
  expect(await finish({ unitPrice: 100_000, quantity: 2000 })).toMatchObject(needed);
  expect(await finish({ unitPrice: 100_000 })).toMatchObject({ ok: true });
});

it('believes no name that the page gives', async () => {
  await pullThePlug(page);
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page);
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  const decision = { reference, by: 'Somebody else', note: 'Mistyped' };
  const needed = { code: 'manager_needed', action: 'decide_sale' };
  expect(await send('outbox.cancel', decision)).toEqual({ ok: false, error: needed });
  await lock();
  await unlock('Inês');
  expect(await send('outbox.cancel', decision)).toMatchObject({
    value: { lastEvidence: { kind: 'decided', by: 'Inês' } },
  });
});

it('answers a locked page nothing but what it shows', async () => {
  await scan(page, 'CAFE');
  const finished = await pay(page);
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await lock();
  const allowed = ['app.state', 'lock.unlock', 'lock.recover', 'lock.lock', 'lock.touch'];
  for (const name of Object.keys(requests) as RequestName[]) {
    const answer = await send(name, rightArguments[name]);
    if (!allowed.includes(name)) {
      expect([name, answer]).toEqual([name, { ok: false, error: { code: 'locked' } }]);
    }
  }
  expect(await send('lock.unlock', rightArguments['lock.unlock'])).toEqual({
    ok: false,
    error: { code: 'pin_wrong' },
  });
  expect(await send('lock.recover', rightArguments['lock.recover'])).toEqual({
    ok: false,
    error: { code: 'not_found' },
  });
  expect(JSON.stringify(await send('app.state', undefined))).not.toMatch(/scrypt|73519046/);
  const receipt = await page.evaluate<string>(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.addEventListener('load', () => {
      resolve(frame.contentDocument?.body.innerText ?? '');
      frame.remove();
    });
    frame.src = '/receipt/sale/${reference}';
    document.body.append(frame);
  })`);
  expect(receipt).not.toContain(reference);
});

it('tells once it is unlocked what became of a print meanwhile', async () => {
  await unlock('Rui');
  await page.evaluate(
    (source) => {
      const page = globalThis as unknown as { till: TillBridge; states: string[] };
      page.states = [];
      page.till.on('printing.jobChanged', ({ state }) => page.states.push(state));
      void page.till.request('receipt.print', source);
      void page.till.request('lock.lock', undefined);
    },
    { kind: 'sale', reference } as const,
  );
  // There is no printer.
  await locked().waitFor();
  const [folder = ''] = readdirSync(join(userDataDir, 'tills'));
  const db = new Database(join(userDataDir, 'tills', folder, 'till.db'), { readonly: true });
  onTestFinished(() => {
    db.close();
  });
  await expect
    .poll(() => db.prepare('SELECT state FROM print_job').pluck().all())
    .toEqual(['failed']);
  expect(await page.evaluate('states')).not.toContain('failed');
  await unlock('Rui');
  await expect.poll(() => page.evaluate('states')).toContain('failed');
});

it('is locked when it starts, and what waited is sent all the same', async () => {
  await till.kill9();
  const file = join(userDataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...settings, practicePlugged: true }));
  await start();
  await locked().waitFor();
  await expect.poll(() => countDocuments(userDataDir, reference)).toBe(1);
  await expect.poll(() => connection(page).last().innerText()).not.toContain('waiting');
  await unlock('Rui');
  await page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
});

it('gives a manager who forgot the PIN a new one, which practice asks nothing for', async () => {
  await lock();
  await button('Forgotten PIN').click();
  const manager = page.getByRole('combobox', { name: 'Manager' });
  await focused(manager);
  expect(await manager.locator('option').allInnerTexts()).toEqual(['Inês']);
  await examine(page, 'en-forgotten-pin');
  await box('New PIN').fill(newPin);
  await box('The same PIN again').fill(pins.Inês);
  await button('Set the new PIN').click();
  await page.getByText('The two are not the same.').waitFor();
  await page.keyboard.press('Escape');
  await focused(button(/^Inês/));
  await button('Forgotten PIN').click();
  await box('New PIN').fill(newPin);
  await box('The same PIN again').fill(newPin);
  await page.keyboard.press('Enter');
  await isAtTill('Inês');
  await lock();
  await say('Inês', newPin, 'Unlock');
  await isAtTill('Inês');
});

it('keeps no PIN where it could be read', () => {
  const kept = ['logs/till.log', 'settings.json'].map((name) =>
    readFileSync(join(userDataDir, name), 'utf8'),
  );
  for (const text of [...kept, till.output()]) {
    for (const pin of [...Object.values(pins), newPin]) expect(text).not.toContain(pin);
  }
});
