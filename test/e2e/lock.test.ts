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
import {
  askDiscount,
  connection,
  goTo,
  lines,
  openSection,
  pay,
  practise,
  pullThePlug,
  scan,
  total,
} from './cashier.ts';
import { examine } from './examine.ts';
import {
  closePinWindow,
  enterNewPin,
  enterPin,
  isPinWindowOpen,
  pinWindow,
  pinWindowClosed,
  pinWindowSize,
  typePin,
  unlockAs,
} from './pin-window.ts';
import { countDocuments } from './practice-database.ts';
import { rightArguments } from './right-arguments.ts';
import { connectScanner } from './synthetic-scanner.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { isLong } from '../tier.ts';

const userDataDir = newUserData();
/** A name given by others, as the main process quotes it. */
const quoted = (name: string) => `“\u2068${name}\u2069”`;
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
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const isAtTill = (name: Name) => page.getByText(`At the till: ${name}`).waitFor();
const locked = () => page.getByRole('heading', { name: 'Locked' });
const focused = (locator: Locator, where: Page = page): Promise<void> =>
  locator.and(where.locator(':focus')).waitFor();

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
  await button('Add').and(page.locator('.primary')).last().click();
  await enterNewPin(page, pins[name]);
  await page.getByText(`${name} was added.`).waitFor();
}

async function lock(): Promise<void> {
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await locked().waitFor();
}

const unlock = (name: Name): Promise<void> => unlockAs(page, name, pins[name]);

it('is set up by the first manager, who is at the till from then on', async () => {
  await openSection(page, 'Cashiers');
  await button('Add the first manager').click();
  expect(await page.getByRole('radio', { name: 'Cashier' }).isDisabled()).toBe(true);
  await button('Add').and(page.locator('.primary')).last().click();
  await page.getByText('Please give a name').waitFor();
  await box('Name').fill('Inês');
  await button('Add').and(page.locator('.primary')).last().click();
  const window = await pinWindow(page);
  const field = window.getByLabel('PIN', { exact: true });
  await focused(field, window);
  await examine(window, 'en-new-pin', pinWindowSize);
  await field.fill('12');
  await window.getByRole('button', { name: 'Set the PIN' }).click();
  await window.getByText('A manager’s PIN has from 6 to 12 digits.').waitFor();
  await field.fill(pins.Inês);
  await window.getByRole('button', { name: 'Set the PIN' }).click();
  await window.getByText('The two are not the same.').waitFor();
  await closePinWindow(page);
  await page.getByText('No PIN was typed, so nothing was done.').waitFor();
  await button('Cancel').click();
  await add('Inês', 'Manager', 'Add the first manager');
  await isAtTill('Inês');
  await add('Rui', 'Cashier', 'Add somebody');
  await page.getByText('Let two people be managers').waitFor();
  // The whole name shows even if a long word of it is cut off.
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
  // No button of the screen can be reached over a dialog, so it locks as after a while.
  await send('lock.lock', undefined);
  await locked().waitFor();
  expect(await page.getByText('CAFE', { exact: true }).isVisible()).toBe(false);
  // The sale is not hidden, it is not in the page.
  expect(await page.locator('dialog, main li, input[type=text]').count()).toBe(0);
  expect(await page.content()).not.toMatch(/CAFE|Café/);
  await page.getByText('Practice – nothing here is a real invoice').last().waitFor();
  await focused(button(/^Inês/));
  await button(/^Inês/).getByTitle('Inês', { exact: true }).waitFor();
  await examine(page, 'en-locked');
  await send('settings.update', { language: 'pt-PT' });
  await page.getByRole('heading', { name: messagesFor('pt-PT').lock.title }).waitFor();
  await examine(page, 'pt-PT-locked');
  await send('settings.update', { language: 'en' });

  await button(/^Rui/).click();
  const window = await typePin(page, '0000');
  await window.getByText('This PIN is wrong.').waitFor();
  const pin = window.getByLabel('PIN of Rui');
  await focused(pin, window);
  await examine(window, 'en-unlock', pinWindowSize);
  await closePinWindow(page);
  await locked().waitFor();
  await button(/^Rui/).click();
  const again = await pinWindow(page);
  for (const digit of pins.Rui) {
    await again
      .getByRole('group', { name: 'Number pad' })
      .getByText(digit, { exact: true })
      .click();
  }
  await again.keyboard.press('Enter').catch(() => undefined);
  await isAtTill('Rui');
  expect(await box('Unit price').inputValue()).toBe('3');
  await button('Cancel').click();
  // The cart comes back by itself, after the half-typed text.
  await expect.poll(() => lines(page).count()).toBe(1);
});

