// What a till must survive before it belongs to anybody: any typed text, and any answer.
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atFirstRun } from './first-run.ts';
import { serveJson, stopServing } from './other-services.ts';
import { goTo, openSection, submitSignIn } from './cashier.ts';
import type { Till } from './till.ts';

let till: Till;
let started: Till | undefined;
beforeEach(async () => {
  till = started = await atFirstRun(started);
});
afterEach(stopServing);
afterAll(() => started?.kill9());

const field = (name: string): Locator => till.page.getByRole('textbox', { name, exact: true });
const signIn = (fields: Readonly<Record<string, string>>) => submitSignIn(till.page, fields);
const alert = (sentence: RegExp | string) =>
  till.page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();

interface Input {
  value: string;
  dispatchEvent(event: Event): boolean;
}

/** Pastes the text, which is not limited as typing is. */
const paste = (name: string, text: string, times: number) =>
  field(name).evaluate(
    (element, [text, times]) => {
      const input = element as unknown as Input;
      input.value = text.repeat(times);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [text, times] as const,
  );

const markup = '"><img src=x onerror="document.title=\'broken in\'"><script>throw 1</script>';
const controls = `\u0000\u0007\u001b[31m\u202e${markup}`;
const nowhere = {
  'Service address': 'http://127.0.0.1:1',
  Username: 'ana',
  Password: 'secret',
};
const megabyte = 1024 * 1024;

/** Expects the page to be alive, with nothing from outside as a part of it. */
async function expectUnharmed(): Promise<void> {
  expect(await till.page.title()).toBe('Counterfoil');
  expect(await till.page.locator('img, script:not([src])').count()).toBe(0);
  await till.page.getByRole('button', { name: 'Practice', exact: true }).click();
  await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
}

describe('a megabyte, pasted', () => {
  it('into any field', async () => {
    const fields = { ...nowhere, 'Company code': 'A', 'Till code': '1' };
    await signIn(fields);
    await alert('The service does not answer');
    for (const [name, text] of Object.entries(fields)) {
      await paste(name, 'x', megabyte);
      await signIn({});
      await alert(
        name === 'Service address'
          ? 'This service address cannot be used'
          : `“${name}” cannot be used`,
      );
      await paste(name, text, 1);
    }
    await expectUnharmed();
  });
});

it('markup and control characters in every field', async () => {
  await signIn({ ...nowhere, Username: controls, 'Company code': controls, 'Till code': markup });
  await alert('The service does not answer');
  await till.page.getByRole('button', { name: 'A token from the back office' }).click();
  await signIn({ Token: controls });
  await alert('“Token” cannot be used');
  await signIn({ 'Service address': controls, Token: 'abcdefgh' });
  await alert('This service address cannot be used');
  await expectUnharmed();
});

describe('a service that answers', () => {
  const login = { '/auth/login/': { key: 'abc' }, '/auth/login_sandbox/': { key: 'abc' } };
  const hostile = ['', markup, controls, 'x'.repeat(10_000), '\u202eabc\u2066', 'مرحبا'];

  it('companies and tills of any name, twice', async () => {
    const companies = hostile.map((name, id) => ({
      id,
      code: 'SAME',
      company_name: name,
      tills: hostile.map((description) => ({
        id: 1,
        code: 1,
        description,
        location: description,
        terminal: description,
      })),
    }));
    const serviceAddress = await serveJson({ ...login, '/auth/companies/': companies });
    await signIn({ ...nowhere, 'Service address': serviceAddress });
    await till.page.getByRole('heading', { name: 'Choose your till' }).waitFor();
    await expect
      .poll(() => till.page.getByRole('radio', { name: /code 1/ }).count())
      .toBeGreaterThan(6);
    expect(await till.page.evaluate('document.documentElement.scrollWidth')).toBe(
      await till.page.evaluate('document.documentElement.clientWidth'),
    );
    await till.page
      .getByRole('radio', { name: /code 1/ })
      .last()
      .check();
    await signIn({});
    await alert('not found');
    await expectUnharmed();
  });

  it('any names at the till that is signed in to', async () => {
    const [name, code] = [hostile.join(' '), `${markup}\u202e`];
    const serviceAddress = await serveJson({
      ...login,
      '/auth/info/': {
        version: name,
        user: { id: 1, full_name: name },
        company: { id: 1, code, company_name: name },
        till: { id: 1, code, description: name },
        terminal: { description: name },
        location: name,
      },
      '/auth/companies/': [],
    });
    await till.page.getByRole('radio', { name: 'Sandbox of the service' }).check();
    await signIn({ ...nowhere, 'Service address': serviceAddress });
    await till.page.getByRole('heading', { name: 'Get the till ready', exact: true }).waitFor();
    await openSection(till.page, 'This till');
    const card = till.page.locator('section').filter({ hasText: 'Signed in by' });
    expect((await card.innerText()).length).toBeLessThan(5_000);
    expect(await till.page.title()).toBe('Counterfoil');
    expect(await till.page.locator('img, script:not([src])').count()).toBe(0);
    await goTo(till.page, 'Sell');
    await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  });

  it('plans of any description, twice', async () => {
    const plans = hostile.map((description) => ({ id: 1, code: 'SAME', description }));
    const serviceAddress = await serveJson({ ...login, '/auth/demo_plan/': plans });
    await till.page.getByRole('radio', { name: 'Sandbox of the service' }).check();
    await field('Service address').fill(serviceAddress);
    await field('Username').focus();
    await till.page.getByRole('radio', { name: 'As the service chooses' }).waitFor();
    await till.page.getByRole('radiogroup', { name: /^Plan/ }).getByRole('radio').last().check();
    expect(await till.page.evaluate('document.documentElement.scrollWidth')).toBe(
      await till.page.evaluate('document.documentElement.clientWidth'),
    );
    await expectUnharmed();
  });
});
