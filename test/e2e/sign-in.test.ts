import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { connection } from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let service: PracticeService;
let till: Till | undefined;
const servers: Server[] = [];
beforeAll(async () => {
  const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
  service = await startPracticeService({ databaseFile });
});
afterEach(async () => {
  await till?.kill9();
  till = undefined;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => service.close());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const good = () => ({
  'Service address': service.baseUrl,
  Username: practiceAccount.username,
  Password: practiceAccount.password,
  'Company code': practiceAccount.companyCode,
  'Till code': practiceAccount.tillCode,
});

async function signIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function expectRefusal(change: Readonly<Record<string, string>>, sentence: RegExp) {
  till = await launchTill({ userDataDir: newUserData() });
  await signIn(till.page, { ...good(), ...change });
  await till.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  // What was typed stays, and signing in rightly works at once.
  expect(await till.page.getByRole('textbox', { name: 'Username' }).inputValue()).not.toBe('');
  await signIn(till.page, good());
  await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
}

describe('a sign-in that does not work says why', () => {
  it('wrong password', () => expectRefusal({ Password: 'wrong' }, /password|user/i));
  it('unknown company', () => expectRefusal({ 'Company code': 'NOWHERE' }, /refused|company/i));
  it('unknown till', () => expectRefusal({ 'Till code': '999' }, /refused|till/i));

  it('a service that is down', async () => {
    const closed = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    await expectRefusal({ 'Service address': closed }, /reach/i);
  });

  it('an address that is a web page', async () => {
    const page = await serve((_request, response) => {
      response
        .setHeader('Content-Type', 'text/html')
        .end('<html><h1>Welcome to our wifi</h1></html>');
    });
    await expectRefusal({ 'Service address': page }, /not the|address/i);
  });

  it('an address that redirects, as a captive portal does', async () => {
    const portal = await serve((_request, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/login' }).end();
    });
    await expectRefusal({ 'Service address': portal }, /not the|address/i);
  });

  it('an answer that is cut off', async () => {
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"key": "abc', () => response.socket?.destroy());
    });
    await expectRefusal({ 'Service address': cut }, /./);
  });

  it('an enormous answer', async () => {
    const enormous = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    await expectRefusal({ 'Service address': enormous }, /large|big/i);
  });

  it('plain http to another computer', () =>
    expectRefusal({ 'Service address': 'http://192.0.2.1' }, /https|address/i));
});

describe('a till that was signed in to', () => {
  it('shows company, till and user, and starts without a connection', async () => {
    const userDataDir = newUserData();
    // A desktop with a secret store, so that the token may be kept.
    const args = ['--password-store=gnome-libsecret'];
    till = await launchTill({ userDataDir, args });
    await signIn(till.page, good());
    await connection(till.page).getByText('Online').waitFor();
    const banner = till.page.getByRole('banner');
    await banner.getByText(/Caixa 1/).waitFor();
    await till.close();

    await service.unplug();
    try {
      till = await launchTill({ userDataDir, args });
      await connection(till.page).getByText('Offline').waitFor();
      await till.page
        .getByRole('banner')
        .getByText(/Caixa 1/)
        .waitFor();
    } finally {
      await service.plugIn();
    }
    await connection(till.page).getByText('Online').waitFor({ timeout: 60_000 });
  });

  it('keeps its token from every file, and from the page', async () => {
    const userDataDir = newUserData();
    till = await launchTill({ userDataDir });
    await signIn(till.page, good());
    await connection(till.page).getByText('Online').waitFor();
    await till.page
      .getByText(/only until/i)
      .first()
      .waitFor();
    const token = await issuedToken();
    const page = await till.page.content();
    expect(page).not.toContain(token);
    for (const file of filesIn(userDataDir)) {
      expect(readFileSync(file).includes(token), file).toBe(false);
    }
  });

  it('asks to sign in when the token is gone, and sells meanwhile', async () => {
    const userDataDir = newUserData();
    till = await launchTill({ userDataDir });
    await signIn(till.page, good());
    await connection(till.page).getByText('Online').waitFor();
    await till.close();
    // Without a secret store the token lived in memory only.
    till = await launchTill({ userDataDir });
    await connection(till.page).getByText('Sign-in needed').waitFor();
    await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  });
});

/** The token as the service would hand it out again: asked of the earlier interface, which answers an existing one. */
async function issuedToken(): Promise<string> {
  const answer = await fetch(`${service.legacyBaseUrl}/v3/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: practiceAccount.username,
      password: practiceAccount.password,
    }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