it('asks for a manager when a price is lowered, not when it is paid, and the history names both', async () => {
  await (await askDiscount(page)).fill('10');
  await page.keyboard.press('Tab');
  const asked = await pinWindow(page);
  await asked.getByText('Rui gives 10 % off the whole sale').waitFor();
  expect(await asked.getByRole('button', { name: /^Rui/ }).count()).toBe(0);
  await focused(asked.getByLabel('PIN of Inês'), asked);
  // The window may close before the click has ended.
  const cancelled = asked.getByRole('button', { name: 'Cancel' }).click();
  await cancelled.catch(() => undefined);
  await page.getByText('Only with a manager’s PIN').waitFor();
  expect(await total(page).innerText()).toBe('€0.80');
  await (await askDiscount(page)).fill('10');
  await page.keyboard.press('Tab');
  const wrong = await typePin(page, pins.Rui);
  await wrong.getByText('This PIN is wrong.').waitFor();
  await enterPin(page, pins.Inês);
  await total(page).getByText('€0.72').waitFor();

  const line = box('Unit price of Café expresso');
  await line.fill('0.60');
  await page.keyboard.press('Enter');
  const lowered = await pinWindow(page);
  await lowered.getByText(`Rui sells ${quoted('Café expresso')}, list €0.80, for €0.60`).waitFor();
  await examine(lowered, 'en-approval', pinWindowSize);
  await enterPin(page, pins.Inês);
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

it.runIf(isLong)(
  'compares the finished sale with what was approved, whatever the page says',
  async () => {
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
    const refused = async (change: object, words: string) => {
      const answer = finish(change);
      const window = await pinWindow(page);
      await window.getByText(words).waitFor();
      await closePinWindow(page);
      expect(await answer).toMatchObject(needed);
    };
    // The catalogue's price counts, even if the page names no other price, or another product.
    await refused({}, `Rui sells ${quoted('Café expresso')}, list €0.80, for €0.01`);
    const other = `Rui sells ${quoted('Café expresso')} (${quoted('Água')}), list €0.80, for €0.01`;
    await refused({ description: 'Água' }, other);
    const approved = finish({ unitPrice: 100_000 });
    await enterPin(page, pins.Inês);
    expect(await approved).toMatchObject({ ok: true });
    await refused({ unitPrice: 90_000 }, 'list €0.80, for €0.09');
    await refused(
      { unitPrice: 100_000, quantity: 2000 },
      `Rui sells 2 × ${quoted('Café expresso')}`,
    );
  },
);

it.runIf(isLong)('believes no name that the page sends', async () => {
  await pullThePlug(page);
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page);
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  const decision = { reference, by: 'Somebody else', note: 'Mistyped' };
  const needed = { code: 'manager_needed', action: 'decide_sale' };
  const refused = send('outbox.cancel', decision);
  const window = await pinWindow(page);
  await window.getByText(`Cancel the sale ${reference}`).waitFor();
  await window.getByText('Note: Mistyped').waitFor();
  await closePinWindow(page);
  expect(await refused).toEqual({ ok: false, error: needed });
  await lock();
  await unlock('Inês');
  expect(await send('outbox.cancel', decision)).toMatchObject({
    value: { lastEvidence: { kind: 'decided', by: 'Inês' } },
  });
});

it('answers a locked page only what the lock screen shows', async () => {
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  const finished = await pay(page);
  reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  await finished.getByRole('button', { name: 'Next sale' }).click();
  await lock();
  const allowed = [
    'app.state',
    'lock.unlock',
    'lock.recover',
    'lock.lock',
    'lock.keepDrafts',
    'lock.touch',
  ];
  for (const name of Object.keys(requests) as RequestName[]) {
    // This opens a window, and is answered once that is closed.
    if (name === 'lock.recover') continue;
    const answer = await send(name, rightArguments[name]);
    if (!allowed.includes(name)) {
      expect([name, answer]).toEqual([name, { ok: false, error: { code: 'locked' } }]);
    }
  }
  expect(await send('lock.unlock', rightArguments['lock.unlock'])).toEqual({
    ok: false,
    error: { code: 'not_found' },
  });
  expect(isPinWindowOpen(page)).toBe(false);
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

it.runIf(isLong)('tells after unlocking what became of a print meanwhile', async () => {
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

it.runIf(isLong)('is locked when it starts, and still sends what waited', async () => {
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

it.runIf(isLong)(
  'lets a manager who forgot the PIN set a new one, without a password in practice',
  async () => {
    await lock();
    await button('Forgotten PIN').click();
    const window = await pinWindow(page);
    const manager = window.getByRole('combobox', { name: 'Manager' });
    await focused(manager, window);
    expect(await manager.locator('option').allInnerTexts()).toEqual(['Inês']);
    await examine(window, 'en-forgotten-pin', pinWindowSize);
    await closePinWindow(page);
    await button('Forgotten PIN').click();
    await enterNewPin(page, newPin);
    await isAtTill('Inês');
    await lock();
    await unlockAs(page, 'Inês', newPin);
  },
);

it.runIf(isLong)('ignores a scan in the PIN window, and counts no attempt', async () => {
  await lock();
  await button(/^Inês/).click();
  const window = await pinWindow(page);
  const scanner = await connectScanner(window);
  for (let scan = 0; scan < 7; scan += 1) await scanner.scan(pins.Rui);
  await window.getByText('A scan is no PIN').waitFor();
  await examine(window, 'en-scanned', pinWindowSize);
  expect(await window.getByLabel('PIN of Inês').inputValue()).toBe('');
  expect(await window.getByRole('alert').count()).toBe(0);
  // After five attempts the person would have to wait.
  await enterPin(page, newPin);
  await isAtTill('Inês');
});

it.runIf(isLong)('asks in the language of the till', async () => {
  const { lock: texts } = messagesFor('pt-PT');
  await send('settings.update', { language: 'pt-PT' });
  await send('lock.lock', undefined);
  await page.getByRole('heading', { name: texts.title }).waitFor();
  await button(texts.recovery.open).click();
  const recovery = await pinWindow(page);
  await recovery.getByRole('heading', { name: texts.recovery.title }).waitFor();
  await examine(recovery, 'pt-PT-forgotten-pin', pinWindowSize);
  await closePinWindow(page);
  await button(/^Rui/).click();
  await examine(await pinWindow(page), 'pt-PT-unlock', pinWindowSize);
  const unlocking = await pinWindow(page);
  await unlocking.getByLabel(texts.pinOf('Rui')).fill(pins.Rui);
  await unlocking.getByRole('button', { name: texts.unlock, exact: true }).click();
  await pinWindowClosed(page);
  const opening = send('printing.openDrawer', { reason: 'Troco' });
  const approving = await pinWindow(page);
  await approving.getByText('Rui pede isto:').waitFor();
  await approving.getByText('Abrir a gaveta: Troco').waitFor();
  await examine(approving, 'pt-PT-approval', pinWindowSize);
  await closePinWindow(page);
  expect(await opening).toMatchObject({ error: { code: 'manager_needed' } });
  await send('settings.update', { language: 'en' });
});

it('stores no PIN where it could be read', () => {
  const kept = ['logs/till.log', 'settings.json'].map((name) =>
    readFileSync(join(userDataDir, name), 'utf8'),
  );
  for (const text of [...kept, till.output()]) {
    for (const pin of [...Object.values(pins), newPin]) expect(text).not.toContain(pin);
  }
});
