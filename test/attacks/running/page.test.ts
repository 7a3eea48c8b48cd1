// A page that was taken over, at a real till's bridge: it makes every request as nobody, as a
// cashier, and while a manager is asked to approve another one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests, type RequestName, type TillBridge } from '../../../src-main/contract/api.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import type { TillState } from '../../../src-main/contract/till-state.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../../src-main/practice-service/server.ts';
import { endNavigation } from '../../e2e/attacks.ts';
import { addFreeLine, pay, signIn } from '../../e2e/cashier.ts';
import {
  addCashier,
  closePinWindow,
  enterPin,
  isPinWindowOpen,
  pinWindow,
  typePin,
  unlockAs,
} from '../../e2e/pin-window.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { launchTill, type Till } from '../../e2e/till.ts';
import { newUserData } from '../../e2e/user-data.ts';

const names = Object.keys(requests) as RequestName[];
const pins = { manager: '73519046', cashier: '40817263' } as const;

const anywhere = { serviceAddress: 'https://evil.example', username: 'a'.repeat(200) };
const signInAnywhere = {
  ...{ way: 'password', ...anywhere, password: 'a'.repeat(1000) },
  ...{ companyCode: 'A', tillCode: 'A' },
};

/**
 * The argument of each request that the shop reserves to managers; null if the request is never
 * reserved here.
 */
const reserved: Readonly<Record<RequestName, unknown>> = {
  ...rightArguments,
  'session.findTills': { ...anywhere, password: 'a'.repeat(1000) },
  'session.demoPlans': { serviceAddress: `https://${'a'.repeat(60)}.example` },
  'session.signIn': signInAnywhere,
  'app.state': null,
  'app.dismissNotices': null,
  'app.saveReport': null,
  'session.tryAgain': null,
  'restore.list': null,
  'restore.look': null,
  'secondCopy.find': null,
  'secondCopy.look': null,
  'setup.look': null,
  'lock.unlock': null,
  'lock.recover': null,
  'lock.lock': null,
  'lock.keepDrafts': null,
  'lock.takeDrafts': null,
  'lock.touch': null,
  'cashiers.recoveryUsers': null,
  'cashiers.salesmen': null,
  'settings.seenPaymentMethods': null,
  'settings.invoiceKinds': null,
  'counter.screens': null,
  'display.state': null,
  'update.look': null,
  'update.fetch': null,
  // Nothing was fetched, so nobody is asked.
  'update.install': null,
  'day.state': null,
  'day.open': null,
  'day.saveDraft': null,
  'day.count': null,
  'day.toClose': null,
  'practice.loseComputer': null,
  'practice.rehearse': null,
  'sell.findProducts': null,
  'sell.scan': null,
  'sell.openCart': null,
  'sell.saveCart': null,
  'sell.paying': null,
  'sell.hold': null,
  'sell.resume': null,
  'sell.latestCart': null,
  'sell.findCustomers': null,
  'sell.quickKeys': null,
  'catalogue.summary': null,
  'catalogue.list': null,
  'catalogue.range': null,
  'catalogue.previewMany': null,
  'catalogue.previewedProducts': null,
  // There is no preview and no change, so nobody is asked.
  'catalogue.changeMany': null,
  'sell.saveCommandSheet': null,
  'catalogue.undo': null,
  'catalogue.stopChange': null,
  'catalogue.lastChange': null,
  'catalogue.groups': null,
  'labels.choice': null,
  'labels.look': null,
  'labels.print': null,
  'labels.savePdf': null,
  'catalogue.preview': null,
  // They belong to an import that was begun, which is reserved.
  'catalogue.read': null,
  'catalogue.discard': null,
  'catalogue.use': null,
  'learning.state': null,
  'learning.start': null,
  'learning.stop': null,
  'learning.methods': null,
  'learning.findMethods': null,
  'learning.products': null,
  'learning.choices': null,
  'documents.list': null,
  'documents.choices': null,
  'documents.get': null,
  'documents.stopExport': null,
  'outbox.list': null,
  'outbox.parties': null,
  'outbox.get': null,
  'outbox.report': null,
  'outbox.tryNow': null,
  // Whoever is at the till has seen what it says.
  'outbox.tickOff': null,
  'outbox.saveEvidence': null,
  'receipt.settings': null,
  'receipt.savePdf': null,
  'receipt.print': null,
  'receipt.printGift': null,
  'receipt.showFolder': null,
  'printing.findPrinters': null,
  'printing.jobs': null,
  'printing.openings': null,
  'printing.again': null,
  'printing.giveUp': null,
  // What comes back is reserved when it is finished.
  'returns.setup': null,
  'returns.kinds': null,
  'returns.open': null,
  'returns.payOut': null,
};
const reservedNames = names.filter((name) => reserved[name] !== null);

