// Why a sign-in fails, whatever stands at the address of the service.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { submitSignIn } from './cashier.ts';
import { atFirstRun } from './first-run.ts';
import { serve, stopServing } from './other-services.ts';
import type { Till } from './till.ts';

const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
let service: PracticeService;
let till: Till | undefined;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
});
afterEach(stopServing);
afterAll(async () => {
  await till?.kill9();
  await service.close();
});

const good = () => ({
  'Service address': service.baseUrl,
  Username: practiceAccount.username,
  Password: practiceAccount.password,
  'Company code': practiceAccount.companyCode,
  'Till code': practiceAccount.tillCode,
});

async function expectRefusal(change: Readonly<Record<string, string>>, sentence: RegExp) {
  till = await atFirstRun(till);
  await submitSignIn(till.page, { ...good(), ...change });
  await till.page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  // The typed text stayed, and a right sign-in works at once.
  const username = till.page.getByRole('textbox', { name: 'Username' });
  expect(await username.inputValue()).toBe(practiceAccount.username);
  await submitSignIn(till.page, good());
  await till.page.getByRole('heading', { name: 'Get the till ready', exact: true }).waitFor();
}

describe('a sign-in that fails says why', () => {
  it('wrong password', () =>
    expectRefusal({ Password: 'wrong' }, /did not accept the sign-in.*password is wrong/i));
  it('unknown company', () =>
    expectRefusal({ 'Company code': 'NOWHERE' }, /did not accept the sign-in.*company/i));
  it('unknown till', () =>
    expectRefusal({ 'Till code': '999' }, /did not accept the sign-in.*till/i));

  it('a service that is down', async () => {
    const closed = await serve(() => undefined);
    stopServing();
    await expectRefusal({ 'Service address': closed }, /The service does not answer/);
  });

  it('an address that is a web page', async () => {
    const page = await serve((_request, response) => {
      response
        .setHeader('Content-Type', 'text/html')
        .end('<html><h1>Welcome to our wifi</h1></html>');
    });
    await expectRefusal({ 'Service address': page }, /Something other than the invoicing service/);
  });

  it('an address that redirects, as a captive portal does', async () => {
    const portal = await serve((_request, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/login' }).end();
    });
    await expectRefusal(
      { 'Service address': portal },
      /Something other than the invoicing service/,
    );
  });

  it('an answer that is cut off', async () => {
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"key": "abc', () => response.socket?.destroy());
    });
    await expectRefusal({ 'Service address': cut }, /broke off/);
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
    await expectRefusal({ 'Service address': enormous }, /too large/);
  });

  it('plain http to another computer', () =>
    expectRefusal(
      { 'Service address': 'http://192.0.2.1' },
      /“serviceAddress” cannot be used|https/,
    ));
});