/** Every request that is answered while nobody is at the till. */
const answeredWhileLocked: readonly RequestName[] = [
  'app.state',
  'lock.unlock',
  'lock.recover',
  'lock.lock',
  'lock.keepDrafts',
  'lock.touch',
];

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-attacks-'));
let service: PracticeService;
let till: Till;

const send = (name: string, argument: unknown): Promise<Result<unknown>> =>
  till.page.evaluate(
    ([to, what]) => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      return bridge.request(to as RequestName, what as undefined);
    },
    [name, argument] as const,
  );

async function state(): Promise<TillState> {
  const answer = await send('app.state', undefined);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as TillState;
}

const codeOf = (answer: Result<unknown>) => (answer.ok ? 'done' : answer.error.code);

/** Returns the answers of the requests by name, while no manager approves anything. */
async function ask(which: readonly RequestName[], of: Readonly<Record<RequestName, unknown>>) {
  const context = till.page.context();
  const close = (window: Page) =>
    void window.waitForURL(/pin-window/, { waitUntil: 'load' }).then(() => window.close());
  context.on('page', close);
  const answers = await askAtOnce(which, of);
  context.off('page', close);
  return answers;
}

/** Makes all the requests at once and returns their answers. */
async function askAtOnce(
  which: readonly RequestName[],
  of: Readonly<Record<RequestName, unknown>>,
) {
  const answers: Record<string, string> = {};
  for (const name of which) answers[name] = codeOf(await send(name, of[name]));
  return answers;
}

const each = (which: readonly RequestName[], answer: string) =>
  Object.fromEntries(which.map((name) => [name, answer]));

beforeAll(async () => {
  service = await startPracticeService({ databaseFile: join(folder, 'service.db') });
  till = await launchTill({ userDataDir: newUserData() });
  await signIn(till.page, service.baseUrl);
  for (const role of ['manager', 'cashier'] as const)
    await addCashier(till.page, { name: role, role, pin: pins[role] });
});
afterAll(async () => {
  await till.kill9();
  await service.close();
  rmSync(folder, { recursive: true });
});

const enter = (who: keyof typeof pins) => unlockAs(till.page, who, pins[who]);

async function lock(): Promise<void> {
  await send('lock.lock', undefined);
  await till.page.getByRole('heading', { name: 'Locked' }).waitFor();
}

const inPage = (code: string): Promise<unknown> => till.page.evaluate(code);

describe('a page that was taken over', () => {
  it('can only unlock the till while nobody is at it', async () => {
    await lock();
    const others = names.filter((name) => !answeredWhileLocked.includes(name));
    expect(await askAtOnce(others, rightArguments)).toEqual(each(others, 'locked'));
    const { held, notices, profiles, lock: people } = await state();
    expect({ held, notices, profiles: profiles.length }).toEqual({
      ...{ held: [], notices: [], profiles: 0 },
    });
    expect(people?.atTill).toBeNull();
  });

  it('finds nothing of the shop in a locked page or through its bridge', async () => {
    await enter('cashier');
    const secret = 'Xilofone de teste';
    await till.page.getByRole('button', { name: 'Free line' }).click();
    await till.page.getByRole('textbox', { name: 'Description', exact: true }).fill(secret);
    await till.page.getByRole('textbox', { name: 'Unit price', exact: true }).fill('3');
    await lock();
    const { body } = (await inPage('({ body: document.body.innerHTML })')) as { body: string };
    expect(body).not.toContain(secret);
    expect(
      await inPage("document.querySelectorAll('dialog, main input, [role=listitem]').length"),
    ).toBe(0);
    expect(JSON.stringify(await state())).not.toContain(secret);
    expect(await send('lock.takeDrafts', undefined)).toMatchObject({ error: { code: 'locked' } });
    // Text that it hands over later replaces nothing.
    const planted = { drafts: [{ name: 'sale.step', text: '{"name":"help"}' }] };
    expect(codeOf(await send('lock.keepDrafts', planted))).toBe('done');
    await enter('cashier');
    const description = till.page.getByRole('textbox', { name: 'Description', exact: true });
    await expect.poll(() => description.inputValue()).toBe(secret);
    await till.page.keyboard.press('Escape');
    await lock();
  });

  it('has no channel that takes or gives a PIN', async () => {
    for (const name of names) {
      expect(JSON.stringify(rightArguments[name] ?? null)).not.toMatch(/"pin"\s*:\s*"/i);
      const withPin = { ...(rightArguments[name] as object | undefined), pin: pins.manager };
      expect(await send(name, withPin)).toMatchObject({ error: { code: 'invalid_value' } });
    }
    for (const name of ['pin.question', 'pin.answer', 'pin.cancel', 'pin.touch'])
      await expect(send(name, undefined)).rejects.toThrow(`no request ${name}`);
    expect(await inPage('typeof pin')).toBe('undefined');
    expect(JSON.stringify(await state())).not.toMatch(/scrypt|73519046|40817263/);
  });

  it('can neither see nor script the window in which the PIN is typed', async () => {
    const told = await inPage(`(async () => {
      window.heard = [];
      for (const type of ['keydown', 'keypress', 'input', 'beforeinput', 'message', 'storage'])
        addEventListener(type, ({ key, data }) => heard.push(key ?? data), true);
      new BroadcastChannel('pin').onmessage = ({ data }) => heard.push(data);
      localStorage.setItem('planted', 'by the page');
    })()`);
    expect(told).toBeUndefined();
    const unlocking = till.page.getByRole('button', { name: /^cashier/ }).click();
    const window = await pinWindow(till.page);
    await unlocking;
    const { pathname, host } = new URL(window.url());
    expect(pathname).toBe('/pin-window.html');
    expect(host).not.toBe(new URL(till.page.url()).host);
    const inWindow = (code: string): Promise<unknown> => window.evaluate(code);
    expect(await inWindow('[opener, parent === self, typeof till, typeof require]')).toEqual([
      ...[null, true, 'undefined', 'undefined'],
    ]);
    expect(await inWindow('Object.keys(pin)')).toEqual(['question', 'answer', 'cancel', 'touch']);
    expect(await inWindow("localStorage.getItem('planted')")).toBeNull();
    await inWindow("new BroadcastChannel('pin').postMessage('heard')");
    // Neither in a frame, nor by a window, nor by its address.
    await inPage(`new Promise((loaded) => {
      const frame = document.createElement('iframe');
      frame.addEventListener('load', loaded);
      setTimeout(loaded, 1000);
      frame.name = 'taken';
      frame.src = '${window.url()}';
      document.body.append(frame);
    })`);
    const frame = till.page.frame('taken');
    expect(await frame?.evaluate('document.body?.innerText ?? ""')).not.toContain('PIN of');
    expect(await inPage(`open('${window.url()}')`)).toBeNull();
    expect(await inPage(`fetch('${window.url()}').then(() => 'read', () => 'refused')`)).toBe(
      'refused',
    );
    await inPage(`(location.href = '${window.url()}', undefined)`);
    await inPage(endNavigation);
    await inPage("document.querySelector('iframe[name=taken]').remove()");
    expect(new URL(till.page.url()).pathname).toBe('/index.html');
    await enterPin(till.page, pins.cashier);
    await till.page.getByText('At the till: cashier').waitFor();
    expect(await inPage('heard')).toEqual([]);
  });

  it('can neither lead the PIN window elsewhere nor make it speak to anybody', async () => {
    await lock();
    await till.page.getByRole('button', { name: /^cashier/ }).click();
    const window = await pinWindow(till.page);
    const address = window.url();
    await window.evaluate(`(location.href = '${till.page.url()}', undefined)`);
    await till.page.waitForTimeout(300);
    expect(window.url()).toBe(address);
    await window.evaluate(endNavigation);
    const refused = await window.evaluate(
      `fetch('${service.baseUrl}').then(() => 'answered', () => 'refused')`,
    );
    expect(refused).toBe('refused');
    expect(await window.evaluate("open('https://evil.example')")).toBeNull();
    await enterPin(till.page, pins.cashier);
  });

  it('can do nothing reserved in a cashier’s name', async () => {
    await till.page.getByText('At the till: cashier').waitFor();
    // Each opens a window for a PIN, which takes a second where others work too.
    expect(await ask(reservedNames, reserved)).toEqual(each(reservedNames, 'manager_needed'));
  }, 300_000);

  it('cannot swap anything for what a manager is asked to approve', async () => {
    const opening = send('printing.openDrawer', { reason: 'Change' });
    const window = await pinWindow(till.page);
    const words = async () => window.locator('.asks li').allInnerTexts();
    const shown = ['cashier asks for this:', 'Open the drawer: Change'];
    expect(await words()).toEqual(shown);
    const acts = names.filter((name) => requests[name].gate === 'act');
    expect(await askAtOnce(acts, rightArguments)).toEqual(each(acts, 'pin_window_open'));
    expect(await words()).toEqual(shown);
    expect(till.page.context().pages()).toHaveLength(2);
    await enterPin(till.page, pins.manager);
    // There is no drawer; the approved request itself was carried out.
    expect(await opening).toMatchObject({ error: { code: 'no_drawer' } });
    const { lock: people, profiles } = await state();
    expect(people?.cashiers).toHaveLength(2);
    expect(profiles).toHaveLength(1);
    // The approval counted once.
    expect(await ask(['printing.openDrawer'], reserved)).toEqual({
      'printing.openDrawer': 'manager_needed',
    });
  });

  it('cannot close a window in which somebody types by locking the till', async () => {
    const asked = send('settings.backUp', undefined);
    await pinWindow(till.page);
    expect(codeOf(await send('lock.lock', undefined))).toBe('pin_window_open');
    expect(isPinWindowOpen(till.page)).toBe(true);
    await closePinWindow(till.page);
    expect(await asked).toMatchObject({ error: { code: 'manager_needed' } });
  });

  it('cannot guess a PIN, since only a person types one, and only so often', async () => {
    const asking = send('settings.backUp', undefined);
    const window = await pinWindow(till.page);
    const tooMany = window.getByText(/Too many wrong attempts/);
    for (let time = 0; time < 20 && !(await tooMany.isVisible()); time += 1) {
      await typePin(till.page, '000000');
      await till.page.waitForTimeout(200);
    }
    await typePin(till.page, pins.manager);
    await tooMany.waitFor();
    await closePinWindow(till.page);
    expect(codeOf(await asking)).toBe('manager_needed');
    await lock();
    await enter('cashier');
  });

  it('makes nobody a manager, and changes nothing', async () => {
    const { lock: people, profiles, printing } = await state();
    expect(people?.cashiers.map(({ name, role }) => [name, role])).toEqual([
      ['cashier', 'cashier'],
      ['manager', 'manager'],
    ]);
    expect(people?.atTill?.name).toBe('cashier');
    expect(profiles.length).toBe(1);
    expect(printing.printer).toBeNull();
  });

  it('leaves the till selling', async () => {
    await addFreeLine(till.page, { quantity: '1', unitPrice: '2' });
    await pay(till.page);
  });
});
